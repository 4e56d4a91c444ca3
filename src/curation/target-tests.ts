import { gradedFile } from "../analysis/index.ts";
import { joinPath, sha256, type HostPath, evenChoice } from "../base/index.ts";
import { runtimeOf } from "../environments/index.ts";
import { learnTests, prepareEditableTree, type EditableTree, type LearntTests } from "../judge/index.ts";
import { splitTestId, type Definition } from "../languages/index.ts";
import { findTooFew, reject, type Rejected, type TestedTarget } from "../proof/index.ts";
import type { TestKey } from "../spec/index.ts";
import type { AnalysedSource, AnalysedTarget } from "./analysed-source.ts";
import type { Services } from "./services.ts";
import { readTestSources, TEST_LIMITS } from "./test-sources.ts";

/** A target with the tests of its repository that were seen to execute it, as its file's reference ran them. */
export interface TargetTests {
  readonly status: "found";
  readonly target: TestedTarget;
  readonly learnt: LearntTests;
}

/** The tree of a source that candidates get. */
interface CandidateTree {
  readonly tree: HostPath;
  /** Where trees with emptied test sources go. */
  readonly directory: HostPath;
  /** True for files that `tree` goes without: test code. */
  readonly isLeftOut: (path: string) => boolean;
}

/** Most tests that are learnt for a target. */
const MOST_LEARNT = 200;

/**
 * Finds the tests that could grade a target, or why none could: those that were seen to execute it while all of them ran. Only these are run, over the
 * target's file without the bodies of its near copies. Undefined where the repository's tests did not run.
 */
export function createTargetTests(
  { acquired, environment, tests, files }: AnalysedSource,
  { tree, directory, isLeftOut }: CandidateTree,
  { evaluator, language, environmentOptions: { signal } }: Services,
): (target: AnalysedTarget, twins: readonly Definition[]) => Promise<TargetTests | Rejected | undefined> {
  const sources = tests && readTestSources(acquired, tests, language, isLeftOut);
  if (sources === undefined) return () => Promise.resolve(undefined);
  const held = new Set(sources.files);
  const trees = new Map<string, EditableTree>();
  const editableTreeFor = (editedFile: string, text: string): EditableTree => {
    const key = sha256(`${editedFile}\n${text}`).slice(0, 16);
    const known = trees.get(key);
    if (known !== undefined) return known;
    const editableTree = prepareEditableTree({
      source: tree,
      driver: language.driver,
      editedFile,
      destination: joinPath(directory, `tests-${key}`),
      emptied: Object.keys(sources.texts),
      runtime: runtimeOf(environment),
      importRoots: environment.recipe.import_roots,
    });
    trees.set(key, editableTree);
    return editableTree;
  };
  return async ({ definition, module, tests: executing }, twins) => {
    const found = executing.filter(({ name }) => held.has(splitTestId(name).path));
    const few = findTooFew(found);
    if (few !== undefined) return few;
    const { path } = definition;
    const graded = gradedFile(language, { text: files.get(path)?.text ?? "", definition }, twins);
    const editableTree = editableTreeFor(path, graded.text);
    const subject = {
      language,
      evaluator,
      editableTree,
      sources,
      originalText: graded.text,
      limits: TEST_LIMITS,
      signal,
    };
    const learnt = await learnTests(subject, spreadTests(found, MOST_LEARNT));
    if (learnt.status === "failed")
      return reject("no_tests", `those that execute it end as ${learnt.run.status}`);
    return {
      status: "found",
      target: { ...subject, definition: graded.definition, module },
      learnt,
    };
  };
}

/** At most so many tests, at even distances: one of every test function before a second of any. */
export function spreadTests(tests: readonly TestKey[], most: number): readonly TestKey[] {
  const counts = new Map<string, number>();
  const rounds = Map.groupBy(tests, ({ name }) => {
    const round = counts.get(name) ?? 0;
    counts.set(name, round + 1);
    return round;
  });
  const chosen = new Set<TestKey>();
  for (const round of rounds.values())
    for (const test of evenChoice(round, most - chosen.size)) chosen.add(test);
  return tests.filter((test) => chosen.has(test));
}
