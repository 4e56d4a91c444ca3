import { fence } from "../../base/index.ts";
import { isFinal, type ChatMessage, type Model, type ModelFailure } from "../../models/index.ts";
import type { ObservedCall } from "../../testgen/index.ts";
import { showFiles } from "../shown-files.ts";
import { annotate } from "./annotate.ts";
import { distinctCalls } from "./distinct-calls.ts";
import { describeExecution } from "./execution-stats.ts";
import { readTestFile, withoutTests } from "./test-file.ts";
import type { TestWriting, WritingOptions, WrittenTests } from "./test-writing.ts";
import type { WrittenTestsRecord, WrittenVersion } from "./writing-record.ts";
import type { MeasuredCode, RecordedTests, WritingTarget } from "./writing-target.ts";

type Operation = WrittenVersion["operation"];

/** The writing of one target's tests, a request at a time. */
export class Writing implements TestWriting {
  readonly #model: Model;
  readonly #options: WritingOptions;
  readonly #target: WritingTarget;
  readonly #messages: ChatMessage[];
  readonly #versions: WrittenVersion[] = [];
  #operation: Operation | undefined = "write";
  #asked = 0;
  #furtherAsked = 0;
  #calls: readonly ObservedCall[] = [];
  #hasRun = false;
  #isValid = false;
  #isGood = false;
  #tests = "";
  #failure: ModelFailure | undefined;

  constructor(model: Model, options: WritingOptions, target: WritingTarget) {
    this.#model = model;
    this.#options = options;
    this.#target = target;
    const { name, module, framework, slice, language, knownCalls } = target;
    const parts = {
      name,
      module,
      framework,
      code: showFiles(slice, language.name),
      known:
        knownCalls.length === 0
          ? "Nothing in the repository was seen to call it."
          : `Calls of it that were seen:\n\n${fence(language.name, knownCalls.join("\n"))}`,
    };
    this.#messages = [...options.prompts.read("r2e/write-tests", parts)];
  }

  get isGood(): boolean {
    return this.#isGood;
  }

  get isOver(): boolean {
    return this.#operation === undefined;
  }

  async next(signal: AbortSignal | undefined): Promise<void> {
    const operation = this.#operation;
    if (operation === undefined) return;
    const isFurther = operation === "oversample";
    const number = isFurther ? ++this.#furtherAsked : ++this.#asked;
    const { path, name } = this.#target;
    const label = `tests of ${path}:${name}, ${isFurther ? "more" : "round"} ${number}`;
    const request = { settings: this.#options.settings, sample: 0, label, stage: "tests" };
    const outcome = await this.#model.ask({ ...request, messages: [...this.#messages] }, signal);
    if (outcome.status === "failed") {
      this.#failure = outcome.failure;
      this.#operation = undefined;
      return;
    }
    this.#messages.push({ role: "assistant", content: outcome.reply.text });
    const wanted = await this.#take(outcome.reply.text, operation);
    this.#operation = this.#isAllowed(wanted) ? wanted : undefined;
  }

  result(): WrittenTests {
    const failure = this.#failure;
    if (failure !== undefined && !isFinal(failure)) return { status: "unanswered", failure };
    const { source, path, name, line } = this.#target;
    return {
      status: "written",
      calls: this.#calls,
      record: {
        format: "written-tests/1",
        source,
        path,
        name,
        line,
        status: this.#status(),
        ...(failure === undefined ? {} : { failure: failure.code }),
        versions: this.#versions,
        tests: this.#tests,
      },
    };
  }

  #status(): WrittenTestsRecord["status"] {
    if (this.#isValid) return "valid";
    if (this.#versions.length === 0 && this.#failure !== undefined) return "unanswered";
    return this.#hasRun ? "invalid" : "not_runnable";
  }

  #isAllowed(wanted: Operation | undefined): boolean {
    const { rounds, oversample } = this.#options;
    return wanted === "oversample" ? this.#furtherAsked < oversample : this.#asked < rounds;
  }

  /** Runs an answer's tests and says what is to be asked for next. */
  async #take(answer: string, operation: Operation): Promise<Operation | undefined> {
    const { language, testPath } = this.#target;
    const read = readTestFile(answer, testPath, language);
    const isFurther = operation === "oversample";
    if (read.status === "unreadable") {
      this.#versions.push({ ...NOTHING_RUN, operation, unreadable: read.reason });
      if (isFurther) return this.#askForMore();
      this.#say("answer-form", { complaint: read.complaint });
      return "repeat_answer";
    }
    const tried = await this.#run(read.text, operation);
    const isLast = isFurther || this.#asked >= this.#options.rounds;
    if (!tried.isValid && isLast) await this.#filter(read.text, tried.recorded);
    if (isFurther || this.#isGood) return this.#askForMore();
    return tried.isValid ? this.#improve(tried.reached) : this.#fix(tried.recorded);
  }

  /** Runs a test file and writes down what came of it; calls of a file without a failure are kept. */
  async #run(
    text: string,
    operation: Operation,
  ): Promise<{
    readonly recorded: RecordedTests;
    readonly isValid: boolean;
    readonly reached: MeasuredCode | undefined;
  }> {
    const recorded = await this.#target.record(text);
    const { passed, failed, errored } = recorded;
    const isValid = failed.length + errored.length === 0 && passed.length > 0;
    this.#hasRun ||= passed.length + failed.length > 0;
    if (operation !== "oversample" && (isValid || !this.#isValid)) this.#tests = text;
    if (isValid) this.#calls = distinctCalls([...this.#calls, ...recorded.calls]);
    this.#isValid ||= isValid;
    const reached = this.#calls.length === 0 ? undefined : await this.#target.measure(this.#calls);
    const { branch = null, line = null } = reached ?? {};
    this.#isGood ||= isValid && reached !== undefined && (branch ?? line ?? 0) >= this.#options.coverage;
    this.#versions.push({
      operation,
      passed_count: passed.length,
      failed_count: failed.length,
      errored_count: errored.length,
      calls: this.#calls.length,
      branch_coverage: branch,
      line_coverage: line,
      tests: text,
      exec_stats: describeExecution(recorded, { isValid, reached, show: (call) => this.#target.show(call) }),
    });
    return { recorded, isValid, reached };
  }

  /** Runs what is left of a test file without the tests that went wrong (R2E's filter), where nobody will be asked to mend it. */
  async #filter(text: string, { passed, failed, errored }: RecordedTests): Promise<void> {
    if (passed.length === 0) return;
    const wrong = [...failed, ...errored].map(({ test }) => test);
    const left = withoutTests(text, wrong, this.#target);
    if (left !== undefined) await this.#run(left, "filter");
  }

  #fix({ failed, errored, output }: RecordedTests): Operation {
    const said = [...errored, ...failed].map(({ test, message }) =>
      test === "" ? message : `${test}: ${message}`,
    );
    const all = said.length > 0 ? said : [output].filter((text) => text !== "");
    this.#say("fix-tests", {
      errors: all.length === 0 ? "No test ran." : fence("text", all.join("\n\n")),
    });
    return "fix_error";
  }

  #improve(reached: MeasuredCode | undefined): Operation | undefined {
    if (reached === undefined) return this.#askForMore();
    const { name, text, textLine, language } = this.#target;
    this.#say("improve-coverage", {
      name,
      annotated: fence(language.name, annotate(text, textLine, reached)),
    });
    return "improve_coverage";
  }

  #askForMore(): Operation {
    this.#say("more-tests", { name: this.#target.name });
    return "oversample";
  }

  #say(prompt: string, parts: Readonly<Record<string, string>>): void {
    this.#messages.push(...this.#options.prompts.read(`r2e/${prompt}`, parts));
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
