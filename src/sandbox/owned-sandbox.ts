import { DioramaError, InterruptedError, throwIfInterrupted, type SandboxPath } from "../base/index.ts";
import { cleanUpAtExit } from "./live-sandboxes.ts";
import type { Confinement, Launched, LaunchEnd, LaunchRequest } from "./launch.ts";
import { LineSplitter } from "./line-splitter.ts";
import { OutputTail } from "./output-tail.ts";
import type { CommandOutcome, OwnedSandbox, RunOptions, SandboxOptions, SandboxProcess } from "./sandbox.ts";

/*
 * Running commands, the same for every backend: a backend launches a chain of processes and says how to kill it; here
 * are pipes, tails, time limits, interruption and the end. A command is over when its chain has exited and its pipes are
 * closed; pipes that something outside the chain keeps open are given up after `pipeGraceMs`.
 */

const defaultOutputBytes = 65_536;
const startStderrBytes = 8_192;
const maxLineBytes = 1_048_576;
const pipeGraceMs = 500;

/** Makes a sandbox of a confinement. Disposing kills what runs, waits for it, then releases the confinement. */
export function ownConfinement(confinement: Confinement, options: SandboxOptions): OwnedSandbox {
  const alive = new Map<Launched, Promise<unknown>>();
  let isDisposed = false;
  const forget = cleanUpAtExit(() => {
    for (const launched of alive.keys()) launched.kill();
    confinement.releaseNow();
  });

  const launch = (
    request: Partial<LaunchRequest> & Pick<LaunchRequest, "command">,
    stderrBytes: number,
  ): Running => {
    if (isDisposed) {
      throw new DioramaError(
        "sandbox-broken",
        `Cannot run ${commandName(request)}: the sandbox was disposed of.`,
      );
    }
    const running = new Running(
      confinement.launch({
        command: request.command,
        variables: { ...options.variables, ...request.variables },
        workingDirectory: request.workingDirectory ?? options.workingDirectory,
      }),
      stderrBytes,
    );
    alive.set(running.launched, running.ended);
    running.ended.then(
      () => alive.delete(running.launched),
      () => alive.delete(running.launched),
    );
    return running;
  };

  return {
    run: async (command, runOptions) => {
      throwIfInterrupted(runOptions.signal);
      const running = launch(
        { command, ...definedOnly(runOptions) },
        runOptions.maxOutputBytes ?? defaultOutputBytes,
      );
      return runToEnd(running, { command, confinement, runOptions });
    },
    start: (command) => Promise.resolve().then(() => speakTo(launch({ command }, startStderrBytes))),
    resolve: (path: SandboxPath) => confinement.resolve(path),
    async [Symbol.asyncDispose]() {
      if (isDisposed) return;
      isDisposed = true;
      for (const launched of alive.keys()) launched.kill();
      await Promise.allSettled(alive.values());
      await confinement.release();
      forget();
    },
  };
}

/** One launched chain and its end. */
class Running {
  readonly launched: Launched;
  /** Resolves when the chain is gone and its pipes are closed. */
  readonly ended: Promise<{ readonly end: LaunchEnd; readonly stderr: string }>;
  readonly stderr: OutputTail;
  #wasKilled = false;

  constructor(launched: Launched, stderrBytes: number) {
    this.launched = launched;
    this.stderr = new OutputTail(stderrBytes);
    const { child } = launched;
    child.stdin.on("error", () => undefined);
    this.ended = new Promise((resolve) => {
      child.once("error", (error) =>
        resolve({ end: { status: "broken", reason: error.message }, stderr: this.stderr.text() }),
      );
      child.once("exit", () => {
        launched.kill();
        setTimeout(() => this.#giveUpPipes(), pipeGraceMs).unref();
      });
      child.once("close", (exitCode, signal) => {
        const stderr = this.stderr.text();
        const concluded = launched.conclude({ exitCode, signal, stderr, wasKilled: this.#wasKilled });
        resolve(concluded.then((end) => ({ end, stderr })));
      });
    });
    child.stderr.on("data", (chunk: Buffer) => this.stderr.append(chunk));
  }

  kill(): void {
    this.#wasKilled = true;
    this.launched.kill();
  }

  #giveUpPipes(): void {
    this.launched.child.stdout.destroy();
    this.launched.child.stderr.destroy();
  }
}

async function runToEnd(
  running: Running,
  about: {
    readonly command: readonly string[];
    readonly confinement: Confinement;
    readonly runOptions: RunOptions;
  },
): Promise<CommandOutcome> {
  const { runOptions } = about;
  const { child } = running.launched;
  const started = performance.now();
  const stdout = new OutputTail(runOptions.maxOutputBytes ?? defaultOutputBytes);
  const lines =
    runOptions.onLine === undefined ? undefined : new LineSplitter(runOptions.onLine, maxLineBytes);
  child.stdout.on("data", (chunk: Buffer) => {
    stdout.append(chunk);
    lines?.append(chunk);
  });
  child.stdin.end(runOptions.input ?? "");

  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    running.kill();
  }, runOptions.timeoutMs);
  const interrupt = (): void => running.kill();
  runOptions.signal?.addEventListener("abort", interrupt, { once: true });
  try {
    const { end, stderr } = await running.ended;
    lines?.end();
    if (runOptions.signal?.aborted === true) throw new InterruptedError();
    const shown = {
      stdout: stdout.text(),
      stderr,
      isTruncated: stdout.isTruncated || running.stderr.isTruncated,
      durationMs: performance.now() - started,
    };
    if (isTimedOut) return { ...shown, status: "timed-out", timeoutMs: runOptions.timeoutMs };
    if (end.status === "broken") throw brokenSandbox(about.confinement.name, about.command, end.reason);
    return { ...shown, ...end };
  } finally {
    clearTimeout(timer);
    runOptions.signal?.removeEventListener("abort", interrupt);
  }
}

function speakTo(running: Running): SandboxProcess {
  const { child } = running.launched;
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    exited: running.ended.then(({ end, stderr }) => ({
      exitCode: end.status === "exited" ? end.exitCode : undefined,
      signal: end.status === "killed" ? end.signal : end.status === "out-of-memory" ? "SIGKILL" : undefined,
      stderr: end.status === "broken" ? `${end.reason}\n${stderr}` : stderr,
    })),
    kill: () => running.kill(),
  };
}

function brokenSandbox(name: string, command: readonly string[], reason: string): DioramaError {
  return new DioramaError(
    "sandbox-broken",
    `Cannot run ${commandName({ command })} in sandbox "${name}": ${reason}`,
    { hint: 'Run "diorama doctor" to see what this machine can do.', fields: { command, reason } },
  );
}

function commandName(request: Pick<LaunchRequest, "command">): string {
  return `"${request.command[0] ?? ""}"`;
}

function definedOnly(options: RunOptions): Partial<LaunchRequest> {
  return {
    ...(options.variables === undefined ? {} : { variables: options.variables }),
    ...(options.workingDirectory === undefined ? {} : { workingDirectory: options.workingDirectory }),
  };
}
