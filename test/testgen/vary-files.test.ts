import { expect, test } from "vitest";

import { createRandom } from "../../src/base/index.ts";
import type { CaseRecipe } from "../../src/spec/index.ts";
import { hasFiles, varyFiles } from "../../src/testgen/vary-files.ts";

function caseWith(files: Record<string, string>): CaseRecipe {
  return { shared: [], positional: [{ path: "given-0/a" }], keywords: {}, files, variables: {} };
}

function vary(recipe: CaseRecipe, times: number): CaseRecipe[] {
  const source = {
    random: createRandom("files"),
    literals: { texts: [":"], integers: [] },
    corpus: [recipe],
  };
  return Array.from({ length: times }, () => varyFiles(recipe, source));
}

test("folders are no files", () => {
  expect([caseWith({}), caseWith({ "given-0/": "" }), caseWith({ "given-0/a": "" })].map(hasFiles)).toEqual([
    false,
    false,
    true,
  ]);
});

test("texts stay UTF-8, arguments and other files stay as they are, and a file that goes leaves its folder", () => {
  const plums = Buffer.from("Pfläume: 1\nÄpfel: 2\nQuitten: 3\n").toString("latin1");
  const varied = vary(caseWith({ "given-0/a": plums, "given-0/b": "other" }), 200);
  for (const { files, positional } of varied) {
    expect(positional).toEqual([{ path: "given-0/a" }]);
    for (const content of Object.values(files))
      expect(Buffer.from(content, "latin1").toString()).not.toContain("\ufffd");
  }
  expect(new Set(varied.map(({ files }) => files["given-0/a"])).size).toBeGreaterThan(50);
  const gone = varied.find(({ files }) => !("given-0/a" in files));
  expect(gone?.files).toEqual({ "given-0/": "", "given-0/b": "other" });
});

test("what is no text is taken away whole", () => {
  expect(vary(caseWith({ "given-0/a": "\xff\xfe\x00" }), 20)).toEqual(
    Array.from({ length: 20 }, () => caseWith({ "given-0/": "" })),
  );
});
