import type { AcquiredSource } from "../../sources/index.ts";
import type { EnvironmentRequest } from "../../spec/index.ts";
import type { Evidence, PlanEditing, Toolchain } from "../build-system.ts";
import { failed, made, type Step } from "../failures.ts";
import { NO_ADJUSTMENTS, type Adjustments } from "./adjustments.ts";
import { advise } from "./advice/advise.ts";
import { declaredDjango } from "./clues/django.ts";
import { declaredNose, readNoseWords } from "./clues/nose.ts";
import { declaredScript, findRuns, type DeclaredRun } from "./clues/runs.ts";
import { readDeclaredProject, type DeclaredProject } from "./declared.ts";
import { editPlan } from "./editing/edit-plan.ts";
import { currentFields, FIELDS } from "./editing/fields.ts";
import { evidenceItems } from "./evidence-items.ts";
import { chooseInterpreter, OLDEST_FOR_TASKS, OLDEST_PYTHON } from "./interpreter.ts";
import { readLockHeader } from "./lock-header.ts";
import { planLock } from "./lock-plan.ts";
import { planPreparation } from "./preparation.ts";
import { proposeRemedies } from "./remedies/propose.ts";
import { findWheel, planRepository } from "./repository-build.ts";
import { requirementsToTry, unknownExtra } from "./requirements-to-try.ts";
import { askedMembers } from "./taken-members.ts";
import { planOwnTests, planTests, testFilesOf } from "./test-plan.ts";
import { planImport } from "./trial-plan.ts";

/** Reads a tree as Python. Every tree can be: loose modules need no packaging. */
export function readEvidence(acquired: AcquiredSource, requested: EnvironmentRequest): Evidence {
  const project = readDeclaredProject(acquired.directory, acquired.files);
  const run = otherThanPytest(project, requested);
  return describeEvidence({ acquired, project, requested, user: requested }, { ...NO_ADJUSTMENTS, run });
}

/** What runs the tests from the start in pytest's place: nose as the user asks, else as files of the repository run tests that are not pytest's. */
function otherThanPytest(
  { files, testFiles }: DeclaredProject,
  { test_command: command }: EnvironmentRequest,
): DeclaredRun | undefined {
  if (command === undefined) {
    const runs = findRuns(files);
    return (
      declaredNose(files, testFiles, runs) ??
      declaredDjango(files, runs) ??
      declaredScript(files, testFiles, runs)
    );
  }
  const words = readNoseWords(command);
  return words === undefined ? undefined : { kind: "nose", words, path: ".", line: 1 };
}

interface Reading {
  readonly acquired: AcquiredSource;
  readonly project: DeclaredProject;
  readonly requested: EnvironmentRequest;
  /** What of it the user asked for; the rest is by edits. */
  readonly user: EnvironmentRequest;
}

function describeEvidence(reading: Reading, given: Adjustments): Evidence {
  const { acquired, project, requested } = reading;
  const members = askedMembers([...given.added, ...(requested.with ?? [])], project);
  const adjustments = { ...given, members };
  const [first] = requirementsToTry({ project, wheel: undefined, requested: requested.with, adjustments });
  const variables = { ...adjustments.variables, ...requested.env };
  return {
    isDeclared: project.isPackaged || (project.members.length > 0 && project.files.has("pyproject.toml")),
    sourceFiles: project.files.paths.filter((path) => path.endsWith(".py")).length,
    items: evidenceItems(project),
    summary: {
      requires: project.requiresPython,
      isBuilt: project.isPackaged,
      requirements: first?.request.requirements ?? [],
      extras: project.tests.extras,
      testFiles: project.testFiles.length,
    },
    variables: adjustments.variables,
    chooseToolchain: (known) => choose(known, project, adjustments.release ?? askedRelease(requested)),
    planBuild: (interpreter, lock) =>
      planRepository(acquired, project, {
        env: Object.keys(variables).length === 0 ? undefined : variables,
        interpreter,
        adjustments: lock === undefined ? adjustments : readLockHeader(lock),
      }),
    planPreparation(importRoots, lock) {
      const { prepared } = lock === undefined ? adjustments : readLockHeader(lock);
      return planPreparation(project, prepared, { importRoots, variables });
    },
    planLocks(built, interpreter) {
      const wheel = findWheel(built);
      const unknown = unknownExtra(requested.with, wheel);
      if (unknown !== undefined) return unknown;
      const attempts = requirementsToTry({ project, wheel, requested: requested.with, adjustments });
      return made(attempts.map(({ what, request }) => planLock(what, request, interpreter)));
    },
    planTrial(importRoots) {
      const tests = planTests(project, requested.test_command, adjustments);
      return { ...planImport(project, importRoots), ...(tests === undefined ? {} : { tests }) };
    },
    advise: (facts) => advise({ ...facts, project }),
    remedies: (trouble) =>
      proposeRemedies({ ...reading, date: acquired.repository.date, adjustments, trouble }).map(
        ({ what, sign, goesBy, changes, changesInstallation = true, completes = false }) => ({
          what,
          failure: sign.kind,
          sign: sign.line,
          goesBy,
          changesInstallation,
          completes,
          adjusted: describeEvidence(reading, { ...adjustments, ...changes }),
        }),
      ),
    editing: describeEditing(reading, adjustments),
  };
}

function describeEditing(reading: Reading, adjustments: Adjustments): PlanEditing {
  const { project, requested, user } = reading;
  const current = currentFields(requested, adjustments);
  return {
    fields: FIELDS,
    current,
    edit(fields) {
      const edited = editPlan(fields, { project, user, current, adjustments });
      if (edited.status === "refused") return edited;
      const evidence = describeEvidence({ ...reading, requested: edited.requested }, edited.adjustments);
      return { status: "edited", evidence, requested: edited.requested };
    },
    ownTests: planOwnTests(project, user.test_command),
    testFiles: testFilesOf(project),
  };
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
    `No usable CPython was found: ${wanted}, this machine has ${have} (tests need ${OLDEST_PYTHON}, tasks ${OLDEST_FOR_TASKS}).`,
  );
}
