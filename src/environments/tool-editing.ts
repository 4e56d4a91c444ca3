import { z } from "zod";

import type { EnvironmentRequest } from "../spec/index.ts";
import type { EditedPlan, Evidence, PlanEditing, PlanFields, Toolchain } from "./build-system.ts";
import { failed, type Step } from "./failures.ts";
import { findVariableProblem } from "./python/request/variables.ts";

// Plans of languages whose own tools build and test, edited by a few fields that all of them have in common. What a field may hold is told by the language.

/** What may be decided otherwise than a tree declares. */
export interface ToolChoices {
  /** A release of the toolchain, or the beginning of one. */
  readonly release?: string | undefined;
  /** What packages are asked for in place of what manifests say, by their names. */
  readonly versions?: Readonly<Record<string, string>> | undefined;
  /** Nothing newer than of that day (`YYYY-MM-DD`). */
  readonly until?: string | undefined;
}

/** A field, and what speaks against what it holds. */
interface Field<T> {
  readonly says: string;
  problem(value: T): string | undefined;
}

/** How plans of one language may be edited. Fields that are absent are none of it. */
export interface ToolFields {
  /** Word for its toolchain, and name of the field that has its release. */
  readonly toolchain?: string;
  readonly versions?: Field<readonly [name: string, version: string]>;
  readonly until?: { readonly says: string };
  readonly command: Field<string>;
  /** Of variables beside those that are the tool's own. */
  readonly variable: Field<readonly [name: string, value: string]>;
}

/** A plan as it is now. */
export interface EditableTools extends Pick<PlanEditing, "ownTests" | "testFiles"> {
  readonly fields: ToolFields;
  readonly choices: ToolChoices;
  readonly requested: EnvironmentRequest;
  /** What of it the user asked for: no edit changes that. */
  readonly user: EnvironmentRequest;
  /** The plan with other choices. */
  remake(requested: EnvironmentRequest, choices: ToolChoices): Evidence;
}

const editedFields = z.strictObject({
  release: z
    .string()
    .regex(/^\d+(?:\.\d+){0,2}$|^nightly$/, "a release is expected, as 18 or 1.21.3")
    .nullish(),
  versions: z.record(z.string(), z.string()).nullish(),
  versions_until: z.iso.date().nullish(),
  variables: z.record(z.string(), z.string()).nullish(),
  test_command: z.string().nullish(),
});
type EditedFields = z.infer<typeof editedFields>;

/** The editing of a plan by fields. */
export function editTools(tools: EditableTools): PlanEditing {
  const { fields, ownTests, testFiles } = tools;
  const names = namesOf(fields);
  const current = currentFields(tools, names);
  return {
    fields: Object.fromEntries(names.map(({ name, says }) => [name, says])),
    current,
    edit: (given) => edit({ ...current, ...given }, tools, names),
    ownTests,
    testFiles,
  };
}

/** Fields by the names that they are edited by. */
type Names = readonly { readonly name: string; readonly key: keyof EditedFields; readonly says: string }[];

function namesOf({ toolchain, versions, until, command, variable }: ToolFields): Names {
  const release = `a release of ${toolchain ?? ""} that is here, or the beginning of one, such as "18"`;
  return [
    ...(toolchain === undefined ? [] : [{ name: toolchain, key: "release", says: release } as const]),
    ...(versions === undefined ? [] : [{ name: "versions", key: "versions", says: versions.says } as const]),
    ...(until === undefined
      ? []
      : [{ name: "versions_until", key: "versions_until", says: until.says } as const]),
    { name: "variables", key: "variables", says: variable.says },
    { name: "test_command", key: "test_command", says: command.says },
  ];
}

function currentFields({ choices, requested }: EditableTools, names: Names): PlanFields {
  const all: EditedFields = {
    release: choices.release,
    versions: choices.versions === undefined ? undefined : { ...choices.versions },
    versions_until: choices.until,
    variables: requested.env,
    test_command: requested.test_command,
  };
  return Object.fromEntries(
    names.flatMap(({ name, key }) => (all[key] === undefined ? [] : [[name, all[key]]])),
  );
}

function edit(given: PlanFields, tools: EditableTools, names: Names): EditedPlan {
  const refused = (problem: string): EditedPlan => ({ status: "refused", problem });
  const unknown = Object.keys(given).find((name) => !names.some((each) => each.name === name));
  if (unknown !== undefined) return refused(`there is no field "${unknown}"`);
  const read = editedFields.safeParse(
    Object.fromEntries(names.flatMap(({ name, key }) => (name in given ? [[key, given[name]]] : []))),
  );
  if (!read.success) {
    const [issue] = read.error.issues;
    return refused(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unreadable"}`);
  }
  const problem = findProblem(read.data, tools);
  if (problem !== undefined) return refused(problem);
  const { release, versions, versions_until: until, variables, test_command: command } = read.data;
  const { env: _, test_command: __, ...rest } = tools.user;
  const requested: EnvironmentRequest = {
    ...rest,
    ...(typeof command === "string" ? { test_command: command } : {}),
    ...(Object.keys(variables ?? {}).length === 0 ? {} : { env: { ...variables } }),
  };
  const evidence = tools.remake(requested, {
    release: release ?? undefined,
    versions: versions ?? undefined,
    until: until ?? undefined,
  });
  return { status: "edited", evidence, requested };
}

function findProblem(
  { versions, variables, test_command: command }: EditedFields,
  { fields, user }: EditableTools,
): string | undefined {
  const changed = Object.entries(user.env ?? {}).find(([name, value]) => variables?.[name] !== value)?.[0];
  if (changed !== undefined) return `the variable ${changed} was decided by the user`;
  if (user.test_command !== undefined && command !== user.test_command)
    return "test_command was decided by the user";
  const own = Object.entries(variables ?? {}).filter(([name]) => user.env?.[name] === undefined);
  return [
    ...own.map((pair) => findVariableProblem(...pair) ?? fields.variable.problem(pair)),
    ...Object.entries(versions ?? {}).map((pair) => fields.versions?.problem(pair)),
    typeof command === "string" && command !== user.test_command
      ? fields.command.problem(command)
      : undefined,
  ].find((problem) => problem !== undefined);
}

/** Toolchains of a release; `no_interpreter` where none of those that are here is one. */
export function toolchainsOf(
  release: string | undefined,
  known: readonly Toolchain[],
): Step<readonly Toolchain[]> {
  const isOf = ({ release: each }: Toolchain): boolean =>
    release === undefined ||
    each === release ||
    each.startsWith(`${release}.`) ||
    each.includes(`-${release}`);
  const found = known.filter(isOf);
  if (release === undefined || found.length > 0) return { status: "made", value: found };
  const have = known.map((each) => each.release).join(", ") || "none";
  return failed("no_interpreter", `There is no toolchain of release ${release}; there is ${have}.`);
}

/** Variables that decide how tools run and report, which programs they start, or what of the tests is run. */
const OF_TOOLS =
  /^(?:MAKE\w*|MFLAGS|GNUMAKEFLAGS|CTEST_\w*|CMAKE_\w*|GOFLAGS|GOPROXY|GOSUMDB|GOTOOLCHAIN|CARGO\w*|RUSTC\w*|RUSTDOC\w*|RUST_TEST_\w*|NPM_\w*|YARN_\w*|PNPM_\w*|SHELL|ENV|IFS|BASH_\w*)$/i;

/** Variables of known forms, and those that code of the tree names. */
export function variableField(
  known: Readonly<Record<string, RegExp>>,
  isNamed: (name: string) => boolean,
): ToolFields["variable"] {
  return {
    says: `variables of builds and tests by their names: ${Object.keys(known).join(", ")}, and those that code of the repository names`,
    problem([name, value]) {
      const form = Object.hasOwn(known, name) ? known[name] : undefined;
      if (form !== undefined)
        return form.test(value) ? undefined : `${name} may not be ${JSON.stringify(value)}`;
      if (OF_TOOLS.test(name)) return `${name} decides how tools run`;
      return isNamed(name) ? undefined : `no code of the repository names ${name}`;
    },
  };
}

/** Options of compilers, without a word that is a file or what a shell would read. */
export const COMPILER_OPTIONS = /^(?:-[-\w=./,+]+(?: +|$))*$/;
