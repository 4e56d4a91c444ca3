import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath, silentLogger } from "../../src/base/index.ts";
import {
  createEvaluator,
  prepareEditableTree,
  type EditableTree,
  type EvaluationJob,
  type EvaluationOutcome,
  type WarmJudge,
} from "../../src/judge/index.ts";
import type { Driver } from "../../src/languages/index.ts";
import type { BackendUnderTest } from "../slow-suites.ts";
import { chooseBackend } from "../../src/sandbox/index.ts";
import { call } from "../judge/orchard.ts";

/** A language as the judge needs it, and files of it that each hold a function `share` of one parameter, on the first lines. */
export interface DriverUnderTest {
  readonly driver: Driver;
  readonly runtime: EditableTree["runtime"];
  /** The edited file, and its import name. */
  readonly path: string;
  readonly module: string;
  /** Lines of each file. */
  readonly lines: number;
  /** Its exception for a division by zero. */
  readonly exception: string;
  readonly memoryBytes: number;
  readonly texts: {
    /** 12 divided by the parameter, in whole numbers. */
    readonly shares: string;
    /** The same of 24. */
    readonly sharesMore: string;
    readonly neverEnds: string;
    /** Writes something where the driver writes its frames. */
    readonly makesNoise: string;
    readonly hasBadSyntax: string;
    /** Has another function. */
    readonly lacksIt: string;
  };
}

/** What the driver of any language must do, in a sandbox of that backend. */
export function describeDriver(
  language: string,
  subject: DriverUnderTest,
  { name, nestsSandboxes }: BackendUnderTest,
): void {
  describe(`the driver of ${language} in ${name}${nestsSandboxes ? "" : ", children without namespaces"}`, () => {
    const folder = mkdtempSync(join(tmpdir(), "diorama-driver-"));
    let evaluator: WarmJudge;
    let editableTree: EditableTree;
    beforeAll(async () => {
      const { backend, availability } = await chooseBackend(name);
      const sandbox = { backend, availability: { ...availability, nestsSandboxes } };
      evaluator = createEvaluator({ sandbox, driver: subject.driver, workers: 1, logger: silentLogger });
      mkdirSync(join(folder, "source"));
      writeFileSync(join(folder, "source", subject.path), "");
      editableTree = prepareEditableTree({
        source: asHostPath(join(folder, "source")),
        driver: subject.driver,
        editedFile: subject.path,
        destination: asHostPath(join(folder, "tree")),
        runtime: subject.runtime,
        importRoots: ["."],
      });
    });
    afterAll(async () => {
      await evaluator[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    });

    const jobOf = (text: string, trust: EvaluationJob["trust"] = "candidate"): EvaluationJob => ({
      editableTree,
      target: {
        module: subject.module,
        name: "share",
        kind: "function",
        lines: { start: 1, end: subject.lines },
      },
      fileText: text,
      cases: [call("by-three", [3]), call("by-zero", [0]), call("by-many", [5])],
      limits: {
        caseCpuSeconds: 0.4,
        importSeconds: 60,
        memoryBytes: subject.memoryBytes,
        outputBytes: 1 << 20,
      },
      output: [],
      trust,
    });
    const run = (text: string, trust?: EvaluationJob["trust"]): Promise<EvaluationOutcome> =>
      evaluator.evaluate(jobOf(text, trust));
    const observed = (by: readonly [number, number]): unknown => ({
      status: "observed",
      results: [
        { id: "by-three", observation: { status: "returned", value: by[0], positional: [3] } },
        { id: "by-zero", observation: { status: "raised", exception: { class: subject.exception } } },
        { id: "by-many", observation: { status: "returned", value: by[1], positional: [5] } },
      ],
    });

    test("is set up, and tells what each case showed", async () => {
      expect(await run(subject.texts.shares, "own")).toMatchObject(observed([4, 2]) as object);
    });

    test("shows the same of a candidate, and nothing of the one before", async () => {
      expect(await run(subject.texts.sharesMore)).toMatchObject(observed([8, 4]) as object);
      expect(await run(subject.texts.shares)).toMatchObject(observed([4, 2]) as object);
      expect(evaluator.parents.lost).toBe(0);
    });

    test("runs the cases in the order asked for", async () => {
      const outcome = await evaluator.evaluate({ ...jobOf(subject.texts.shares), order: [2, 0, 1] });
      expect(outcome.results.map(({ id }) => id)).toEqual(["by-many", "by-three", "by-zero"]);
    });

    test("is cut off where a case does not end", async () => {
      expect(await run(subject.texts.neverEnds)).toMatchObject({
        status: "timed-out",
        caseId: "by-three",
        results: [],
      });
    });

    test("makes a report that nobody reads on where a candidate writes into it", async () => {
      expect(await run(subject.texts.makesNoise)).toMatchObject({ status: "malformed", results: [] });
    });

    test.each([
      ["does not compile", "hasBadSyntax", "not-built"],
      ["has no such function", "lacksIt", "import-failed"],
    ] as const)("says where a file %s", async (_what, text, status) => {
      expect(await run(subject.texts[text])).toMatchObject({ status, results: [] });
    });

    test("serves on after all of that", async () => {
      expect(await run(subject.texts.shares)).toMatchObject(observed([4, 2]) as object);
    });
  });
}
