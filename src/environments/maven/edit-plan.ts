import { z } from "zod";

import type { PlanFields } from "../build-system.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import { mavenCall } from "./artifact-lock.ts";
import { REPLACING_ARTIFACTS } from "./lost-packages.ts";
import { CHECKS, type Adjustments } from "./remedies.ts";

/** What a plan of Maven's can be edited in. */
const editedFields = z.strictObject({
  jdk: z.int().min(5).max(99).nullish(),
  maven: z
    .string()
    .regex(/^3\.\d+\.\d+$/, "a release of Maven 3 is expected, as 3.6.3")
    .nullish(),
  source_level: z.int().min(5).max(99).nullish(),
  level_everywhere: z.boolean().nullish(),
  properties: z.record(z.string(), z.string()).nullish(),
  left_out: z.array(z.string()).nullish(),
  released: z.array(z.string()).nullish(),
  opened: z.array(z.string()).nullish(),
  added: z.array(z.enum(REPLACING_ARTIFACTS)).nullish(),
  compiler_plugin: z.string().nullish(),
  committed: z.boolean().nullish(),
  phase: z.enum(["test", "package"]).nullish(),
});
type EditedFields = z.infer<typeof editedFields>;

/** What each of them takes. */
export const FIELDS: Readonly<Record<keyof EditedFields, string>> = {
  jdk: "the JDK, by the first number of a release of those that are here, such as 17",
  maven: 'the release of Maven in the place of the one that is here, such as "3.6.3"',
  source_level: "the release of Java to which lower ones that sources and pom.xml name are raised, such as 8",
  level_everywhere:
    "true where every module is told that release, for a parent outside of the tree names a lower one",
  properties:
    "properties by their names, as -D gives them: those that a pom.xml of the repository declares, those of the compiler plug-in, project.build.sourceEncoding, and those that leave out checks which are no tests; none that has to do with tests but versions of plug-ins",
  left_out: "modules that are not built, by their artifact ids",
  released:
    "versions whose snapshots the registry has no more, without -SNAPSHOT: pom.xml names the releases in their place",
  opened:
    "packages of the JDK's modules that code looks into by reflection, as java.base/java.lang or java.base/* for all of a module: --add-opens for all that runs",
  added: `artifacts in the place of packages which the JDK has no more, some of ${REPLACING_ARTIFACTS.join(", ")}`,
  compiler_plugin:
    'the release of maven-compiler-plugin where a pom.xml names one, such as "3.11.0": before 3.6 it knows no maven.compiler.release',
  committed: "true where the tree is made a repository of git with one commit, for builds that ask one",
  phase: '"test", or "package" where modules need the packaged ones',
};

/** What they hold in a plan. */
export function currentFields({ call, maven, jdk }: Adjustments): PlanFields {
  const ofLevel = /^-Dmaven\.compiler\.(?:source|target)=/;
  const properties = Object.fromEntries(
    call.options
      .filter((option) => call.level === null || !ofLevel.test(option))
      .map((option) => option.replace(/^-D/, "").split("=", 2)),
  );
  return {
    ...(jdk === undefined ? {} : { jdk }),
    ...(maven === undefined ? {} : { maven }),
    ...(call.level === null ? {} : { source_level: call.level }),
    ...(call.level_everywhere === true ? { level_everywhere: true } : {}),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(call.left_out === undefined ? {} : { left_out: call.left_out }),
    ...(call.released === undefined ? {} : { released: call.released }),
    ...(call.opened === undefined ? {} : { opened: call.opened }),
    ...(call.added === undefined ? {} : { added: call.added }),
    ...(call.compiler_plugin === undefined ? {} : { compiler_plugin: call.compiler_plugin }),
    ...(call.committed === true ? { committed: true } : {}),
    ...(call.phase === "test" ? {} : { phase: call.phase }),
  };
}

/** What fields come to, or what speaks against them. */
export type PlanEdit =
  | { readonly status: "edited"; readonly adjustments: Adjustments }
  | { readonly status: "refused"; readonly problem: string };

/** Puts fields in the place of what a plan holds. */
export function editPlan(fields: PlanFields, current: PlanFields, files: RepositoryFiles): PlanEdit {
  const refused = (problem: string): PlanEdit => ({ status: "refused", problem });
  const read = editedFields.safeParse(fields);
  if (!read.success) {
    const [issue] = read.error.issues;
    return refused(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unreadable"}`);
  }
  const {
    jdk,
    maven,
    source_level: level,
    level_everywhere: isEverywhere,
    properties,
    left_out: leftOut,
    released,
    opened,
    added,
    compiler_plugin: compiler,
    committed,
    phase,
  } = editedFields.parse({ ...current, ...read.data });
  const declared = declaredProperties(files);
  const problem = Object.entries(properties ?? {})
    .map(([name, value]) => findPropertyProblem(name, value, declared))
    .find((one) => one !== undefined);
  if (problem !== undefined) return refused(problem);
  const ofLevel =
    typeof level === "number" ? [`-Dmaven.compiler.source=${level}`, `-Dmaven.compiler.target=${level}`] : [];
  const options = Object.entries(properties ?? {}).map(([name, value]) => `-D${name}=${value}`);
  const call = mavenCall.safeParse({
    options: [...options, ...ofLevel],
    ...(leftOut === undefined || leftOut === null ? {} : { left_out: leftOut }),
    ...(released === undefined || released === null ? {} : { released }),
    ...(opened === undefined || opened === null ? {} : { opened }),
    ...(added === undefined || added === null ? {} : { added }),
    ...(compiler === undefined || compiler === null ? {} : { compiler_plugin: compiler }),
    ...(committed === true ? { committed } : {}),
    ...(isEverywhere === true ? { level_everywhere: true } : {}),
    phase: phase ?? "test",
    level: level ?? null,
  });
  if (!call.success) return refused("a property, module or version has characters that no option may have");
  return {
    status: "edited",
    adjustments: { call: call.data, maven: maven ?? undefined, jdk: jdk ?? undefined },
  };
}

const COMPILER =
  /^maven\.compiler\.(?:source|target|release|testSource|testTarget|testRelease|fork|failOnWarning|showWarnings)$/;
/** What tests run by, how many there are, and whether their failing counts. */
const OF_TESTS = /test|surefire|failsafe|skip|argline|jvm|groups|ignore|exclude|include|fail/i;
const VERSION = /^\d[\w.-]*$/;

function findPropertyProblem(name: string, value: string, declared: ReadonlySet<string>): string | undefined {
  if (COMPILER.test(name) || /^(?:project\.build\.sourceEncoding|file\.encoding)$/.test(name))
    return undefined;
  if (CHECKS.some(([, option]) => option === `-D${name}=${value}`)) return undefined;
  if (!declared.has(name)) return `no pom.xml of the repository declares the property ${name}`;
  const isVersion = VERSION.test(value);
  return OF_TESTS.test(name) && !isVersion ? `the property ${name} has to do with tests` : undefined;
}

/** Names of the properties that the tree's own files declare, but for those of generated or tested code. */
function declaredProperties(files: RepositoryFiles): ReadonlySet<string> {
  const poms = files.paths.filter((path) => /(?:^|\/)pom\.xml$/.test(path) && !/(?:^|\/)src\//.test(path));
  const names = poms.flatMap((path) =>
    [...(files.text(path) ?? "").matchAll(/<properties>([^]*?)<\/properties>/g)].flatMap(([, body = ""]) =>
      [...body.matchAll(/<([\w.-]+)>/g)].map(([, name = ""]) => name),
    ),
  );
  return new Set(names);
}
