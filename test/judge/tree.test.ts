import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { asHostPath, asSandboxPath } from "../../src/base/index.ts";
import { prepareEditableTree } from "../../src/judge/index.ts";
import { pythonDriver } from "../../src/languages/python/driver.ts";

test("a tree is without what was compiled of the edited file, wherever it stands, and with all else that was compiled", () => {
  const folder = mkdtempSync(join(tmpdir(), "diorama-tree-"));
  try {
    const paths = [
      "pkg/mod.py",
      "pkg/mod.pyc",
      "pkg/mod.cpython-312-x86_64-linux-gnu.so",
      "build/lib.linux-x86_64/pkg/mod.abi3.so",
      "build/mod.pyd",
      "pkg/__pycache__/mod.cpython-312.pyc",
      "pkg/modern.so",
      "pkg/_other.pyd",
    ];
    for (const path of paths) {
      mkdirSync(dirname(join(folder, "source", path)), { recursive: true });
      writeFileSync(join(folder, "source", path), path);
    }
    const destination = asHostPath(join(folder, "tree"));
    const source = asHostPath(join(folder, "source"));
    const runtime = { mounts: [], interpreter: asSandboxPath("/python"), variables: {}, digest: "none" };
    prepareEditableTree({
      source,
      driver: pythonDriver,
      editedFile: "pkg/mod.py",
      destination,
      runtime,
      importRoots: ["."],
    });
    const files = readdirSync(destination, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    expect(files.map(({ name }) => name).toSorted()).toEqual(["_other.pyd", "mod.py", "modern.so"]);
    expect(readFileSync(join(destination, "pkg/mod.py"), "utf8")).toBe("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
