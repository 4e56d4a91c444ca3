import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath, asSandboxPath, silentLogger, type SandboxPath } from "../../src/base/index.ts";
import { systemMounts, type SandboxOptions } from "../../src/sandbox/index.ts";
import { trialOptions } from "../../src/sandbox/trial.ts";
import { restricted } from "../../src/sandbox/restricted/backend.ts";
import { landlockVersion } from "../../src/sandbox/restricted/landlock.ts";
import { probeUnderTest } from "../slow-suites.ts";
import { testHostilePrograms, uncountedMemory, type HostileExceptions } from "../conformance/hostile.ts";
import { createHost, type Host } from "../conformance/sandbox-host.ts";
import { testSandbox } from "../conformance/sandbox.ts";
import { PATIENCE_MS } from "../patience.ts";

const availability = await probeUnderTest("restricted");

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

  describe.skipIf(!isRoot)("below a folder that others may not enter (as root)", () => {
    let host: Host;
    beforeAll(async () => {
      host = await createHost({ isClosed: true });
    });
    afterAll(() => host.close());
    testHostilePrograms(restricted, { ...availability, exceptions }, () => host);

    test("a folder may be mounted at several places, as what covers code is", async () => {
      const from = asHostPath(host.data);
      const places = ["/one", "/two"].map((to) => ({ from, to: asSandboxPath(to), access: "read" as const }));
      const options = { ...host.options, mounts: [...host.options.mounts, ...places] };
      await using sandbox = await restricted.create(options, { logger: silentLogger });
      const notes = places.map(({ to }) => sandbox.resolve(asSandboxPath(`${to}/note`)));
      const outcome = await sandbox.run(["/bin/cat", ...notes], { timeoutMs: PATIENCE_MS });
      expect(outcome).toMatchObject({ status: "exited", stdout: "kept\nkept\n" });
    });

    test("a program that was laid out elsewhere is started by the path that it has there", async () => {
      writeFileSync(join(host.data, "tool"), "#!/bin/sh\necho started\n", { mode: 0o755 });
      await using sandbox = await restricted.create(host.options, { logger: silentLogger });
      for (const tool of [asSandboxPath("/data/tool"), sandbox.resolve(asSandboxPath("/data/tool"))]) {
        const outcome = await sandbox.run([tool], { timeoutMs: PATIENCE_MS });
        expect(outcome).toMatchObject({ status: "exited", stdout: "started\n" });
      }
    });

    test("a program has no capability, and the folder is as it was", async () => {
      const before = statSync(host.data);
      await using sandbox = await restricted.create(host.options, { logger: silentLogger });
      const program =
        "import sys; print([l.split()[1].strip('0') for l in open('/proc/self/status') if l.startswith('Cap')], open(sys.argv[1] + '/note').read())";
      const folder = sandbox.resolve(asSandboxPath("/data"));
      const outcome = await sandbox.run(["/usr/bin/python3", "-c", program, folder], { timeoutMs: 20_000 });
      expect(outcome).toMatchObject({ status: "exited", stdout: "['', '', '', '', ''] kept\n\n" });
      const { mode, uid, gid, ino } = statSync(host.data);
      expect({ mode, uid, gid, ino }).toEqual({
        mode: before.mode,
        uid: before.uid,
        gid: before.gid,
        ino: before.ino,
      });
    });
  });

  test("a command that is stopped is ended", async () => {
    await using sandbox = await restricted.create(trialOptions(systemMounts()), { logger: silentLogger });
    const outcome = await sandbox.run(["/bin/sh", "-c", "kill -STOP $$"], { timeoutMs: 50_000 });
    expect(outcome).toMatchObject({ status: "killed", signal: "SIGKILL" });
  });

  test("a folder that is covered where it lies can be read where it is mounted", async () => {
    const outer = asHostPath(realpathSync(mkdtempSync(join(tmpdir(), "diorama-covered-"))));
    try {
      // Nothing of it needs laying out elsewhere.
      chmodSync(outer, 0o755);
      for (const name of ["empty", "programs", "packages"]) mkdirSync(join(outer, name));
      for (const name of ["programs", "packages"]) writeFileSync(join(outer, name, "note"), `${name}\n`);
      const inner = (name: string) => asSandboxPath(join(outer, name));
      const read = (from: string, to: SandboxPath) =>
        ({ from: asHostPath(from), to, access: "read" }) as const;
      const options = trialOptions([
        ...systemMounts(),
        read(outer, asSandboxPath(outer)),
        read(join(outer, "empty"), inner("programs")),
        read(join(outer, "empty"), inner("packages")),
        read(join(outer, "programs"), asSandboxPath("/programs")),
      ]);
      await using sandbox = await restricted.create(options, { logger: silentLogger });
      const notes = [sandbox.resolve(asSandboxPath("/programs/note")), inner("packages/note")];
      const outcome = await sandbox.run(["/bin/cat", ...notes], { timeoutMs: PATIENCE_MS });
      expect(outcome).toMatchObject({ status: "exited", exitCode: 1, stdout: "programs\n" });
    } finally {
      rmSync(outer, { recursive: true });
    }
  });

  test("what it may write is lent to its user, who needs no right to read closed folders for it", async () => {
    const folder = asHostPath(mkdtempSync(join(tmpdir(), "diorama-closed-")));
    try {
      const lent = { from: folder, to: asSandboxPath("/shared"), access: "write" } as const;
      const options = { ...trialOptions([...systemMounts(), lent]), readsProcesses: true };
      await using sandbox = await restricted.create(options, { logger: silentLogger });
      const script = 'touch "$0/made" && grep CapEff /proc/self/status';
      const command = ["/bin/sh", "-c", script, sandbox.resolve(asSandboxPath("/shared"))];
      expect(await sandbox.run(command, { timeoutMs: PATIENCE_MS })).toMatchObject({
        stdout: "CapEff:\t0000000000000000\n",
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("a parent that reads processes finds no secrets of those outside", async () => {
    const bystander = spawn("/bin/sleep", ["3600"], { stdio: "ignore", env: { SECRET: "secret" } });
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
    timeoutMs: PATIENCE_MS,
    variables: { OUTSIDE_PROCESS: String(processId), OUTSIDE_MARK: "sleep" },
  });
  expect(outcome).toMatchObject({ status: "exited", stderr: "" });
  return outcome.stdout.split("\n").filter((line) => line !== "");
}
