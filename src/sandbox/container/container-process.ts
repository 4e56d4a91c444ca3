import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

import type Dockerode from "dockerode";

import { commandEnd } from "../command-end.ts";
import type { LaunchEnd, LaunchedProcess } from "../launch.ts";
import { answered, engineMessage } from "./engine.ts";
import { splitOutput } from "./output-frames.ts";

/** After the end of a container, its output comes as fast as it is read; this is for an engine that lost it. */
const outputGraceMs = 5_000;
/** An engine learns from the kernel that memory ran out at about the time at which it learns of the end. */
const memoryWordMs = 25;
const memoryWordTries = 8;
const killedCode = 137;
/** For an engine that has many containers to start on a busy machine; one that takes longer hangs. */
const requestMs = 120_000;

/** How a container's life went on the engine's side. */
type ContainerEnd =
  | { readonly status: "ended"; readonly exitCode: number; readonly ranOutOfMemory: boolean }
  | { readonly status: "never-started" }
  | { readonly status: "broken"; readonly reason: string };

/**
 * One container for one command, as a process. It is made, run and removed without being asked; `removed` resolves when the
 * engine has nothing of it any more.
 */
export class ContainerProcess extends EventEmitter implements LaunchedProcess {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly removed: Promise<void>;
  #container: Dockerode.Container | undefined;
  #phase: "making" | "running" | "ended" = "making";
  readonly #killed = Promise.withResolvers<void>();
  #isUnwanted = false;
  #end: ContainerEnd = { status: "never-started" };

  constructor(create: () => Promise<Dockerode.Container>) {
    super();
    this.removed = this.#live(create);
  }

  /** Kills everything in it; before it runs, keeps it from running. */
  kill(): void {
    this.#isUnwanted = true;
    if (this.#phase !== "running") return;
    // What cannot be killed has ended, or its engine has.
    this.#container?.kill().catch(() => undefined);
    this.#killed.resolve();
  }

  /** How it ended, once it has. `limitBytes` is the sandbox's limit of memory. */
  end(limitBytes: number): LaunchEnd {
    const end = this.#end;
    if (end.status === "broken") return end;
    if (end.status === "never-started") return { status: "killed", signal: "SIGKILL" };
    return end.ranOutOfMemory && end.exitCode !== 0
      ? { status: "out-of-memory", limitBytes }
      : commandEnd(end.exitCode);
  }

  async #live(create: () => Promise<Dockerode.Container>): Promise<void> {
    try {
      this.#container = await answered(create(), requestMs);
      if (!this.#isUnwanted) this.#end = await this.#run(this.#container);
    } catch (error) {
      this.#end = { status: "broken", reason: engineMessage(error) };
    }
    this.#phase = "ended";
    this.#close();
    if (this.#container !== undefined) await remove(this.#container);
  }

  async #run(container: Dockerode.Container): Promise<ContainerEnd> {
    const streams = { stream: true, hijack: true, stdin: true, stdout: true, stderr: true };
    const connection = await answered(container.attach(streams), requestMs);
    connection.on("error", () => undefined);
    this.stdin.on("error", () => undefined).pipe(connection);
    const output = splitOutput(connection, this);
    await answered(container.start(), requestMs);
    this.#phase = "running";
    if (this.#isUnwanted) this.kill();
    await Promise.race([container.wait(), this.#killed.promise.then(() => mustEnd(container))]);
    await Promise.race([output, wait(outputGraceMs, undefined, { ref: false })]);
    return this.#readEnd(container);
  }

  async #readEnd(container: Dockerode.Container): Promise<ContainerEnd> {
    for (let attempt = 1; ; attempt++) {
      const { State } = await answered(container.inspect(), requestMs);
      const mayBeMemory = State.ExitCode === killedCode && !State.OOMKilled && !this.#isUnwanted;
      if (!mayBeMemory || attempt === memoryWordTries) {
        return { status: "ended", exitCode: State.ExitCode, ranOutOfMemory: State.OOMKilled };
      }
      await wait(memoryWordMs);
    }
  }

  #close(): void {
    this.stdin.destroy();
    let open = 2;
    const closed = (): void => {
      if (--open === 0) this.emit("close", null, null);
    };
    for (const output of [this.stdout, this.stderr]) output.once("close", closed).end();
    this.emit("exit");
  }
}

/** The end of a container that was killed. Throws where the engine does not tell of it. */
function mustEnd(container: Dockerode.Container): Promise<unknown> {
  return answered(container.wait(), requestMs);
}

/** One that cannot be removed now is removed when this process has ended. */
async function remove(container: Dockerode.Container): Promise<void> {
  await answered(container.remove({ force: true, v: true }), requestMs).catch(() => undefined);
}
