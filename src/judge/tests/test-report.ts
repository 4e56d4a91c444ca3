import { z } from "zod";

import { type ChildFrame, ChildFrameReader } from "../child-frames.ts";
import type { ReportState } from "../report.ts";
import type { AssertionRecord, AssertionSite, TestKey, TestResult } from "./test-run.ts";
import { testId } from "./test-run.ts";

/*
 * What a child says of a run of tests, read as strictly as the report of an evaluation (`report.ts`): the candidate may write
 * here too. Tests come in the order asked for, each once.
 */

const built = z.object({
  cpu_seconds: z.number(),
  collected: z.array(z.string()).optional(),
  plugins: z.array(z.string()).optional(),
});
const failed = z.object({ message: z.string().max(2000) });
const record = z.tuple([z.int().nonnegative(), z.array(z.unknown()), z.boolean().nullable()]);
const cutRecord = z.tuple([
  z.int().nonnegative(),
  z.array(z.unknown()),
  z.null(),
  z.array(z.int().nonnegative()),
]);
const testFrame = z.object({
  index: z.int(),
  outcome: z.enum(["passed", "failed", "error", "skipped", "xfailed", "xpassed"]),
  cpu_seconds: z.number().nonnegative(),
  message: z.string().max(1000),
  left_out: z.int(),
  records: z.array(z.union([record, cutRecord])),
  lines: z.array(z.int()).optional(),
});

/** Reads one child's frames as they come. */
export class TestReportReader {
  state: ReportState = { status: "silent" };
  readonly results: TestResult[] = [];
  collected: readonly TestKey[] = [];
  plugins: readonly string[] = [];
  #order: readonly TestKey[];
  readonly #sites: readonly AssertionSite[];
  readonly #frames = new ChildFrameReader();

  /** An empty `order` takes all tests that are found (own code only). */
  constructor(order: readonly TestKey[], sites: readonly AssertionSite[]) {
    this.#order = order;
    this.#sites = sites;
  }

  /** The test that runs, or ran when the report ended. */
  get currentCase(): string | undefined {
    const key = this.#order[this.results.length];
    return this.state.status === "silent" || key === undefined ? undefined : testId(key);
  }

  /** The test that ended last. */
  get lastCase(): string | undefined {
    const last = this.results.at(-1);
    return last && testId(last);
  }

  read(bytes: Buffer): void {
    this.#frames.append(bytes);
    while (this.state.status !== "malformed") {
      const frame = this.#frames.take();
      if (frame === undefined) return;
      if (frame === "too-long") return this.#refuse("a frame is too long");
      this.#take(frame);
    }
  }

  /** Called when the child has ended: half a frame is none. */
  end(): void {
    if (this.#frames.left > 0) this.#refuse("the last frame was cut short");
  }

  #take({ kind, text }: ChildFrame): void {
    try {
      const content = JSON.parse(text) as unknown;
      if (this.state.status === "silent") this.#takeFirst(kind, content);
      else if (this.state.status === "running") this.#takeNext(kind, content);
      else this.#refuse("a frame came after the last one");
    } catch {
      this.#refuse("a frame does not hold what it should");
    }
  }

  #takeFirst(kind: ChildFrame["kind"], content: unknown): void {
    if (kind === "not-built") this.state = { status: kind, message: failed.parse(content).message };
    else if (kind === "out-of-memory") this.state = { status: kind };
    else if (kind === "built") {
      const { collected = [], plugins = [] } = built.parse(content);
      this.collected = numbered(collected);
      this.plugins = plugins;
      if (this.#order.length === 0) this.#order = this.collected;
      this.state = { status: "running" };
    } else this.#refuse("the first frame is of another kind");
  }

  #takeNext(kind: ChildFrame["kind"], content: unknown): void {
    if (kind === "test") this.#takeTest(content);
    else if (kind === "over-cpu" || kind === "out-of-memory") this.state = { status: kind };
    else if (kind === "done" && this.results.length === this.#order.length) this.state = { status: "done" };
    else this.#refuse("a frame is out of turn");
  }

  #takeTest(content: unknown): void {
    const { index, outcome, message, records, lines, ...rest } = testFrame.parse(content);
    const key = this.#order[this.results.length];
    if (key === undefined || index !== this.results.length) return this.#refuse("a test is out of turn");
    if (records.some(([site]) => site >= this.#sites.length)) return this.#refuse("an assertion is unknown");
    this.results.push({
      ...key,
      outcome,
      cpuSeconds: rest.cpu_seconds,
      message,
      records: records.map(readRecord),
      leftOut: rest.left_out,
      ...(lines === undefined ? {} : { lines }),
    });
  }

  #refuse(message: string): void {
    this.state = { status: "malformed", message };
  }
}

function readRecord([site, operands, truth, places]:
  | z.infer<typeof record>
  | z.infer<typeof cutRecord>): AssertionRecord {
  return { site, operands, truth, places: places ?? operands.map((_, index) => index) };
}

function numbered(names: readonly string[]): TestKey[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const number = counts.get(name) ?? 0;
    counts.set(name, number + 1);
    return { name, number };
  });
}
