import { writeFileSync } from "node:fs";

import { z } from "zod";

import {
  asSandboxPath,
  createWordRecord,
  joinPath,
  wordRecord,
  type HostPath,
  type RepositoryPath,
} from "../../base/index.ts";
import type { AcquiredSource } from "../../sources/index.ts";
import type { Environment, TestInvocation } from "../environment.ts";
import { expectDiskSpace } from "../disk-space.ts";
import { pythonGuestDirectory } from "../guest.ts";
import {
  LAYER_PATH,
  LAYER_PYTHON,
  readable,
  startMachine,
  TEST_LIMITS,
  TREE_PATH,
  writable,
} from "../machine.ts";
import { DEFAULT_TEST_LIMITS, type EnvironmentOptions } from "../options.ts";
import { createStagingDirectory, type StagingDirectory } from "../staging.ts";
import { materialiseTree } from "../tree.ts";
import { readForeignText } from "./outcomes.ts";
import { REPORT_PATH, runTests, type PytestPlugin, type TestSetup } from "./pytest.ts";

/** A definition whose calls are recorded. */
export interface RecordedTarget {
  readonly path: RepositoryPath;
  /** Qualified name. */
  readonly name: string;
  readonly kind: string;
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
  /** Modules whose docstring examples are run as well, by import name. */
  readonly documented: readonly string[];
}

/** One recorded call as the recorder wrote it: plain data from foreign code, to be parsed by whoever uses it. */
export interface RecordedCall {
  /** `path:name` of the target. */
  readonly target: string;
  readonly origin: "observed" | "documented";
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What recording gave. */
export interface Recording {
  /** In the order of the calls, those of the tests first. */
  readonly calls: readonly RecordedCall[];
  /** Number of calls by target (`path:name`), those that were not recorded included. */
  readonly reached: Readonly<Record<string, number>>;
  /** How often inputs were refused, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** True where a time limit ended it early: another run may see more. */
  readonly isTimedOut: boolean;
}

/** Recording slows tests down by up to this factor; their limits grow with it. */
const SLOWDOWN = 5;
const RECORDER_VARIABLE = "DIORAMA_RECORDER";

/**
 * Runs the repository's tests once more, and the examples in its docstrings, and records the inputs of the targets. What is recorded of
 * a target are its first calls and samples of later ones; then the tests are run again of which calls took other paths through
 * a target, and those calls are recorded too. Same isolation and robustness as `verifyTests`: tests that end the process cost
 * themselves only.
 */
export async function recordCalls(
  request: RecordingRequest,
  options: EnvironmentOptions,
): Promise<Recording> {
  await using staging = createStagingDirectory(options.cacheDirectory);
  const setup = recordingSetup(request, options, staging);
  const texts: { origin: RecordedCall["origin"]; text: string }[] = [];
  let isTimedOut = false;
  if (request.tests !== undefined) {
    const { skip, ...invocation } = request.tests;
    const record = async (scope: RecordingScope): Promise<void> => {
      const plugin = recorderPlugin(request, scope, (text) => texts.push({ origin: "observed", text }));
      const run = await runTests(setup, {
        arguments: invocation,
        hashSeed: 0,
        skip,
        workerNumber: 0,
        plugin,
      });
      isTimedOut ||= run.isTimedOut;
    };
    await record({ follows: true });
    const wishes = readWishes(texts);
    if (Object.keys(wishes).length > 0 && !isTimedOut) await record({ wishes });
  }
  if (request.documented.length > 0) {
    const examples = await runExamples(setup, request);
    texts.push({ origin: "documented", text: examples.text });
    isTimedOut ||= examples.isTimedOut;
  }
  return { ...readRecordings(texts), isTimedOut };
}

function recordingSetup(
  { acquired, environment }: RecordingRequest,
  options: EnvironmentOptions,
  staging: StagingDirectory,
): TestSetup {
  const { testSeconds, runSeconds } = options.testLimits ?? DEFAULT_TEST_LIMITS;
  return {
    layer: environment.layer,
    interpreter: environment.interpreter,
    importRoots: environment.recipe.import_roots,
    variables: environment.recipe.variables,
    copyTree: (destination) => materialiseTree(acquired, environment, destination),
    staging,
    options,
    limits: { testSeconds: testSeconds * SLOWDOWN, runSeconds: runSeconds * 2 },
  };
}

/** Calls by target (`path:name`), each as its test and its number among the target's calls in it, from 1. */
type Wishes = Readonly<Record<string, readonly (readonly [test: string, call: number])[]>>;

/** What of the calls is recorded: samples, with the paths of all followed; or chosen calls; or samples alone. */
type RecordingScope = { readonly follows?: true } | { readonly wishes: Wishes };

function recorderPlugin(
  request: RecordingRequest,
  scope: RecordingScope,
  keep: (text: string) => void,
): PytestPlugin {
  return {
    name: "diorama_recorder",
    prepare(folders, process) {
      return writeConfiguration(request, scope, folders, String(process));
    },
    collect(folder, process) {
      keep(readForeignText(joinPath(folder, `calls-${process}.jsonl`), MAX_RECORDING_BYTES));
    },
  };
}

const MAX_RECORDING_BYTES = 512 * 2 ** 20;

function writeConfiguration(
  { environment, excluded, targets }: RecordingRequest,
  scope: RecordingScope,
  folders: { readonly host: HostPath; readonly sandbox: string; readonly tree: string },
  name: string,
): Record<string, string> {
  const configuration = {
    output: `${folders.sandbox}/calls-${name}.jsonl`,
    tree: folders.tree,
    import_roots: environment.recipe.import_roots,
    excluded,
    // Clock, chance and names of temporary files are those of an evaluation: two recordings of a suite are alike.
    prepare: ["diorama_world:install"],
    targets,
    ...scope,
  };
  writeFileSync(joinPath(folders.host, `recorder-${name}.json`), JSON.stringify(configuration));
  return { [RECORDER_VARIABLE]: `${folders.sandbox}/recorder-${name}.json` };
}

async function runExamples(
  setup: TestSetup,
  request: RecordingRequest,
): Promise<{ readonly text: string; readonly isTimedOut: boolean }> {
  const guest = asSandboxPath("/diorama/guest");
  const tree = setup.staging.folder("examples-tree");
  const folder = setup.staging.folder("examples-report");
  await setup.copyTree(tree);
  let isTimedOut = false;
  {
    await using machine = await startMachine(
      {
        mounts: [
          readable(setup.layer, LAYER_PATH),
          readable(pythonGuestDirectory(), guest),
          writable(tree, TREE_PATH),
          writable(folder, REPORT_PATH),
        ],
        interpreter: setup.interpreter,
        limits: TEST_LIMITS,
        network: { kind: "none" },
        workerNumber: 0,
      },
      setup.options,
    );
    const root = machine.resolve(TREE_PATH);
    const folders = { host: folder, sandbox: machine.resolve(REPORT_PATH), tree: root };
    const roots = setup.importRoots.map((path) => (path === "." ? root : `${root}/${path}`));
    const outcome = await machine.run(
      [
        machine.resolve(LAYER_PYTHON),
        machine.resolve(joinPath(guest, "diorama_doctests.py")),
        ...request.documented,
      ],
      {
        timeoutMs: setup.limits.runSeconds * 1000,
        workingDirectory: root,
        variables: {
          ...setup.variables,
          ...writeConfiguration(request, {}, folders, "examples"),
          PYTHONPATH: roots.join(":"),
          PYTHONHASHSEED: "0",
        },
      },
    );
    expectDiskSpace(setup.options.cacheDirectory, outcome);
    isTimedOut = outcome.status === "timed-out";
  }
  return { text: readForeignText(joinPath(folder, "calls-examples.jsonl"), MAX_RECORDING_BYTES), isTimedOut };
}

const wishRecord = z.object({
  wishes: wordRecord(z.array(z.tuple([z.string(), z.int().positive()]))),
});

/** The calls that a recording asks to have recorded as well. It comes from foreign code: what does not fit is passed over. */
function readWishes(texts: readonly { readonly text: string }[]): Wishes {
  const wishes = texts.flatMap(({ text }) => {
    const { data } = wishRecord.safeParse(parseRecord(text.trimEnd().split("\n").at(-1) ?? ""));
    return Object.entries(data?.wishes ?? {});
  });
  return Object.fromEntries(wishes);
}

function readRecordings(
  texts: readonly { readonly origin: RecordedCall["origin"]; readonly text: string }[],
): Omit<Recording, "isTimedOut"> {
  const calls: RecordedCall[] = [];
  const reached = createWordRecord<number>();
  const refused = createWordRecord<number>();
  for (const { origin, text } of texts)
    for (const line of text.split("\n")) {
      const fields = parseRecord(line);
      if (fields === undefined) continue;
      if (typeof fields["target"] === "string") calls.push({ target: fields["target"], origin, fields });
      addCounts(reached, fields["reached"]);
      if (!("target" in fields)) addCounts(refused, fields["refused"]);
    }
  // A process that was ended by a test wrote no counts: what it recorded was reached.
  for (const { target } of calls) reached[target] ??= 1;
  return { calls, reached, refused };
}

function addCounts(counts: Record<string, number>, value: unknown): void {
  if (value === null || typeof value !== "object") return;
  for (const [name, count] of Object.entries(value))
    if (typeof count === "number") counts[name] = (counts[name] ?? 0) + count;
}

function parseRecord(line: string): Record<string, unknown> | undefined {
  if (line === "") return undefined;
  try {
    const record: unknown = JSON.parse(line);
    return record !== null && typeof record === "object" ? (record as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
