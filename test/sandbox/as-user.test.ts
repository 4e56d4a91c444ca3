import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, test } from "vitest";

/** The suites of the backends once more, as an ordinary user without rights: the other tier of each. */

const root = fileURLToPath(new URL("../..", import.meta.url));
const isReachable = process.execPath.startsWith("/") && [root, process.execPath].every(isOpenToAll);
const canTry = process.geteuid?.() === 0 && isReachable;

test.skipIf(!canTry)(
  "backends pass their suites as an ordinary user (needs root and a checkout that all may read)",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "diorama-as-user-"));
    chmodSync(folder, 0o777);
    const output = join(folder, "report.json");
    const user = ["--reuid", "64001", "--regid", "64001", "--clear-groups"];
    const vitest = [
      process.execPath,
      `${root}/node_modules/vitest/vitest.mjs`,
      "run",
      "--configLoader",
      "native",
    ];
    const suites = ["bubblewrap", "restricted", "clean-up"].map((name) => `test/sandbox/${name}.test.ts`);
    const options = ["--reporter", "json", "--outputFile", output];
    await promisify(execFile)("/usr/bin/setpriv", [...user, ...vitest, ...options, ...suites], {
      cwd: root,
      env: { HOME: folder, PATH: "/usr/bin:/bin" },
    }).catch(() => undefined);
    const report = JSON.parse(readFileSync(output, "utf8")) as Report;
    rmSync(folder, { recursive: true, force: true });
    const failures = report.testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ title, failureMessages }) => ({ title, failureMessages })),
    );
    expect(failures).toEqual([]);
    expect(report.success).toBe(true);
  },
  120_000,
);

interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function isOpenToAll(path: string): boolean {
  return (statSync(path).mode & 0o001) !== 0 && (path === "/" || isOpenToAll(dirname(path)));
}
