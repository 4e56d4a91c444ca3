import { spawnSync } from "node:child_process";

import { expect, test } from "vitest";

test("languages that load at the same time all read files", () => {
  const index = JSON.stringify(new URL("../../src/languages/index.ts", import.meta.url).href);
  const program = `import { languages, loadParts } from ${index};
const loaded = await Promise.all(Object.keys(languages).map((name) => loadParts(name, ["structure"], "read files")));
const texts = { python: "def f(): pass", javascript: "function f() {}", typescript: "function f(): void {}", java: "class f {}", c: "int f() { return 1; }" };
console.log(JSON.stringify(loaded.map(({ name, files, structure }) => [name, structure.read("file" + files.ending, texts[name]).declarations.map((one) => one.name)])));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(
    ["python", "javascript", "typescript", "java", "c"].map((name) => [name, ["f"]]),
  );
});
