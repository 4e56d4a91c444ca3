import { failed, type Step } from "../failures.ts";
import { NO_ADJUSTMENTS, type Adjustments } from "./adjustments.ts";
import type { LockRequest } from "./lock-plan.ts";
import type { DeclaredProject } from "./declared.ts";
import { parseRequirementLine, type Requirement } from "./requirement.ts";
import { purposeOf } from "./test-requirements.ts";
import { compareReleases } from "./version-specifier.ts";
import type { KeptWheel } from "./wheel.ts";

/** A set of requirements to be tried, in a few words. */
export interface RequirementsAttempt {
  readonly what: string;
  readonly request: LockRequest;
}

/** What running tests and measuring them takes, in every environment. */
const ALWAYS = ["coverage", "pytest"];

/** Oldest pytest that our plug-ins and options go with. Where versions are those of a day, no older one is taken. */
const OLDEST_PYTEST = "4.6";

/**
 * What to install, the most faithful first: all that the tests are declared to need; the same without their version
 * bounds (old pins fit no newer interpreter); without them, but with what the test files use; the bare minimum. The
 * repository's own requirements and those that the user asked for are in all of them.
 */
export function requirementsToTry(
  project: DeclaredProject,
  wheel: KeptWheel | undefined,
  requested: readonly string[] = [],
  adjustments: Adjustments = NO_ADJUSTMENTS,
): readonly RequirementsAttempt[] {
  const { without, bounds, versions } = adjustments;
  const always = versions === undefined ? ALWAYS : [...ALWAYS, `pytest>=${OLDEST_PYTEST}`];
  const asked = readAsked([
    ...adjustments.added.filter((text) => !names(requested).has(nameOf(text))),
    ...requested,
  ]);
  const taken = new Set([...asked.requirements.map(({ name }) => name), ...without]);
  const own =
    wheel === undefined
      ? project.dependencies.filter(({ name }) => !taken.has(name)).map(({ text }) => text)
      : [];
  const builtExtras = (wheel?.extras ?? []).filter((extra) => purposeOf(extra) === "test");
  const isDeclared = project.tests.purpose === "test";
  const extras = isDeclared
    ? project.tests.extras.filter((extra) => wheel?.extras.includes(extra) === true)
    : builtExtras;
  const forTests = (isDeclared || builtExtras.length === 0 ? project.tests.requirements : []).filter(
    ({ name, text }) => !taken.has(name) && !(name === "pytest" && isTooOld(text)),
  );
  const named = new Set([...taken, ...forTests.map(({ name }) => name)]);
  const undeclared = project.undeclared.filter((text) => !named.has(text.replace(/[<>=!~].*$/, "")));
  const attempt = (
    what: string,
    tests: readonly string[],
    wheelExtras: readonly string[],
    locked: readonly string[] = [],
  ): RequirementsAttempt => ({
    what,
    request: {
      requirements: [
        ...new Set([...own, ...always, ...tests, ...asked.requirements.map(({ text }) => text)]),
      ].sort(),
      wheel:
        wheel === undefined
          ? undefined
          : { ...wheel, extras: [...new Set([...wheelExtras, ...asked.extras])].sort() },
      constraints: [...locked, ...bounds],
      builtWith: adjustments,
    },
  });
  const { locked } = project;
  const declared = [...forTests.map(({ text }) => text), ...undeclared];
  const all = [
    ...(locked === undefined || versions !== undefined || bounds.length > 0
      ? []
      : [
          attempt(
            `all that the tests declare, in the versions of ${locked.path}`,
            declared,
            extras,
            locked.pins,
          ),
        ]),
    attempt("all that the tests declare", declared, extras),
    attempt(
      "what the tests declare, in any version",
      [...forTests.map(withoutVersion), ...undeclared],
      extras,
    ),
    attempt("what the test files use", undeclared, []),
    attempt("pytest and coverage alone", [], []),
  ];
  const keys = all.map(({ request }) =>
    JSON.stringify([request.requirements, request.wheel?.extras, request.constraints]),
  );
  return all.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

/** The failure of asking for an extra that the repository does not have; undefined where all are there. */
export function unknownExtra(
  requested: readonly string[] = [],
  wheel: KeptWheel | undefined,
): Step<never> | undefined {
  const unknown = readAsked(requested).extras.find((extra) => wheel?.extras.includes(extra) !== true);
  if (unknown === undefined) return undefined;
  const known = wheel === undefined ? "it was not built" : `it has ${wheel.extras.join(", ") || "none"}`;
  return failed("resolution_failed", `The repository has no extra "${unknown}": ${known}.`);
}

/** True for bounds that only versions before the oldest one meet. */
function isTooOld(text: string): boolean {
  const [, bound = "", version = ""] = /(===?|<=?|~=)\s*(\d+(?:\.\d+)?)/.exec(text) ?? [];
  const difference = version === "" ? 1 : compareReleases(version, OLDEST_PYTEST);
  return bound === "<" ? difference <= 0 : difference < 0;
}

function names(lines: readonly string[]): ReadonlySet<string> {
  return new Set(readAsked(lines).requirements.map(({ name }) => name));
}

function nameOf(text: string): string {
  const parsed = parseRequirementLine(text);
  return parsed.kind === "requirement" ? parsed.requirement.name : text;
}

/** What the user asked for: it is in every attempt, and in the place of what the tests declare of the same name. */
function readAsked(lines: readonly string[]): {
  readonly requirements: readonly Requirement[];
  readonly extras: readonly string[];
} {
  const parsed = lines.map(parseRequirementLine);
  return {
    requirements: parsed.flatMap((line) => (line.kind === "requirement" ? [line.requirement] : [])),
    extras: parsed.flatMap((line) => (line.kind === "itself" ? line.extras : [])),
  };
}

function withoutVersion({ name, extras, text }: Requirement): string {
  const marker = /;\s*(.+)$/.exec(text)?.[1];
  const chosen = extras.length === 0 ? "" : `[${extras.join(",")}]`;
  return `${name}${chosen}${marker === undefined ? "" : ` ; ${marker}`}`;
}
