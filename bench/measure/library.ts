import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { asHostPath, asSandboxPath, silentLogger } from "../../src/base/index.ts";
import {
  createEvaluator,
  prepareTree,
  type WarmJudge,
  type JudgingSubject,
  type Workbench,
} from "../../src/judge/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import { chooseBackend, interpreterMounts, packageCovers, systemMounts } from "../../src/sandbox/index.ts";
import { DEFAULT_LIMITS, type SuiteCase } from "../../src/spec/index.ts";
import { books, jobOf, lightTasks, suiteOf, type LightTask } from "./shelf.ts";

const source = fileURLToPath(new URL("../tasks", import.meta.url));
const editedFile = "shelf/books.py";

/** A task of one of many environments. */
export interface LibraryTask {
  readonly light: LightTask;
  readonly subject: JudgingSubject;
}

/** Many environments with some tasks each, and one judge for all. */
export interface Library extends AsyncDisposable {
  readonly evaluator: WarmJudge;
  readonly tasks: readonly LibraryTask[];
}

/**
 * Opens `environments` copies of the light tasks, no two of the same tree, with as many tasks each as asked for: the
 * same functions over other parts of their inputs.
 */
export async function openLibrary(options: {
  readonly python: string;
  readonly workers: number;
  readonly environments: number;
  readonly tasksEach: number;
  readonly parentMemoryBytes?: number;
}): Promise<Library> {
  const folder = mkdtempSync(join(tmpdir(), "diorama-bench-"));
  chmodSync(folder, 0o755);
  const evaluator = createEvaluator({
    sandbox: await chooseBackend("auto"),
    guestDirectory: asHostPath(fileURLToPath(new URL("../../src/languages/python/guest", import.meta.url))),
    workers: options.workers,
    logger: silentLogger,
    ...(options.parentMemoryBytes === undefined ? {} : { parentMemoryBytes: options.parentMemoryBytes }),
  });
  const tasks: LibraryTask[] = [];
  for (let number = 0; number < options.environments; number++) {
    const workbench = plant(folder, options.python, number);
    for (let each = 0; each < options.tasksEach; each++) {
      const light = lightTasks[each % lightTasks.length] as LightTask;
      tasks.push({ light, subject: await subjectOf(evaluator, workbench, light, suiteFor(light, each)) });
    }
  }
  return {
    evaluator,
    tasks,
    async [Symbol.asyncDispose]() {
      await evaluator[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function plant(folder: string, python: string, number: number): Workbench {
  const own = join(folder, `source-${number}`);
  mkdirSync(own);
  cpSync(source, own, { recursive: true });
  writeFileSync(join(own, "shelf", "edition.py"), `EDITION = ${number}\n`);
  const { tree, treeDigest } = prepareTree({
    source: asHostPath(own),
    editedFile,
    destination: asHostPath(join(folder, `tree-${number}`)),
    isLeftOut: () => false,
  });
  return {
    runtime: {
      mounts: [...systemMounts(), ...interpreterMounts(python), ...packageCovers(python)],
      python: asSandboxPath(python),
      variables: { PATH: "/usr/bin:/bin" },
      digest: `bench:${python}:${number}`,
    },
    tree,
    treeDigest,
    importRoots: ["."],
    editedFile,
  };
}

/** All inputs, or all but one of them. */
function suiteFor(light: LightTask, each: number): readonly SuiteCase[] {
  const left = Math.floor(each / lightTasks.length) - 1;
  return suiteOf(light).filter((_, index) => index !== left);
}

async function subjectOf(
  evaluator: WarmJudge,
  workbench: Workbench,
  light: LightTask,
  suite: readonly SuiteCase[],
): Promise<JudgingSubject> {
  const language = await loadLanguage("python");
  const definition = language.syntax
    .parse(editedFile, books)
    .definitions.find(({ name }) => name === light.name);
  if (definition === undefined) throw new Error(`There is no function called ${light.name}.`);
  const reference = await evaluator.evaluate({
    ...jobOf({ workbench }, light, books, "own"),
    cases: suite,
  });
  return {
    evaluator,
    language,
    task: {
      workbench,
      locate: (lines) => ({ module: "shelf.books", name: light.name, kind: definition.kind, lines }),
      suite,
      expected: Object.fromEntries(reference.results.map(({ id, observation }) => [id, observation])),
      policy: { float_tolerance: 1e-9, private_attributes: [], messages: false },
      limits: DEFAULT_LIMITS,
    },
    originalText: books,
    definition,
  };
}
