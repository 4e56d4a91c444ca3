import type { RepositoryPath } from "../../base/index.ts";
import type { AcquiredSource } from "../../sources/index.ts";
import type { EnvironmentRequest } from "../../spec/index.ts";
import type { Advice, AdviceFacts, Evidence, EvidenceItem, PlanEditing, Toolchain } from "../build-system.ts";
import { asEvidence, findCommands } from "../declared-commands.ts";
import { lineAt, linesOf } from "../evidence-lines.ts";
import { failed, type Step } from "../failures.ts";
import { planFoundLock } from "../lock-build.ts";
import { openRepositoryFiles, type RepositoryFiles } from "../repository-files.ts";
import { adviseOnToolchain } from "../tool-advice.ts";
import { readGradle } from "./gradle.ts";
import { chooseJava, majorOf, namedReleases, type NamedReleases } from "./java-releases.ts";
import { proposeRemedies, type Adjustments } from "./remedies.ts";
import { planArtifacts } from "./resolve-artifacts.ts";
import { currentFields, editPlan, FIELDS } from "./edit-plan.ts";
import { planTrial, waysToTest } from "./test-plan.ts";
import { wrapperItems } from "./wrapper.ts";

/** What a tree says, read once. */
interface Declared {
  readonly files: RepositoryFiles;
  readonly requested: EnvironmentRequest;
  readonly releases: NamedReleases;
  readonly items: readonly EvidenceItem[];
  readonly sources: readonly RepositoryPath[];
  readonly tests: readonly RepositoryPath[];
  readonly requirements: readonly string[];
}

const AS_DECLARED: Adjustments = { call: { options: [], phase: "test", level: null }, maven: undefined };

/** Reads a tree as modules of Maven; of Gradle what says that it is one. Undefined where neither has a file at its root. */
export function readEvidence(acquired: AcquiredSource, requested: EnvironmentRequest): Evidence | undefined {
  const files = openRepositoryFiles(acquired.directory, acquired.files);
  const sources = files.paths.filter((path) => /\.(?:java|kt|groovy|scala)$/.test(path));
  if (sources.length === 0) return undefined;
  if (!files.has("pom.xml")) return readGradle(files, sources);
  const poms = files.paths.filter((path) => /(?:^|\/)pom\.xml$/.test(path) && !/(?:^|\/)src\//.test(path));
  const releases = namedReleases(files, poms);
  const tests = sources.filter(isTest);
  const requirements = requirementsOf(files, poms);
  const items = describeItems(files, releases, tests);
  return planWith(
    { files, requested, releases, items, sources, tests, requirements: [...requirements] },
    AS_DECLARED,
  );
}

function isTest(path: RepositoryPath): boolean {
  return /(?:^|\/)src\/test\/|(?:Tests?|TestCase|Spec)\.\w+$/.test(path);
}

function planWith(declared: Declared, adjustments: Adjustments): Evidence {
  const { files, requested, releases, items, sources, tests, requirements } = declared;
  const ways = waysToTest(requested.test_command);
  const options = ways[0]?.addopts ?? [];
  return {
    isDeclared: true,
    sourceFiles: sources.length,
    items,
    summary: {
      requires: releases.declared[0]?.says,
      isBuilt: true,
      requirements,
      extras: [],
      testFiles: tests.length,
    },
    chooseToolchain: (known) => chooseAsked(known, releases, adjustments),
    planBuild: (toolchain, known) => {
      const { call, maven } = adjustments;
      return planArtifacts(files, { call, maven, options }, toolchain, known);
    },
    planLocks: (built) => planFoundLock("the artifacts that were found", built),
    planTrial: () => planTrial(ways, tests.length > 0),
    advise: (facts) => advise(facts, releases),
    remedies: (trouble) =>
      proposeRemedies({ ...trouble, files, releases, adjustments }).map(({ changes, ...reason }) => ({
        ...reason,
        changesInstallation: true,
        adjusted: planWith(declared, { ...adjustments, ...changes }),
      })),
    editing: describeEditing(declared, adjustments),
  };
}

/** Names by which surefire knows classes with tests. */
const OF_SUREFIRE = /(?:^|\/)(?:Test\w*|\w*(?:Test|Tests|TestCase))\.\w+$/;

function describeEditing(declared: Declared, adjustments: Adjustments): PlanEditing {
  const { files, requested, tests } = declared;
  const current = currentFields(adjustments);
  return {
    fields: FIELDS,
    current,
    edit(fields) {
      const edited = editPlan(fields, current, files);
      if (edited.status === "refused") return edited;
      return { status: "edited", evidence: planWith(declared, edited.adjustments), requested };
    },
    ownTests: [],
    testFiles: tests.filter((path) => OF_SUREFIRE.test(path)),
  };
}

function chooseAsked(
  known: readonly Toolchain[],
  releases: NamedReleases,
  { jdk }: Adjustments,
): Step<Toolchain> {
  const asked = known.filter((each) => jdk === undefined || majorOf(each) === jdk);
  return asked.length > 0 || jdk === undefined
    ? chooseJava(asked, releases)
    : failed(
        "no_interpreter",
        `There is no JDK ${jdk}; there is ${known.map(({ release }) => release).join(", ")}.`,
      );
}

/** What every pom.xml names as dependencies, as far as they are named without properties. */
function requirementsOf(files: RepositoryFiles, poms: readonly RepositoryPath[]): ReadonlySet<string> {
  const named = poms.flatMap((path) =>
    [...(files.text(path) ?? "").matchAll(/<dependency>([\s\S]*?)<\/dependency>/g)].map(([, text = ""]) => {
      const [group, artifact] = ["groupId", "artifactId"].map(
        (name) => new RegExp(`<${name}>\\s*([^<\\s]*)`).exec(text)?.[1] ?? "",
      );
      return `${group ?? ""}:${artifact ?? ""}`;
    }),
  );
  return new Set(named.filter((name) => !name.includes("$")));
}

const SAID: readonly (readonly [RegExp, string])[] = [
  [/<module>\s*[^<]+/, "a module"],
  [/<parent>/, "a parent that says more"],
  [/<artifactId>\s*(?:junit|junit-jupiter[\w-]*|testng)\s*</, "tests are run by it"],
  [/<artifactId>\s*maven-toolchains-plugin/, "asks for a toolchain"],
];

function describeItems(
  files: RepositoryFiles,
  { declared, used }: NamedReleases,
  tests: readonly RepositoryPath[],
): EvidenceItem[] {
  const text = files.text("pom.xml") ?? "";
  const found = SAID.flatMap(([pattern, says]) =>
    linesOf(text, pattern).map((line) => ({ path: "pom.xml", line, says: `${says}: ${lineAt(text, line)}` })),
  );
  const settings = [".mvn/jvm.config", ".mvn/maven.config", ".mvn/extensions.xml"]
    .filter((path) => files.has(path))
    .map((path) => ({ path, line: 1, says: "settings of Maven" }));
  return [
    { path: "pom.xml", line: 1, says: "its modules and what they need" },
    ...found,
    ...declared.map(placed),
    ...settings,
    ...wrapperItems(files).map(placed),
    ...used.map(placed),
    ...findCommands(files, /(?:\bmvn|\.?\/?\bmvnw)(?=\s)/).map((command) => asEvidence(command, "mvn")),
    ...tests.slice(0, 1).map((path) => ({ path, line: 1, says: "has tests" })),
  ];
}

function placed({ path, line, says }: EvidenceItem): EvidenceItem {
  return { path, line, says };
}

/** What the other tools say, and where the tree is written in a newer Java than there is, that. */
function advise(facts: AdviceFacts, { declared }: NamedReleases): Advice | undefined {
  const { release } = facts;
  const unmet = declared.find(({ major }) => release !== undefined && major > majorOf({ release }));
  const asked = unmet && {
    ...unmet,
    asked: `Java ${unmet.major}`,
    install: "install a JDK of that release, where JAVA_HOME, the search path or a version manager has it",
  };
  return adviseOnToolchain(facts, asked, "mvn -Dtest=NAME test");
}
