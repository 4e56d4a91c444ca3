import type { AcquiredSource } from "../../sources/index.ts";
import type { EnvironmentRequest } from "../../spec/index.ts";
import type { Evidence, EvidenceItem, Toolchain } from "../build-system.ts";
import { failed, made, type Step } from "../failures.ts";
import { linesOf } from "../evidence-lines.ts";
import { advise } from "./advice/advise.ts";
import { readDeclaredProject, type DeclaredProject } from "./declared.ts";
import { chooseInterpreter, OLDEST_PYTHON } from "./interpreter.ts";
import { planLock } from "./lock-plan.ts";
import { findWheel, planRepository } from "./repository-build.ts";
import { requirementsToTry, unknownExtra } from "./requirements-to-try.ts";
import { planTests } from "./test-plan.ts";
import { planImport } from "./trial-plan.ts";

/** Reads a tree as Python. Every tree can be: loose modules need no packaging. */
export function readEvidence(acquired: AcquiredSource, requested: EnvironmentRequest): Evidence {
  const project = readDeclaredProject(acquired.directory, acquired.files);
  const [first] = requirementsToTry(project, undefined, requested.with);
  return {
    isDeclared: project.isPackaged,
    sourceFiles: project.files.paths.filter((path) => path.endsWith(".py")).length,
    items: evidenceItems(project),
    summary: {
      requires: project.requiresPython,
      isBuilt: project.isPackaged,
      requirements: first?.request.requirements ?? [],
      extras: project.tests.extras,
      testFiles: project.testFiles.length,
    },
    chooseToolchain: (known) => choose(known, project, askedRelease(requested)),
    planBuild: (interpreter) => planRepository(acquired, project, requested, interpreter),
    planLocks(built, interpreter) {
      const wheel = findWheel(built);
      const unknown = unknownExtra(requested.with, wheel);
      if (unknown !== undefined) return unknown;
      const attempts = requirementsToTry(project, wheel, requested.with);
      return made(attempts.map(({ what, request }) => planLock(what, request, interpreter)));
    },
    planTrial(importRoots) {
      const tests = planTests(project, requested.test_command);
      return { ...planImport(project, importRoots), ...(tests === undefined ? {} : { tests }) };
    },
    advise: (facts) => advise({ ...facts, project }),
  };
}

/** The files that say how it is packaged and what it needs. */
function evidenceItems({ files, requiresPython, testFiles }: DeclaredProject): EvidenceItem[] {
  const declaring = ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "tox.ini"].filter(
    (path) => files.has(path),
  );
  const requires = declaring.flatMap((path) =>
    linesOf(files.text(path) ?? "", /requires-python|python_requires/).map((line) => ({
      path,
      line,
      says: `runs on Python ${requiresPython ?? "as computed"}`,
    })),
  );
  return [
    ...declaring.map((path) => ({ path, line: 1, says: "how it is built, installed or tested" })),
    ...requires,
    ...testFiles.slice(0, 1).map((path) => ({ path, line: 1, says: "looks like a test" })),
  ];
}

/** The release that the user asked for. */
function askedRelease({ python }: EnvironmentRequest): string | undefined {
  return typeof python === "string" ? python : undefined;
}

function choose(
  known: readonly Toolchain[],
  { requiresPython }: DeclaredProject,
  requested: string | undefined,
): Step<Toolchain> {
  const chosen = chooseInterpreter(known, requiresPython, requested);
  if (chosen !== undefined) return made(chosen);
  const have = known.map(({ release }) => release).join(", ") || "none";
  const wanted =
    requested === undefined
      ? `the repository asks for ${requiresPython ?? `>=${OLDEST_PYTHON}`}`
      : `you ask for ${requested}`;
  return failed(
    "no_interpreter",
    `No usable CPython was found: ${wanted}, this machine has ${have} (releases before ${OLDEST_PYTHON} are not used).`,
  );
}
