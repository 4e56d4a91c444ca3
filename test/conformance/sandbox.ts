import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath, asSandboxPath, silentLogger } from "../../src/base/index.ts";
import type {
  CommandOutcome,
  Mount,
  OwnedSandbox,
  RunOptions,
  SandboxBackend,
  SandboxOptions,
} from "../../src/sandbox/index.ts";
import { laysFilesOver } from "../../src/sandbox/index.ts";
import { testHostilePrograms, type HostileClaims } from "./hostile.ts";
import { hostileVariables } from "./hostile-runs.ts";
import { createHost, shown, writable, type Host } from "./sandbox-host.ts";
import { PATIENCE_MS } from "../patience.ts";

/*
 * What every sandbox backend must do, and the hostile programs that its isolation table says it stops. What a backend does not
 * claim is listed with a reason and printed as skipped.
 */

const python = "/usr/bin/python3";

/** Declares the suite for one backend. */
export function testSandbox(backend: SandboxBackend, claims: HostileClaims): void {
  describe(`sandbox backend ${backend.name}`, () => {
    let host: Host;
    beforeAll(async () => {
      host = await createHost();
    });
    afterAll(() => host.close());

    const open = (changes: Partial<SandboxOptions> = {}): Promise<OwnedSandbox> =>
      backend.create({ ...host.options, ...changes }, { logger: silentLogger });
    const runProgram = async (
      sandbox: OwnedSandbox,
      program: string,
      programArguments: readonly string[] = [],
      options: Partial<RunOptions> = {},
    ): Promise<CommandOutcome> =>
      sandbox.run([python, sandbox.resolve(asSandboxPath(`/programs/${program}`)), ...programArguments], {
        timeoutMs: PATIENCE_MS,
        ...options,
      });

    test("reports exit codes, output, signals and missing programs", async () => {
      await using sandbox = await open();
      const shell = (text: string): Promise<CommandOutcome> =>
        sandbox.run(["/bin/sh", "-c", text], { timeoutMs: PATIENCE_MS });
      expect(shown(await shell("echo out; echo err >&2; exit 3"))).toEqual({
        status: "exited",
        exitCode: 3,
        stdout: "out\n",
        stderr: "err\n",
        isTruncated: false,
      });
      expect(await shell("kill -SEGV $$")).toMatchObject({ status: "killed", signal: "SIGSEGV" });
      expect(await sandbox.run(["no-such-program"], { timeoutMs: PATIENCE_MS })).toMatchObject({
        status: "exited",
        exitCode: 127,
      });
    });

    test("gives input, lines as they come, the variables and the directory asked for, and nothing inherited", async () => {
      await using sandbox = await open();
      const lines: string[] = [];
      const outcome = await sandbox.run(["/bin/sh", "-c", "cat; echo; env; pwd"], {
        timeoutMs: PATIENCE_MS,
        input: "first\nsecond",
        variables: { SEASON: "spring" },
        workingDirectory: asSandboxPath("/data"),
        onLine: (line) => lines.push(line),
      });
      expect(outcome).toMatchObject({ status: "exited", exitCode: 0 });
      expect(lines.slice(0, 2)).toEqual(["first", "second"]);
      const names = lines.filter((line) => line.includes("=")).map((line) => line.split("=")[0]);
      expect(new Set(names).difference(new Set(["TMPDIR", "PWD"]))).toEqual(
        new Set(["HOME", "PATH", "SEASON"]),
      );
      expect(lines.at(-1)).toBe(sandbox.resolve(asSandboxPath("/data")));
    });

    test("interrupts a command", async () => {
      await using sandbox = await open();
      const controller = new AbortController();
      const running = sandbox.run(["/bin/sh", "-c", "echo up; sleep 3600"], {
        timeoutMs: PATIENCE_MS,
        signal: controller.signal,
        onLine: () => controller.abort(),
      });
      await expect(running).rejects.toMatchObject({ code: "interrupted" });
    });

    test("speaks to a long-lived program", async () => {
      await using sandbox = await open();
      const path = sandbox.resolve(asSandboxPath("/programs/echoes-lines.py"));
      const talker = await sandbox.start([python, path]);
      talker.stdin.write("hello\n");
      const answer = await new Promise<string>((resolve) =>
        talker.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString())),
      );
      expect(answer).toBe("HELLO\n");
      talker.stdin.end();
      expect(await talker.exited).toEqual({ exitCode: 0, signal: undefined, stderr: "" });
    });

    test("kills a long-lived program, twice without harm", async () => {
      await using sandbox = await open();
      const sleeper = await sandbox.start(["/bin/sleep", "3600"]);
      sleeper.kill();
      sleeper.kill();
      expect(await sleeper.exited).toMatchObject({
        exitCode: undefined,
        signal: expect.stringMatching(/^SIG/),
      });
    });

    test("writes what is mounted for writing, as files of the one who asked", async () => {
      const folder = host.folder();
      {
        await using sandbox = await open({ mounts: [...host.options.mounts, writable(folder)] });
        const path = sandbox.resolve(asSandboxPath("/shared/made"));
        const outcome = await sandbox.run(["/bin/sh", "-c", `umask 022; echo made > ${path}`], {
          timeoutMs: PATIENCE_MS,
        });
        expect(outcome).toMatchObject({ status: "exited", exitCode: 0, stderr: "" });
      }
      expect(readFileSync(join(folder, "made"), "utf8")).toBe("made\n");
      expect(statSync(join(folder, "made")).uid).toBe(process.geteuid?.());
    });

    test("moves files between folders of what is mounted for writing", async () => {
      const folder = host.folder();
      await using sandbox = await open({ mounts: [...host.options.mounts, writable(folder)] });
      const path = sandbox.resolve(asSandboxPath("/shared"));
      // `mv` would copy where the kernel refuses.
      const program = "import os, sys; os.chdir(sys.argv[1]); os.makedirs('a/b'); os.rename('a/b', 'c')";
      const outcome = await sandbox.run([python, "-c", program, path], { timeoutMs: PATIENCE_MS });
      expect(outcome).toMatchObject({ status: "exited", exitCode: 0, stderr: "" });
      expect(statSync(join(folder, "c")).isDirectory()).toBe(true);
    });

    test("mounts what lies in a folder that is closed to others", async () => {
      const mount: Mount = {
        from: asHostPath(host.belowClosed),
        to: asSandboxPath("/closed"),
        access: "read",
      };
      await using sandbox = await open({ mounts: [...host.options.mounts, mount] });
      const outcome = await sandbox.run(["/bin/cat", sandbox.resolve(asSandboxPath("/closed/note"))], {
        timeoutMs: PATIENCE_MS,
      });
      expect(outcome).toMatchObject({ status: "exited", exitCode: 0, stdout: "kept\n", stderr: "" });
    });

    test("gives each command fresh private folders", async () => {
      await using sandbox = await open();
      const home = sandbox.resolve(asSandboxPath("/home/diorama"));
      const temporary = sandbox.resolve(asSandboxPath("/tmp"));
      const look = `ls -A ${home} ${temporary} && touch ${home}/left ${temporary}/left`;
      const first = await sandbox.run(["/bin/sh", "-c", look], { timeoutMs: PATIENCE_MS });
      expect(first).toMatchObject({ status: "exited", exitCode: 0 });
      expect(await sandbox.run(["/bin/sh", "-c", look], { timeoutMs: PATIENCE_MS })).toMatchObject({
        status: "exited",
        stdout: first.stdout,
      });
    });

    test("reaches the proxy that it is given", async () => {
      await using sandbox = await open({ network: { kind: "proxy", socket: asHostPath(host.proxySocket) } });
      const outcome = await runProgram(sandbox, "through-proxy.py");
      expect(shown(outcome)).toMatchObject({
        status: "exited",
        stdout: "GET http://somewhere.invalid/page\n",
      });
    });

    test.runIf(claims.isolation.network.confined === "yes")(
      "reaches nothing but the proxy (where the backend claims it)",
      async () => {
        const proxied = { kind: "proxy", socket: asHostPath(host.proxySocket) } as const;
        await using sandbox = await open({ network: proxied });
        const about = { bystander: undefined, readFolder: "/data", writeFolder: "/shared" };
        for (const name of ["host-port", "host-abstract-socket"]) {
          const variables = hostileVariables(host, about);
          const outcome = await runProgram(sandbox, `hostile/${name}.py`, [], { variables });
          expect(outcome).toMatchObject({ status: "exited", stdout: "confined\n", stderr: "" });
        }
      },
    );

    test("ends a process at its processor time", async () => {
      await using sandbox = await open({ limits: { ...host.options.limits, cpuSeconds: 1 } });
      const busy = await sandbox.run(["/bin/sh", "-c", "while :; do :; done"], { timeoutMs: PATIENCE_MS });
      expect(busy).toMatchObject({ status: "killed", signal: "SIGXCPU" });
    });

    test("hands on no descriptor of the host", async () => {
      await using sandbox = await open();
      const list =
        "import os\nfor n in range(3, 300):\n  try: print(n, os.readlink('/proc/self/fd/%d' % n))\n  except OSError: pass";
      const outcome = await sandbox.run([python, "-c", list], { timeoutMs: PATIENCE_MS });
      const foreign = outcome.stdout
        .split("\n")
        .filter((line) => line !== "" && !line.endsWith(" /dev/null"));
      expect(foreign).toEqual([]);
    });

    test.runIf(claims.nestsSandboxes)(
      "lets a program isolate its own children (where the backend claims it)",
      async () => {
        await using sandbox = await open({ nestsSandboxes: true });
        const outcome = await runProgram(sandbox, "nests.py");
        expect(shown(outcome)).toMatchObject({
          status: "exited",
          stderr: "",
          stdout: "1 [] [1]\nchild 0 ['of-parent']\n",
        });
      },
    );

    test("lays files over those of the system, or says that it cannot", async () => {
      const layer = host.folder();
      mkdirSync(join(layer, "bin"));
      writeFileSync(join(layer, "bin", "true"), "#!/bin/sh\necho laid over\n", { mode: 0o755 });
      writeFileSync(join(layer, "bin", "of,the:layer"), "#!/bin/sh\necho new\n", { mode: 0o755 });
      const mounts = host.options.mounts.map((mount) =>
        String(mount.to) === "/usr" ? { ...mount, over: [asHostPath(layer)] } : mount,
      );
      if (!(await laysFilesOver(backend))) {
        await expect(open({ mounts })).rejects.toMatchObject({ code: "overlay-unsupported" });
        return;
      }
      await using sandbox = await open({ mounts });
      const script = "/usr/bin/true; /usr/bin/of,the:layer; test -x /usr/bin/env && ! touch /usr/bin/written";
      const outcome = await sandbox.run(["/bin/sh", "-c", script], { timeoutMs: PATIENCE_MS });
      expect(outcome).toMatchObject({ status: "exited", exitCode: 0, stdout: "laid over\nnew\n" });
      expect(readdirSync(join(layer, "bin")).toSorted()).toEqual(["of,the:layer", "true"]);
    });

    test("names a mount that does not exist", async () => {
      const gone: Mount = { ...writable(host.folder()), from: asHostPath(join(host.data, "gone")) };
      await expect(open({ mounts: [...host.options.mounts, gone] })).rejects.toMatchObject({
        code: "mount-missing",
      });
    });

    describe("hostile programs", () => testHostilePrograms(backend, claims, () => host));
  });
}
