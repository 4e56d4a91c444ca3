import { endedProgramsMs, fence, InterruptedError } from "../../base/index.ts";
import type { EnvironmentOutcome, Workbench } from "../../environments/index.ts";
import {
  isFinal,
  type ChatMessage,
  type Model,
  type ModelFailure,
  type Prompts,
} from "../../models/index.ts";
import type { SamplingSettings } from "../../spec/index.ts";
import { normaliseRunText } from "../run-text.ts";
import type { RepairLimits } from "./limits.ts";
import { readAction, type BadAnswer, type RepairAction } from "./read-action.ts";
import type { RepairEnd, RepairRecord, RepairStep } from "./repair-record.ts";
import { describeFailure, showTrouble } from "./show-trouble.ts";

/** How a model is asked, and what its work may take. */
export interface RepairOptions {
  readonly settings: SamplingSettings;
  readonly prompts: Prompts;
  readonly limits: RepairLimits;
  /** What the environment is of, for people. */
  readonly label: string;
}

/** What came of it. */
export interface Repaired {
  /** The verified environment; undefined where none was found. */
  readonly outcome: EnvironmentOutcome | undefined;
  readonly record: RepairRecord;
  /** Why there was no further answer; undefined where the work ended for another reason. */
  readonly failure: ModelFailure | undefined;
}

/**
 * Lets a model work on an environment that did not come up: one typed action a turn, until a trial verifies an edited plan, the model gives up, or something is
 * spent. What an answer says beside its action does nothing. Throws `InterruptedError`, and what running commands and trials throws.
 */
export async function repair(
  model: Model,
  bench: Workbench,
  before: EnvironmentOutcome,
  options: RepairOptions,
  signal?: AbortSignal,
): Promise<Repaired> {
  return await new Repairing(model, bench, options, signal).run(before);
}

/** The last turns whose observations are shown whole; of earlier ones the beginning. */
const WHOLE_TURNS = 6;
const MOST_OF_EARLIER = 300;
const MOST_LINES = 200;
const MOST_CHARACTERS = 8_000;
/** Less time than this is none. */
const LEAST_MS = 1_000;

interface Turn {
  readonly answer: string;
  readonly observation: readonly ChatMessage[];
}

class Repairing {
  readonly #model: Model;
  readonly #bench: Workbench;
  readonly #options: RepairOptions;
  readonly #signal: AbortSignal | undefined;
  readonly #turns: Turn[] = [];
  readonly #steps: RepairStep[] = [];
  readonly #bad = new Map<BadAnswer, number>();
  #commands = 0;
  #verifications = 0;
  #workMs = 0;
  #cpuMs = 0;
  /** True where the plan was tried as it is. */
  #isTried = true;
  #end: { readonly ended: RepairEnd; readonly detail?: string } | undefined;
  #failure: ModelFailure | undefined;
  #outcome: EnvironmentOutcome | undefined;

  constructor(model: Model, bench: Workbench, options: RepairOptions, signal: AbortSignal | undefined) {
    this.#model = model;
    this.#bench = bench;
    this.#options = options;
    this.#signal = signal;
  }

  async run(before: EnvironmentOutcome): Promise<Repaired> {
    const { prompts, limits } = this.#options;
    const first = prompts.read(
      "repair/begin",
      showTrouble(this.#bench.tree, this.#bench.fields, { before, limits }),
    );
    while (this.#end === undefined) {
      if (this.#turns.length >= limits.turns) this.#end = { ended: "turns_spent" };
      else await this.#takeTurn(first);
    }
    return { outcome: this.#outcome, record: this.#record(), failure: this.#failure };
  }

  async #takeTurn(first: readonly ChatMessage[]): Promise<void> {
    const answer = await this.#ask(first);
    if (answer === undefined) return;
    const read = readAction(answer);
    const observation =
      read.status === "refused"
        ? this.#refuse("none", read.problem, read.reason, read.problem)
        : await this.#act(read.action);
    this.#turns.push({ answer, observation });
  }

  async #act(action: RepairAction): Promise<readonly ChatMessage[]> {
    switch (action.action) {
      case "run":
        return await this.#run(action.command, action.network === true);
      case "read":
        return this.#read(action.path, action.from ?? 1);
      case "edit":
        return this.#edit(action.fields);
      case "verify":
        return await this.#verify();
      default:
        this.#end = { ended: "given_up", detail: action.why };
        this.#note("give_up", action.why, "the end");
        return [];
    }
  }

  async #run(line: string, isOnline: boolean): Promise<readonly ChatMessage[]> {
    const { commands, commandSeconds } = this.#options.limits;
    if (this.#commands >= commands) {
      if (this.#bad.has("nothing_left")) this.#end = { ended: "commands_spent" };
      return this.#refuse("run", line, "nothing_left", "no command is left; edit, verify or give up");
    }
    this.#commands++;
    const timeoutMs = Math.max(LEAST_MS, Math.min(commandSeconds * 1_000, this.#leftMs()));
    const outcome = await this.#work(
      () => this.#bench.run({ line, isOnline, timeoutMs }),
      (ran) => ran !== undefined && ran.status !== "exited",
    );
    if (outcome === undefined)
      return this.#observe("run", line, "nothing to run it with", "There is no toolchain.");
    const ended =
      outcome.status === "exited"
        ? `It ended with exit code ${outcome.exitCode}.`
        : `It was ended: ${outcome.status}.`;
    const printed = [outcome.stdout, outcome.stderr].filter((text) => text.trim() !== "").join("\n");
    const text = normaliseRunText(printed, this.#bench.folders);
    return this.#observe("run", line, ended, `${ended} It printed:\n\n${fence("text", text || "nothing")}`);
  }

  #read(path: string, from: number): readonly ChatMessage[] {
    const read = this.#bench.read(path.replace(/^\.\//, ""));
    if (read.status === "unknown")
      return this.#refuse("read", path, "unknown_file", `"${path}" is no file of the repository`);
    const lines = read.text.split("\n").slice(from - 1, from - 1 + MOST_LINES);
    const text = lines.join("\n").slice(0, MOST_CHARACTERS);
    const shown = `Lines ${from} to ${from + text.split("\n").length - 1} of ${read.lines}:`;
    return this.#observe("read", path, shown, `${shown}\n\n${fence("", text)}`);
  }

  #edit(fields: Readonly<Record<string, unknown>>): readonly ChatMessage[] {
    const what = JSON.stringify(fields);
    const problem = this.#bench.edit(fields);
    if (problem !== undefined) return this.#refuse("edit", what, "refused_edit", problem.replace(/\.$/, ""));
    this.#isTried = false;
    const plan = fence("json", JSON.stringify(this.#bench.fields, null, 1));
    return this.#observe("edit", what, "done", `The plan holds now:\n\n${plan}`);
  }

  async #verify(): Promise<readonly ChatMessage[]> {
    const what = JSON.stringify(this.#bench.fields);
    if (this.#isTried)
      return this.#refuse("verify", what, "unchanged", "the plan was tried as it is; edit it first");
    this.#verifications++;
    this.#isTried = true;
    const tried = await this.#work((signal) => this.#bench.verify(signal));
    if (tried === undefined) return [];
    if (tried.status === "verified") {
      this.#outcome = tried.outcome;
      this.#end = { ended: "repaired" };
      this.#note("verify", what, "verified");
      return [];
    }
    const { verifications } = this.#options.limits;
    if (this.#verifications >= verifications) this.#end = { ended: "verifications_spent" };
    const { outcome, lostTests } = tried;
    const gave = lostTests ?? `${outcome.status}: ${outcome.failure?.category ?? "no test was found"}`;
    const text =
      lostTests === undefined
        ? `The trial failed:\n\n${fence("text", describeFailure(outcome))}`
        : `The tests that ran pass, but they are not those that the repository has:\n\n${fence("text", lostTests)}`;
    return this.#observe("verify", what, gave, text);
  }

  /** Does work that takes time. Undefined where there was none left for it. What was killed counts as if it had been busy all the time: nobody knows better. */
  async #work<T>(
    work: (signal: AbortSignal) => Promise<T>,
    wasKilled: (given: T) => boolean = () => false,
  ): Promise<T | undefined> {
    const left = AbortSignal.timeout(Math.max(1, Math.round(this.#leftMs())));
    const started = performance.now();
    const spentBefore = endedProgramsMs();
    let isKilled = true;
    try {
      const given = await work(this.#signal === undefined ? left : AbortSignal.any([left, this.#signal]));
      isKilled = wasKilled(given);
      return given;
    } catch (error) {
      if (!(error instanceof InterruptedError) || this.#signal?.aborted === true) throw error;
      return undefined;
    } finally {
      const tookMs = performance.now() - started;
      this.#workMs += tookMs;
      this.#cpuMs += Math.max(endedProgramsMs() - spentBefore, isKilled ? tookMs : 0);
      if (this.#leftCpuMs() < LEAST_MS) this.#end ??= { ended: "cpu_time_spent" };
      else if (this.#leftMs() < LEAST_MS) this.#end ??= { ended: "time_spent" };
    }
  }

  /** Of either: a program that is at work spends both. */
  #leftMs(): number {
    return Math.min(this.#options.limits.workMinutes * 60_000 - this.#workMs, this.#leftCpuMs());
  }

  #leftCpuMs(): number {
    return this.#options.limits.cpuMinutes * 60_000 - this.#cpuMs;
  }

  async #ask(first: readonly ChatMessage[]): Promise<string | undefined> {
    const { settings, label } = this.#options;
    const turn = this.#turns.length + 1;
    const outcome = await this.#model.ask(
      {
        messages: [...first, ...this.#said()],
        settings,
        sample: 0,
        label: `environment of ${label}, turn ${turn}`,
        stage: "repair",
      },
      this.#signal,
    );
    if (outcome.status === "replied") return outcome.reply.text;
    const { failure } = outcome;
    this.#failure = failure;
    const ended =
      failure.code === "budget-spent" ? "budget_spent" : isFinal(failure) ? "refused" : "unanswered";
    this.#end = { ended, detail: failure.message };
    return undefined;
  }

  /** What was said so far; of what is long ago the beginning. */
  #said(): readonly ChatMessage[] {
    const whole = this.#turns.length - WHOLE_TURNS;
    return this.#turns.flatMap(({ answer, observation }, index) => {
      const shown = index >= whole ? observation : observation.map(shortened);
      return [{ role: "assistant", content: answer } as const, ...shown];
    });
  }

  #refuse(
    action: RepairStep["action"],
    what: string,
    reason: BadAnswer,
    problem: string,
  ): readonly ChatMessage[] {
    this.#bad.set(reason, (this.#bad.get(reason) ?? 0) + 1);
    this.#note(action, what, `${reason}: ${problem}`);
    return this.#options.prompts.read("repair/refused", { problem, ...this.#left() });
  }

  #observe(action: RepairAction["action"], what: string, gave: string, text: string): readonly ChatMessage[] {
    this.#note(action, what, gave);
    const heading = `What \`${action}\` gave:`;
    return this.#options.prompts.read("repair/observed", { heading, text, ...this.#left() });
  }

  /** As it will be when this turn is over. */
  #left(): Readonly<Record<"turns" | "commands" | "verifications", string>> {
    const { turns, commands, verifications } = this.#options.limits;
    return {
      turns: String(turns - this.#turns.length - 1),
      commands: String(commands - this.#commands),
      verifications: String(verifications - this.#verifications),
    };
  }

  #note(action: RepairStep["action"], what: string, gave: string): void {
    this.#steps.push({ turn: this.#turns.length + 1, action, what, gave });
  }

  #record(): RepairRecord {
    return {
      model: this.#model.name,
      ...(this.#end ?? { ended: "turns_spent" }),
      turns: this.#turns.length,
      commands: this.#commands,
      verifications: this.#verifications,
      bad_answers: Object.fromEntries(this.#bad),
      plan: this.#bench.fields,
      steps: this.#steps,
      work_ms: Math.round(this.#workMs),
      cpu_ms: Math.round(this.#cpuMs),
    };
  }
}

function shortened({ role, content }: ChatMessage): ChatMessage {
  if (content.length <= MOST_OF_EARLIER) return { role, content };
  return { role, content: `${content.slice(0, MOST_OF_EARLIER)}\n[… left out …]\n` };
}
