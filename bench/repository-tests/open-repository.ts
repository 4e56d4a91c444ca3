import { readFileSync } from "node:fs";

import { joinPath, silentLogger, sha256, type RepositoryPath } from "../../src/base/index.ts";
import type { Services } from "../../src/curation/index.ts";
import { buildEnvironment, materialiseTree, runtimeOf } from "../../src/environments/index.ts";
import { prepareEditableTree, type TestSources, type EditableTree } from "../../src/judge/index.ts";
import { getTestFramework, splitTestId } from "../../src/languages/index.ts";
import { acquireSource } from "../../src/sources/index.ts";

/** A repository with a built environment, its tests, and a tree for any of its files. */
export interface OpenRepository {
  readonly source: string;
  readonly sources: TestSources;
  /** Text of each source file that is no test. */
  readonly texts: ReadonlyMap<RepositoryPath, string>;
  openBench(editedFile: RepositoryPath): EditableTree;
}

/** Opens a repository in `folder`. `framework` `unittest` runs without pytest. */
export async function openRepository(
  source: string,
  framework: TestSources["framework"],
  services: Services,
): Promise<OpenRepository> {
  const { language, cacheDirectory, environmentOptions, temporaryDirectory } = services;
  const acquired = await acquireSource(source, {
    cacheDirectory,
    logger: silentLogger,
    signal: environmentOptions.signal,
  });
  const outcome = await buildEnvironment(acquired, environmentOptions);
  if (outcome.status === "failed")
    throw new Error(`No environment for ${source}: ${outcome.failure.message}`);
  const { environment, testInvocation, testRecords } = outcome;
  const folder = joinPath(temporaryDirectory, sha256(source).slice(0, 12));
  const tree = joinPath(folder, "tree");
  await materialiseTree(acquired, environment, tree);
  const texts = new Map<RepositoryPath, string>();
  const tests: Record<RepositoryPath, string> = {};
  for (const { path } of acquired.files) {
    if (!language.files.isSourceFile(path)) continue;
    const decoded = language.files.decode(readFileSync(joinPath(tree, path)));
    if (decoded.status !== "decoded") continue;
    if (language.files.isTestFile(path)) tests[path] = decoded.text;
    else texts.set(path, decoded.text);
  }
  const run = new Set(testRecords.map(({ id }) => splitTestId(id).path));
  return {
    source,
    sources: {
      framework,
      texts: tests,
      files: [...run].filter((path) => path in tests).sort(),
      arguments: getTestFramework(framework).judgeArguments(testInvocation),
    },
    texts,
    openBench: (editedFile) =>
      prepareEditableTree({
        source: tree,
        driver: language.driver,
        editedFile,
        destination: joinPath(folder, `bench-${sha256(editedFile).slice(0, 12)}`),
        emptied: Object.keys(tests),
        runtime: runtimeOf(environment),
        importRoots: environment.recipe.import_roots,
      }),
  };
}
