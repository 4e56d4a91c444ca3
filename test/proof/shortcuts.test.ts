import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { moduleNameOf, readSourceModules } from "../../src/analysis/index.ts";
import { asHostPath, asSandboxPath, joinPath, silentLogger, silentProgress } from "../../src/base/index.ts";
import { FIRST_LIMITS, openWorkshop, type Workshop } from "../../src/curation/index.ts";
import { findInterpreters, restoreEnvironment, type Environment } from "../../src/environments/index.ts";
import { prepareTree } from "../../src/judge/index.ts";
import { DEFAULT_THRESHOLDS, proveTask, type ProofOutcome, type Specimen } from "../../src/proof/index.ts";
import { comparisonPolicy, DEFAULT_LIMITS, type SuiteCase, type ValueRecipe } from "../../src/spec/index.ts";
import { installCoverage } from "../judge/coverage-library.ts";

const LIBRARIES = asSandboxPath("/libraries");
const CELLAR: Readonly<Record<string, string>> = {
  "cellar/__init__.py": "from cellar.jars import fill, Jar, Crock, label\n",
  "cellar/jars.py": `
from cellar import shelf

def fill(jars, shelf=12):
    if jars > shelf:
        return "over"
    return "full" if jars == shelf else "room"

class Pot:
    def add(self, amount):
        if amount > 3:
            return "too much"
        return "a lot" if amount > 1 else "a bit"

class Jar(Pot):
    def add(self, amount):
        words = ["a bit", "a bit", "a lot", "a lot"]
        return words[amount] if amount < 4 else "too much"

class Crock:
    def add(self, amount):
        return "nothing" if amount < 1 else "lots of it" * amount

def label(text):
    joined = shelf.tidy(text)
    return joined
`,
  "cellar/shelf.py": `
def fill(count, room=12):
    answers = {True: "over", False: "room"}
    return "full" if count == room else answers[count > room]

def tidy(text):
    return "-".join(text.split())
`,
};

const libraries = installCoverage();
const title = "a task is proven against shortcuts (needs pip and its registry for coverage.py)";

describe.skipIf(libraries === undefined)(title, { timeout: 120_000 }, () => {
  let workshop: Workshop;
  let environment: Environment;

  beforeAll(async () => {
    const context = { progress: silentProgress, logger: silentLogger, signal: undefined };
    workshop = await openWorkshop({ workers: 2, sandbox: "auto" }, context);
    environment = await restore(workshop);
    for (const [path, text] of Object.entries(CELLAR)) {
      const file = joinPath(workshop.temporaryDirectory, "cellar", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  });
  afterAll(async () => {
    await workshop[Symbol.asyncDispose]();
    rmSync(libraries ?? "", { recursive: true, force: true });
  });

  test.each([
    { name: "fill", inputs: [3, 12, 20, 0, 13, 7], passing: "sibling-function-cellar.shelf.fill" },
    {
      name: "Jar.add",
      inputs: [0, 2, 5, 1, 3, 9],
      passing: "parent-super, parent-resolution-order, sibling-method-Pot.add",
    },
  ])("and $name is rejected, for $passing does its work", async ({ name, inputs, passing }) => {
    expect(await prove(name, inputs)).toMatchObject({
      status: "rejected",
      reason: "shortcut_resolved",
      detail: `passed by ${passing}`,
    });
  });

  test("and one that none can do is not rejected for them; each that was tried is in the evidence", async () => {
    const outcome = await prove("Crock.add", [0, 1, 2, 3, 4, 5]);
    const evidence = outcome.evidence;
    expect(evidence?.summary.shortcuts).toEqual({
      tried: evidence?.shortcuts.length,
      resolved: 0,
      names: evidence?.shortcuts.map((shortcut) => shortcut.name),
    });
    expect(evidence?.summary.shortcuts.names).toEqual(
      expect.arrayContaining(["table", "sibling-method-Pot.add", "alias-cellar.Crock.add"]),
    );
    expect(new Set(evidence?.shortcuts.map(({ verdict }) => verdict))).toEqual(new Set(["unresolved"]));
  });

  /** Proves a target of the cellar; the first three inputs are shown, the others graded. */
  async function prove(name: string, inputs: readonly number[]): Promise<ProofOutcome> {
    const cases = inputs.map((input, index): SuiteCase => {
      const owner = name.includes(".") ? name.split(".")[0] : undefined;
      const receiver: ValueRecipe = { object: { class: `cellar.jars:${owner}` } };
      const recipe = { shared: [], positional: [input], keywords: {}, files: {}, variables: {} };
      const id = index < 3 ? `example-${index + 1}` : `case-00${index - 2}`;
      return { id, origin: "observed", recipe: owner === undefined ? recipe : { ...recipe, receiver } };
    });
    return proveTask(
      givenSpecimen(name),
      { examples: cases.slice(0, 3), suite: cases.slice(3) },
      {
        limits: DEFAULT_LIMITS,
        thresholds: DEFAULT_THRESHOLDS,
        leaks: { places: [], find: () => [] },
        visibleText: "",
        modules: readSourceModules(joinPath(workshop.temporaryDirectory, "cellar"), workshop.language, ["."]),
        twins: [],
      },
    );
  }

  function givenSpecimen(name: string): Specimen {
    const path = "cellar/jars.py";
    const text = CELLAR[path] ?? "";
    const { language, evaluator, temporaryDirectory } = workshop;
    const definition = language.syntax.parse(path, text).definitions.find((one) => one.name === name);
    if (definition === undefined) throw new Error(`The cellar has no ${name}.`);
    const prepared = prepareTree({
      source: joinPath(temporaryDirectory, "cellar"),
      editedFile: path,
      destination: joinPath(temporaryDirectory, `bench-${name}`),
      isLeftOut: () => false,
    });
    const { mounts, python, digest, recipe } = environment;
    return {
      language,
      evaluator,
      workbench: {
        runtime: {
          mounts: [...mounts, { from: asHostPath(libraries ?? ""), to: LIBRARIES, access: "read" }],
          python,
          variables: { ...recipe.variables, PYTHONPATH: LIBRARIES },
          digest,
        },
        ...prepared,
        importRoots: ["."],
        editedFile: path,
      },
      definition,
      module: moduleNameOf(path, ["."]) ?? "",
      originalText: text,
      policy: comparisonPolicy.parse({}),
      limits: FIRST_LIMITS,
      repeatsSlowCases: true,
      signal: undefined,
    };
  }
});

async function restore({ environmentOptions }: Workshop): Promise<Environment> {
  const [interpreter] = await findInterpreters(environmentOptions.machine);
  if (interpreter === undefined) throw new Error("There is no Python here.");
  const restored = await restoreEnvironment(
    {
      format: "environment/1",
      language: "python",
      interpreter: interpreter.description,
      platform: interpreter.platform,
      lock: "",
      import_roots: ["."],
      products: {},
      variables: {},
    },
    environmentOptions,
  );
  if (restored.status === "failed") throw new Error(restored.failure.message);
  return restored.value;
}
