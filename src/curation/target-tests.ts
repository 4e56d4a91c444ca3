import { gradedFile } from "../analysis/index.ts";
import { joinPath, sha256, type HostPath } from "../base/index.ts";
import { runtimeOf } from "../environments/index.ts";
import { learnTests, prepareEditableTree, type LearntTests, type TestSubject } from "../judge/index.ts";
import type { Definition } from "../languages/index.ts";
import type { TestedTarget } from "../proof/index.ts";
import type { AnalysedSource, AnalysedTarget } from "./analysed-source.ts";
import type { Services } from "./services.ts";
import { readTestSources, TEST_LIMITS } from "./test-sources.ts";

/** A target with the tests of its repository as its file's reference ran them. */
export interface TargetTests {
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

/** A file's tests; `learnt` is undefined where they do not run. */
interface LearntFile {
  readonly subject: TestSubject;
  readonly learnt: LearntTests | undefined;
}

/**
 * Finds the tests that could grade a target: undefined where the repository's tests did not run, or do not run over the tree that candidates get.
 * They run once for each text of a file, which goes without the bodies of the target's near copies.
 */
export function createTargetTests(
  { acquired, environment, tests, files }: AnalysedSource,
  { tree, directory, isLeftOut }: CandidateTree,
  { evaluator, language, environmentOptions: { signal } }: Services,
): (target: AnalysedTarget, twins: readonly Definition[]) => Promise<TargetTests | undefined> {
  const sources = tests && readTestSources(acquired, tests, language, isLeftOut);
  if (sources === undefined) return () => Promise.resolve(undefined);
  const known = new Map<string, Promise<LearntFile>>();
  const learn = async (editedFile: string, originalText: string, key: string): Promise<LearntFile> => {
    const editableTree = prepareEditableTree({
      source: tree,
      driver: language.driver,
      editedFile,
      destination: joinPath(directory, `tests-${key}`),
      emptied: Object.keys(sources.texts),
      runtime: runtimeOf(environment),
      importRoots: environment.recipe.import_roots,
    });
    const subject = { evaluator, editableTree, sources, originalText, limits: TEST_LIMITS, signal };
    const learnt = await learnTests(subject);
    return { subject, learnt: learnt.status === "learnt" ? learnt : undefined };
  };
  return async ({ definition, module }, twins) => {
    const { path } = definition;
    const graded = gradedFile(language, { text: files.get(path)?.text ?? "", definition }, twins);
    const key = sha256(`${path}\n${graded.text}`).slice(0, 16);
    const learning = known.get(key) ?? learn(path, graded.text, key);
    known.set(key, learning);
    const { subject, learnt } = await learning;
    const target = { ...subject, evaluator, language, definition: graded.definition, module };
    return learnt && { target, learnt };
  };
}
