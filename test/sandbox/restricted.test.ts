import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { asHostPath, asSandboxPath, silentLogger } from "../../src/base/index.ts";
import { systemMounts, type SandboxOptions } from "../../src/sandbox/index.ts";
import { trialOptions } from "../../src/sandbox/trial.ts";
import { restricted } from "../../src/sandbox/restricted/backend.ts";
import { landlockVersion } from "../../src/sandbox/restricted/landlock.ts";
import { testSandbox, type Exceptions } from "../conformance/sandbox.ts";

const availability = await restricted.probe();

const isRoot = process.geteuid?.() === 0;

/** Without Landlock's scopes, a process of the same user can be signalled. */
const seesOwnUser: Exceptions =
  !isRoot && landlockVersion() < 6
    ? { "hides-processes": "no pid namespace, and Landlock here does not confine signals" }
    : {};

if (availability.status === "available") {
  testSandbox(restricted, {
    nests: false,
    exceptions: {
      "bounds-scratch": "private folders lie on the machine's disk; only the size of each file is bounded",
      ...(isRoot ? {} : { "protects-modes": "Landlock does not confine chmod by the file's owner" }),
      ...seesOwnUser,
    },
  });

  test("a parent that reads processes finds no secrets of those outside", async () => {
    const bystander = spawn("/bin/sleep", ["60"], { stdio: "ignore", env: { SECRET: "secret" } });
    try {
      const programs = asHostPath(fileURLToPath(new URL("../fixtures/programs", import.meta.url)));
      const options = trialOptions([
        ...systemMounts(),
        { from: programs, to: asSandboxPath("/programs"), access: "read" },
      ]);
      expect(await readable({ ...options, readsProcesses: true }, bystander.pid)).toEqual([
        "cmdline",
        "stat",
      ]);
      expect(await readable(options, bystander.pid)).toEqual([]);
    } finally {
      bystander.kill();
    }
  });
} else {
  describe("sandbox backend restricted", () => {
    test.skip(`not tested here: ${availability.reason} (${availability.remedy})`, () => undefined);
  });
}

/** What a program in a sandbox of these options can read of a process of the host. */
async function readable(options: SandboxOptions, processId: number | undefined): Promise<string[]> {
  await using sandbox = await restricted.create(options, { logger: silentLogger });
  const program = sandbox.resolve(asSandboxPath("/programs/read-processes.py"));
  const outcome = await sandbox.run(["/usr/bin/python3", program, String(processId)], { timeoutMs: 20_000 });
  expect(outcome).toMatchObject({ status: "exited", exitCode: 0, stderr: "" });
  return outcome.stdout.split("\n").filter((line) => line !== "");
}
