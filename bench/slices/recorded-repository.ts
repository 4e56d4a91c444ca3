import { mkdirSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readablePrivateAttributes } from "../../src/analysis/index.ts";
import { joinPath, sha256, silentLogger, type HostPath, type RepositoryPath } from "../../src/base/index.ts";
import { observedCalls, isCallOf } from "../../src/curation/observed-calls.ts";
import { FIRST_LIMITS, type Services } from "../../src/curation/index.ts";
import {
  buildEnvironment,
  materialiseTree,
  recordCalls,
  runtimeOf,
  type Environment,
  type Recording,
} from "../../src/environments/index.ts";
import {
  compareObservations,
  prepareEditableTree,
  type EditableTree,
  type EvaluationJob,
} from "../../src/judge/index.ts";
import type { Definition, ParsedFile, SliceFile } from "../../src/languages/index.ts";
import { acquireSource } from "../../src/sources/index.ts";
import {
  comparisonPolicy,
  type ComparisonPolicy,
  type Observation,
  type SuiteCase,
} from "../../src/spec/index.ts";

/** Calls of one target that the original repeats. */
export interface RecordedTarget {
  readonly definition: Definition;
  readonly module: string;
  readonly cases: readonly SuiteCase[];
  /** True where a call is given an object of a class of the repository, the receiver not counted. */
  readonly takesObjects: boolean;
  readonly expected: Readonly<Record<string, Observation>>;
}

/** A repository whose tests were run under the recorder. */
export interface RecordedRepository {
  readonly texts: ReadonlyMap<RepositoryPath, string>;
  readonly candidates: readonly Omit<RecordedTarget, "expected">[];
  /** Undefined where the original does not repeat any of the calls alone. */
  observe(target: Omit<RecordedTarget, "expected">): Promise<RecordedTarget | undefined>;
  /** The target with the calls alone that the original shows the same of again. */
  observeAgain(target: RecordedTarget): Promise<RecordedTarget | undefined>;
  /** Why the slice alone does not show what the original does; undefined where it does. */
  findDifference(target: RecordedTarget, files: readonly SliceFile[]): Promise<string | undefined>;
}

const MOST_CASES = 20;

/** Brings a repository here, runs its tests under the recorder, and opens it. */
export async function openRecorded(source: string, services: Services): Promise<RecordedRepository> {
  const { language, cacheDirectory, environmentOptions, temporaryDirectory } = services;
  const { signal } = environmentOptions;
  const acquired = await acquireSource(source, { cacheDirectory, logger: silentLogger, signal });
  const outcome = await buildEnvironment(acquired, environmentOptions);
  if (outcome.status === "failed")
    throw new Error(`No environment for ${source}: ${outcome.failure.message}`);
  const { environment, testInvocation } = outcome;
  const folder = joinPath(temporaryDirectory, sha256(source).slice(0, 12));
  const tree = joinPath(folder, "tree");
  const { isTestFile } = language.files;
  await materialiseTree(acquired, environment, tree, { leaveOut: isTestFile });
  const texts = new Map<RepositoryPath, string>();
  const parsed: ParsedFile[] = [];
  for (const { path } of acquired.files) {
    if (!language.files.isSourceFile(path)) continue;
    const decoded = language.files.decode(readFileSync(joinPath(acquired.directory, path)));
    if (decoded.status !== "decoded") continue;
    texts.set(path, decoded.text);
    if (!isTestFile(path)) parsed.push(language.syntax.parse(path, decoded.text));
  }
  const targets = parsed.flatMap(({ definitions }) => definitions);
  const excluded = acquired.files.map(({ path }) => path).filter(isTestFile);
  const recording = await keepRecording(acquired.treeDigest, () =>
    recordCalls(
      {
        acquired,
        environment,
        excluded,
        tests: testInvocation,
        documented: [],
        targets: targets.map(({ path, name, kind, lines }) => ({
          path,
          name,
          kind,
          first: lines.start,
          last: lines.end,
        })),
      },
      environmentOptions,
    ),
  );
  const { byTarget } = observedCalls(recording, targets);
  const judge = createComparison({ services, environment, folder, parsed });
  const original = new Map<RepositoryPath, EditableTree>();
  const originalTree = (path: RepositoryPath): EditableTree => {
    const known = original.get(path) ?? judge.treeOf(tree, path);
    original.set(path, known);
    return known;
  };
  const modules = new Set(
    parsed.map(({ path }) => language.modules.nameOf(path, environment.recipe.import_roots)),
  );
  return {
    texts,
    candidates: targets.flatMap((definition) => {
      const module = language.modules.nameOf(definition.path, environment.recipe.import_roots);
      const calls = byTarget.get(`${definition.path}:${definition.name}`)?.calls ?? [];
      const fitting = calls.filter(({ recipe }) => isCallOf(definition.kind, recipe)).slice(0, MOST_CASES);
      if (module === undefined || fitting.length === 0) return [];
      const cases = fitting.map(
        ({ recipe, origin }, index): SuiteCase => ({
          id: `c${index}`,
          origin,
          recipe,
        }),
      );
      const takesObjects = fitting.some(({ recipe: { positional, keywords, shared } }) =>
        [...JSON.stringify([positional, keywords, shared]).matchAll(/"class":"([\w.]+):/g)].some(([, name]) =>
          modules.has(name),
        ),
      );
      return [{ definition, module, cases, takesObjects }];
    }),
    async observe(target) {
      const path = target.definition.path;
      const observed = await judge.run(target, originalTree(path), texts.get(path) ?? "");
      const cases = target.cases.filter(({ id }) => (observed.get(id)?.status ?? "refused") !== "refused");
      return cases.length === 0 ? undefined : { ...target, cases, expected: Object.fromEntries(observed) };
    },
    async observeAgain(target) {
      const path = target.definition.path;
      const again = await judge.run(target, originalTree(path), texts.get(path) ?? "");
      const cases = target.cases.filter(({ id }) => {
        const [one, other] = [target.expected[id], again.get(id)];
        return (
          one !== undefined && other !== undefined && judge.compare(target, id, one, other) === undefined
        );
      });
      return cases.length === 0 ? undefined : { ...target, cases };
    },
    findDifference: (target, files) => judge.findDifference(target, files),
  };
}

type Target = Omit<RecordedTarget, "expected">;

interface Comparison {
  treeOf(source: HostPath, editedFile: RepositoryPath): EditableTree;
  run(target: Target, tree: EditableTree, text: string): Promise<ReadonlyMap<string, Observation>>;
  compare(target: Target, id: string, expected: Observation, shown: Observation): string | undefined;
  findDifference(target: RecordedTarget, files: readonly SliceFile[]): Promise<string | undefined>;
}

interface ComparisonParts {
  readonly services: Services;
  readonly environment: Environment;
  readonly folder: HostPath;
  readonly parsed: readonly ParsedFile[];
}

function createComparison({ services, environment, folder, parsed }: ComparisonParts): Comparison {
  const { language, evaluator } = services;
  let number = 0;
  const policyOf = ({ definition }: Target): ComparisonPolicy =>
    comparisonPolicy.parse({
      private_attributes: readablePrivateAttributes(parsed, definition),
      gives_iterators: definition.isGenerator,
    });
  const comparison: Comparison = {
    treeOf: (source, editedFile) =>
      prepareEditableTree({
        source,
        driver: language.driver,
        editedFile,
        destination: joinPath(folder, `bench-${number++}`),
        runtime: runtimeOf(environment),
        importRoots: environment.recipe.import_roots,
      }),
    async run(target, editableTree, fileText) {
      const { definition, module, cases } = target;
      const { definitions } = language.syntax.parse(definition.path, fileText);
      const found = definitions.find(
        ({ name, kind }) => name === definition.name && kind === definition.kind,
      );
      if (found === undefined) return new Map();
      const job: EvaluationJob = {
        editableTree,
        target: { module, name: definition.name, kind: definition.kind, lines: found.lines },
        fileText,
        cases,
        limits: FIRST_LIMITS,
        output: [],
        trust: "own",
      };
      const outcome = await evaluator.evaluateCold(job);
      if (outcome.status === "import-failed" || outcome.status === "not-built")
        return new Map([["import", { status: "refused", during: "input", message: outcome.message }]]);
      return new Map(outcome.results.map(({ id, observation }) => [id, observation]));
    },
    compare(target, id, expected, shown) {
      const difference = compareObservations(id, expected, shown, { policy: policyOf(target), language });
      return difference && JSON.stringify(difference).slice(0, 400);
    },
    async findDifference(target, files) {
      const source = joinPath(folder, `slice-${number++}`);
      for (const { path, text } of files) {
        mkdirSync(join(source, path, ".."), { recursive: true });
        writeFileSync(join(source, path), text);
      }
      const own = files.find(({ path }) => path === target.definition.path)?.text ?? "";
      const tree = comparison.treeOf(source, target.definition.path);
      const shown = await comparison.run(target, tree, own);
      const [failed] = shown.values();
      if (shown.has("import") && failed?.status === "refused") return `import: ${failed.message}`;
      for (const { id } of target.cases) {
        const [expected, observed] = [target.expected[id], shown.get(id)];
        if (expected === undefined || observed === undefined) return `${id}: not observed`;
        const difference = comparison.compare(target, id, expected, observed);
        if (difference !== undefined)
          return observed.status === "refused" ? `${id}: refused, ${observed.message}` : difference;
      }
      return undefined;
    },
  };
  return comparison;
}

/** Running a repository's tests takes minutes: what was recorded is kept for the next run. */
async function keepRecording(digest: string, record: () => Promise<Recording>): Promise<Recording> {
  const folder = join("runs", "bench", "recordings");
  const path = join(folder, `${digest.replace(/^\w+:/, "").slice(0, 24)}.json`);
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as Recording;
  const recorded = await record();
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, JSON.stringify(recorded));
  return recorded;
}
