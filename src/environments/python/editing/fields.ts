import { z } from "zod";

import type { EnvironmentRequest } from "../../../spec/index.ts";
import type { PlanFields } from "../../build-system.ts";
import type { Adjustments } from "../adjustments.ts";
import { describeRun } from "../clues/runs.ts";
import { parseRequirementLine } from "../requirement.ts";

const texts = z.array(z.string().max(200)).max(60);

/** What a plan of Python's can be edited in. */
export const editedFields = z.strictObject({
  python: z.string().max(40).nullish(),
  requirements: texts.nullish(),
  extras: texts.nullish(),
  bounds: texts.nullish(),
  without: texts.nullish(),
  versions_until: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/, "a day is expected, as 2015-06-30")
    .nullish(),
  build_requirements: texts.nullish(),
  build_bounds: texts.nullish(),
  from_checkout: z.boolean().nullish(),
  import_roots: texts.nullish(),
  variables: z.record(z.string(), z.string().max(500)).nullish(),
  test_command: z.string().max(500).nullish(),
});
export type EditedFields = z.infer<typeof editedFields>;

/** What each of them takes. */
export const FIELDS: Readonly<Record<keyof EditedFields, string>> = {
  python: 'the interpreter, a release of those that are here, such as "3.9"',
  requirements:
    "requirements in PEP 508 form beside those that the repository declares, in the place of what it says of the same name; only distributions that its own files name or that are well known, from the registry alone",
  extras: "extras of the repository itself that are installed with it",
  bounds: 'bounds of versions of what is installed anyway, such as "werkzeug<1"; a bound installs nothing',
  without: "names of distributions that the tests' lists name and that are not installed",
  versions_until:
    "nothing newer than of this day is installed, as 2015-06-30; `python` must name a release beside it",
  build_requirements:
    "all that the repository's own build needs (setuptools and wheel among it); it is then built beside that, without isolation",
  build_bounds:
    'bounds of what the repository and source distributions are built with, such as "setuptools<58"',
  from_checkout: "true where the repository is not built, but runs from its tree by what it declares",
  import_roots: 'folders of the tree that go on the import path, such as "src"',
  variables:
    "environment variables of its build and its tests; never those by which programs, modules and plug-ins are found",
  test_command:
    'how all of the tests are run: "pytest", options and folders, "python FILE words" with a file of the tree, or "python -m unittest words"; no shell, nothing that leaves tests out',
};

/** What they hold in a plan. */
export function currentFields(requested: EnvironmentRequest, adjustments: Adjustments): PlanFields {
  const asked = [...adjustments.added, ...(requested.with ?? [])].map(parseRequirementLine);
  const run = adjustments.run === undefined ? undefined : describeRun(adjustments.run);
  const all: EditedFields = {
    python: adjustments.release ?? releaseOf(requested),
    requirements: asked.flatMap((line) => (line.kind === "requirement" ? [line.requirement.text] : [])),
    extras: asked.flatMap((line) => (line.kind === "itself" ? line.extras : [])),
    bounds: [...adjustments.bounds],
    without: [...adjustments.without],
    versions_until: adjustments.versions?.date,
    build_requirements: [...adjustments.buildNeeds],
    build_bounds: [...adjustments.builtWith],
    from_checkout: adjustments.isUnbuilt ? true : undefined,
    import_roots: [...(adjustments.roots ?? [])],
    variables: { ...adjustments.variables, ...requested.env },
    test_command: requested.test_command ?? run,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => holdsSomething(value)));
}

function holdsSomething(value: unknown): boolean {
  return (
    value !== undefined && value !== null && (typeof value !== "object" || Object.keys(value).length > 0)
  );
}

function releaseOf({ python }: EnvironmentRequest): string | undefined {
  return typeof python === "string" ? python : undefined;
}
