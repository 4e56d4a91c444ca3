import { describe, expect, test } from "vitest";

import { languages, loadParts, withParts } from "../../src/languages/index.ts";
import { describeResolution } from "../conformance/resolution.ts";
import { resolvedRepositories } from "./resolved-repositories.ts";

const loaded = await Promise.all(Object.keys(languages).map((name) => loadParts(name, [], "resolve names")));

describe.each(loaded.filter(({ resolution }) => resolution !== undefined))("$name", (language) => {
  const { name } = language;
  const able = withParts(language, ["structure", "resolution"], "resolve names");
  const files = resolvedRepositories.get(name);
  test("has a repository to be tried with", () => {
    expect(files?.keys().some((path) => able.files.isSourceFile(path))).toBe(true);
  });
  describeResolution(able, files ?? new Map());
});
