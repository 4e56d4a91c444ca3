import { expect, test } from "vitest";

import { languages, loadLanguage, loadParts } from "../../src/languages/index.ts";

test("every registered language loads, once, and has the parts that it is known for", async () => {
  const files = ["files", "name"];
  const parts: Record<string, readonly string[]> = {
    python: [
      ...files,
      "assertions",
      "checkProgram",
      "driver",
      "editing",
      "inputs",
      "modules",
      "newTests",
      "present",
      "references",
      "resolution",
      "rewriting",
      "slicing",
      "structure",
      "syntax",
      "values",
      "variants",
    ],
    javascript: [...files, "resolution", "rewriting", "structure"],
    typescript: [...files, "resolution", "rewriting", "structure"],
    java: [...files, "resolution", "rewriting", "structure"],
    c: [...files, "resolution", "rewriting", "structure"],
  };
  expect(Object.keys(parts)).toEqual(Object.keys(languages));
  for (const name of Object.keys(languages)) {
    const language = await loadParts(name, ["structure"], "index files");
    expect(language.name).toBe(name);
    expect(await loadParts(name, [], "read files")).toBe(language);
    expect(Object.keys(language).sort()).toEqual([...(parts[name] ?? [])].sort());
  }
});

test("a language that is only indexed says what it cannot do", async () => {
  await expect(loadLanguage("java")).rejects.toThrow(
    'Cannot make and judge tasks in language "java": the toolkit lacks its syntax, editing, modules,',
  );
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
  await expect(loadLanguage("pyhton")).rejects.toThrow(
    'Known: python, javascript, typescript, java, c. Did you mean "python"?',
  );
});
