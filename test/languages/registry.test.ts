import { expect, test } from "vitest";

import { languages, loadLanguage } from "../../src/languages/index.ts";

test("every registered language loads, once, and can do what the contract says", async () => {
  for (const name of Object.keys(languages)) {
    const language = await loadLanguage(name);
    expect(language.name).toBe(name);
    expect(await loadLanguage(name)).toBe(language);
    expect(Object.keys(language).sort()).toEqual([
      "assertions",
      "checkProgram",
      "driver",
      "editing",
      "files",
      "inputs",
      "modules",
      "name",
      "present",
      "references",
      "syntax",
      "values",
      "variants",
    ]);
  }
});

test("python makes variants that its own editing accepts", async () => {
  const { syntax, editing, variants } = await loadLanguage("python");
  const text = "def larger(a, b):\n    if a > b:\n        return a\n    return b\n";
  const [definition] = syntax.parse("m.py", text).definitions;
  if (definition === undefined) throw new Error("nothing found");
  const mutants = variants.mutants(text, definition);
  const outcomes = mutants.map((mutant) => editing.splice(text, definition, mutant.completion).status);
  expect(mutants.length).toBeGreaterThan(3);
  expect(new Set(outcomes)).toEqual(new Set(["spliced"]));
});

test("an unknown language is an error that names the known ones", async () => {
  await expect(loadLanguage("pyhton")).rejects.toThrow('Known: python. Did you mean "python"?');
});
