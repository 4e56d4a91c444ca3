import { normalizePackageName } from "../../../sources/index.ts";
import type { EnvironmentRequest } from "../../../spec/index.ts";
import { findMentions } from "../clues/mentioned.ts";
import { readRun } from "../clues/runs.ts";
import type { DeclaredProject } from "../declared.ts";
import { isMappedDistribution } from "../import-map.ts";
import { parseRequirementLine } from "../requirement.ts";
import { findVariableProblem } from "../request/variables.ts";
import { BY_FIXTURE } from "../undeclared.ts";
import { isPythonRequest } from "../version-specifier.ts";
import type { EditedFields } from "./fields.ts";
import { findTestCommandProblem } from "./test-command.ts";

/** Distributions beside the map that tests and builds are made with. */
const TOOLS: ReadonlySet<string> = new Set([...Object.values(BY_FIXTURE), "pip", "cython", "flit-core"]);

/** What speaks against edited fields; undefined where nothing does. */
export function findFieldProblem(
  fields: EditedFields,
  project: DeclaredProject,
  user: EnvironmentRequest,
): string | undefined {
  return [
    decidedByUser(fields, user),
    ...[...(fields.requirements ?? []), ...(fields.build_requirements ?? [])].map((text) =>
      findRequirementProblem(text, project),
    ),
    ...[...(fields.bounds ?? []), ...(fields.build_bounds ?? [])].map(findBoundProblem),
    ...[...(fields.extras ?? []), ...(fields.without ?? [])].map((name) =>
      NAME.test(name) ? undefined : `"${name}" is no name`,
    ),
    findReleaseProblem(fields),
    ...(fields.import_roots ?? []).map((path) => findRootProblem(path, project)),
    ...Object.entries(fields.variables ?? {}).map(([name, value]) => findVariableProblem(name, value)),
    findCommandProblem(fields, project),
  ].find((problem) => problem !== undefined);
}

const NAME = /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/;
/** As locks hold bounds of builds. */
const BOUND = /^[\w.-]+[<>=!~][\w.<>=!~,*-]+$/;
const RELEASE = /^3\.\d+(?:\.\d+)?$/;

function decidedByUser(fields: EditedFields, user: EnvironmentRequest): string | undefined {
  const decided = [
    ...(typeof user["python"] === "string" && fields.python !== user["python"] ? ["python"] : []),
    ...(user.test_command !== undefined && fields.test_command !== user.test_command ? ["test_command"] : []),
    ...Object.entries(user.env ?? {})
      .filter(([name, value]) => fields.variables?.[name] !== value)
      .map(([name]) => `the variable ${name}`),
  ];
  return decided[0] === undefined ? undefined : `${decided[0]} was decided by the user`;
}

function findRequirementProblem(text: string, { files }: DeclaredProject): string | undefined {
  const line = parseRequirementLine(text);
  if (line.kind !== "requirement" || /[@\n\\]|(?:^|\s)-/.test(text))
    return `"${text}" is no requirement of a registry: write NAME, NAME==VERSION or other bounds`;
  const { name } = line.requirement;
  const isKnown =
    isMappedDistribution(name) ||
    TOOLS.has(name) ||
    findMentions(files).some(({ requirement }) => requirement.name === normalizePackageName(name));
  return isKnown
    ? undefined
    : `nothing of the repository names the distribution "${name}", and it is none of the well-known ones: nothing is installed by guessing a name`;
}

function findBoundProblem(text: string): string | undefined {
  return BOUND.test(text) ? undefined : `"${text}" is no bound: write NAME<VERSION without spaces`;
}

function findReleaseProblem({ python, versions_until: day }: EditedFields): string | undefined {
  if (typeof python === "string" && !isPythonRequest(python)) return `"${python}" is no release of Python`;
  if (typeof day !== "string") return undefined;
  if (Number.isNaN(Date.parse(day))) return `${day} is no day`;
  return RELEASE.test(python ?? "") ? undefined : "versions_until needs python beside it: a release, as 3.9";
}

function findRootProblem(path: string, { files }: DeclaredProject): string | undefined {
  const isSafe = /^(?:\.|[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)$/.test(path);
  const isFolder = path === "." || files.paths.some((known) => known.startsWith(`${path}/`));
  return isSafe && isFolder ? undefined : `"${path}" is no folder of the repository`;
}

function findCommandProblem(
  { test_command: command }: EditedFields,
  { files }: DeclaredProject,
): string | undefined {
  if (typeof command !== "string") return undefined;
  const run = readRun(command, files);
  return run.status === "refused" ? run.problem : findTestCommandProblem(run, files);
}
