import { DioramaError, messageOf, type Logger } from "../base/index.ts";
import type { ChosenBackend, OwnedSandbox, SandboxProcess } from "../sandbox/index.ts";
import type { MaskedFile, TargetLocator } from "./judge.ts";
import { parentCommand, parentSandbox, parentSetup, type ParentPlan } from "./parent-setup.ts";
import { readyMessage, type SetUp } from "./protocol/set-up.ts";
import {
  AnswerReader,
  encodeJob,
  encodeKeep,
  encodeKill,
  encodeLeave,
  encodeSetup,
  type Answer,
  type ChildAccount,
  type JobFrame,
} from "./wire.ts";

/** How long a parent may take to load what it preloads. */
const startTimeoutMs = 120_000;
/** How much longer than a job's own wall limit a parent may take to say how it ended. */
const answerGraceMs = 30_000;

/** What is compiled in about the time that a stem costs: a task whose jobs come in a row gets one when it would have paid. */
const stemCharacters = 32_768;

/**
 * A parent gives a sign of life every two seconds. After so many looks, so far apart, without any, it is held up by something that only
 * its end removes. Looks, not a time: a host that was busy itself has not listened.
 */
const lookEveryMs = 4_000;
const mostSilentLooks = 5;

/** How a child ended, in its parent's words; `failed` and `lost` say that no word on a candidate is possible. */
export type ChildEnd =
  | ({ readonly status: "ended" } & ChildAccount)
  | { readonly status: "failed" | "lost"; readonly message: string };

/** A file as the solvers of one task see it, and their target in it. */
export interface KeptFile {
  readonly masked: MaskedFile;
  readonly target: TargetLocator;
  /** Whether it is kept whatever that costs; else once it pays. */
  readonly isKeptAtOnce: boolean;
}

/** One job on its way through a parent. */
export interface JobTransfer {
  /** What may be kept where the job runs; absent: nothing. */
  readonly kept?: KeptFile | undefined;
  readonly frame: Omit<JobFrame, "job" | "fileBytes">;
  readonly file: Buffer;
  readonly rest: Buffer;
  /** Receives the child's own bytes as they come, and the CPU time it had used by then; returning true kills the child. */
  readonly onBytes: (bytes: Buffer, cpuSeconds: number) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A parent in its sandbox and the host's side of it: one job at a time. */
export class Worker implements AsyncDisposable {
  /** What importing ahead left that a fork would lose or share; then evaluations need a parent without it. */
  isForkable = true;
  evaluations = 0;
  /** Whether it came to an end that nobody asked for. */
  isLost = false;
  /** Memory of the parent alone, once it has loaded everything. */
  residentBytes = 0;
  readonly plan: ParentPlan;
  readonly #sandbox: OwnedSandbox;
  readonly #process: SandboxProcess;
  readonly #answers = new AnswerReader();
  /** What the parent's stem keeps; files are told apart as objects. */
  #masked: MaskedFile | undefined;
  /** What the last job was for, and how much was compiled in vain since others were. */
  #last: MaskedFile | undefined;
  #compiledCharacters = 0;
  #onAnswer: (answer: Answer) => void = () => undefined;
  #onLoss: (message: string) => void = () => undefined;
  #lossMessage: string | undefined;
  #lastJob = 0;
  #silentLooks = 0;
  #onEnd: () => void = () => undefined;

  private constructor(plan: ParentPlan, sandbox: OwnedSandbox, process: SandboxProcess) {
    this.plan = plan;
    this.#sandbox = sandbox;
    this.#process = process;
    process.stdin.on("error", () => undefined);
    process.stdout.on("data", (bytes: Buffer) => this.#listen(bytes));
    process.exited.then(
      ({ stderr }) => this.#lose(`the parent process ended: ${stderr.trim().slice(-1000)}`),
      (error: unknown) => this.#lose(messageOf(error)),
    );
  }

  /** Starts a parent and waits until it has loaded everything. Throws `judge-start-failed`. */
  static async start(plan: ParentPlan, chosen: ChosenBackend, logger: Logger): Promise<Worker> {
    const sandbox = await chosen.backend.create(parentSandbox(plan), { logger });
    try {
      const worker = new Worker(plan, sandbox, await sandbox.start(parentCommand(plan, sandbox)));
      await worker.#setUp(parentSetup(plan, sandbox));
      return worker;
    } catch (error) {
      await sandbox[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Called once when the parent has been disposed of. */
  onEnd(listener: () => void): void {
    this.#onEnd = listener;
  }

  get isAlive(): boolean {
    return this.#lossMessage === undefined;
  }

  /** Runs one job to the end of its child. Never throws; a dead parent is the value `lost`. */
  async run(transfer: JobTransfer): Promise<ChildEnd> {
    const job = ++this.#lastJob;
    this.evaluations++;
    const kill = (): void => void this.#process.stdin.write(encodeKill(job));
    transfer.signal?.addEventListener("abort", kill, { once: true });
    const timer = setTimeout(
      () => this.#lose("it did not answer in time"),
      transfer.frame.wallMs + answerGraceMs,
    );
    this.#silentLooks = 0;
    const watch = setInterval(() => {
      if (++this.#silentLooks >= mostSilentLooks) this.#lose("it gave no sign of life");
    }, lookEveryMs);
    try {
      return await this.#exchange(job, transfer, kill);
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      transfer.signal?.removeEventListener("abort", kill);
      this.#onAnswer = () => undefined;
      this.#onLoss = () => undefined;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#lossMessage ??= "it was ended";
    await this.#sandbox[Symbol.asyncDispose]();
    this.#onEnd();
  }

  #exchange(job: number, transfer: JobTransfer, kill: () => void): Promise<ChildEnd> {
    const { stdin } = this.#process;
    return new Promise((resolve) => {
      this.#onLoss = (message) => resolve({ status: "lost", message });
      if (this.#lossMessage !== undefined) return this.#onLoss(this.#lossMessage);
      this.#onAnswer = (answer) => {
        if (answer.job !== job) return this.#lose("it answered for another job");
        if (answer.kind === "chunk") {
          if (transfer.onBytes(answer.bytes, answer.cpuSeconds)) kill();
        } else if (answer.kind === "ended") resolve({ status: "ended", ...answer.account });
        else if (answer.kind !== "alive")
          resolve({ status: "failed", message: JSON.stringify(answer.content) });
      };
      const { file, rest, frame } = transfer;
      stdin.cork();
      this.#keepOnly(transfer.kept);
      stdin.write(encodeJob({ ...frame, job, fileBytes: file.length }, file.length + rest.length));
      stdin.write(file);
      stdin.write(rest);
      stdin.uncork();
    });
  }

  /** A file that solvers see holds the answers of other tasks: none but the next job's own may be where that runs. */
  #keepOnly(kept: KeptFile | undefined): void {
    if (kept?.masked !== this.#last) this.#compiledCharacters = 0;
    this.#last = kept?.masked;
    const isWorthIt = this.#compiledCharacters >= stemCharacters || kept?.isKeptAtOnce === true;
    const wanted = isWorthIt ? kept : undefined;
    this.#compiledCharacters += kept?.masked.text.length ?? 0;
    if (wanted?.masked === this.#masked) return;
    const { stdin } = this.#process;
    if (this.#masked !== undefined) stdin.write(encodeLeave());
    this.#masked = wanted?.masked;
    if (wanted === undefined) return;
    const { masked, target } = wanted;
    stdin.write(encodeKeep({ text: masked.text, target: { ...target, lines: masked.lines } }));
  }

  async #setUp(setup: SetUp): Promise<void> {
    const timer = setTimeout(() => this.#lose("it was not ready in time"), startTimeoutMs);
    const ready = await new Promise<Answer>((resolve, reject) => {
      this.#onLoss = (message) => reject(startError(message));
      this.#onAnswer = resolve;
      if (this.#lossMessage !== undefined) this.#onLoss(this.#lossMessage);
      else this.#process.stdin.write(encodeSetup(setup));
    }).finally(() => clearTimeout(timer));
    if (ready.kind !== "ready") throw startError("its first word was not that it is ready");
    const { before, after, resident_bytes } = readyMessage.parse(ready.content);
    this.residentBytes = resident_bytes;
    this.isForkable =
      after.threads === 1 && after.descriptors === before.descriptors && after.files === before.files;
  }

  #listen(bytes: Buffer): void {
    this.#silentLooks = 0;
    try {
      for (const answer of this.#answers.read(bytes)) this.#onAnswer(answer);
    } catch (error) {
      this.#lose(messageOf(error));
    }
  }

  #lose(message: string): void {
    if (this.#lossMessage === undefined) this.isLost = true;
    this.#lossMessage ??= message;
    this.#process.kill();
    this.#onLoss(message);
  }
}

function startError(reason: string): DioramaError {
  return new DioramaError("judge-start-failed", `Cannot start a judge's parent process: ${reason}`, {
    hint: 'Run "diorama doctor" to see what this machine can do.',
  });
}
