import type { HostPath, Logger, RepositoryPath, SandboxPath } from "../base/index.ts";
import type { ProgramCall, ProgramCommand, TestArguments, TestFramework } from "../languages/index.ts";
import type { CommandOutcome, Mount, ResourceLimits } from "../sandbox/index.ts";
import type { AcquiredSource, PackageIndexConfiguration } from "../sources/index.ts";
import type { EnvironmentFailure, EnvironmentRequest, TestCounts } from "../spec/index.ts";
import type { Step } from "./failures.ts";
import type { RegistryProxyOptions } from "./proxy/registry-proxy.ts";

// The contract of a build system. It reads what a repository declares and plans what is to be done; it starts no program of
// the repository or its dependencies. The plans are carried out by this room, each job in a sandbox of its own.

/** One way of making environments: what it reads in a tree, and how it installs. */
export interface BuildSystem {
  /** Language of its environments, as recipes name it. */
  readonly language: string;
  /** Variables of all programs in its environments. */
  readonly variables: Readonly<Record<string, string>>;
  /** The program of a layer that runs code of the language. */
  readonly program: SandboxPath;
  /** Folder of the guest programs that its commands name. */
  readonly guests: HostPath;
  /** Programs that installing the repository would bring, as texts of scripts by their names. Absent where that brings none. */
  ownPrograms?(call: ProgramCall, products: HostPath): ReadonlyMap<string, string>;
  /** Absent where calls cannot be recorded. */
  readonly recorder?: CallRecorder;
  /** Prints, as JSON `{always, modules, missing}`, which names modules and the language itself give meaning to. Absent where that cannot be asked. */
  outsideNames?(call: ProgramCall, modules: readonly string[]): ProgramCommand;
  /** Programs of this machine that it uses. */
  readonly programs: readonly NeededProgram[];
  /** Bounds of running its tests where compilers run too; absent where those of tests alone do. */
  readonly testLimits?: ResourceLimits;
  /** Usable toolchains of this machine, best first. */
  findToolchains(machine: MachineFacts): Promise<readonly Toolchain[]>;
  /** What a toolchain needs of this machine. Code that is judged may find no code there but the toolchain's own library. */
  mountsOf(
    toolchain: Toolchain,
    use: "making" | "judging",
    /** What is laid over the system's own files. */
    systemLayer?: HostPath,
  ): readonly Mount[];
  /** What a tree declares, read without running anything; undefined where it is no tree of this system's. */
  readEvidence(acquired: AcquiredSource, requested: EnvironmentRequest): Evidence | undefined;
  /** How it installs, as the user's own programs are configured. */
  describeInstaller(options: InstallerOptions): Installer;
  /** Installs exactly what a lock lists into the empty folder at `LAYER_PATH`. */
  planLayer(lock: string, toolchain: Toolchain): readonly Job[];
  /**
   * What of a lock is installed, each thing with all that decides how it is built; of those that what an installer printed (`failedWith`) says could not be. Absent:
   * nothing is known from one lock for the next.
   */
  lockParts?(lock: string, failedWith?: string): readonly string[];
}

/** A program that is looked for on the search path. */
export interface NeededProgram {
  readonly name: string;
  readonly neededFor: string;
  /** False where the work is done in another way without it. */
  readonly isRequired: boolean;
  /** The word that asks it for its release. Default `--version`. */
  readonly asks?: string;
  /** The system's package that has it, or why none is needed. */
  readonly remedy: { readonly package: string } | string;
}

/** Facts of the machine that the command line reads from its environment and hands down. */
export interface MachineFacts {
  readonly path: string;
  readonly home: string;
  /** The user's variables, for what they say of toolchains and registries. Programs in sandboxes see none of them. Absent: none. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

/** What bringing an installer to this machine needs to know of it and of its user. */
export interface InstallerOptions {
  /** Where programs are looked for: the user's `PATH` and home. */
  readonly machine: MachineFacts;
  /** Layers, locks, products and tools are kept here; safe to share between runs and to delete. */
  readonly cacheDirectory: HostPath;
  /** Which package index the user's own installers ask, and how to reach it. */
  readonly indexConfiguration: PackageIndexConfiguration;
  readonly logger: Logger;
  readonly signal?: AbortSignal | undefined;
}

/** An installed implementation of a language. */
export interface Toolchain {
  /** Absolute path with links followed. */
  readonly path: HostPath;
  /** Full release (`3.11.7`). */
  readonly release: string;
  /** Implementation and release as recipes name them. */
  readonly description: string;
  /** As recipes name it (`linux x86_64 glibc`). */
  readonly platform: string;
  /** True where tests run on it, but not what observes calls and judges. */
  readonly isForTestsAlone?: true;
}

/** The program that installs, and the registries that it asks. */
export interface Installer {
  /** Which registries are asked: others may answer otherwise. */
  readonly registries: readonly (string | null)[];
  readonly access: Pick<
    RegistryProxyOptions,
    "allowedHosts" | "immutable" | "upstreamProxy" | "reachedDirectly"
  >;
  /** Variables by which its programs are told which certificates to trust. */
  readonly certificateVariables: CertificateVariables;
  /** Brings the installer to this machine. Throws where it cannot be had. */
  obtain(): Promise<InstallerTools>;
}

/** Names of variables that name a file of certificates. */
export interface CertificateVariables {
  /** A file of PEM that is trusted in place of all others. */
  readonly pem?: readonly string[];
  /** A key store of Java. */
  readonly java?: readonly string[];
}

/** What jobs that reach the registries see beside their own mounts. */
export interface InstallerTools {
  readonly mounts: readonly Mount[];
  readonly variables: (at: Resolve) => Readonly<Record<string, string>>;
}

/** Gives a path in terms of mounts as programs in the sandbox see it. */
export type Resolve = (path: SandboxPath) => SandboxPath;

/** Work for one sandbox. */
export interface Job {
  readonly network: "registries" | "none";
  readonly mounts?: readonly Mount[];
  /** Texts of files in the folder at `WORK_PATH`, by their path below it. */
  readonly files?: Readonly<Record<string, string>>;
  /** One after the other; the first that fails ends the job. */
  readonly commands: (at: Resolve) => readonly JobCommand[];
}

/** A command of a job. */
export interface JobCommand {
  readonly words: readonly string[];
  readonly timeoutMs: number;
  readonly input?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** What a command failed at that did not end well; undefined where that does no harm. */
  readonly categoryOf: (outcome: CommandOutcome) => EnvironmentFailure["category"] | undefined;
}

/** What a file of a tree says of how it is built, installed or tested. */
export interface EvidenceItem {
  readonly path: RepositoryPath;
  /** 1-based. */
  readonly line: number;
  /** In a few words. */
  readonly says: string;
}

/** What a system read in one tree, and the plans it makes of that. */
export interface Evidence {
  /** True where a file declares a tree of this system; false where it only could be one. A declared tree goes before one that could be. */
  readonly isDeclared: boolean;
  /** How many source files of its language there are: of trees that nothing declares, the most decide. */
  readonly sourceFiles: number;
  /** What was read where, in the order in which it counts. */
  readonly items: readonly EvidenceItem[];
  readonly summary: EvidenceSummary;
  /** The best of the machine's toolchains for the tree, or `no_interpreter`. */
  chooseToolchain(known: readonly Toolchain[]): Step<Toolchain>;
  /** `lock` is there where an environment is made again: what it says is built, and nothing is resolved. */
  planBuild(toolchain: Toolchain, lock: string | undefined): BuildPlan;
  /** Sets of dependencies to be tried, the most faithful first. */
  planLocks(built: BuiltRepository, toolchain: Toolchain): Step<readonly LockPlan[]>;
  /** What makes files in the tree before it is tried; undefined where nothing does. `lock` as in `planBuild`. Absent: nothing ever does. */
  planPreparation?(importRoots: readonly RepositoryPath[], lock: string | undefined): Preparation | undefined;
  planTrial(importRoots: readonly RepositoryPath[]): TrialPlan;
  /** What stands in the way, and what to do next; undefined where nothing does. */
  advise(facts: AdviceFacts): Advice | undefined;
  /** Variables of the repository's programs, beside those that the user gave. Absent: none. */
  readonly variables?: Readonly<Record<string, string>>;
  /** What may help where the tests could not be run or mostly failed, the most faithful first; each is tried. Absent: nothing is known. */
  remedies?(trouble: Trouble): readonly Remedy[];
  /** How the plans may be changed from outside. Absent: they may not. */
  readonly editing?: PlanEditing;
}

/** Values of a plan's fields by their names, as JSON has them. */
export type PlanFields = Readonly<Record<string, unknown>>;

/**
 * How somebody who reads what failed may change a plan: by a few typed fields and by nothing else. What they hold is checked by the build system: no field
 * brings in code that neither the repository nor a registry has, and none leaves out tests.
 */
export interface PlanEditing {
  /** Every field with what it takes, in a sentence. */
  readonly fields: Readonly<Record<string, string>>;
  /** What they hold now. Those that hold nothing are absent. */
  readonly current: PlanFields;
  /** The plan with these in the place of what the fields held; null empties one. */
  edit(fields: PlanFields): EditedPlan;
  /**
   * The ways to run all of the repository's tests that no edit made: first as the framework looks for them by itself, or as the user told, then as the
   * repository's own files run them. Empty where there are no tests.
   */
  readonly ownTests: readonly TestPlan[];
  /** Files that hold tests by their name and what is in them. */
  readonly testFiles: readonly RepositoryPath[];
}

/** A changed plan, or why it cannot be that. */
export type EditedPlan =
  | {
      readonly status: "edited";
      readonly evidence: Evidence;
      /** What the environment is asked for then, what the user asked for among it. */
      readonly requested: EnvironmentRequest;
    }
  | { readonly status: "refused"; readonly problem: string };

/** Facts of an environment that did not come up whole, to choose remedies by. */
export interface Trouble extends AdviceFacts {
  /** All that was told of what failed. */
  readonly log: string;
  /** What builds and installations printed that failed and that less of it took the place of. */
  readonly failedBuilds: string;
  /** Usable toolchains of this machine, best first. */
  readonly toolchains: readonly Toolchain[];
  /** Undefined where none was found. */
  readonly toolchain: Toolchain | undefined;
  /** Folders that were on the import path. Absent where nothing could be installed. */
  readonly importRoots?: readonly RepositoryPath[];
}

/** What was done otherwise than at first, and why. */
export interface RemedyReason {
  /** In a few words; no two remedies of one trouble have the same. */
  readonly what: string;
  /** Kind of the failure that it answers, as the build system classifies what was printed. */
  readonly failure: string;
  /** The telling line of that failure. */
  readonly sign: string;
  /** What files say for it. Empty where the failure alone says all and no file was named by it. */
  readonly goesBy: readonly EvidenceItem[];
}

/** A change of plan by evidence. */
export interface Remedy extends RemedyReason {
  /** False where it changes how code is tried alone: then it may be tried over a given lock too. */
  readonly changesInstallation: boolean;
  /** True where it mends what the remedy before it broke, which is then judged with it. Default false. */
  readonly completes?: boolean;
  /** To go on with: the plans with the change in them. */
  readonly adjusted: Evidence;
}

/** What evidence says, for people. */
export interface EvidenceSummary {
  /** Releases of the language that the repository asks for. */
  readonly requires: string | undefined;
  /** True where the repository is built first; then its metadata may name more requirements. */
  readonly isBuilt: boolean;
  /** What is installed first; where that fails, less of it is tried. */
  readonly requirements: readonly string[];
  /** Extras of the repository's own that its tests ask for. */
  readonly extras: readonly string[];
  readonly testFiles: number;
}

/** How the repository itself is built, or what it is where there is nothing to build. */
export type BuildPlan = RepositoryBuild | UnbuiltRepository;

/** A build of the repository. */
export interface RepositoryBuild {
  readonly what: string;
  /** Plain data that decides what it gives, beside tree, toolchain, lock and the user's variables. Absent: nothing. */
  readonly decidedBy?: Readonly<Record<string, unknown>>;
  /** Works on a copy of the tree at `SOURCE_PATH`, which it may write. */
  readonly job: Job;
  /** What may do it where the first job failed like that; if it does not, the first failure is told. */
  retry(failure: EnvironmentFailure): Job | undefined;
  /** Takes what the job left in its work folder, which is foreign, to `target`. */
  collect(work: HostPath, target: HostPath): Step<BuildDescription>;
  /** What to go on with where building failed; undefined where that is the end. */
  otherwise(failure: EnvironmentFailure): UnbuiltRepository | undefined;
}

/** A repository that goes on without a build. */
export interface UnbuiltRepository {
  /** As of a build. */
  readonly decidedBy?: Readonly<Record<string, unknown>>;
  /** Tells what took a build's place. */
  readonly attempt?: { readonly stage: string; readonly what: string; readonly step: Step<undefined> };
  layOut(target: HostPath): BuildDescription;
}

/** What building gave beside the files that were laid out in the target: products below `tree`, in the tree's layout. */
export interface BuildDescription {
  /** Folders that go on the import path. */
  readonly importRoots: readonly RepositoryPath[];
  /** Plain data of the system's own, for `planLocks`. */
  readonly details: unknown;
}

/** A built repository as it is kept. */
export interface BuiltRepository extends BuildDescription {
  /** The target. */
  readonly directory: HostPath;
}

/** Commands of the repository's own files that make files in the tree, between installing and the tests. */
export interface Preparation {
  readonly what: string;
  /** Plain data that decides what it gives, beside tree, products, toolchain and lock. */
  readonly decidedBy: Readonly<Record<string, unknown>>;
  /** Works on a copy of the tree with products at `TREE_PATH`, which it may write, beside the dependencies. */
  readonly job: Job;
  /** False for what it leaves and nobody needs. */
  keeps(path: RepositoryPath): boolean;
}

/** How a lock is had: resolved, or as it is where building the repository told it already. */
export type LockPlan = Resolution | { readonly what: string; readonly lock: string };

/** Dependencies to be resolved together to a lock. */
export interface Resolution {
  readonly what: string;
  /** Plain data: equal ones give equal locks, for one toolchain and one set of registries. */
  readonly decidedBy: Readonly<Record<string, unknown>>;
  readonly job: Job;
  /** Reads the lock out of the job's work folder, which is foreign. */
  read(work: HostPath): Step<string>;
}

/** How an environment is tried out, over a copy of the tree. */
export interface TrialPlan {
  /** What is to be loaded, in a few words. */
  readonly what: string;
  /** The command that loads it; failed where there is nothing to load. */
  readonly check: Step<(call: ProgramCall) => ProgramCommand>;
  /** Made with what could be loaded, where anything could. */
  readonly readCheck: (outcome: CommandOutcome) => Step<readonly string[]>;
  /** Absent where the repository has no tests. */
  readonly tests?: TestPlan;
}

/** How the repository's tests are run. */
export interface TestPlan {
  readonly framework: TestFramework;
  /** The ways to call it that are tried until one finds tests, the most faithful first. */
  readonly ways: readonly TestArguments[];
  /** True where later ways make more before the tests: they are tried too where some of these fail. */
  readonly laterWaysMake?: boolean;
  /** True where files hold tests by what is in them, or the user named some. */
  readonly hasTests: boolean;
  /** True where running the tests builds everything first: then nothing is loaded before. */
  readonly includesCheck?: boolean;
}

/** What advice is drawn from. */
export interface AdviceFacts {
  readonly failure: EnvironmentFailure | undefined;
  /** Release of the environment's toolchain; undefined where none was found. */
  readonly release: string | undefined;
  /** Releases that are installed, the one that is preferred first. */
  readonly releases: readonly string[];
  readonly tests: TestCounts;
  readonly hasTests: boolean;
  /** Folders of submodules whose files are not there. */
  readonly missingSubmodules: readonly string[];
  readonly lock: string;
}

/** Why an environment did not come up whole, and what to do next. */
export interface Advice {
  /** One of the words of its build system. */
  readonly kind: string;
  /** The telling line: an exception, or a sentence. */
  readonly problem: string;
  /** What to do, as a sentence without its full stop. */
  readonly next: string;
}

/** How calls are recorded while tests and the examples of the documentation run. */
export interface CallRecorder {
  /** Plug-in of the test framework. */
  readonly plugin: string;
  /** Functions of the guests that are called first, as `module:name`. */
  readonly preparations: readonly string[];
  /** Runs the examples in the documentation of modules, given by import name. */
  examples(call: ProgramCall, modules: readonly string[]): ProgramCommand;
  /** Proves how inputs are made; `configuration` is a file `{input, output, modules}`, see docs/protocol.md. */
  proveMade(call: ProgramCall, configuration: string): ProgramCommand;
  /** Makes entry calls under the recorder; `configuration` is its file with `{entries, modules}`. */
  makeEntries(call: ProgramCall, configuration: string): ProgramCommand;
}
