import { describe, expect, test } from "vitest";

import { acquireSource, sourceKinds } from "../../src/sources/index.ts";
import { parseGitSpec } from "../../src/sources/git/location.ts";
import { givenOptions } from "./given.ts";

/** The kind that takes a source as typed. */
function kindOf(spec: string): string | undefined {
  return Object.entries(sourceKinds).find(([, kind]) => kind.accepts(spec))?.[0];
}

describe("a source as typed", () => {
  test("belongs to one kind", () => {
    const specs = [
      "pypi:six",
      "npm:ms@2.1.3",
      "github:a/b@c",
      "git+https://h/r",
      ".",
      "./nowhere",
      "/tmp",
      "https://h/r",
      "six",
      "",
    ];
    expect(Object.fromEntries(specs.map((spec) => [spec, kindOf(spec)]))).toEqual({
      "pypi:six": "pypi",
      "npm:ms@2.1.3": "npm",
      "github:a/b@c": "git",
      "git+https://h/r": "git",
      ".": "folder",
      "./nowhere": "folder",
      "/tmp": "folder",
      "https://h/r": undefined,
      six: undefined,
      "": undefined,
    });
  });

  test.each([
    ["https://github.com/bakery/oven", 'Did you mean "git+https://github.com/bakery/oven"?'],
    ["git@github.com:bakery/oven", 'Did you mean "git+git@github.com:bakery/oven"?'],
    ["pipy:six@1.0", 'Did you mean "pypi:six@1.0"?'],
    ["npmm:ms@2.1.3", 'Did you mean "npm:ms@2.1.3"?'],
    ["gihub:bakery/oven", 'Did you mean "github:bakery/oven"?'],
    ["sources-of-nothing==1.2", 'Did you mean "pypi:sources-of-nothing@1.2"?'],
    ["bakery/oven@main", 'Did you mean "github:bakery/oven@main"?'],
  ])("%s is no source, and the error says what is", async (spec, hint) => {
    await expect(acquireSource(spec, givenOptions())).rejects.toMatchObject({
      name: "UsageError",
      code: "unknown-source",
      message: `Cannot acquire "${spec}": it is neither a folder nor a known form. Known: a folder, a git directory, git+URL@REF, github:OWNER/NAME@REF, pypi:NAME@VERSION, npm:NAME@VERSION.`,
      hint,
    });
  });

  test.each([
    [
      "github:Bakery/Oven",
      "https://github.com/Bakery/Oven.git",
      "HEAD",
      "https://github.com/Bakery/Oven",
      "bakery/oven",
    ],
    [
      "github:bakery/oven@feature/x",
      "https://github.com/bakery/oven.git",
      "feature/x",
      "https://github.com/bakery/oven",
      "bakery/oven",
    ],
    [
      "git+https://u:p@Git.Example:8443/a/b/c.git@@scope/n@1.0",
      "https://u:p@Git.Example:8443/a/b/c.git",
      "@scope/n@1.0",
      "https://git.example:8443/a/b/c",
      "b/c",
    ],
    [
      "git+ssh://git@git.example/bakery/oven.git",
      "ssh://git@git.example/bakery/oven.git",
      "HEAD",
      "ssh://git.example/bakery/oven",
      "bakery/oven",
    ],
    [
      "git+git@git.example:bakery/oven.git@v1",
      "git@git.example:bakery/oven.git",
      "v1",
      "ssh://git.example/bakery/oven",
      "bakery/oven",
    ],
  ])("%s names a repository and a ref", (spec, address, ref, source, family) => {
    expect(parseGitSpec(spec)).toEqual({ address, objects: undefined, ref, source, family });
  });
});
