import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { asHostPath, asSandboxPath, silentLogger } from "../../../src/base/index.ts";
import { docker } from "../../../src/sandbox/container/backend.ts";
import { connectEngine } from "../../../src/sandbox/container/engine.ts";
import { ownershipLabel, ownOwner } from "../../../src/sandbox/container/labels.ts";
import { systemMounts, type Mount, type SandboxOptions } from "../../../src/sandbox/index.ts";
import { trialOptions } from "../../../src/sandbox/trial.ts";
import { probeUnderTest } from "../../slow-suites.ts";
import { testSandbox } from "../../conformance/sandbox.ts";
import { PATIENCE_MS } from "../../patience.ts";

const availability = await probeUnderTest("docker");

if (availability.status === "available") {
  testSandbox(docker, { ...availability, exceptions: {} });
  describe("containers", testContainers);
} else {
  describe("sandbox backend docker", () => {
    test.skip(`not tested here: ${availability.reason} (${availability.remedy})`, () => undefined);
  });
}

function testContainers(): void {
  const options = trialOptions(systemMounts());
  const context = { logger: silentLogger };

  test("are gone once their sandbox is, also one whose start failed", async () => {
    {
      await using sandbox = await docker.create(options, context);
      const nowhere = { timeoutMs: PATIENCE_MS, workingDirectory: asSandboxPath("/usr/no-such-folder") };
      await expect(sandbox.run(["/bin/true"], nowhere)).rejects.toMatchObject({
        code: "sandbox-broken",
        message: expect.stringContaining("no-such-folder"),
      });
      await sandbox.start(["/bin/sleep", "3600"]);
    }
    expect(await ownContainers()).toEqual([]);
  });

  test("that are killed before they run never run", async () => {
    const folder = mkdtempSync(join(tmpdir(), "diorama-test-"));
    try {
      {
        await using sandbox = await docker.create(
          { ...options, mounts: withFolder(options, folder) },
          context,
        );
        const program = await sandbox.start(["/bin/sh", "-c", "echo ran > /shared/ran; sleep 3600"]);
        program.kill();
        expect(await program.exited).toMatchObject({ signal: "SIGKILL" });
      }
      expect(await ownContainers()).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("have one empty image, imported once", async () => {
    const engine = await connectEngine();
    const filters = { label: [`${ownershipLabel}=image`] };
    const before = await engine.listImages({ filters });
    {
      await using sandbox = await docker.create({ ...options, mounts: [] }, context);
      await expect(sandbox.run(["/bin/ls", "/"], { timeoutMs: PATIENCE_MS })).rejects.toMatchObject({
        code: "sandbox-broken",
      });
    }
    expect(await engine.listImages({ filters })).toEqual(before);
  });

  test("refuse the system calls that every sandbox refuses, in the same way", async () => {
    const programs = fileURLToPath(new URL("../../fixtures/programs", import.meta.url));
    const mount: Mount = { from: asHostPath(programs), to: asSandboxPath("/programs"), access: "read" };
    await using sandbox = await docker.create({ ...options, mounts: [...options.mounts, mount] }, context);
    const outcome = await sandbox.run(["/usr/bin/python3", "/programs/socket-families.py"], {
      timeoutMs: PATIENCE_MS,
    });
    expect(outcome).toMatchObject({
      status: "exited",
      stdout: "[1, 2, 10, 16]\nclone3 ENOSYS io_uring ENOSYS\nterminal EPERM\n",
    });
  });

  test("show nothing of what the engine writes for containers of its own", async () => {
    await using sandbox = await docker.create(options, context);
    const look = "cat /etc/resolv.conf; ls /sys; cat /proc/keys; echo; hostname";
    const outcome = await sandbox.run(["/bin/sh", "-c", look], { timeoutMs: PATIENCE_MS });
    expect(outcome).toMatchObject({ status: "exited", stdout: "\ndiorama\n" });
  });
}

function withFolder(options: SandboxOptions, folder: string): readonly Mount[] {
  return [...options.mounts, { from: asHostPath(folder), to: asSandboxPath("/shared"), access: "write" }];
}

/** Containers that the engine has of this process. */
async function ownContainers(): Promise<string[]> {
  const engine = await connectEngine();
  const filters = { label: [`${ownershipLabel}=${ownOwner()}`] };
  return (await engine.listContainers({ all: true, filters })).map(({ Id }) => Id);
}
