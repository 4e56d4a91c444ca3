import type { EnvironmentFailure, Words } from "../spec/index.ts";
import type { Advice, AdviceFacts } from "./build-system.ts";
import type { Place } from "./evidence-lines.ts";
import { isOtherContent } from "./failure-category.ts";
import { findMissing, type MissingFromSystem } from "./system/missing.ts";

/** What stands in the way where a language's own tools build and test, in words. The page on environments has this table. */
export const toolAdviceWords = {
  missing_system_package: {
    means: "A program, header or library of the system is not there",
    next: "Install the system's package that has it, then give the same command again.",
  },
  wrong_toolchain: {
    means: "The repository asks for another toolchain than this machine has",
    next: "Install one that it asks for.",
  },
  unsupported: {
    means: "What builds the repository is not supported",
    next: "Take another repository, or a commit at which something else built it.",
  },
  unreachable: {
    means: "A package registry did not answer",
    next: "See what the machine reaches: `diorama doctor`. Then give the same command again.",
  },
  unresolvable: {
    means: "What is needed cannot be had together, or does not exist",
    next: "Look at the log.",
  },
  missing_submodule: {
    means: "Files of a git submodule are not there",
    next: "Bring them: `--submodules` for a git source, `git submodule update --init` in a folder.",
  },
  other_content: {
    means: "What a registry has under a name and version is not what the lock says",
    next: "Do not use it. Make the environment anew, without `--from-lock`, and compare the locks.",
  },
  not_built: { means: "Building or installing failed", next: "Look at the log." },
  no_tests: {
    means: "There are no tests, or none where tests are looked for",
    next: "Say how they are run: `--test-command`; or which folder is meant: `--directory`.",
  },
  not_collected: { means: "Tests break before they begin", next: "Look at the log." },
  tests_fail: { means: "Tests fail that should pass", next: "Look at the log." },
  needs_service: {
    means: "Tests look for a server (a database, a queue) that no sandbox has",
    next: "Run those that need none: `--test-command`.",
  },
  too_slow: { means: "Tests do not end in their time", next: "Run a part of them: `--test-command`." },
} as const satisfies Readonly<Record<string, Words>>;

type Kind = keyof typeof toolAdviceWords;

/** What stands in the way, and what to do next; `partOfTests` is a command that runs a part of the tests. */
export function adviseOnTools(facts: AdviceFacts, partOfTests: string): Advice | undefined {
  const { failure, tests, hasTests } = facts;
  if (failure === undefined) {
    if (tests.passed + tests.failed + tests.skipped + tests.flaky > 0) return undefined;
    const problem = hasTests ? "no test ran" : "no file looks like a test";
    return { kind: "no_tests", problem, next: `say how they are run: --test-command "${partOfTests}"` };
  }
  const [kind, next] = adviseOn(failure, facts, partOfTests);
  return { kind, problem: problemOf(failure), next };
}

/** A release of a toolchain that a file asks for. */
export interface AskedToolchain extends Place {
  /** As people read it (`Java 21`). */
  readonly asked: string;
  /** What installs releases of it. */
  readonly install: string;
}

/** Failures that a toolchain of another release does not explain. */
const NOT_OF_TOOLCHAIN: readonly string[] = ["tests_failed", "timed_out", "registry_unreachable"];

/** As `adviseOnTools`; where what is built or installed failed by a toolchain that does not go with what a file asks for, that. */
export function adviseOnToolchain(
  facts: AdviceFacts,
  unmet: AskedToolchain | undefined,
  partOfTests: string,
): Advice | undefined {
  const { failure, release } = facts;
  if (unmet === undefined || failure === undefined || NOT_OF_TOOLCHAIN.includes(failure.category))
    return adviseOnTools(facts, partOfTests);
  return {
    kind: "wrong_toolchain",
    problem: `${unmet.path}:${unmet.line} asks for ${unmet.asked}, this is ${release ?? "none"}`,
    next: unmet.install,
  };
}

function adviseOn(
  failure: EnvironmentFailure,
  { missingSubmodules: [submodule] }: AdviceFacts,
  partOfTests: string,
): readonly [Kind, string] {
  switch (failure.category) {
    case "needs_system_package":
      return ["missing_system_package", installing(findMissing(failure.message))];
    case "no_interpreter":
      return ["wrong_toolchain", "install one that it asks for"];
    case "registry_unreachable":
      return [
        "unreachable",
        "see what the machine reaches (diorama doctor), then give the same command again",
      ];
    case "resolution_failed":
      return ["unresolvable", "see the log"];
    case "timed_out":
      return ["too_slow", `run a part of the tests: --test-command "${partOfTests}"`];
    case "tests_failed":
      return ["tests_fail", "see the log"];
    case "needs_service":
      return ["needs_service", `run those that need none: --test-command "${partOfTests}"`];
    default:
      if (submodule !== undefined)
        return [
          "missing_submodule",
          `bring the submodule ${submodule}: --submodules for a git source, "git submodule update --init" in a folder`,
        ];
      if (isOtherContent(failure.message))
        return ["other_content", "make the environment anew, without --from-lock, and compare the locks"];
      return [failure.category === "collection_failed" ? "not_collected" : "not_built", "see the log"];
  }
}

function installing(missing: MissingFromSystem | undefined): string {
  return missing?.package === undefined
    ? "install the system's package that has it, then give the same command again"
    : `install it (on Debian: apt-get install ${missing.package}), then give the same command again`;
}

const KINDS: Readonly<Record<MissingFromSystem["kind"], string>> = {
  header: "header",
  library: "library",
  module: "library",
  program: "program",
  locale: "such",
};

function problemOf({ category, message }: EnvironmentFailure): string {
  const missing = category === "needs_system_package" ? findMissing(message) : undefined;
  if (missing !== undefined) return `the system has no ${KINDS[missing.kind]} ${missing.name}`;
  const lines = message.split("\n").filter((line) => line.trim() !== "");
  const telling = lines.find((line) => /\b(?:error|cannot|fatal|undefined|not found|no such)\b/i.test(line));
  return (telling ?? lines[0] ?? category).trim().slice(0, 300);
}
