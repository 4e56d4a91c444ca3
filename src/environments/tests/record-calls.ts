import { writeFileSync } from "node:fs";

import { z } from "zod";

import {
  createStagingDirectory,
  createWordRecord,
  joinPath,
  wordRecord,
  type HostPath,
  type RepositoryPath,
} from "../../base/index.ts";
import { getTestFramework } from "../../languages/index.ts";
import type { AcquiredSource } from "../../sources/index.ts";
import type { CallRecorder } from "../build-system.ts";
import { getBuildSystem } from "../build-systems.ts";
import type { Environment, TestInvocation } from "../environment.ts";
import { readForeignText } from "../foreign-text.ts";
import { DEFAULT_TEST_LIMITS, type EnvironmentOptions, type TestLimits } from "../options.ts";
import { runInTree, type TreeCall, type TreeSetup } from "../run-in-tree.ts";
import { proveMade } from "./prove-made.ts";
import { runAllTests, type FrameworkPlugin, type SuiteRun } from "./run-all-tests.ts";

/** A definition whose calls are recorded. */
export interface RecordedTarget {
  readonly path: RepositoryPath;
  /** Qualified name. */
  readonly name: string;
  readonly kind: string;
  /** True for a constructor that is recorded for what it is given alone. */
  readonly is_maker?: boolean;
  /** 1-based lines of the definition. */
  readonly first: number;
  readonly last: number;
}

/** What to record, and while what runs. */
export interface RecordingRequest {
  readonly acquired: Pick<AcquiredSource, "directory" | "files">;
  readonly environment: Environment;
  readonly targets: readonly RecordedTarget[];
  /** Paths of test code, whose classes and functions no recipe may name. */
  readonly excluded: readonly RepositoryPath[];
  /** How the tests are called; undefined where there are none. */
  readonly tests: TestInvocation | undefined;
  /** Modules whose documented examples are run as well, by import name. */
  readonly documented: readonly string[];
  /** Is told how the tests ended in the first run. */
  readonly tellRun?: (run: SuiteRun) => void;
}

/** One recorded call as the recorder wrote it: plain data from foreign code, to be parsed by whoever uses it. */
export interface RecordedCall {
  /** `path:name` of the target. */
  readonly target: string;
  readonly origin: "observed" | "documented" | "harvested";
  /** Names it among the calls of the recording; empty where the recorder gave it no number. */
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A call that test code made and from which targets were reached, as the recorder wrote it: to be parsed, as `RecordedCall` is. */
export interface RecordedEntry {
  /** `path:name` of the targets. */
  readonly targets: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What recording gave. */
export interface Recording {
  /** In the order of the calls, those of the tests first. */
  readonly calls: readonly RecordedCall[];
  /** Of each function the first, and samples of later ones. */
  readonly entries: readonly RecordedEntry[];
  /** Number of calls by target (`path:name`), those that were not recorded included. */
  readonly reached: Readonly<Record<string, number>>;
  /**
   * Tests that execute a target, by the target (`path:name:first line`) and the name of the test without parameters: their numbers among the collected
   * ones of that name, in their order, of many only the first and samples. What runs while nothing is tested or a module is imported is nobody's.
   */
  readonly tests: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
  /**
   * Ids of the recorded calls that all tests of a function made, by target and test as in `tests`: only of functions all of whose calls of the target were
   * looked at. Calls whose inputs cannot be written have none.
   */
  readonly testCalls: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** How often inputs were refused, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** True where a time limit ended it early: another run may see more. */
  readonly isTimedOut: boolean;
}

/** Recording slows tests down by up to this factor; their limits grow with it. */
const SLOWDOWN = 5;

/** Limits of whatever runs under the recorder. */
export function recordingLimits({ testLimits = DEFAULT_TEST_LIMITS }: EnvironmentOptions): TestLimits {
  const { testSeconds, runSeconds } = testLimits;
  return { testSeconds: testSeconds * SLOWDOWN, runSeconds: runSeconds * 2 };
}

const RECORDER_VARIABLE = "DIORAMA_RECORDER";

/**
 * Runs the repository's tests once more, and the examples in its documentation, and records the inputs of the targets. What is recorded of
 * a target are its first calls and samples of later ones; then the tests are run again of which calls took other paths through
 * a target, and those calls are recorded too. Same isolation and robustness as `verifyTests`: tests that end the process cost
 * themselves only. Nothing is recorded where the build system has no recorder.
 */
export async function recordCalls(
  request: RecordingRequest,
  options: EnvironmentOptions,
): Promise<Recording> {
  await using staging = createStagingDirectory(options.cacheDirectory);
  const { acquired, environment } = request;
  const system = getBuildSystem(environment.recipe.language, options);
  const { recorder } = system;
  if (recorder === undefined) return { ...readRecordings([], []), isTimedOut: false };
  const limits = recordingLimits(options);
  const setup: TreeSetup = { system, environment, acquired, staging, options, limits };
  const texts: { origin: RecordedCall["origin"]; text: string }[] = [];
  let isTimedOut = false;
  if (request.tests !== undefined) {
    const { skip, framework, ...invocation } = request.tests;
    const record = async (scope: RecordingScope): Promise<void> => {
      const keep = (text: string): number => texts.push({ origin: "observed", text });
      const run = await runAllTests(setup, {
        framework: getTestFramework(framework),
        arguments: invocation,
        seed: 0,
        skip,
        workerNumber: 0,
        plugin: recorderPlugin(request, recorder, scope, keep),
      });
      isTimedOut ||= run.isTimedOut;
      if ("follows" in scope) request.tellRun?.(run);
    };
    await record({ follows: true });
    const wishes = readWishes(texts);
    if (Object.keys(wishes).length > 0 && !isTimedOut) await record({ wishes });
  }
  if (request.documented.length > 0) {
    const examples = await runExamples(setup, request, recorder);
    texts.push({ origin: "documented", text: examples.text });
    isTimedOut ||= examples.isTimedOut;
  }
  const recording = readRecordings(texts, request.targets);
  return { ...recording, calls: await proveMade(setup, recording.calls, recorder), isTimedOut };
}

/** Calls by target (`path:name`), each as its test and its number among the target's calls in it, from 1. */
export type Wishes = Readonly<Record<string, readonly (readonly [test: string, call: number])[]>>;

/** What of the calls is recorded: samples, with the paths of all followed; or chosen calls; or samples alone. */
type RecordingScope = { readonly follows?: true } | { readonly wishes: Wishes };

function recorderPlugin(
  request: RecordingRequest,
  recorder: CallRecorder,
  scope: RecordingScope,
  keep: (text: string) => void,
): FrameworkPlugin {
  return {
    name: recorder.plugin,
    prepare: (folder, call, process) =>
      writeConfiguration(
        { ...describeRecording(request, recorder, call), ...scope },
        folder,
        call,
        `${process}`,
      ),
    collect(folder, process) {
      keep(readForeignText(joinPath(folder, `calls-${process}.jsonl`), MAX_RECORDING_BYTES));
    },
  };
}

export const MAX_RECORDING_BYTES = 512 * 2 ** 20;

/** What every recorder is told. */
export function describeRecording(
  { environment, excluded, targets }: Pick<RecordingRequest, "environment" | "excluded" | "targets">,
  recorder: CallRecorder,
  { tree }: TreeCall,
): object {
  return {
    tree,
    import_roots: environment.recipe.import_roots,
    excluded,
    // Clock, chance and names of temporary files are those of an evaluation: two recordings of a suite are alike.
    prepare: recorder.preparations,
    targets,
  };
}

/** Tells a recorder what to do. `folder` is the host's of the call's report. */
function writeConfiguration(
  configuration: object,
  folder: HostPath,
  { report }: TreeCall,
  name: string,
): Record<string, string> {
  const text = JSON.stringify({ output: `${report}/calls-${name}.jsonl`, ...configuration });
  writeFileSync(joinPath(folder, `recorder-${name}.json`), text);
  return { [RECORDER_VARIABLE]: `${report}/recorder-${name}.json` };
}

async function runExamples(
  setup: TreeSetup,
  request: RecordingRequest,
  recorder: CallRecorder,
): Promise<{ readonly text: string; readonly isTimedOut: boolean }> {
  const report = setup.staging.folder("report-examples");
  const outcome = await runInTree(setup, {
    name: "examples",
    seed: 0,
    timeoutMs: setup.limits.runSeconds * 1000,
    workerNumber: 0,
    report,
    command(call) {
      const { words, variables } = recorder.examples(call, request.documented);
      const told = describeRecording(request, recorder, call);
      return { words, variables: { ...variables, ...writeConfiguration(told, report, call, "examples") } };
    },
  });
  const text = readForeignText(joinPath(report, "calls-examples.jsonl"), MAX_RECORDING_BYTES);
  return { text, isTimedOut: outcome.status === "timed-out" };
}

const wishRecord = z.object({
  wishes: wordRecord(z.array(z.tuple([z.string(), z.int().positive()]))),
});

/** The calls that a recording asks to have recorded as well. It comes from foreign code: what does not fit is passed over. */
export function readWishes(texts: readonly { readonly text: string }[]): Wishes {
  const wishes = texts.flatMap(({ text }) => {
    const { data } = wishRecord.safeParse(parseRecord(text.trimEnd().split("\n").at(-1) ?? ""));
    return Object.entries(data?.wishes ?? {});
  });
  return Object.fromEntries(wishes);
}

export function readRecordings(
  texts: readonly { readonly origin: RecordedCall["origin"]; readonly text: string }[],
  targets: readonly RecordedTarget[],
): Omit<Recording, "isTimedOut"> {
  const calls: RecordedCall[] = [];
  const reached = createWordRecord<number>();
  const refused = createWordRecord<number>();
  const tests = createWordRecord<Record<string, number[]>>();
  const testCalls: TestCalls = new Map();
  const entries: RecordedEntry[] = [];
  for (const [process, { origin, text }] of texts.entries())
    for (const line of text.split("\n")) {
      const fields = parseRecord(line);
      if (fields === undefined) continue;
      const { target, call } = fields;
      const id = Array.isArray(call) ? callId(process, call) : "";
      if (typeof target === "string") calls.push({ target, origin, id, fields });
      addCallingTest(tests, fields, targets);
      addTestCalls(testCalls, fields, { targets, process });
      entries.push(...readEntry(fields, targets));
      addCounts(reached, fields["reached"]);
      if (!("target" in fields)) addCounts(refused, fields["refused"]);
    }
  // A process that was ended by a test wrote no counts: what it recorded was reached.
  for (const { target } of calls) reached[target] ??= 1;
  return { calls, entries, reached, tests, testCalls: completeCalls(testCalls), refused };
}

const entryRecord = z.object({
  entry: z.looseObject({ targets: z.array(z.int().nonnegative()) }),
});

function readEntry(
  record: Readonly<Record<string, unknown>>,
  targets: readonly RecordedTarget[],
): readonly RecordedEntry[] {
  if (!("entry" in record)) return [];
  const { data } = entryRecord.safeParse(record);
  if (data === undefined) return [];
  const { targets: indexes, ...fields } = data.entry;
  const names = indexes.flatMap((index) => targets[index] ?? []).map(({ path, name }) => `${path}:${name}`);
  return [{ targets: names, fields }];
}

const callingTestRecord = z.object({
  calling_test: z.object({
    name: z.string(),
    number: z.int().nonnegative(),
    /** Indexes of the targets that the recorder was told of. */
    targets: z.array(z.int().nonnegative()),
  }),
});

function addCallingTest(
  tests: Record<string, Record<string, number[]>>,
  fields: Readonly<Record<string, unknown>>,
  targets: readonly RecordedTarget[],
): void {
  if (!("calling_test" in fields)) return;
  const { data } = callingTestRecord.safeParse(fields);
  for (const index of data?.calling_test.targets ?? []) {
    const target = targets[index];
    if (data === undefined || target === undefined) continue;
    const { name, number } = data.calling_test;
    const byName = (tests[recordedName(target)] ??= createWordRecord<number[]>());
    (byName[name] ??= []).push(number);
  }
}

const testCallsRecord = z.object({
  test_calls: z.object({
    name: z.string(),
    /** Numbers of the target's recorded calls; null where a call of it was not looked at. */
    targets: z.array(z.tuple([z.int().nonnegative(), z.array(z.int().nonnegative()).nullable()])),
  }),
});

/** By target and test; undefined where a call was not looked at. */
type TestCalls = Map<string, Map<string, string[] | undefined>>;

function addTestCalls(
  testCalls: TestCalls,
  fields: Readonly<Record<string, unknown>>,
  { targets, process }: { readonly targets: readonly RecordedTarget[]; readonly process: number },
): void {
  if (!("test_calls" in fields)) return;
  const { data } = testCallsRecord.safeParse(fields);
  for (const [index, numbers] of data?.test_calls.targets ?? []) {
    const target = targets[index];
    if (data === undefined || target === undefined) continue;
    const { name } = data.test_calls;
    const byName = testCalls.get(recordedName(target)) ?? new Map<string, string[] | undefined>();
    testCalls.set(recordedName(target), byName);
    const known = byName.has(name) ? byName.get(name) : [];
    const more = numbers?.map((number) => callId(process, [index, number]));
    byName.set(name, known && more && [...known, ...more]);
  }
}

function completeCalls(testCalls: TestCalls): Recording["testCalls"] {
  return Object.fromEntries(
    [...testCalls].map(([target, byName]) => {
      const complete = [...byName].flatMap(([name, ids]) =>
        ids === undefined ? [] : [[name, ids] as const],
      );
      return [target, Object.fromEntries(complete)];
    }),
  );
}

function callId(process: number, call: readonly unknown[]): string {
  return [process, ...call].join(":");
}

/** What tells a target from others of its name: a getter from its setter. */
export function recordedName({ path, name, first }: Omit<RecordedTarget, "kind" | "last">): string {
  return `${path}:${name}:${first}`;
}

function addCounts(counts: Record<string, number>, value: unknown): void {
  if (value === null || typeof value !== "object") return;
  for (const [name, count] of Object.entries(value))
    if (typeof count === "number") counts[name] = (counts[name] ?? 0) + count;
}

export function parseRecord(line: string): Record<string, unknown> | undefined {
  if (line === "") return undefined;
  try {
    const record: unknown = JSON.parse(line);
    return record !== null && typeof record === "object" ? (record as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
