import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { asHostPath, asSandboxPath, silentLogger } from "../../src/base/index.ts";
import { systemMounts, type SandboxOptions } from "../../src/sandbox/index.ts";
import { trialOptions } from "../../src/sandbox/trial.ts";
import { restricted } from "../../src/sandbox/restricted/backend.ts";
import { landlockVersion } from "../../src/sandbox/restricted/landlock.ts";
import { uncountedMemory, type HostileExceptions } from "../conformance/hostile.ts";
import { testSandbox } from "../conformance/sandbox.ts";

const availability = await restricted.probe();

const isRoot = process.geteuid?.() === 0;

const exceptions: HostileExceptions = {
  ...uncountedMemory,
  "disk-filler": "private folders lie on the machine's disk; only the size of each file is bounded",
  ...(isRoot ? {} : { "changes-attributes": "Landlock does not confine the owner of a file" }),
  ...(isRoot || landlockVersion() >= 6
    ? {}
    : {
        "signals-outside": "no pid namespace, and Landlock here does not confine signals",
        "kills-everybody": "the same",
      }),
};

if (availability.status === "available") {
  testSandbox(restricted, { ...availability, exceptions });

  test("a parent that reads processes finds no secrets of those outside", async () => {
    const bystander = spawn("/bin/sleep", ["60"], { stdio: "ignore", env: { SECRET: "secret" } });
    try {
      const programs = asHostPath(fileURLToPath(new URL("../fixtures/programs/hostile", import.meta.url)));
      const options = trialOptions([
        ...systemMounts(),
        { from: programs, to: asSandboxPath("/programs"), access: "read" },
      ]);
      expect(await readable({ ...options, readsProcesses: true }, bystander.pid)).toEqual([
        "escaped: cmdline",
        "escaped: stat",
        // The numbers of its open files, to its own user; not the files.
        ...(isRoot ? [] : ["escaped: fd"]),
      ]);
      expect(await readable(options, bystander.pid)).toEqual(["confined"]);
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
  const program = sandbox.resolve(asSandboxPath("/programs/process-readers.py"));
  const outcome = await sandbox.run(["/usr/bin/python3", program], {
    timeoutMs: 20_000,
    variables: { OUTSIDE_PROCESS: String(processId), OUTSIDE_MARK: "sleep" },
  });
  expect(outcome).toMatchObject({ status: "exited", stderr: "" });
  return outcome.stdout.split("\n").filter((line) => line !== "");
}
