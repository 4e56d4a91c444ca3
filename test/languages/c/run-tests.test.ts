import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { testFrameworks } from "../../../src/languages/index.ts";

const script = join(import.meta.dirname, "../../../src/languages/c/guest/run-tests.sh");

/** Runs the tests of a tree as a kind of build, and gives what became of each and of the files that broke. */
function run(kind: string, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "diorama-c-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tree = join(folder, "tree");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  const report = join(folder, "report");
  spawnSync("sh", [script, kind, "check"], { cwd: tree, env: { ...process.env, REPORT: report } });
  const told = testFrameworks.make.whole?.readReport(readFileSync(report, "utf8"));
  return {
    finished: Object.fromEntries([...(told?.finished ?? [])].map(([id, { outcome }]) => [id, outcome])),
    broken: told?.collectionErrors.map(({ path }) => path),
  };
}

test("configure is made by the tree's own script, which is told to leave it there", () => {
  const makefile = "all check:\\n\\t@echo ok 1 - floats\\n\\t@echo 1..1\\n";
  const configure = `printf '${makefile}' > Makefile`;
  const tree = {
    "configure.ac": "AC_INIT\n",
    "autogen.sh": `#!/bin/sh\necho "${configure.replaceAll("\\", "\\\\")}" > configure\n[ -n "$NOCONFIGURE" ] || rm configure\n`,
  };
  expect(run("autogen", tree)).toEqual({ finished: { "make:Makefile::floats": "passed" }, broken: [] });
  expect(run("autogen", { ...tree, "autogen.sh": "#!/bin/sh\nexit 0\n" })).toEqual({
    finished: {},
    broken: ["configure"],
  });
});
