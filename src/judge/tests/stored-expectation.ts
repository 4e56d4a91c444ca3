import type { TestsRecord } from "../../spec/index.ts";
import type { EditableTree } from "../judge.ts";
import type { ExpectedTest, TestExpectation } from "./judge-tests.ts";
import type { Cutting, TestEvaluator, TestSources } from "./test-run.ts";

/** An expectation as a task keeps it: code objects are of one interpreter, sources are not. */
export function storeExpectation(
  { framework, texts, files, arguments: options }: TestSources,
  { prepared, tests, policy, blind }: TestExpectation,
): TestsRecord {
  const { native = [], collected = [], selected = [] } = prepared.cutting ?? {};
  const { free_classes: _, ...comparison } = policy;
  return {
    format: "tests/1",
    sources: {
      framework,
      texts: { ...texts },
      files: [...files],
      arguments: [...options],
      plugins: [...(prepared.plugins ?? [])],
    },
    cutting: { native: [...native], collected: [...collected], selected: [...selected] },
    tests: tests.map(storeTest),
    blind: blind.map((half) => ({
      sites: (half.prepared.cutting?.blind ?? []).map(([site, place]) => [site, place] as [number, number]),
      tests: half.tests.map(storeTest),
    })),
    comparison,
  };
}

/** A stored expectation, its sources prepared by the tree's interpreter. Throws `tests-not-prepared`. */
export async function openExpectation(
  evaluator: Pick<TestEvaluator, "prepareTests">,
  editableTree: EditableTree,
  record: TestsRecord,
  language: TestExpectation["language"],
): Promise<TestExpectation> {
  const sources = sourcesOf(record);
  const prepare = (cutting: Cutting): ReturnType<TestEvaluator["prepareTests"]> =>
    evaluator.prepareTests(editableTree, sources, cutting);
  const blind = record.blind.map(async ({ sites, tests }) => ({
    prepared: await prepare({ ...record.cutting, blind: sites }),
    tests: tests.map(openTest),
  }));
  return {
    prepared: await prepare(record.cutting),
    tests: record.tests.map(openTest),
    policy: { ...record.comparison, free_classes: [] },
    language,
    blind: await Promise.all(blind),
  };
}

/** The sources of the tests that grade a task. */
export function sourcesOf({ sources }: TestsRecord): TestSources {
  return sources;
}

type StoredTest = TestsRecord["tests"][number];

function storeTest({ name, number, outcome, records, isUnordered }: ExpectedTest): StoredTest {
  return {
    name,
    number,
    outcome,
    records: records.map(({ site, operands, truth, places }) => ({
      site,
      operands: [...operands],
      truth,
      places: [...places],
    })),
    is_unordered: isUnordered,
  };
}

function openTest({ is_unordered: isUnordered, records, ...test }: StoredTest): ExpectedTest {
  return {
    ...test,
    isUnordered,
    records,
  };
}
