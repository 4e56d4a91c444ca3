import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { expect } from "vitest";

import { asSandboxPath } from "../../src/base/index.ts";
import type { CommandOutcome, OwnedSandbox, RunOptions, SandboxOptions } from "../../src/sandbox/index.ts";
import { hostilePrograms, type HostileName, type HostileProgram } from "./hostile-programs.ts";
import {
  countProcesses,
  countWhile,
  growing,
  keptBytes,
  mebibyte,
  outsideMark,
  writable,
  type Host,
} from "./sandbox-host.ts";
import { PATIENCE_MS } from "../patience.ts";

/** Makes a sandbox of the backend under test, with the options of the host but for `changes`. */
export type OpenSandbox = (changes?: Partial<SandboxOptions>) => Promise<OwnedSandbox>;

const interpreter = ["/usr/bin/python3", "-S", "-E", "-B"];
const programs = "/programs/hostile";
/** For scripts that run many programs. */
const whereabouts = { PYTHON: interpreter.join(" "), PROGRAMS: programs };

/** What programs are told, as the head of `trying.py` lists it. `bystander` is the id of a process of this machine. */
export function hostileVariables(
  host: Host,
  about: {
    readonly bystander: number | undefined;
    readonly readFolder: string;
    readonly writeFolder: string;
  },
): Record<string, string> {
  const { fileBytes, scratchBytes } = host.options.limits;
  return {
    OUTSIDE_PROCESS: String(about.bystander),
    OUTSIDE_MARK: outsideMark,
    OUTSIDE_FILE: host.secret.slice(1),
    OUTSIDE_PORT: String(host.port),
    OUTSIDE_ABSTRACT: host.abstractName,
    OUTSIDE_DATAGRAMS: host.datagramName,
    OUTSIDE_DATAGRAM_FILE: host.datagramFile.slice(1),
    READ_FOLDER: about.readFolder,
    WRITE_FOLDER: about.writeFolder,
    FILE_BYTES: String(fileBytes),
    SCRATCH_BYTES: String(scratchBytes),
  };
}

/** What probes said, each with its exit code, by name; and what became of what they tried to harm. */
export interface Probed {
  readonly said: Readonly<Record<string, string>>;
  readonly note: string;
  readonly noteMode: number;
  readonly isBystanderAlive: boolean;
}

/** Runs probes one after the other in one command. */
export async function runProbes(
  host: Host,
  open: OpenSandbox,
  names: readonly HostileName[],
): Promise<Probed> {
  const bystander = host.startBystander();
  await using sandbox = await open({ mounts: [...host.options.mounts, writable(host.folder())] });
  const script =
    'for name in "$@"; do echo "== $name"; $PYTHON "$PROGRAMS/$name.py" 2>&1; echo "exit $?"; done';
  const outcome = await sandbox.run(["/bin/sh", "-c", script, "sh", ...names], {
    timeoutMs: PATIENCE_MS,
    variables: {
      ...whereabouts,
      ...hostileVariables(host, {
        bystander: bystander.pid,
        readFolder: "/data",
        writeFolder: "/shared",
      }),
    },
  });
  const isBystanderAlive = bystander.exitCode === null && bystander.signalCode === null;
  bystander.kill("SIGKILL");
  const [, ...parts] = outcome.stdout.split(/^== (.*)\n/m);
  const said = parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ""]] : []));
  const note = join(host.data, "note");
  return {
    said: Object.fromEntries(said) as Record<string, string>,
    note: existsSync(note) ? readFileSync(note, "utf8") : "",
    noteMode: existsSync(note) ? statSync(note).mode & 0o777 : 0,
    isBystanderAlive,
  };
}

/** Runs the two parts of a program in the sandboxes of two workers, and expects that one finds nothing of the other. */
export async function meet(name: HostileName, open: OpenSandbox): Promise<void> {
  await using one = await open({ workerNumber: 0 });
  await using other = await open({ workerNumber: 1 });
  const holder = await one.start(commandOf(one, name, "hold"));
  const word = await new Promise<string>((resolve, reject) => {
    holder.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
    void holder.exited.then((end) => reject(new Error(`${name} held nothing: ${JSON.stringify(end)}`)));
  });
  if (word === "confined") return;
  const outcome = await other.run(commandOf(other, name, "reach", word), { timeoutMs: PATIENCE_MS });
  expect(outcome).toMatchObject({ status: "exited", stdout: "confined\n", stderr: "" });
}

/** Who still writes after a command. */
export interface Leavings {
  readonly manner: "the command ended" | "the command was ended";
  readonly alive: readonly string[];
}

/** Runs the programs that leave somebody behind, in a command that ends and in one that is ended at its time limit. */
export async function leaveAll(
  host: Host,
  open: OpenSandbox,
  names: readonly HostileName[],
): Promise<Leavings[]> {
  const leave = async (manner: Leavings["manner"]): Promise<Leavings> => {
    const folder = host.folder();
    const stays = manner === "the command was ended";
    await using sandbox = await open({ mounts: [...host.options.mounts, writable(folder)] });
    const script = 'for name in "$@"; do $PYTHON "$PROGRAMS/$name.py" || exit 9; done; echo ready; $LAST';
    const variables = { ...whereabouts, WRITE_FOLDER: "/shared", LAST: stays ? "sleep 3600" : "true" };
    const runFor = (timeoutMs: number): Promise<CommandOutcome> =>
      sandbox.run(["/bin/sh", "-c", script, "sh", ...names], { timeoutMs, variables });
    let limitMs = stays ? 2_500 : PATIENCE_MS;
    let outcome = await runFor(limitMs);
    // A busy machine has not started all of them in that time.
    while (outcome.stdout === "" && limitMs < PATIENCE_MS) outcome = await runFor((limitMs *= 3));
    expect(outcome).toMatchObject({ status: stays ? "timed-out" : "exited", stdout: "ready\n", stderr: "" });
    return { manner, alive: await growing(folder) };
  };
  return Promise.all([leave("the command ended"), leave("the command was ended")]);
}

/** Runs a program that ends in its own way beside another sandbox and a process of this machine, and expects both alive. */
export async function runAlone(name: HostileName, host: Host, open: OpenSandbox): Promise<void> {
  const about: HostileProgram = hostilePrograms[name];
  if (about.manner !== "alone") throw new Error(`${name} is not a program that runs alone.`);
  const bystander = host.startBystander();
  await using other = await open();
  const sleeper = await other.start(["/bin/sleep", "3600"]);
  const ended = sleeper.exited.then(() => "ended");
  await using sandbox = await open({ limits: { ...host.options.limits, ...about.limits } });
  const outcome = await runIn(sandbox, name, { timeoutMs: about.timeoutMs ?? PATIENCE_MS });
  expect(about.ends, JSON.stringify(outcome)).toContain(outcome.status);
  if (outcome.status === "killed" && about.signal !== undefined) expect(outcome.signal).toBe(about.signal);
  if (outcome.status === "out-of-memory") expect(outcome.limitBytes).toBe(host.options.limits.memoryBytes);
  expect(outcome.stdout).not.toContain("escaped");
  await expectUnharmed(sandbox);
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  expect(await Promise.race([ended, Promise.resolve("alive")])).toBe("alive");
  bystander.kill("SIGKILL");
}

/** Runs the program that writes without end, and expects its tail and no more of it in this process. */
export async function flood(open: OpenSandbox): Promise<void> {
  await using sandbox = await open();
  const before = keptBytes();
  const outcome = await runIn(sandbox, "output-flood", { timeoutMs: PATIENCE_MS, maxOutputBytes: 4_096 });
  expect(outcome).toMatchObject({ status: "exited", exitCode: 0, isTruncated: true });
  expect(outcome.stdout).toHaveLength(4_096);
  expect(outcome.stdout.endsWith("x\nthe last line\n")).toBe(true);
  // What is garbage by now may be swept a moment later.
  await expect.poll(() => keptBytes() - before, { timeout: PATIENCE_MS }).toBeLessThan(64 * mebibyte);
}

/** Runs a fork bomb for a while and expects its number bounded and nothing left of it. */
export async function explode(manner: "rest" | "spin", host: Host, open: OpenSandbox): Promise<void> {
  await using sandbox = await open({
    limits: { ...host.options.limits, processes: 20, memoryBytes: 512 * mebibyte },
  });
  const mark = randomUUID();
  const bomb = runIn(sandbox, "fork-bomb", { timeoutMs: 1_200 }, [manner, mark]);
  const most = await countWhile(bomb, mark);
  expect((await bomb).status).not.toBe("exited");
  expect(countProcesses(mark)).toBe(0);
  // As a user, the kernel counts what else the user runs too: there the limit is a second line, and the watch is fast enough.
  expect(most).toBeLessThan(process.geteuid?.() === 0 ? 150 : 1_000);
  await expectUnharmed(sandbox);
}

async function expectUnharmed(sandbox: OwnedSandbox): Promise<void> {
  const outcome = await sandbox.run(["/bin/true"], { timeoutMs: PATIENCE_MS });
  expect(outcome).toMatchObject({ status: "exited", exitCode: 0 });
}

function runIn(
  sandbox: OwnedSandbox,
  name: HostileName,
  options: RunOptions,
  words: readonly string[] = [],
): Promise<CommandOutcome> {
  return sandbox.run(commandOf(sandbox, name, ...words), options);
}

function commandOf(sandbox: OwnedSandbox, name: HostileName, ...words: string[]): string[] {
  return [...interpreter, sandbox.resolve(asSandboxPath(`${programs}/${name}.py`)), ...words];
}
