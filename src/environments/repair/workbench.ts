import {
  createStagingDirectory,
  joinPath,
  type Logger,
  type RepositoryPath,
  type StagingDirectory,
} from "../../base/index.ts";
import type { CommandOutcome } from "../../sandbox/index.ts";
import type { AcquiredSource } from "../../sources/index.ts";
import { createJournal, type AttemptJournal } from "../attempts.ts";
import type { EditedPlan, EvidenceItem, PlanEditing, PlanFields, Toolchain } from "../build-system.ts";
import type { BuildAttempt, Environment, EnvironmentOutcome } from "../environment.ts";
import { BrokenParts } from "../broken-parts.ts";
import { findEvidence } from "../find-evidence.ts";
import { readForeignText } from "../foreign-text.ts";
import { made } from "../failures.ts";
import type { Build } from "../install-environment.ts";
import { DEFAULT_TEST_LIMITS, type EnvironmentOptions } from "../options.ts";
import { chooseToolchain, tryEnvironment } from "../trial.ts";
import { CommandMachine, type BenchCommand } from "./command-machine.ts";
import { findLostTests } from "./lost-tests.ts";

/** What trying an edited plan gave. */
export type Verification =
  | { readonly status: "verified"; readonly outcome: EnvironmentOutcome }
  /** `lostTests`: what was left out, where the tests that did run pass. */
  | {
      readonly status: "unverified";
      readonly outcome: EnvironmentOutcome;
      readonly lostTests: string | undefined;
    };

/** What reading a file of the tree gave. */
export type ReadFile =
  | { readonly status: "read"; readonly text: string; readonly lines: number }
  | { readonly status: "unknown" };

type Edited = Extract<EditedPlan, { readonly status: "edited" }>;

/** What is known of a tree whose tests do not come up, for whoever is to find out more. */
export interface TroubledTree {
  readonly language: string;
  readonly evidence: readonly EvidenceItem[];
  /** Releases of the toolchains that are here, best first. */
  readonly releases: readonly string[];
  readonly files: readonly RepositoryPath[];
  readonly fields: PlanEditing["fields"];
  /** Of the toolchain that is tried now; undefined where none will do. */
  readonly release: string | undefined;
}

/** Most bytes of a file that are read. */
const MOST_BYTES = 2_000_000;

/**
 * A place to work on an environment that did not come up: commands over a copy of the tree, files of it, the fields of the plan, and the trial by which
 * every environment is judged. The trial installs from nothing and sees nothing that a command did. Dispose it.
 */
export class Workbench implements AsyncDisposable {
  readonly tree: TroubledTree;
  readonly #build: Omit<Build, "staging">;
  readonly #before: EnvironmentOutcome;
  readonly #staging: StagingDirectory;
  readonly #commands: CommandMachine;
  readonly #journal: AttemptJournal;
  #plan: Edited;
  /** Of what was tried last. */
  #environment: Environment | undefined;

  constructor(build: Omit<Build, "staging">, plan: Edited, before: EnvironmentOutcome, logger: Logger) {
    const { system, acquired, options, toolchains } = build;
    this.#build = build;
    this.#plan = plan;
    this.#before = before;
    this.#environment = before.status === "failed" ? undefined : before.environment;
    this.#staging = createStagingDirectory(options.cacheDirectory);
    this.#commands = new CommandMachine({ system, acquired, options, staging: this.#staging });
    this.#journal = createJournal(logger);
    this.tree = {
      language: system.language,
      evidence: build.evidence.items,
      releases: toolchains.map(({ release }) => release),
      files: acquired.files.map(({ path }) => path),
      fields: plan.evidence.editing?.fields ?? {},
      release: this.#toolchain()?.release,
    };
  }

  /** What the fields of the plan hold now. */
  get fields(): PlanFields {
    return this.#plan.evidence.editing?.current ?? {};
  }

  /** Folders in which commands ran, as they saw them. */
  get folders(): readonly string[] {
    return this.#commands.folders;
  }

  /** Everything that trials of this bench did, in order. */
  get attempts(): readonly BuildAttempt[] {
    return this.#journal.attempts;
  }

  /** Runs a command. Undefined where there is no toolchain to run it with. */
  async run(command: BenchCommand): Promise<CommandOutcome | undefined> {
    const toolchain = this.#environment?.toolchain ?? this.#toolchain() ?? this.#build.toolchains[0];
    if (toolchain === undefined) return undefined;
    return await this.#commands.run(command, toolchain, this.#environment);
  }

  /** Text of a file of the tree, by the list of its files: no other path is read. */
  read(path: RepositoryPath): ReadFile {
    const { directory, files } = this.#build.acquired;
    const known = files.find((file) => file.path === path);
    if (known === undefined) return { status: "unknown" };
    const text = readForeignText(joinPath(directory, known.path), MOST_BYTES);
    return { status: "read", text, lines: text.split("\n").length };
  }

  /** Puts fields in the place of what the plan holds. What is wrong with them, as a sentence; undefined where nothing is. */
  edit(fields: PlanFields): string | undefined {
    const edited = this.#plan.evidence.editing?.edit(fields);
    if (edited === undefined) return "This plan has no fields.";
    if (edited.status === "refused") return edited.problem;
    this.#plan = edited;
    return undefined;
  }

  /** Installs by the plan from nothing and runs the tests, as every trial does. Throws `InterruptedError` once `signal` is aborted. */
  async verify(signal: AbortSignal | undefined): Promise<Verification> {
    const { evidence, requested } = this.#plan;
    await using staging = createStagingDirectory(this.#build.options.cacheDirectory);
    const options: EnvironmentOptions = { ...this.#build.options, requested, signal };
    const journal = this.#journal;
    journal.note("remedy", `a model's plan: ${JSON.stringify(this.fields)}`, made(undefined));
    const started = performance.now();
    const trial = await tryEnvironment({ ...this.#build, evidence, options, staging, journal });
    const end = trial.end.status === "verified" ? trial.end : await trial.finish();
    const outcome = { ...end, attempts: journal.attempts, durationMs: performance.now() - started };
    if (outcome.status !== "failed") this.#environment = outcome.environment;
    if (outcome.status !== "verified") return { status: "unverified", outcome, lostTests: undefined };
    const { testRecords: records, testInvocation: invocation, environment } = outcome;
    const { system, acquired } = this.#build;
    const lostTests = await findLostTests({
      records,
      invocation,
      before: this.#before.status === "failed" ? [] : this.#before.testRecords,
      editing: evidence.editing ?? { ownTests: [], testFiles: [] },
      setup: {
        system,
        environment,
        acquired,
        staging,
        options,
        limits: options.testLimits ?? DEFAULT_TEST_LIMITS,
      },
    });
    return lostTests === undefined
      ? { status: "verified", outcome }
      : { status: "unverified", outcome, lostTests };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#commands[Symbol.asyncDispose]();
    await this.#staging[Symbol.asyncDispose]();
  }

  #toolchain(): Toolchain | undefined {
    const { evidence, requested } = this.#plan;
    const chosen = chooseToolchain({
      ...this.#build,
      evidence,
      options: { ...this.#build.options, requested },
    });
    return chosen.status === "made" ? chosen.value : undefined;
  }
}

/** Failures that no plan helps. */
const BEYOND_PLANS: readonly unknown[] = ["registry_unreachable"];

/**
 * Opens a workbench for an environment whose tests are there and do not come up, at the plan that came furthest; undefined where there is nothing to work on: nothing
 * is wrong or no plan helps, or the build system's plans cannot be edited.
 */
export async function openWorkbench(
  acquired: AcquiredSource,
  options: EnvironmentOptions,
  before: EnvironmentOutcome,
): Promise<Workbench | undefined> {
  const { status, failure } = before;
  const isWell =
    status === "verified" || (failure === undefined && !(status !== "failed" && before.hasTests));
  if (isWell || BEYOND_PLANS.includes(failure?.category) || options.recipe !== undefined) return undefined;
  const found = findEvidence(acquired, options);
  if (found.status === "failed") return undefined;
  const { system, evidence } = found.value;
  if (evidence.editing === undefined) return undefined;
  const toolchains = await system.findToolchains(options.machine);
  const declared: Edited = { status: "edited", evidence, requested: options.requested ?? {} };
  const edited = evidence.editing.edit(before.plan ?? {});
  const plan = edited.status === "edited" ? edited : declared;
  const build = {
    system,
    evidence,
    toolchains,
    systemPackages: before.status === "failed" ? [] : (before.environment.recipe.system?.wanted ?? []),
    acquired,
    options,
    journal: createJournal(options.logger),
    broken: new BrokenParts(),
  };
  return new Workbench(build, plan, before, options.logger);
}
