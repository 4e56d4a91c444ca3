import { createTwinIndex, placeOf, type SourceFile } from "../analysis/index.ts";
import { canonicalJson, lineOfByte } from "../base/index.ts";
import { splitTestId, type Definition, type Language } from "../languages/index.ts";
import type { ContextTest, SuiteCase } from "../spec/index.ts";
import type { AnalysedSource, AnalysedTarget } from "./analysed-source.ts";
import type { KnownTest } from "./observed-calls.ts";

/** What grades a target and is not shown. */
export interface HiddenGrading {
  readonly cases: readonly SuiteCase[];
  /** Names of test functions. */
  readonly tests: readonly string[];
}

/** Most test functions of a task, and the characters that they take together. */
const MOST_TESTS = 40;
const MOST_CHARACTERS = 32_000;

/** A source's files, what its code means, and what came of its tests. */
type TestedSource = Pick<AnalysedSource, "files" | "code"> & {
  readonly tests?: Pick<NonNullable<AnalysedSource["tests"]>, "testRecords">;
};

/**
 * The tests that a prompt may show of a target: they passed whenever they ran, all of their calls of it were seen, none of these is graded and hidden, they are not
 * graded themselves, and nothing in them is a near copy of the target's body. Those first from which fewest calls lead to it.
 */
export async function findContextTests(
  { files, code, tests }: TestedSource,
  { syntax }: Pick<Language, "syntax">,
  { definition, knownTests }: Pick<AnalysedTarget, "definition" | "knownTests">,
  hidden: HiddenGrading,
): Promise<readonly ContextTest[]> {
  const hasPassed = createPassingTest(tests?.testRecords ?? []);
  const offered = withoutHidden(knownTests, hidden)
    .filter(({ name }) => hasPassed(name))
    .flatMap(({ name }) => findTest(files, name) ?? []);
  if (offered.length === 0) return [];
  const paths = new Set([definition.path, ...offered.map(({ path }) => path)]);
  const twins = await createTwinIndex(
    [...paths].flatMap((path) => files.get(path) ?? []),
    syntax,
  );
  const copies = twins.findAll(definition).map((twin) => twin.definition);
  const steps = new Map(
    (code?.testsOf(placeOf(definition)) ?? []).map((test) => [
      `${test.place.path}:${test.place.line}`,
      test.steps,
    ]),
  );
  const far = (test: Definition): number => steps.get(keyOf(test)) ?? Number.MAX_SAFE_INTEGER;
  return fitting(
    offered
      .filter((test) => !copies.some((copy) => overlap(test, copy)))
      .toSorted((one, other) => far(one) - far(other))
      .map((test) => describe(test, files.get(test.path)?.text ?? "")),
  );
}

/** Tells the functions, by their names without parameters, all of whose tests passed in every run. */
function createPassingTest(
  records: NonNullable<TestedSource["tests"]>["testRecords"],
): (name: string) => boolean {
  const byName = Map.groupBy(records, ({ id }) => {
    const { path, names } = splitTestId(id.split("[", 1)[0] ?? "");
    return [path, ...names].join("::");
  });
  return (name) =>
    byName.get(name)?.every(({ outcomes }) => outcomes.every((outcome) => outcome === "passed")) === true;
}

function withoutHidden(tests: readonly KnownTest[], hidden: HiddenGrading): readonly KnownTest[] {
  const graded = new Set(hidden.tests);
  const inputs = new Set(
    hidden.cases.flatMap(({ recipe, as_made: made }) =>
      [recipe, ...(made === undefined ? [] : [made])].map(canonicalJson),
    ),
  );
  return tests.filter(
    ({ name, inputs: own }) => !graded.has(name) && !own.some((recipe) => inputs.has(canonicalJson(recipe))),
  );
}

/** Of several of a name the last: that is the one that runs. */
function findTest(files: ReadonlyMap<string, SourceFile>, id: string): Definition | undefined {
  const { path, names } = splitTestId(id);
  const name = names.join(".");
  return files.get(path)?.parsed.definitions.findLast((one) => one.name === name);
}

function keyOf(definition: Definition): string {
  const { path, line } = placeOf(definition);
  return `${path}:${line}`;
}

function overlap({ path, spans }: Definition, other: Definition): boolean {
  const [own, { start, end }] = [spans.whole, other.spans.whole];
  return path === other.path && own.start < end && start < own.end;
}

function describe({ path, spans: { whole } }: Definition, text: string): ContextTest {
  const bytes = Buffer.from(text);
  const start = bytes.lastIndexOf("\n", whole.start) + 1;
  return { path, line: lineOfByte(text, whole.start), text: bytes.toString("utf8", start, whole.end) };
}

function fitting(tests: readonly ContextTest[]): readonly ContextTest[] {
  let room = MOST_CHARACTERS;
  return tests.slice(0, MOST_TESTS).filter(({ text }) => {
    const fits = text.length <= room;
    if (fits) room -= text.length;
    return fits;
  });
}
