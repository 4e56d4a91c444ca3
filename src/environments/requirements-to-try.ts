import type { LockRequest } from "./lock.ts";
import type { DeclaredProject } from "./python/declared.ts";
import type { Requirement } from "./python/requirement.ts";
import { purposeOf } from "./python/test-requirements.ts";
import type { BuiltRepository } from "./repository-build.ts";

/** A set of requirements to be tried, in a few words. */
export interface RequirementsAttempt {
  readonly what: string;
  readonly request: LockRequest;
}

/** What running tests and measuring them takes, in every environment. */
const ALWAYS = ["coverage", "pytest"];

/**
 * What to install, the most faithful first: all that the tests are declared to need; the same without their version
 * bounds (old pins fit no newer interpreter); without them, but with what the test files use; the bare minimum. The
 * repository's own requirements are in all of them.
 */
export function requirementsToTry(
  project: DeclaredProject,
  repository: Pick<BuiltRepository, "wheel">,
): readonly RequirementsAttempt[] {
  const { wheel } = repository;
  const own = wheel === undefined ? project.dependencies.map(({ text }) => text) : [];
  const builtExtras = (wheel?.extras ?? []).filter((extra) => purposeOf(extra) === "test");
  const isDeclared = project.tests.purpose === "test";
  const extras = isDeclared
    ? project.tests.extras.filter((extra) => wheel?.extras.includes(extra) === true)
    : builtExtras;
  const forTests = isDeclared || builtExtras.length === 0 ? project.tests.requirements : [];
  const named = new Set(forTests.map(({ name }) => name));
  const undeclared = project.undeclared.filter((text) => !named.has(text.replace(/[<>=!~].*$/, "")));
  const attempt = (
    what: string,
    tests: readonly string[],
    wheelExtras: readonly string[],
  ): RequirementsAttempt => ({
    what,
    request: {
      requirements: [...new Set([...own, ...ALWAYS, ...tests])].sort(),
      wheel: wheel === undefined ? undefined : { ...wheel, extras: wheelExtras },
    },
  });
  const all = [
    attempt("all that the tests declare", [...forTests.map(({ text }) => text), ...undeclared], extras),
    attempt(
      "what the tests declare, in any version",
      [...forTests.map(withoutVersion), ...undeclared],
      extras,
    ),
    attempt("what the test files use", undeclared, []),
    attempt("pytest and coverage alone", [], []),
  ];
  const keys = all.map(({ request }) => JSON.stringify([request.requirements, request.wheel?.extras]));
  return all.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

function withoutVersion({ name, extras, text }: Requirement): string {
  const marker = /;\s*(.+)$/.exec(text)?.[1];
  const chosen = extras.length === 0 ? "" : `[${extras.join(",")}]`;
  return `${name}${chosen}${marker === undefined ? "" : ` ; ${marker}`}`;
}
