import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { describe, expect, test } from "vitest";

import { bubblewrap } from "../../src/sandbox/bubblewrap/backend.ts";
import { hasCapability } from "../../src/sandbox/privileges.ts";

/** The suites of the backends once more, with fewer rights: the other tier of each, and a container's root. */

const root = fileURLToPath(new URL("../..", import.meta.url));
const isReachable = process.execPath.startsWith("/") && [root, process.execPath].every(isOpenToAll);
const isRoot = process.geteuid?.() === 0;
const worksAsRoot = hasCapability("administration") && (await bubblewrap.probe()).status === "available";

describe.skipIf(!isRoot || !isReachable)(
  "as an ordinary user (needs root and a checkout that all may read)",
  () => {
    test("backends pass their suites", async () => {
      const user = ["--reuid", "64001", "--regid", "64001", "--clear-groups"];
      const report = await runSuites(user, ["bubblewrap", "unshare", "restricted", "clean-up"]);
      expect(failures(report)).toEqual([]);
      expect(report.success).toBe(true);
    });
  },
);

describe.skipIf(!isRoot || !worksAsRoot)(
  "as root without the right to mount (needs root with that right, and user namespaces)",
  () => {
    test("backends with namespaces pass their suites", async () => {
      const report = await runSuites(
        ["--bounding-set", "-sys_admin"],
        ["bubblewrap", "unshare"],
        slowPrograms,
      );
      expect(failures(report)).toEqual([]);
      expect(report.numPassedTests).toBeGreaterThan(1);
    });
  },
);

/** Programs that wait for limits, which are set as for any other root. */
const slowPrograms = ["fork-bomb", "output-flood", "processor", "sleeps-past-limit", "leaves-", "ignores-"];

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Runs the suites of backends with what setpriv's options leave. */
async function runSuites(
  options: readonly string[],
  names: readonly string[],
  leftOut: readonly string[] = [],
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "diorama-fewer-rights-"));
  chmodSync(folder, 0o777);
  const output = join(folder, "report.json");
  // One after the other: the kernel counts what a user's other sandboxes run too, a bomb in one of them among it.
  const vitest = [process.execPath, `${root}/node_modules/vitest/vitest.mjs`, "run", "--no-file-parallelism"];
  const reporting = ["--configLoader", "native", "--reporter", "json", "--outputFile", output];
  const chosen = leftOut.length === 0 ? [] : ["--testNamePattern", `^(?!.*(?:${leftOut.join("|")}))`];
  const suites = names.map((name) => `test/sandbox/${name}.test.ts`);
  await promisify(execFile)("/usr/bin/setpriv", [...options, ...vitest, ...reporting, ...chosen, ...suites], {
    cwd: root,
    env: { HOME: folder, PATH: "/usr/bin:/bin", DIORAMA_SLOW_SUITES: "run" },
  }).catch(() => undefined);
  const report = JSON.parse(readFileSync(output, "utf8")) as Report;
  rmSync(folder, { recursive: true, force: true });
  return report;
}

function failures(report: Report): readonly object[] {
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ title, failureMessages }) => ({ title, failureMessages })),
  );
}

function isOpenToAll(path: string): boolean {
  return (statSync(path).mode & 0o001) !== 0 && (path === "/" || isOpenToAll(dirname(path)));
}
