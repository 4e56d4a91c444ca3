import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { afterAll, expect, test } from "vitest";

import { findPython } from "../../judge/orchard.ts";

const folder = mkdtempSync(join(tmpdir(), "diorama-find-target-"));
afterAll(() => rmSync(folder, { recursive: true }));

const GUESTS = resolve("src/languages/python/guest");

/** What the guest finds as a method of lines 2 and 3 of a module: its first line, or why there is none. */
function foundIn(module: string, text: string): string {
  const path = join(folder, `${module}.py`);
  writeFileSync(path, text);
  const program = [
    "import importlib, sys",
    `sys.path[:0] = ${JSON.stringify([GUESTS, folder])}`,
    "from diorama_target import TargetNotFound, find_target",
    `module = importlib.import_module(${JSON.stringify(module)})`,
    'locator = {"name": "Loaf.cut", "kind": "method", "lines": {"start": 2, "end": 3}}',
    "try:",
    "    print(find_target(module, locator, module.__file__).__code__.co_firstlineno)",
    "except TargetNotFound as problem:",
    "    print(problem)",
  ].join("\n");
  return execFileSync(findPython(), ["-B", "-c", program], { encoding: "utf8" }).trim();
}

const LOAF = "class Loaf:\n    def cut(self):\n        return 1\n\n\n";

test.each([
  ["plain", LOAF, "2"],
  ["remade", `${LOAF}Loaf = type("Loaf", (Loaf,), {"bake": len})\n`, "2"],
  ["wrapped", `${LOAF}Loaf.cut = (lambda kept: lambda self: kept(self))(Loaf.cut)\n`, "2"],
  ["other", `${LOAF}class Rye(Loaf):\n    pass\n\n\nLoaf = Rye\n`, "other has no Loaf.cut"],
])("a method is found in a module whose class is %s", (module, text, found) => {
  expect(foundIn(module, text)).toBe(found);
});
