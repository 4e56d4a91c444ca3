import { expect, test } from "vitest";

import { CodeEditor, openCodeIndex, type IndexedView } from "../../../src/analysis/index.ts";
import { applyEdits, type Edit } from "../../../src/base/index.ts";
import { loadParts, type CodePlace } from "../../../src/languages/index.ts";
import { slowTest } from "../../slow-suites.ts";

const files: Readonly<Record<string, string>> = {
  "basket.ts": `import { weigh } from "./scale.js";

export function heaviest(fruits: readonly string[]): number {
  return Math.max(...fruits.map((one) => weigh(one)));
}
`,
  "scale.js": "export function weigh(fruit) {\r\n  return fruit.length;\r\n}\r\n",
};

async function givenView(): Promise<IndexedView> {
  const languages = await Promise.all(
    ["typescript", "javascript"].map((name) => loadParts(name, [], "read")),
  );
  const { views } = await openCodeIndex(new Map(Object.entries(files)), { languages });
  expect(views).toHaveLength(1);
  return views[0] as IndexedView;
}

const weigh: CodePlace = { path: "scale.js", name: "weigh", line: 1 };

function edited(path: string, edits: readonly Edit[]): string {
  return applyEdits(files[path] ?? "", edits);
}

slowTest("each file of a program is changed in its own language", async () => {
  const editor = new CodeEditor(await givenView());
  const renamed = editor.rename(weigh, "measure");
  if (renamed.status === "refused") throw new Error(renamed.message);
  const of = (path: string): Edit[] => renamed.edits.filter((edit) => edit.path === path);
  expect(edited("scale.js", of("scale.js"))).toBe(files["scale.js"]?.replace("weigh", "measure"));
  expect(edited("basket.ts", of("basket.ts"))).toBe(files["basket.ts"]?.replaceAll("weigh", "measure"));
});

test("places are of one file each", async () => {
  const editor = new CodeEditor(await givenView());
  expect(edited("scale.js", editor.hide("scale.js", [weigh]))).not.toContain("fruit.length");
  expect(edited("scale.js", [editor.replace(weigh, "export const weigh = () => 1;\n")])).toBe(
    "export const weigh = () => 1;\r\n",
  );
  expect(edited("scale.js", [editor.insert("after", weigh, "const one = 1;")])).toBe(
    `${files["scale.js"]?.trimEnd()}\r\n\r\nconst one = 1;\r\n`,
  );
  const rebuilt = editor.rebuild(weigh, "```js\nreturn 3;\n```");
  expect(rebuilt.status === "rebuilt" && edited("scale.js", rebuilt.edits)).toBe(
    "export function weigh(fruit) {\r\n  return 3;\r\n}\r\n",
  );
  expect(editor.remove("scale.js", [weigh])?.edits).toHaveLength(1);
});

test("what is not there is told by name", async () => {
  const editor = new CodeEditor(await givenView());
  expect(() => editor.rename({ ...weigh, line: 2 }, "measure")).toThrow(/no such definition in line 2/);
  expect(() => editor.hide("missing.js", [weigh])).toThrow(/the view has no such file/);
});
