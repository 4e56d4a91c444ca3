import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { readablePrivateAttributes } from "../../analysis/index.ts";
import { joinPath, sha256, UsageError, type HostPath } from "../../base/index.ts";
import type { Services } from "../../curation/index.ts";
import { runtimeOf, type Environment } from "../../environments/index.ts";
import {
  prepareEditableTree,
  type Evaluator,
  type JudgedTarget,
  type TargetInTree,
  type EditableTree,
} from "../../judge/index.ts";
import type { Driver } from "../../languages/index.ts";
import { comparisonPolicy, type ComparisonPolicy } from "../../spec/index.ts";
import type { ObservedCall } from "../../testgen/index.ts";
import type { EquivalenceSubject } from "./equivalence.ts";

/** Where both versions of a function are run. */
export interface ComparedTarget extends TargetInTree {
  readonly evaluator: Evaluator;
  readonly policy: ComparisonPolicy;
  /** Calls that are known to be fit inputs. */
  readonly calls: readonly ObservedCall[];
}

type SourceSubject = Extract<EquivalenceSubject, { kind: "source" }>;

/** A function of a file of its own. Throws `UsageError` (`bad-path`, `unknown-target`). */
export function openComparedSource(
  { text, name, path: givenPath }: SourceSubject,
  { evaluator, language, temporaryDirectory }: Services,
  environment: Environment,
): ComparedTarget {
  const path = givenPath ?? `subject${language.files.ending}`;
  const module = path.split("/").includes("..") ? undefined : language.modules.nameOf(path, ["."]);
  if (module === undefined)
    throw new UsageError("bad-path", `Cannot compare functions of the file "${path}": no import reaches it.`);
  const parsed = language.syntax.parse(path, text);
  const definition = parsed.definitions.find((one) => one.name === name);
  if (definition === undefined) {
    const known = parsed.definitions.slice(0, 5).map((one) => one.name);
    throw new UsageError(
      "unknown-target",
      `Cannot find function "${name}" in the given text: it defines ${known.join(", ") || "none that can be read"}.`,
    );
  }
  const folder = joinPath(temporaryDirectory, `equivalence-${sha256(path).slice(0, 16)}`);
  return {
    evaluator,
    language,
    editableTree: editableTreeWith(path, folder, environment, language.driver),
    originalText: text,
    definition,
    module,
    policy: comparisonPolicy.parse({
      private_attributes: readablePrivateAttributes([parsed], definition),
      gives_iterators: definition.isGenerator,
    }),
    calls: [],
  };
}

/** A tree with an empty file in the place of the given text, which comes with each evaluation. */
function editableTreeWith(
  path: string,
  folder: HostPath,
  environment: Environment,
  driver: Driver,
): EditableTree {
  const source = joinPath(folder, "source");
  mkdirSync(joinPath(source, dirname(path)), { recursive: true });
  writeFileSync(joinPath(source, path), "");
  return prepareEditableTree({
    source,
    driver,
    editedFile: path,
    destination: joinPath(folder, "tree"),
    runtime: runtimeOf(environment),
    importRoots: ["."],
  });
}

/** The target of a task, with the cases that grade it as known calls: none of one that tests grade. */
export function comparedTargetOf({ grader, ...target }: JudgedTarget): ComparedTarget {
  if (grader.kind === "tests") return { ...target, policy: grader.expectation.policy, calls: [] };
  return {
    ...target,
    policy: grader.policy,
    calls: grader.suite.map(({ id, recipe, as_made }): ObservedCall => {
      const observation = grader.expected[id];
      const raised = observation?.status === "raised" ? observation.exception.class : undefined;
      return { recipe, as_made, raised, origin: "observed" };
    }),
  };
}
