import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { readSourceModules } from "../../src/analysis/index.ts";
import { asHostPath, asSandboxPath, joinPath, silentLogger, silentProgress } from "../../src/base/index.ts";
import { FIRST_LIMITS, openServices } from "../../src/curation/index.ts";
import { runtimeOf } from "../../src/environments/index.ts";
import { prepareEditableTree } from "../../src/judge/index.ts";
import {
  DEFAULT_THRESHOLDS,
  proveTask,
  type ProofOutcome,
  type ProofTarget,
  type TaskCases,
} from "../../src/proof/index.ts";
import {
  comparisonPolicy,
  DEFAULT_LIMITS,
  type CaseRecipe,
  type ComparisonPolicy,
  type SuiteCase,
} from "../../src/spec/index.ts";
import { restoreBareEnvironment } from "../environments/bare-environment.ts";
import { installCoverage } from "../judge/python-library.ts";

const LIBRARIES = asSandboxPath("/libraries");

/** A package by its files, whose definitions can be proven in real sandboxes. */
export interface ProvingGround extends AsyncDisposable {
  prove(name: string, cases: TaskCases, policy?: Partial<ComparisonPolicy>): Promise<ProofOutcome>;
  /** A definition of the file as it is before a proof. */
  targetOf(name: string): ProofTarget;
}

/** coverage.py, which a proof measures with; undefined where it cannot be installed. */
export const libraries: string | undefined = await installCoverage();

/** Writes a package whose targets are in the file at `path`. */
export async function openProvingGround(
  files: Readonly<Record<string, string>>,
  path: string,
  { workers = 2 } = {},
): Promise<ProvingGround> {
  const context = { progress: silentProgress, logger: silentLogger, signal: undefined };
  const services = await openServices({ workers, sandbox: "auto" }, context);
  const environment = await restoreBareEnvironment(services);
  const tree = joinPath(services.temporaryDirectory, "tree");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(joinPath(tree, name)), { recursive: true });
    writeFileSync(joinPath(tree, name), text);
  }
  const runtime = runtimeOf(environment);
  const editableTree = prepareEditableTree({
    source: tree,
    driver: services.language.driver,
    editedFile: path,
    destination: joinPath(services.temporaryDirectory, "bench"),
    runtime: {
      ...runtime,
      mounts: [...runtime.mounts, { from: asHostPath(libraries ?? ""), to: LIBRARIES, access: "read" }],
      variables: { ...runtime.variables, PYTHONPATH: LIBRARIES },
    },
    importRoots: ["."],
  });
  const modules = readSourceModules(tree, services.language, ["."]);
  return {
    targetOf: (name) => openTarget(name, comparisonPolicy.parse({})),
    prove: (name, cases, policy = {}) =>
      proveTask(openTarget(name, comparisonPolicy.parse(policy)), cases, {
        limits: DEFAULT_LIMITS,
        thresholds: DEFAULT_THRESHOLDS,
        leaks: { places: [], find: () => [] },
        visibleText: "",
        modules,
      }),
    [Symbol.asyncDispose]: () => services[Symbol.asyncDispose](),
  };

  function openTarget(name: string, policy: ComparisonPolicy): ProofTarget {
    const text = files[path] ?? "";
    const { language, evaluator } = services;
    const definition = language.syntax.parse(path, text).definitions.find((one) => one.name === name);
    if (definition === undefined) throw new Error(`There is no ${name} in ${path}.`);
    return {
      language,
      evaluator,
      editableTree,
      definition,
      module: language.modules.nameOf(path, ["."]) ?? "",
      originalText: text,
      policy,
      limits: FIRST_LIMITS,
      repeatsSlowCases: true,
      signal: undefined,
    };
  }
}

/** Cases from inputs: the first `shown` of them are shown, the others graded. */
export function casesFrom(inputs: readonly Partial<CaseRecipe>[], shown: number): TaskCases {
  const cases = inputs.map(
    (parts, index): SuiteCase => ({
      id: index < shown ? `example-${index + 1}` : `case-00${index - shown + 1}`,
      origin: "observed",
      recipe: { shared: [], positional: [], keywords: {}, files: {}, variables: {}, ...parts },
    }),
  );
  return { examples: cases.slice(0, shown), suite: cases.slice(shown) };
}
