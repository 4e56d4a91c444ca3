import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
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
import {
  countProcesses,
  countWhile,
  createHost,
  growing,
  keptBytes,
  mebibyte,
  shown,
  writable,
  type Host,
} from "./sandbox-host.ts";

/*
 * What every sandbox backend must do. A backend that cannot do something lists it with a reason; then the check is expected
 * to fail, and the build fails once it passes.
 */

/** Checks that a backend may be excused from, each with its reason. */
export type Exceptions = Readonly<Partial<Record<ExcusableCheck, string>>>;
type ExcusableCheck = (typeof excusable)[number];
const excusable = [
  "hides-files",
  "protects-read-mounts",
  "protects-modes",
  "cuts-network",
  "hides-processes",
  "bounds-processes",
  "bounds-scratch",
  "kills-own-sessions",
  "refuses-breaking-out",
  "separates-sandboxes",
  "closes-descriptors",
] as const;

/** What would harm the machine where a backend does not stop it: not tried where a backend is excused from it. */
const harmful: ReadonlySet<ExcusableCheck> = new Set([
  "bounds-processes",
  "bounds-scratch",
  "kills-own-sessions",
  "refuses-breaking-out",
] as const);

const python = "/usr/bin/python3";

/** Whether programs inside have a user id of their own, so that the kernel counts them apart from what else runs. */
const isCounted = process.geteuid?.() === 0;

/** Declares the suite for one backend. `nests` says whether it claims to let programs isolate their children. */
export function testSandbox(
  backend: SandboxBackend,
  about: { readonly exceptions: Exceptions; readonly nests: boolean },
): void {
  describe(`sandbox backend ${backend.name}`, () => {
    let host: Host;
    beforeAll(async () => {
      host = await createHost();
    });
    afterAll(() => host.close());

    const check = (name: ExcusableCheck, title: string, body: () => Promise<void>): void => {
      const reason = about.exceptions[name];
      if (reason === undefined) test(title, body);
      else if (harmful.has(name)) test.skip(`${title} (not tried: ${reason})`, body);
      else test.fails(`${title} (excused: ${reason})`, body);
    };
    const open = (changes: Partial<SandboxOptions> = {}): Promise<OwnedSandbox> =>
      backend.create({ ...host.options, ...changes }, { logger: silentLogger });
    const runProgram = async (
      sandbox: OwnedSandbox,
      program: string,
      programArguments: readonly string[] = [],
      options: Partial<RunOptions> = {},
    ): Promise<CommandOutcome> =>
      sandbox.run([python, sandbox.resolve(asSandboxPath(`/programs/${program}`)), ...programArguments], {
        timeoutMs: 20_000,
        ...options,
      });

    test("reports exit codes, output, signals and missing programs", async () => {
      await using sandbox = await open();
      const shell = (text: string): Promise<CommandOutcome> =>
        sandbox.run(["/bin/sh", "-c", text], { timeoutMs: 9_000 });
      expect(shown(await shell("echo out; echo err >&2; exit 3"))).toEqual({
        status: "exited",
        exitCode: 3,
        stdout: "out\n",
        stderr: "err\n",
        isTruncated: false,
      });
      expect(await shell("kill -SEGV $$")).toMatchObject({ status: "killed", signal: "SIGSEGV" });
      expect(await sandbox.run(["no-such-program"], { timeoutMs: 9_000 })).toMatchObject({
        status: "exited",
        exitCode: 127,
      });
    });

    test("gives input, lines as they come, the variables and the directory asked for, and nothing inherited", async () => {
      await using sandbox = await open();
      const lines: string[] = [];
      const outcome = await sandbox.run(["/bin/sh", "-c", "cat; echo; env; pwd"], {
        timeoutMs: 9_000,
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

    test("keeps the tail of 100 MiB of output", async () => {
      await using sandbox = await open();
      const before = keptBytes();
      const outcome = await runProgram(sandbox, "fills-stdout.py", [], { maxOutputBytes: 4_096 });
      expect(outcome).toMatchObject({ status: "exited", exitCode: 0, isTruncated: true });
      expect(outcome.stdout).toHaveLength(4_096);
      expect(outcome.stdout.endsWith("x\nthe last line\n")).toBe(true);
      expect(keptBytes() - before).toBeLessThan(64 * mebibyte);
    });

    test("interrupts a command", async () => {
      await using sandbox = await open();
      const controller = new AbortController();
      const running = sandbox.run(["/bin/sh", "-c", "echo up; sleep 60"], {
        timeoutMs: 30_000,
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
      const sleeper = await sandbox.start(["/bin/sleep", "60"]);
      sleeper.kill();
      sleeper.kill();
      expect(await sleeper.exited).toMatchObject({
        exitCode: undefined,
        signal: expect.stringMatching(/^SIG/),
      });
    });

    for (const stay of [true, false]) {
      const title = stay
        ? "a time-out kills all that was started"
        : "nothing that was started outlives its command";
      check("kills-own-sessions", title, async () => {
        const folder = host.folder();
        await using sandbox = await open({ mounts: [...host.options.mounts, writable(folder)] });
        const shared = sandbox.resolve(asSandboxPath("/shared"));
        const outcome = await runProgram(sandbox, "leaves-children.py", [shared, ...(stay ? ["stay"] : [])], {
          timeoutMs: stay ? 2_500 : 20_000,
        });
        expect(outcome).toMatchObject({ status: stay ? "timed-out" : "exited", stdout: "ready\n" });
        expect(await growing(folder)).toEqual([]);
      });
    }

    check("hides-files", "shows no file outside its mounts", async () => {
      await using sandbox = await open();
      const outcome = await sandbox.run(["/bin/cat", host.secret], { timeoutMs: 9_000 });
      expect(outcome).toMatchObject({ status: "exited", exitCode: 1, stdout: "" });
    });

    check("protects-read-mounts", "lets nobody write what is mounted for reading", async () => {
      await using sandbox = await open();
      const path = sandbox.resolve(asSandboxPath("/data/note"));
      await sandbox.run(["/bin/sh", "-c", `echo spoilt > ${path}; rm -f ${path}`], {
        timeoutMs: 9_000,
      });
      expect(readFileSync(join(host.data, "note"), "utf8")).toBe("kept\n");
    });

    check("protects-modes", "lets nobody change the mode of what is mounted for reading", async () => {
      await using sandbox = await open();
      const path = sandbox.resolve(asSandboxPath("/data/mode"));
      await sandbox.run(["/bin/sh", "-c", `chmod 600 ${path}`], { timeoutMs: 9_000 });
      expect(statSync(join(host.data, "mode")).mode & 0o777).toBe(0o644);
    });

    test("writes what is mounted for writing, as files of the one who asked", async () => {
      const folder = host.folder();
      {
        await using sandbox = await open({ mounts: [...host.options.mounts, writable(folder)] });
        const path = sandbox.resolve(asSandboxPath("/shared/made"));
        const outcome = await sandbox.run(["/bin/sh", "-c", `umask 022; echo made > ${path}`], {
          timeoutMs: 9_000,
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
      const outcome = await sandbox.run([python, "-c", program, path], { timeoutMs: 9_000 });
      expect(outcome).toMatchObject({ status: "exited", exitCode: 0, stderr: "" });
      expect(statSync(join(folder, "c")).isDirectory()).toBe(true);
    });

    test("gives each command fresh private folders", async () => {
      await using sandbox = await open();
      const home = sandbox.resolve(asSandboxPath("/home/diorama"));
      const temporary = sandbox.resolve(asSandboxPath("/tmp"));
      const look = `ls -A ${home} ${temporary} && touch ${home}/left ${temporary}/left`;
      const first = await sandbox.run(["/bin/sh", "-c", look], { timeoutMs: 9_000 });
      expect(first).toMatchObject({ status: "exited", exitCode: 0 });
      expect(await sandbox.run(["/bin/sh", "-c", look], { timeoutMs: 9_000 })).toMatchObject({
        status: "exited",
        stdout: first.stdout,
      });
    });

    check(
      "cuts-network",
      "reaches no network, no raw socket and no abstract socket of the host",
      async () => {
        await using sandbox = await open();
        const outcome = await runProgram(sandbox, "reach-out.py", [String(host.port), host.abstractName]);
        expect(outcome).toMatchObject({ status: "exited", stdout: "tried\n" });
      },
    );

    test("reaches the proxy that it is given", async () => {
      await using sandbox = await open({ network: { kind: "proxy", socket: asHostPath(host.proxySocket) } });
      const outcome = await runProgram(sandbox, "through-proxy.py");
      expect(shown(outcome)).toMatchObject({
        status: "exited",
        stdout: "GET http://somewhere.invalid/page\n",
      });
    });

    check("hides-processes", "can neither see nor signal processes of the host", async () => {
      await using sandbox = await open();
      const bystander = host.startBystander();
      const outcome = await runProgram(sandbox, "see-processes.py", [String(bystander.pid)]);
      expect(outcome).toMatchObject({ status: "exited", stdout: "tried\n" });
      expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
      bystander.kill("SIGKILL");
    });

    for (const manner of ["rest", "spin"]) {
      const body = async (): Promise<void> => {
        await using sandbox = await open({
          limits: { ...host.options.limits, processes: 20, memoryBytes: 512 * mebibyte },
        });
        const mark = randomUUID();
        const bomb = runProgram(sandbox, "fork-bomb.py", [manner, mark], { timeoutMs: 2_000 });
        const most = await countWhile(bomb, mark);
        expect((await bomb).status).not.toBe("exited");
        expect(countProcesses(mark)).toBe(0);
        // As a user, the kernel counts what else the user runs too: there the limit is a second line, and the watch is fast enough.
        expect(most).toBeLessThan(isCounted ? 150 : 1_000);
        expect(await sandbox.run(["/bin/true"], { timeoutMs: 9_000 })).toMatchObject({
          status: "exited",
          exitCode: 0,
        });
      };
      const title = `bounds a fork bomb and is fine afterwards (${manner})`;
      if (manner === "rest" || isCounted) check("bounds-processes", title, body);
      else
        test.skip(`${title} (not tried: as an ordinary user it has room to hold up every other test)`, body);
    }

    test("ends a memory bomb as out of memory", async () => {
      await using sandbox = await open();
      expect(await runProgram(sandbox, "memory-bomb.py")).toMatchObject({
        status: "out-of-memory",
        limitBytes: host.options.limits.memoryBytes,
      });
      expect(await sandbox.run(["/bin/true"], { timeoutMs: 9_000 })).toMatchObject({
        status: "exited",
        exitCode: 0,
      });
    });

    check("bounds-scratch", "bounds what private folders hold", async () => {
      await using sandbox = await open();
      const outcome = await runProgram(sandbox, "disk-filler.py");
      expect(outcome).toMatchObject({ status: "exited", exitCode: 0 });
      expect(Number(outcome.stdout) * mebibyte).toBeLessThanOrEqual(3 * host.options.limits.scratchBytes);
    });

    test("bounds the size of a file and the processor time of a process", async () => {
      await using sandbox = await open({
        limits: { ...host.options.limits, fileBytes: mebibyte, cpuSeconds: 1 },
      });
      const temporary = sandbox.resolve(asSandboxPath("/tmp"));
      const big = await sandbox.run(["/bin/sh", "-c", `head -c 3000000 /dev/zero > ${temporary}/big`], {
        timeoutMs: 9_000,
      });
      expect(big.status === "exited" && big.exitCode === 0).toBe(false);
      const busy = await sandbox.run(["/bin/sh", "-c", "while :; do :; done"], { timeoutMs: 15_000 });
      expect(busy).toMatchObject({ status: "killed", signal: "SIGXCPU" });
    });

    check("refuses-breaking-out", "refuses namespaces, mounts, tracing and kernel settings", async () => {
      await using sandbox = await open();
      const bystander = host.startBystander();
      const outcome = await runProgram(sandbox, "break-out.py", [String(bystander.pid)]);
      bystander.kill("SIGKILL");
      expect(shown(outcome)).toMatchObject({ status: "exited", stdout: "tried\n" });
    });

    check("closes-descriptors", "hands on no descriptor of the host", async () => {
      await using sandbox = await open();
      const list =
        "import os\nfor n in range(3, 300):\n  try: print(n, os.readlink('/proc/self/fd/%d' % n))\n  except OSError: pass";
      const outcome = await sandbox.run([python, "-c", list], { timeoutMs: 9_000 });
      const foreign = outcome.stdout
        .split("\n")
        .filter((line) => line !== "" && !line.endsWith(" /dev/null"));
      expect(foreign).toEqual([]);
    });

    check("separates-sandboxes", "keeps two sandboxes from seeing each other", async () => {
      await using one = await open({ workerNumber: 0 });
      await using other = await open({ workerNumber: 1 });
      const home = one.resolve(asSandboxPath("/home/diorama"));
      const holder = await one.start(["/bin/sh", "-c", `echo here > ${home}/mine; echo ready; sleep 61; :`]);
      await new Promise((resolve) => holder.stdout.once("data", resolve));
      const outcome = await runProgram(other, "finds-sleeper.py", [`${home}/mine`, "61"]);
      holder.kill();
      expect(shown(outcome)).toMatchObject({ status: "exited", stdout: "looked\n" });
    });

    test.runIf(about.nests)(
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

    test("names a mount that does not exist", async () => {
      const gone: Mount = { ...writable(host.folder()), from: asHostPath(join(host.data, "gone")) };
      await expect(open({ mounts: [...host.options.mounts, gone] })).rejects.toMatchObject({
        code: "mount-missing",
      });
    });
  });
}
