import { createTwinIndex, placeOf, type CodeQueries, type SourceFile } from "../analysis/index.ts";
import { canonicalJson, lineOfByte } from "../base/index.ts";
import { splitTestId, type Definition, type Language } from "../languages/index.ts";
import type { ContextTest, SuiteCase } from "../spec/index.ts";
import type { AnalysedTarget } from "./analysed-source.ts";
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

/** A source's files and what its code means. */
interface TestedSource {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly code: CodeQueries | undefined;
}

/**
 * The tests that a prompt may show of a target: all of their calls of it were seen, none of these is graded and hidden, they are not graded themselves, and
 * nothing in them is a near copy of the target's body. Those first from which fewest calls lead to it.
 */
export async function findContextTests(
  { files, code }: TestedSource,
  { syntax }: Pick<Language, "syntax">,
  { definition, knownTests }: Pick<AnalysedTarget, "definition" | "knownTests">,
  hidden: HiddenGrading,
): Promise<readonly ContextTest[]> {
  const offered = withoutHidden(knownTests, hidden).flatMap(({ name }) => findTest(files, name) ?? []);
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
