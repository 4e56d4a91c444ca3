import { fence } from "../../base/index.ts";
import { isFinal, type ChatMessage, type Model, type ModelFailure } from "../../models/index.ts";
import { annotate } from "../r2e/annotate.ts";
import type { WritingOptions } from "../r2e/test-writing.ts";
import { showFiles } from "../shown-files.ts";
import type { Complaint, LoneTarget, TriedTest } from "./lone-target.ts";
import { findChange, readBoth, readScript, readTest, type ReadCode } from "./read-script.ts";
import {
  sandboxStages,
  type SandboxAnswer,
  type SandboxedRecord,
  type SandboxStage,
} from "./sandboxing-record.ts";

/** What a model made of a target. */
export type WrittenAlone =
  | {
      readonly status: "written";
      /** The file with its best test; undefined where there is none that runs. */
      readonly program: string | undefined;
      readonly found: Pick<SandboxedRecord, "stage" | "answers" | "complaint" | "failure">;
    }
  /** The same request may be answered in another run. */
  | { readonly status: "unanswered"; readonly failure: ModelFailure };

/** Makes targets run in files of their own. */
export interface AloneWriter {
  /** Throws `InterruptedError` alone. */
  write(target: LoneTarget, signal?: AbortSignal): Promise<WrittenAlone>;
}

/** The test that tells most so far. */
interface BestTest {
  readonly program: string;
  readonly coverage: number;
  readonly survivors: number;
}

type Told = Omit<BestTest, "program">;

function tellsMore(one: Told, other: Told): boolean {
  if (one.coverage !== other.coverage) return one.coverage > other.coverage;
  return one.survivors < other.survivors;
}

/** Answers with a file at most: RepoST has no second one. */
const MOST_FILES = 2;
/** Mutants that a request shows. */
const MOST_SURVIVORS = 3;

/**
 * RepoST's sandboxing, tests, debugging and improving of coverage: a model completes a slice to a file that runs alone, then writes a test that calls the target and a rival in it.
 * What fails goes back to it; what its calls do not reach or do not tell does too.
 */
export function createAloneWriter(model: Model, options: WritingOptions): AloneWriter {
  return { write: (target, signal) => new Writing(model, options, target, signal).run() };
}

class Writing {
  readonly #model: Model;
  readonly #options: WritingOptions;
  readonly #target: LoneTarget;
  readonly #signal: AbortSignal | undefined;
  readonly #answers: SandboxAnswer[] = [];
  #messages: ChatMessage[] = [];
  #stage: SandboxStage = "selected";
  #complaint: Complaint | undefined;
  #failure: ModelFailure | undefined;
  #best: BestTest | undefined;

  constructor(model: Model, options: WritingOptions, target: LoneTarget, signal: AbortSignal | undefined) {
    this.#model = model;
    this.#options = options;
    this.#target = target;
    this.#signal = signal;
  }

  async run(): Promise<WrittenAlone> {
    if (this.#target.slice.length > 0) {
      this.#reach("sliced");
      const script = await this.#writeFile();
      if (script !== undefined) await this.#writeTest(script);
    }
    const failure = this.#failure;
    if (failure !== undefined && !isFinal(failure)) return { status: "unanswered", failure };
    const found = {
      stage: this.#stage,
      answers: this.#answers,
      ...(this.#complaint === undefined ? {} : { complaint: this.#complaint.text }),
      ...(failure === undefined ? {} : { failure: failure.code }),
    };
    return { status: "written", program: this.#best?.program, found };
  }

  /** The file that runs alone; undefined where there is none after the second answer. */
  async #writeFile(): Promise<string | undefined> {
    const { name, path, slice, packages, services, language } = this.#target;
    const code = showFiles(slice, language.name);
    const missing = describeMissing(packages, services);
    this.#messages = [...this.#options.prompts.read("repost/run-alone", { name, path, code, missing })];
    for (let round = 0; round < MOST_FILES; round++) {
      const answer = await this.#ask(`file, version ${round + 1}`);
      if (answer === undefined) return undefined;
      const read = readScript(answer, this.#target);
      this.#complaint = read.status === "refused" ? read.complaint : await this.#tryFile(read.text);
      this.#note(round === 0 ? "write_file" : "mend_file", this.#complaint);
      if (this.#complaint === undefined && read.status === "read") return read.text;
      this.#say("mend-file", { complaint: fence("text", this.#complaint?.text ?? "") });
    }
    return undefined;
  }

  async #tryFile(script: string): Promise<Complaint | undefined> {
    this.#reach("completed");
    const change = findChange(script, this.#target);
    if (change !== undefined) return change;
    this.#reach("unchanged");
    const complaint = await this.#target.tryScript(script);
    if (complaint === undefined) this.#reach("runs");
    return complaint;
  }

  async #writeTest(script: string): Promise<void> {
    const { name, rival, test, language } = this.#target;
    const code = fence(language.name, script);
    this.#messages = [...this.#options.prompts.read("repost/write-equivalence", { name, rival, test, code })];
    let operation: SandboxAnswer["operation"] = "write_test";
    let file = script;
    for (let round = 0; round < this.#options.rounds; round++) {
      const answer = await this.#ask(`test, version ${round + 1}`);
      if (answer === undefined) return;
      const both = operation === "write_test" ? undefined : readBoth(answer, this.#target);
      const complaint = both && (await this.#tryFile(both.script));
      if (both !== undefined && complaint === undefined) file = both.script;
      const read: ReadCode =
        complaint !== undefined
          ? { status: "refused", complaint }
          : both === undefined
            ? readTest(answer, this.#target)
            : { status: "read", text: both.test };
      const next = await this.#tryTest(file, read, operation);
      if (next === undefined) return;
      operation = next;
    }
  }

  /** Runs a test with its file and says what is asked for next; undefined where nothing is left to ask. */
  async #tryTest(
    script: string,
    read: ReadCode,
    operation: SandboxAnswer["operation"],
  ): Promise<SandboxAnswer["operation"] | undefined> {
    const { name, rival, test } = this.#target;
    const program = read.status === "read" ? this.#target.join(script, read.text) : "";
    const tried = read.status === "read" ? await this.#target.tryTest(program) : read;
    if (tried.status === "refused") {
      this.#complaint = tried.complaint;
      this.#note(operation, tried.complaint);
      this.#say("mend-equivalence", { name, rival, test, complaint: fence("text", tried.complaint.text) });
      return "mend_test";
    }
    this.#complaint = undefined;
    return this.#take(program, tried, operation);
  }

  #take(
    program: string,
    { calls, reached, survivors }: Extract<TriedTest, { status: "ran" }>,
    operation: SandboxAnswer["operation"],
  ): SandboxAnswer["operation"] | undefined {
    const coverage = reached.branch ?? reached.line;
    const isCovered = coverage >= this.#options.coverage;
    this.#reach(isCovered ? "covered" : "tested");
    const { branch: branch_coverage, line: line_coverage } = reached;
    this.#answers.push({ operation, calls, branch_coverage, line_coverage, survivors: survivors.length });
    const before = this.#best;
    const isBetter = before === undefined || tellsMore({ coverage, survivors: survivors.length }, before);
    if (isBetter) this.#best = { program, coverage, survivors: survivors.length };
    // Some mutants behave as the original does, and no input tells them.
    if (isCovered && (survivors.length === 0 || !isBetter)) return undefined;
    const { name, test, text, language } = this.#target;
    const shortfall = [
      ...(isCovered
        ? []
        : [
            "Lines of it that were not executed are marked, as are those of which only some ways on were taken:",
            fence(language.name, annotate(text, 1, reached)),
          ]),
      ...(survivors.length === 0
        ? []
        : [
            "These implementations are wrong, and your inputs do not show it:",
            ...survivors.slice(0, MOST_SURVIVORS).map((diff) => fence("diff", diff)),
          ]),
    ];
    this.#say("extend-equivalence", { name, test, shortfall: shortfall.join("\n\n") });
    return "extend_test";
  }

  async #ask(what: string): Promise<string | undefined> {
    const { path, name } = this.#target;
    const { settings } = this.#options;
    const label = `${path}:${name} alone, ${what}`;
    const outcome = await this.#model.ask(
      { messages: this.#messages, settings, sample: 0, label, stage: "alone" },
      this.#signal,
    );
    if (outcome.status === "failed") {
      this.#failure = outcome.failure;
      return undefined;
    }
    this.#messages = [...this.#messages, { role: "assistant", content: outcome.reply.text }];
    return outcome.reply.text;
  }

  #note(operation: SandboxAnswer["operation"], complaint: Complaint | undefined): void {
    this.#answers.push({ operation, ...(complaint === undefined ? {} : { refused: complaint.reason }) });
  }

  #say(file: string, parts: Readonly<Record<string, string>>): void {
    this.#messages = [...this.#messages, ...this.#options.prompts.read(`repost/${file}`, parts)];
  }

  /** The stage that was reached; earlier ones are behind it. */
  #reach(stage: SandboxStage): void {
    if (sandboxStages.indexOf(stage) > sandboxStages.indexOf(this.#stage)) this.#stage = stage;
  }
}

function describeMissing(packages: readonly string[], services: readonly string[]): string {
  const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
  const outside = services.filter((name) => !packages.includes(name));
  const lines = [
    ...(packages.length === 0 ? [] : [`Not there: ${list(packages)}.`]),
    ...(outside.length === 0 ? [] : [`There, but it must not reach outside: ${list(outside)}.`]),
  ];
  return lines.length === 0 ? "All modules that it imports are there." : lines.join(" ");
}
