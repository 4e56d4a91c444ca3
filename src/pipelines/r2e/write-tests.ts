import { fence, type RepositoryPath } from "../../base/index.ts";
import type { LanguageWith } from "../../languages/index.ts";
import { isFinal, type ChatMessage, type Model, type ModelFailure } from "../../models/index.ts";
import type { SamplingSettings } from "../../spec/index.ts";
import type { ObservedCall } from "../../testgen/index.ts";
import { readPrompt } from "../prompt-file.ts";
import { annotate } from "./annotate.ts";
import type { ReachedCode } from "./reached-code.ts";
import { readTestFile } from "./test-file.ts";
import type { WrittenTestsRecord, WrittenVersion } from "./writing-record.ts";

/** A target for which tests are written, with the means to run them. */
export interface WritingTarget {
  readonly source: string;
  readonly path: RepositoryPath;
  readonly name: string;
  /** 1-based line on which its definition begins. */
  readonly line: number;
  /** Import name of its file. */
  readonly module: string;
  /** Text of its definition, decorators included, and the line on which that begins. */
  readonly text: string;
  readonly textLine: number;
  /** What it needs to run, by files, in an order in which it can be loaded. */
  readonly slice: readonly { readonly path: RepositoryPath; readonly text: string }[];
  /** Calls that were seen, as users of the language write them. */
  readonly knownCalls: readonly string[];
  readonly language: LanguageWith<"structure" | "rewriting">;
  /** The framework that tests are written in, and where in the tree they are put. */
  readonly framework: string;
  readonly testPath: RepositoryPath;
  /** Runs a test file and records what it calls the target with. */
  record(text: string): Promise<RecordedTests>;
  /** What calls reach of the target; undefined where that cannot be measured. */
  measure(calls: readonly ObservedCall[]): Promise<ReachedCode | undefined>;
}

/** What running a test file gave. */
export interface RecordedTests {
  readonly calls: readonly ObservedCall[];
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  /** What went wrong, without anything of this run; empty where nothing did. */
  readonly messages: readonly string[];
}

/** How tests are written. */
export interface WritingOptions {
  readonly settings: SamplingSettings;
  /** Versions of a target's tests at most, the first one included. */
  readonly rounds: number;
  /** Branch coverage (line coverage where there is no branch), in `[0, 1]`, at which no more is asked for. */
  readonly coverage: number;
}

/** R2E's: three rounds, until four fifths of the branches are covered. */
export const DEFAULT_WRITING: WritingOptions = {
  settings: { temperature: null, max_tokens: null },
  rounds: 3,
  coverage: 0.8,
};

/** The calls that tests of a model make of a target, and how it went. `unanswered`: another time there may be an answer. */
export type WrittenTests =
  | {
      readonly status: "written";
      readonly calls: readonly ObservedCall[];
      readonly record: WrittenTestsRecord;
    }
  | { readonly status: "unanswered"; readonly failure: ModelFailure };

/** Writes tests for targets. */
export interface TestWriter {
  /** Throws `InterruptedError` alone. */
  write(target: WritingTarget, signal?: AbortSignal): Promise<WrittenTests>;
}

/**
 * R2E's generate and execute: a model writes tests, they run, what fails goes back to it, then what they do not reach. Their results are never believed: what counts is what
 * they call the target with, for the original says what comes of it.
 */
export function createTestWriter(model: Model, options: WritingOptions): TestWriter {
  return { write: (target, signal) => new Writing(model, options, target).run(signal) };
}

const prompt = (name: string): URL => new URL(`prompts/${name}.md`, import.meta.url);

class Writing {
  readonly #model: Model;
  readonly #options: WritingOptions;
  readonly #target: WritingTarget;
  readonly #messages: ChatMessage[];
  readonly #versions: WrittenVersion[] = [];
  #calls: readonly ObservedCall[] = [];
  #hasRun = false;
  #isValid = false;
  #tests = "";

  constructor(model: Model, options: WritingOptions, target: WritingTarget) {
    this.#model = model;
    this.#options = options;
    this.#target = target;
    const { name, module, framework, slice, language, knownCalls } = target;
    this.#messages = [
      ...readPrompt(prompt("write-tests"), {
        name,
        module,
        framework,
        code: slice.map(({ path, text }) => `\`${path}\`:\n\n${fence(language.name, text)}`).join("\n\n"),
        known:
          knownCalls.length === 0
            ? "Nothing in the repository was seen to call it."
            : `Calls of it that were seen:\n\n${fence(language.name, knownCalls.join("\n"))}`,
      }),
    ];
  }

  async run(signal: AbortSignal | undefined): Promise<WrittenTests> {
    let operation: WrittenVersion["operation"] = "write";
    for (let round = 0; round < this.#options.rounds; round++) {
      const { path, name } = this.#target;
      const label = `tests of ${path}:${name}, round ${round + 1}`;
      const request = { settings: this.#options.settings, sample: 0, label, stage: "tests" };
      const outcome = await this.#model.ask({ ...request, messages: this.#messages }, signal);
      if (outcome.status === "failed") {
        const { failure } = outcome;
        return isFinal(failure) ? this.#end(failure.code) : { status: "unanswered", failure };
      }
      this.#messages.push({ role: "assistant", content: outcome.reply.text });
      const next = await this.#take(outcome.reply.text, operation);
      if (next === undefined) break;
      operation = next;
    }
    return this.#end(undefined);
  }

  /** Runs an answer's tests and says what is asked for next; undefined where nothing is left to ask. */
  async #take(
    answer: string,
    operation: WrittenVersion["operation"],
  ): Promise<WrittenVersion["operation"] | undefined> {
    const { language, testPath } = this.#target;
    const read = readTestFile(answer, testPath, language);
    if (read.status === "unreadable") {
      this.#versions.push({ ...NOTHING_RUN, operation, unreadable: read.reason });
      this.#say("answer-form", { complaint: read.complaint });
      return "repeat_answer";
    }
    const { calls, passed, failed, errored, messages } = await this.#target.record(read.text);
    const isValid = failed + errored === 0 && passed > 0;
    this.#hasRun ||= passed + failed > 0;
    if (isValid || !this.#isValid) this.#tests = read.text;
    if (isValid) this.#calls = addDistinct(this.#calls, calls);
    this.#isValid ||= isValid;
    const reached = this.#calls.length === 0 ? undefined : await this.#target.measure(this.#calls);
    const { branch = null, line = null } = reached ?? {};
    this.#versions.push({
      operation,
      passed_count: passed,
      failed_count: failed,
      errored_count: errored,
      calls: this.#calls.length,
      branch_coverage: branch,
      line_coverage: line,
    });
    if (!isValid) {
      const said = messages.length === 0 ? "No test ran." : fence("text", messages.join("\n\n"));
      this.#say("fix-tests", { errors: said });
      return "fix_error";
    }
    if (reached === undefined || (branch ?? line ?? 0) >= this.#options.coverage) return undefined;
    const { name, text, textLine } = this.#target;
    this.#say("improve-coverage", {
      name,
      annotated: fence(language.name, annotate(text, textLine, reached)),
    });
    return "improve_coverage";
  }

  #say(file: string, parts: Readonly<Record<string, string>>): void {
    this.#messages.push(...readPrompt(prompt(file), parts));
  }

  #end(failure: string | undefined): WrittenTests {
    const { source, path, name, line } = this.#target;
    const status = this.#isValid
      ? "valid"
      : this.#versions.length === 0 && failure !== undefined
        ? "unanswered"
        : this.#hasRun
          ? "invalid"
          : "not_runnable";
    return {
      status: "written",
      calls: this.#calls,
      record: {
        format: "written-tests/1",
        source,
        path,
        name,
        line,
        status,
        ...(failure === undefined ? {} : { failure }),
        versions: this.#versions,
        tests: this.#tests,
      },
    };
  }
}

const NOTHING_RUN = {
  passed_count: 0,
  failed_count: 0,
  errored_count: 0,
  calls: 0,
  branch_coverage: null,
  line_coverage: null,
};

function addDistinct(known: readonly ObservedCall[], more: readonly ObservedCall[]): readonly ObservedCall[] {
  return [...new Map([...known, ...more].map((call) => [JSON.stringify(call.recipe), call])).values()];
}
