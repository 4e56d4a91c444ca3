import { mkdirSync, writeFileSync } from "node:fs";

import { asHostPath, joinPath, silentLogger, silentProgress, type HostPath } from "../../src/base/index.ts";
import { FIRST_LIMITS, openServices } from "../../src/curation/index.ts";
import { writeManifest, writeTask } from "../../src/datasets/index.ts";
import { runtimeOf } from "../../src/environments/index.ts";
import { prepareEditableTree } from "../../src/judge/index.ts";
import { observationsOf, observeReference } from "../../src/proof/index.ts";
import {
  comparisonPolicy,
  DEFAULT_LIMITS,
  type MutantEvidence,
  type SuiteCase,
} from "../../src/spec/index.ts";
import { givenEvidence, givenSummary } from "../datasets/given-evidence.ts";
import { restoreBareEnvironment } from "../environments/bare-environment.ts";

const PATH = "orchard.py";
/** The file that both tasks are about. */
export const ORCHARD_TEXT = `"""Fruit."""


def grade(days, limit=3):
    """Grade a fruit by its days."""
    if days < 0:
        raise ValueError("negative")
    if days > limit:
        return "old"
    label = "fresh"
    return label
`;

/** Ids of the two tasks; they hide the same function. */
export const taskIds = ["grade-000000000001", "grade-000000000002"] as const;

/** Completions of `grade` that are right, wrong, wrong for the visible example alone, and no code. */
export const completions = {
  right:
    "def grade(days, limit=3):\n    if days < 0:\n        raise ValueError('below')\n    return 'fresh' if days <= limit else 'old'\n",
  wrong: "def grade(days, limit=3):\n    return 'fresh'\n",
  forgetful:
    "def grade(days, limit=3):\n    if days < 0:\n        raise ValueError\n    return 'fresh' if days <= limit and days != 7 else 'old'\n",
  none: "I cannot.",
};

/** A task set of one function by hand: its reference's observations are real, its evidence says what a proof might. All tasks hide the same function. */
export async function writeOrchardTaskSet(
  path: HostPath,
  ids: readonly string[] = taskIds,
): Promise<{ readonly mutants: number }> {
  const context = { progress: silentProgress, logger: silentLogger, signal: undefined };
  await using services = await openServices({ workers: 1, sandbox: "auto" }, context);
  const { language } = services;
  const definition = language.syntax
    .parse(PATH, ORCHARD_TEXT)
    .definitions.find(({ name }) => name === "grade");
  if (definition === undefined) throw new Error("The orchard has no grade.");
  const environment = await restoreBareEnvironment(services);
  const { text: maskedText, edit } = language.editing.mask(ORCHARD_TEXT, definition);
  const plant = (directory: HostPath): void => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(joinPath(directory, PATH), maskedText);
  };
  const source = joinPath(services.temporaryDirectory, "masked");
  plant(source);
  const editableTree = prepareEditableTree({
    source,
    driver: language.driver,
    editedFile: PATH,
    destination: joinPath(services.temporaryDirectory, "bench"),
    runtime: runtimeOf(environment),
    importRoots: ["."],
  });
  const policy = comparisonPolicy.parse({});
  const caseOf = (id: string, positional: number[]): SuiteCase => ({
    id,
    origin: "observed",
    recipe: { shared: [], positional, keywords: {}, files: {}, variables: {} },
  });
  const cases = [[1], [5], [-1], [3], [4, 10]].map((positional, index) =>
    caseOf(`case-00${index + 1}`, positional),
  );
  const example = caseOf("example-1", [7, 7]);
  const reference = await observeReference(
    {
      language,
      evaluator: services.evaluator,
      editableTree,
      definition,
      module: "orchard",
      originalText: ORCHARD_TEXT,
      policy,
      limits: FIRST_LIMITS,
      repeatsSlowCases: true,
      signal: undefined,
    },
    [...cases, example],
  );
  if (reference.status !== "observed") throw new Error(`The reference ended as ${reference.status}.`);
  const { "example-1": shown, ...observations } = observationsOf(reference.results);
  if (shown === undefined) throw new Error("The example was not observed.");
  const mutants = language.variants
    .mutants(ORCHARD_TEXT, definition)
    .flatMap(({ id, kind, edit: change, unobservable }): MutantEvidence[] =>
      change === undefined
        ? []
        : [{ id, operator: kind, ...change, status: unobservable === undefined ? "killed" : "unobservable" }],
    );
  const { start, end } = definition.spans.whole;
  const tasks = ids.map((id) => {
    const taskDigest = writeTask(path, {
      record: {
        format: "task/2",
        id,
        kind: "function",
        language: "python",
        tier: "core",
        repository: {
          source: "folder:orchard",
          family: "orchard",
          commit: null,
          version: null,
          date: null,
          licence: "MIT",
          licence_files: [],
        },
        environment: environment.recipe,
        environment_digest: environment.digest,
        targets: [language.editing.describe(definition)],
        edits: [edit],
        removed: [],
        variant_of: null,
        axes: {},
        instruction: [],
        contract: { parameters: [], results: [], exceptions: [] },
        visible_examples: [{ ...example, observation: shown }],
        hidden_cases: { count: cases.length, digest: "" },
        limits: DEFAULT_LIMITS,
        graders: [{ kind: "observed", isolation: "separate", comparison: policy }],
        evidence: givenSummary,
        difficulty: { features: {}, predicted: { version: 1, solve_rate: 0.5 } },
        cluster: "",
        split: "test",
        provenance: { tool: "diorama 0.1.0", seed: 0, model_calls: 0, cost_usd: 0 },
      },
      instruction: `# Write grade\n\nTask ${id}.\n`,
      suite: { format: "suite/1", cases },
      expected: {
        format: "observations/2",
        observations,
      },
      evidence: givenEvidence({ mutants }),
      referenceText: Buffer.from(ORCHARD_TEXT).subarray(start, end).toString(),
      originalFileText: ORCHARD_TEXT,
      copyTree: plant,
      dockerfile: "",
      readLicence: () => new Uint8Array(),
      check: {},
    });
    return {
      id,
      digest: taskDigest,
      tier: "core",
      path: PATH,
      name: "grade",
      split: "test" as const,
      cluster: "",
    };
  });
  writeManifest(path, {
    format: "task-set/1",
    name: "orchard",
    tool: "diorama 0.1.0",
    options: {},
    inputs_digest: "",
    tasks,
    diversity: {},
  });
  return { mutants: mutants.filter(({ status }) => status === "killed").length };
}

/** Where a test's task set lies below its own folder. */
export function taskSetBelow(directory: string): HostPath {
  return asHostPath(`${directory}/orchard`);
}
