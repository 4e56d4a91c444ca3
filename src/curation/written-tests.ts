/** Tests that a model writes for the targets of a source: what they call a target with is observed like the calls of the repository's own tests. */
import { mkdtempSync, rmSync } from "node:fs";

import { cachedSummaries, placeOf, sliceDefinition, SlicedView } from "../analysis/index.ts";
import { asHostPath, joinPath, lineOfByte, writeFileAtomically, type HostPath } from "../base/index.ts";
import { coverageLog } from "../datasets/index.ts";
import { materialiseTree, recordCalls, type SuiteRun } from "../environments/index.ts";
import { withParts, type NewTests } from "../languages/index.ts";
import type { ModelFailure, Spending } from "../models/index.ts";
import {
  normaliseRunText,
  writtenTestsRecord,
  type RecordedTests,
  type SuggestedInputs,
  type TestFailure,
  type WritingTarget,
  type WrittenTestsRecord,
} from "../pipelines/index.ts";
import type { RunFolder } from "../store/index.ts";
import type { GivenAdversary } from "./adversaries-record.ts";
import type { AnalysedSource } from "./analysed-source.ts";
import { keepOnce } from "./keep-once.ts";
import { findLeftOutTests } from "./left-out-tests.ts";
import { measureCalls } from "./measure-calls.ts";
import { callLines } from "./call-lines.ts";
import { isCallOf, observedCalls } from "./observed-calls.ts";
import type { PreparedSource, PreparedTarget } from "./prepared-source.ts";
import type { Services } from "./services.ts";
import type { WorkContext } from "./work-context.ts";
import type { BegunWriting, Writer } from "./writer.ts";

/** Records of what was written, in a build's folder. */
const WRITTEN_TESTS = "written-tests";

/** What has been written in a build so far. */
export function writtenTests(folder: RunFolder): readonly WrittenTestsRecord[] {
  return folder.records(WRITTEN_TESTS).map((record) => writtenTestsRecord.parse(record));
}

/** Most tokens of the code that the model is shown. */
const SLICE_TOKENS = 6_000;
/** Calls of a target that it is shown. */
const MOST_KNOWN_CALLS = 3;

/** What writing tests for the targets of one source takes. */
export interface SourceWriting {
  readonly writer: Writer;
  readonly folder: RunFolder;
  readonly source: string;
  readonly analysed: AnalysedSource;
  readonly prepared: PreparedSource;
  readonly services: Services;
  readonly context: WorkContext;
  /** Tests whose rounds are over, where these went over all targets. */
  readonly begun?: ReadonlyMap<PreparedTarget, BegunWriting> | undefined;
}

/** A target that has no answer of the model for now. */
export interface Unanswered {
  readonly status: "unanswered";
  readonly failure: ModelFailure;
}

/** A target with what a model wrote for it, and what that took. */
export interface WrittenFor {
  readonly status: "written";
  readonly target: PreparedTarget;
  readonly adversaries: readonly GivenAdversary[];
  /** Right implementations, as a solver answers. */
  readonly reimplementations: readonly string[];
  /** Absent where none were asked for. */
  readonly suggested?: Extract<SuggestedInputs, { status: "suggested" }> | undefined;
  readonly spending: Spending;
}

/**
 * Has tests and implementations written for a target; gives it with the calls that the tests make, and keeps the record. A target whose code nobody can tell apart
 * stays as it is. Where the model gives no answer for now, nothing is kept but the answers that it gave.
 */
export async function writeFor(
  writing: SourceWriting,
  target: PreparedTarget,
): Promise<WrittenFor | Unanswered> {
  const { writer } = writing;
  if (writer.failure !== undefined) return { status: "unanswered", failure: writer.failure };
  const written = await askFor(writing, target);
  if (written.status === "unanswered") writer.noteFailure(written.failure);
  return written;
}

async function askFor(writing: SourceWriting, target: PreparedTarget): Promise<WrittenFor | Unanswered> {
  const { folder, prepared, context } = writing;
  const begun = writing.begun?.get(target);
  const writer = begun?.writer ?? writing.writer.openTarget();
  const asked = await describeTarget(writing, target);
  if (asked === undefined) {
    const nothing = { target, adversaries: [], reimplementations: [] };
    return { status: "written", ...nothing, spending: writer.spending() };
  }
  const { path, name, slice, language } = asked;
  const shown = { path, name, slice, language: language.name };
  const attacked = await writer.writeImplementations("wrong", shown, context.signal);
  if (attacked.status === "unanswered") return attacked;
  const anew = await writer.writeImplementations("anew", shown, context.signal);
  if (anew.status === "unanswered") return anew;
  const tested = begun?.writing.result() ?? (await writer.tests.write(asked, context.signal));
  if (tested.status === "unanswered") return tested;
  const suggested = await writer.suggest(asked, context.signal);
  if (suggested?.status === "unanswered") return suggested;
  const { calls, record } = tested;
  keepOnce(folder, WRITTEN_TESTS, record);
  return {
    status: "written",
    target: calls.length === 0 ? target : prepared.withCalls(target, calls),
    adversaries: attacked.answers.map((completion) => ({ path, name, origin: "model", completion })),
    reimplementations: anew.answers,
    suggested,
    spending: writer.spending(),
  };
}

/** What a model is told of a target, and how its tests run; undefined where nobody can tell its code apart. */
export async function describeTarget(
  { source, analysed, prepared, services }: SourceWriting,
  target: PreparedTarget,
): Promise<WritingTarget | undefined> {
  const { definition, module } = target;
  const { path, name, lines } = definition;
  const { code } = analysed;
  if (code === undefined) return undefined;
  const language = withParts(
    services.language,
    ["structure", "rewriting", "slicing", "newTests"],
    "have tests written",
  );
  const store = cachedSummaries(await services.codeCache(), language);
  const view = new SlicedView(code.view, language, store);
  const slice = sliceDefinition(view, placeOf(definition), { budgetTokens: SLICE_TOKENS });
  const { callSites } = prepared.mentionsOf(target);
  const { proofTarget } = prepared.openTarget(target);
  const { editing, present } = proofTarget.language;
  const callable = editing.describe(definition);
  return {
    source,
    path,
    name,
    line: lines.start,
    module,
    text: target.context.text,
    textLine: lineOfByte(target.context.fileText, definition.spans.whole.start),
    slice: slice.files.filter(({ text }) => text.trim() !== ""),
    knownCalls: callSites.slice(0, MOST_KNOWN_CALLS).map(({ text }) => text),
    language,
    framework: language.newTests.framework,
    testPath: language.newTests.path,
    record: (text) => recordTests({ analysed, services }, target, { ...language.newTests, text }),
    async measure(calls) {
      const measured = await measureCalls(proofTarget, calls);
      if (measured === undefined) return undefined;
      const { branch, line, lines: own, branchArcs, arcs } = measured.coverage;
      const executed = new Set(own.executed);
      const taken = new Set(branchArcs.executed.map((arc) => arc.join()));
      const left = branchArcs.possible.filter((arc) => !taken.has(arc.join())).map(([from]) => from);
      return {
        branch,
        line,
        missedLines: own.possible.filter((one) => !executed.has(one)),
        partlyLeft: [...new Set(left)].filter((one) => executed.has(one)),
        log: coverageLog({ arcs, possible: own.possible.length, executed: own.executed.length, line }, lines),
      };
    },
    show: ({ recipe }) => callLines(present, callable, recipe).join("\n"),
  };
}

/** Runs a test file in the repository's environment, under the recorder. */
async function recordTests(
  { analysed, services }: Pick<SourceWriting, "analysed" | "services">,
  { definition }: PreparedTarget,
  { framework, path: testPath, text }: NewTests & { readonly text: string },
): Promise<RecordedTests> {
  const { acquired, environment, files, isTestFile } = analysed;
  const directory = asHostPath(mkdtempSync(joinPath(services.temporaryDirectory, "written-")));
  try {
    await materialiseTree(acquired, undefined, directory);
    writeFileAtomically(joinPath(directory, testPath), text);
    const { path, name, kind, lines } = definition;
    const isLeftOut = findLeftOutTests(files, isTestFile, services.language.modules);
    let run: SuiteRun | undefined;
    const recording = await recordCalls(
      {
        acquired: {
          directory,
          files: [...acquired.files, { path: testPath, bytes: Buffer.byteLength(text) }],
        },
        environment,
        targets: [{ path, name, kind, first: lines.start, last: lines.end }],
        excluded: [...acquired.files.map((file) => file.path).filter(isLeftOut), testPath],
        tests: {
          framework,
          configuration: "plain",
          addopts: [],
          files: [testPath],
          skip: [],
        },
        documented: [],
        tellRun: (ended) => (run = ended),
      },
      services.environmentOptions,
    );
    const seen = observedCalls(recording, [definition]).byTarget.get(`${path}:${name}`)?.calls ?? [];
    const calls = seen.filter(({ recipe }) => isCallOf(definition.kind, recipe));
    return { calls, ...describeRun(run, directory) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function describeRun(run: SuiteRun | undefined, directory: HostPath): Omit<RecordedTests, "calls"> {
  const normal = (text: string): string => normaliseRunText(text, [directory]);
  const outcomes = [...(run?.outcomes ?? [])].map(([id, { outcome, message }]) => {
    return { test: id.split("::").slice(1).join("::"), outcome, message: normal(message) };
  });
  const failuresOf = (wanted: string): TestFailure[] =>
    outcomes.flatMap(({ test, outcome, message }) => (outcome === wanted ? { test, message } : []));
  const collection = (run?.collectionErrors ?? []).map(({ message }) => {
    return { test: "", message: normal(message) };
  });
  const isSilent = collection.length === 0 && outcomes.length === 0;
  return {
    passed: outcomes.flatMap(({ test, outcome }) => (outcome === "passed" ? test : [])),
    failed: failuresOf("failed"),
    errored: [...collection, ...failuresOf("error")],
    skipped: failuresOf("skipped").length,
    output: isSilent ? normal(run?.tail ?? "") : "",
  };
}
