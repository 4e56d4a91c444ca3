import { failed, type Step } from "../failures.ts";
import { NO_ADJUSTMENTS, type Adjustments } from "./adjustments.ts";
import { SETUP_SCRIPT } from "./clues/runs.ts";
import type { LockRequest } from "./lock-plan.ts";
import type { DeclaredProject } from "./declared.ts";
import { parseRequirement, parseRequirementLine, type Requirement } from "./requirement.ts";
import { toolsOfScript } from "./setup-script.ts";
import { requirementsOf, takeMembers } from "./taken-members.ts";
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
const OLDEST_PYTEST = "3.2";

/** What sets of requirements are chosen by. */
export interface Choice {
  readonly project: DeclaredProject;
  readonly wheel: KeptWheel | undefined;
  /** What the user asked for. */
  readonly requested?: readonly string[] | undefined;
  readonly adjustments?: Adjustments;
}

/**
 * What to install, the most faithful first: all that the tests are declared to need, in the versions of the repository's lock file and without these; the
 * same without their version bounds (old pins fit no newer interpreter); without what only some of tox's environments have; without them, but with what the test files use; the bare minimum. The
 * repository's own requirements and those that the user asked for are in all of them.
 */
export function requirementsToTry(choice: Choice): readonly RequirementsAttempt[] {
  const { project, requested = [], adjustments = NO_ADJUSTMENTS } = choice;
  const { bounds, versions } = adjustments;
  const asked = readAsked([
    ...adjustments.added.filter((text) => !names(requested).has(nameOf(text))),
    ...requested,
  ]);
  // Both have a module of that name; the one that is asked for goes with every release of Python.
  const replaced = adjustments.run?.kind === "nose" ? ["nose"] : [];
  const taken = new Set([...asked.requirements.map(({ name }) => name), ...adjustments.without, ...replaced]);
  const { extras, forTests, undeclared } = needsOfTests(choice, taken);
  const { locked } = project;
  const mayBeLocked = locked !== undefined && versions === undefined && bounds.length === 0;
  const declared = [...forTests.map(({ text }) => text), ...undeclared];
  const { conditional } = project.tests;
  const forAll = [
    ...forTests.filter(({ name }) => !conditional.has(name)).map(({ text }) => text),
    ...undeclared,
  ];
  const inAnyVersion = [...forTests.map(withoutVersion), ...undeclared];
  const all: readonly Selection[] = [
    ...(mayBeLocked
      ? [
          {
            what: `all that the tests declare, in the versions of ${locked.path}`,
            tests: declared,
            extras,
            pins: locked.pins,
          },
        ]
      : []),
    { what: "all that the tests declare", tests: declared, extras },
    { what: "what the tests declare, in any version", tests: inAnyVersion, extras },
    { what: "what the tests declare for all of tox's environments", tests: forAll, extras },
    { what: "what the test files use", tests: undeclared },
    { what: "pytest and coverage alone", tests: [] },
  ];
  const attempts = all.map((selection) => attemptWith(selection, choice, { asked, taken }));
  const keys = attempts.map(({ request }) =>
    JSON.stringify([request.requirements, request.wheel?.extras, request.constraints]),
  );
  return attempts.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

/** What of the tests' needs is asked for. */
interface Selection {
  readonly what: string;
  readonly tests: readonly string[];
  readonly extras?: readonly string[];
  readonly pins?: readonly string[];
}

function attemptWith(
  { what, tests, extras = [], pins = [] }: Selection,
  { project, wheel, adjustments = NO_ADJUSTMENTS }: Choice,
  { asked, taken }: { readonly asked: Asked; readonly taken: ReadonlySet<string> },
): RequirementsAttempt {
  const chosen = [...new Set([...extras, ...asked.extras])];
  const own = wheel === undefined ? project.dependencies : membersIn(wheel, chosen, project);
  const wanted = [...own.filter(({ name }) => !taken.has(name)), ...asked.requirements];
  const needed = takeMembers([...wanted, ...tests.flatMap((text) => parseRequirement(text) ?? [])], project);
  const all = needed.requirements.filter(
    (each) => !taken.has(each.name) || asked.requirements.includes(each),
  );
  const ofRoot = needed.extras.filter((extra) => wheel?.extras.includes(extra) === true);
  const runner = needsOfRun(project, adjustments);
  const floor = adjustments.versions === undefined ? [] : [`pytest>=${OLDEST_PYTEST}`];
  return {
    what,
    request: {
      requirements: [...new Set([...all.map(({ text }) => text), ...ALWAYS, ...runner, ...floor])].sort(),
      wheel: wheel && { ...wheel, extras: [...new Set([...chosen, ...ofRoot])].sort() },
      local: project.members.map(({ name }) => name).sort(),
      constraints: [...pins, ...adjustments.bounds],
      builtWith: adjustments,
    },
  };
}

/** What a program that runs the tests in pytest's place needs. */
function needsOfRun({ files }: DeclaredProject, { run }: Adjustments): readonly string[] {
  if (run?.kind === "nose") return ["pynose"];
  return run?.words[0] === SETUP_SCRIPT ? [toolsOfScript(files.text(SETUP_SCRIPT) ?? "")] : [];
}

/** What the repository's metadata says that it needs of its own members. */
function membersIn(
  { requires }: KeptWheel,
  extras: readonly string[],
  { members }: DeclaredProject,
): readonly Requirement[] {
  return requirementsOf(requires, extras).filter(({ name }) => members.some((each) => each.name === name));
}

/** What the tests are declared to need and what they use without saying so, without the distributions that are `taken`. */
function needsOfTests(
  { project, wheel }: Choice,
  taken: ReadonlySet<string>,
): {
  readonly extras: readonly string[];
  readonly forTests: readonly Requirement[];
  readonly undeclared: readonly string[];
} {
  const builtExtras = (wheel?.extras ?? []).filter((extra) => purposeOf(extra) === "test");
  // Lists for development count where nothing is for tests.
  const { requirements, extras } =
    project.tests.purpose === "test" || builtExtras.length === 0
      ? project.tests
      : { requirements: [], extras: builtExtras };
  const forTests = requirements.filter(
    ({ name, text }) => !taken.has(name) && !(name === "pytest" && isTooOld(text)),
  );
  const named = new Set([...taken, ...forTests.map(({ name }) => name)]);
  return {
    extras: extras.filter((extra) => wheel?.extras.includes(extra) === true),
    forTests,
    undeclared: project.undeclared.filter((text) => !named.has(text.replace(/[<>=!~].*$/, ""))),
  };
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

interface Asked {
  readonly requirements: readonly Requirement[];
  readonly extras: readonly string[];
}

/** What the user asked for: it is in every attempt, and in the place of what the tests declare of the same name. */
function readAsked(lines: readonly string[]): Asked {
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
