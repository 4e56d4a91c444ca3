import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";

import { asSandboxPath, joinPath, type HostPath, type RepositoryPath } from "../../base/index.ts";
import { expectDiskSpace } from "../disk-space.ts";
import { pythonGuestDirectory } from "../guest.ts";
import { layerMount } from "../layer.ts";
import { LAYER_PYTHON, readable, startMachine, TEST_LIMITS, TREE_PATH, writable } from "../machine.ts";
import type { EnvironmentOptions, TestLimits } from "../options.ts";
import type { PytestConfiguration } from "../python/pytest-configuration.ts";
import { tailOf } from "../failures.ts";
import type { StagingDirectory } from "../staging.ts";
import { readOutcomeReport, type FinishedTest, type OutcomeReport } from "./outcomes.ts";

// One run of a repository's tests: pytest processes, one after the other, until every test has an outcome. A test that
// ends the process is an error, and the next process goes on without it and without those that are done; so it does where
// pytest itself gives up half-way. Every process gets a fresh copy of the tree: the one before may have left anything.

/** What is needed to run the tests of one repository in one environment. */
export interface TestSetup {
  readonly layer: HostPath;
  readonly interpreter: string;
  readonly importRoots: readonly RepositoryPath[];
  readonly variables: Readonly<Record<string, string>>;
  /** Makes a copy of the tree with products, for one process to write in. */
  readonly copyTree: (destination: HostPath) => Promise<void>;
  readonly staging: StagingDirectory;
  readonly options: EnvironmentOptions;
  readonly limits: TestLimits;
}

/** How pytest is called. */
export interface PytestArguments {
  /** `declared` keeps the repository's own options, `plain` replaces all that could need something missing. */
  readonly configuration: "declared" | "plain";
  readonly addopts: readonly string[];
  /** Files to be collected, whatever their names, or what the user selected; empty lets pytest look for itself. */
  readonly files: readonly RepositoryPath[];
}

/** A run of all tests. */
export interface TestRun {
  readonly outcomes: ReadonlyMap<string, FinishedTest>;
  readonly collectionErrors: OutcomeReport["collectionErrors"];
  readonly notBegun: OutcomeReport["notBegun"];
  /** Tests that ended the process or passed their time limit. */
  readonly killers: readonly string[];
  /** True where the time for the whole run was over before its end. */
  readonly isTimedOut: boolean;
  /** Pytest's exit code where the last process came to its end. */
  readonly exit: number | undefined;
  /** The end of what the last process printed. */
  readonly tail: string;
}

/** One run among several. */
export interface RunRequest {
  readonly arguments: PytestArguments;
  /** Seed of string hashing in this run. */
  readonly hashSeed: number;
  /** Tests that are not run, for an earlier run showed that they end the process. */
  readonly skip: readonly string[];
  readonly workerNumber: number;
  /** A further plug-in. */
  readonly plugin?: PytestPlugin | undefined;
}

/** A plug-in of ours that runs beside the one for outcomes. */
export interface PytestPlugin {
  readonly name: string;
  /** Called before each process: may write into the report folder; gives variables. Paths are the host's and the guest's. */
  readonly prepare: (
    folders: { readonly host: HostPath; readonly sandbox: string; readonly tree: string },
    process: number,
  ) => Readonly<Record<string, string>>;
  /** Called after each process with the report folder, in which foreign code could write. */
  readonly collect: (folder: HostPath, process: number) => void;
}

/** How often a run goes on after a test that ended the process. */
const MAX_RESUMPTIONS = 3;

const GUEST_PATH = asSandboxPath("/diorama/guest");
/** Folder that plug-ins write to. */
export const REPORT_PATH = asSandboxPath("/diorama/report");

/** Runs the repository's tests once. The time limit of the run holds for all its processes together. */
export async function runTests(setup: TestSetup, request: RunRequest): Promise<TestRun> {
  const outcomes = new Map<string, FinishedTest>();
  const killers: string[] = [];
  const deadline = performance.now() + setup.limits.runSeconds * 1000;
  for (let process = 0; ; process++) {
    const timeoutMs = Math.max(1000, deadline - performance.now());
    const skip = [...request.skip, ...outcomes.keys()];
    const { report, isTimedOut, tail } = await runProcess(setup, { ...request, skip }, timeoutMs, process);
    for (const [id, outcome] of report.finished) outcomes.set(id, outcome);
    killers.push(...report.late);
    const end = {
      outcomes,
      collectionErrors: report.collectionErrors,
      notBegun: report.notBegun,
      killers,
      isTimedOut,
      exit: report.exit,
      tail,
    };
    const killer = isTimedOut || report.exit !== undefined ? undefined : report.interrupted;
    if (killer !== undefined) {
      killers.push(killer);
      outcomes.set(killer, { outcome: "error", message: `The test ended the process. ${tail.slice(-1000)}` });
    }
    const left = (report.collected ?? []).filter((id) => !outcomes.has(id) && !request.skip.includes(id));
    const hasMoved = killer !== undefined || report.finished.size > 0;
    if (left.length > 0 && hasMoved && process < MAX_RESUMPTIONS && performance.now() < deadline) continue;
    // Whatever was collected and has no outcome was not run: that is no success.
    for (const id of left) outcomes.set(id, { outcome: "error", message: "The test was not run." });
    return end;
  }
}

async function runProcess(
  setup: TestSetup,
  request: RunRequest,
  timeoutMs: number,
  process: number,
): Promise<{ readonly report: OutcomeReport; readonly isTimedOut: boolean; readonly tail: string }> {
  const name = randomUUID();
  const tree = setup.staging.folder(`tree-${name}`);
  const folder = setup.staging.folder(`report-${name}`);
  await setup.copyTree(tree);
  // In a file, for a variable holds 128 KiB at most.
  writeFileSync(joinPath(folder, "skip.json"), JSON.stringify(request.skip));
  await using machine = await startMachine(
    {
      mounts: [
        layerMount(setup.layer),
        readable(pythonGuestDirectory(), GUEST_PATH),
        writable(tree, TREE_PATH),
        writable(folder, REPORT_PATH),
      ],
      interpreter: setup.interpreter,
      limits: TEST_LIMITS,
      network: { kind: "none" },
      workerNumber: request.workerNumber,
    },
    setup.options,
  );
  const root = machine.resolve(TREE_PATH);
  const reportFolder = machine.resolve(REPORT_PATH);
  const roots = setup.importRoots.map((path) => (path === "." ? root : `${root}/${path}`));
  const plugins = ["diorama_outcomes", ...(request.plugin === undefined ? [] : [request.plugin.name])];
  const outcome = await machine.run(
    [machine.resolve(LAYER_PYTHON), "-m", "pytest", ...pytestArguments(request.arguments, plugins)],
    {
      timeoutMs,
      workingDirectory: root,
      variables: {
        ...setup.variables,
        PYTHONPATH: [...roots, machine.resolve(GUEST_PATH)].join(":"),
        PYTHONHASHSEED: String(request.hashSeed),
        DIORAMA_OUTCOMES: JSON.stringify({
          report: `${reportFolder}/outcomes.jsonl`,
          test_seconds: setup.limits.testSeconds,
          skip: `${reportFolder}/skip.json`,
        }),
        ...request.plugin?.prepare({ host: folder, sandbox: reportFolder, tree: root }, process),
      },
    },
  );
  expectDiskSpace(setup.options.cacheDirectory, outcome);
  request.plugin?.collect(folder, process);
  return {
    report: readOutcomeReport(joinPath(folder, "outcomes.jsonl")),
    isTimedOut: outcome.status === "timed-out",
    tail: tailOf(outcome),
  };
}

/** Plug-ins that change what is run or in which order, and pytest's own that write into the tree or share our alarms. */
const SWITCHED_OFF = [
  "cacheprovider",
  "faulthandler",
  "randomly",
  "random_order",
  "xdist",
  "reverse",
  "sugar",
];

function pytestArguments(
  { configuration, addopts, files }: PytestArguments,
  plugins: readonly string[],
): string[] {
  const plain = ["-o", "addopts=", "-o", "filterwarnings=", "-o", "required_plugins="];
  return [
    ...plugins.flatMap((name) => ["-p", name]),
    ...SWITCHED_OFF.flatMap((name) => ["-p", `no:${name}`]),
    "--rootdir=.",
    "-q",
    "--tb=short",
    "--color=no",
    "--show-capture=no",
    "--continue-on-collection-errors",
    ...(configuration === "plain" ? plain : ["-o", `addopts=${addopts.map(quoted).join(" ")}`]),
    ...files,
  ];
}

/** pytest splits `addopts` as a shell does. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}

/** The ways to call pytest that are tried until one finds tests, the most faithful first. */
export function argumentsToTry(
  configuration: PytestConfiguration,
  testFiles: readonly RepositoryPath[],
): PytestArguments[] {
  const declared: PytestArguments = { configuration: "declared", addopts: configuration.addopts, files: [] };
  const plain: PytestArguments = { configuration: "plain", addopts: [], files: [] };
  return testFiles.length === 0 ? [declared, plain] : [declared, plain, { ...plain, files: testFiles }];
}
