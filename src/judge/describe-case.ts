import type { CaseRecipe, ComparisonPolicy, Observation, TargetRecord } from "../spec/index.ts";
import { isPrivateStream } from "./compare-values.ts";
import { describePatch } from "./describe-patch.ts";
import { isComparedAttribute } from "./outcome-key.ts";
import { renderValue, type MetValues } from "./render-value.ts";
import { findInputChanges, type InputChange } from "./unchanged-input.ts";

/** Longest text of one value in a described case. */
const MAX_VALUE_LENGTH = 4_000;
const MAX_VALUE_DEPTH = 12;

/** What of a target says how it is called. */
export type Callable = Pick<
  TargetRecord,
  "name" | "kind" | "class_name" | "parameters" | "is_async" | "is_generator"
> & {
  /** Private attributes that it reads: of its inputs they are written too. Default: none. */
  readonly reads?: ReadonlySet<string>;
};

/**
 * A call and what it showed, in the form of an interactive session, for people and models: the receiver where there is one, the call, its
 * result or exception, and what it left otherwise. Only what `policy` compares is written of objects; a long attribute is not written again
 * where `told` has that it was last written so, and `told` is brought up to date.
 */
export function describeCase(
  target: Callable,
  recipe: CaseRecipe,
  observation: Observation,
  policy: ComparisonPolicy,
  told = new Map<string, string>(),
): string {
  // A `ref` of a recipe stands for a shared value, one of an observation for a value around it.
  const writeShown = createWrite([], policy, told);
  return [
    ...describeGivenNumbered(target, recipe, policy, told),
    ...describeOutcome(target, observation, writeShown),
    ...describeChanges(target, recipe, observation, policy, writeShown),
  ].join("\n");
}

/** The rest of a described case: what the call showed, and what it left otherwise. */
export function describeShown(
  target: Callable,
  recipe: CaseRecipe,
  observation: Observation,
  policy: ComparisonPolicy,
): string {
  const write = createWrite([], policy, new Map());
  return [
    ...describeOutcome(target, observation, write),
    ...describeChanges(target, recipe, observation, policy, write),
  ].join("\n");
}

/** The beginning of a described case: everything before what the call showed. */
export function describeInput(target: Callable, recipe: CaseRecipe, policy: ComparisonPolicy): string {
  return describeGivenNumbered(target, recipe, policy, new Map()).join("\n");
}

/** Written twice: the first time tells which values are met again and need a number. */
function describeGivenNumbered(
  target: Callable,
  recipe: CaseRecipe,
  policy: ComparisonPolicy,
  told: Map<string, string>,
): string[] {
  const { shared } = recipe;
  const trial = { numbers: new Map(), again: new Set<number>(), numbered: new Set<number>() };
  describeGiven(
    target,
    recipe,
    createWrite(shared, policy, new Map(told), { met: trial, reads: target.reads }),
  );
  const met = { numbers: new Map(), again: new Set<number>(), numbered: trial.again };
  return describeGiven(target, recipe, createWrite(shared, policy, told, { met, reads: target.reads }));
}

type Write = (value: unknown) => string;

function createWrite(
  shared: CaseRecipe["shared"],
  policy: ComparisonPolicy,
  told: Map<string, string>,
  { met, reads }: { readonly met?: MetValues; readonly reads?: ReadonlySet<string> | undefined } = {},
): Write {
  return (value) =>
    renderValue(value, {
      maxLength: MAX_VALUE_LENGTH,
      maxDepth: MAX_VALUE_DEPTH,
      shared,
      ...(met === undefined ? {} : { met }),
      told,
      showsAttribute: (name) => isComparedAttribute(name, policy) || reads?.has(name) === true,
    });
}

function describeGiven(target: Callable, recipe: CaseRecipe, write: Write): string[] {
  return [
    ...Object.entries(recipe.files).map(
      ([name, content]) => `# the file ${write(name)} holds ${write(content)}`,
    ),
    ...Object.entries(recipe.variables).map(
      ([name, value]) => `# the environment variable ${name} is ${value === null ? "not set" : write(value)}`,
    ),
    ...(recipe.patches ?? []).flatMap((patch) => describePatch(patch, recipe.shared, write)),
    ...(takesInstance(target, recipe) ? [`>>> self = ${write(recipe.receiver)}`] : []),
    `>>> ${describeCall(target, recipe, write)}`,
  ];
}

function takesInstance({ kind }: Callable, { receiver }: CaseRecipe): boolean {
  return receiver !== undefined && kind !== "class_method" && kind !== "static_method";
}

function describeCall(target: Callable, recipe: CaseRecipe, write: Write): string {
  const { kind, is_async: isAsync, is_generator: isGenerator } = target;
  const own = target.name.slice(target.name.lastIndexOf(".") + 1);
  const owner = describeOwner(target, recipe, write);
  if (kind === "getter") return `${owner}${own}`;
  if (kind === "setter") return `${owner}${own} = ${recipe.positional.map(write).join(", ")}`;
  if (kind === "deleter") return `del ${owner}${own}`;
  const values = [
    ...recipe.positional.map(write),
    ...Object.entries(recipe.keywords).map(([name, value]) => `${name}=${write(value)}`),
  ];
  const call = `${owner}${own}(${values.join(", ")})`;
  if (isGenerator) return isAsync ? `[item async for item in ${call}]` : `list(${call})`;
  return isAsync ? `await ${call}` : call;
}

function describeOwner(target: Callable, recipe: CaseRecipe, write: Write): string {
  if (takesInstance(target, recipe)) return "self.";
  if (target.kind === "class_method" && recipe.receiver !== undefined) return `${write(recipe.receiver)}.`;
  return target.class_name === null ? "" : `${target.class_name}.`;
}

function describeOutcome(
  { is_generator: isGenerator, kind }: Callable,
  observation: Observation,
  write: Write,
): string[] {
  switch (observation.status) {
    case "returned":
      if ((kind === "setter" || kind === "deleter") && observation.value === null) return [];
      return [write(isGenerator ? readItems(observation.value) : observation.value)];
    case "raised": {
      const { class: name, message } = observation.exception;
      return [
        `raises ${name.replace(/^builtins:/u, "").replace(":", ".")}${message === "" ? "" : `: ${message}`}`,
      ];
    }
    case "refused":
      return [`cannot be observed: ${observation.message}`];
    default:
      return [];
  }
}

/** A generator's items are shown as the list that the call collects; one that ends otherwise stays what it is. */
function readItems(value: unknown): unknown {
  const isWhole = value !== null && typeof value === "object" && "end" in value && value.end === "stop";
  return isWhole && "iterator" in value ? value.iterator : value;
}

function describeChanges(
  target: Callable,
  recipe: CaseRecipe,
  observation: Observation,
  policy: ComparisonPolicy,
  write: Write,
): string[] {
  if (observation.status === "refused") return [];
  const bare = (value: unknown, shared: readonly unknown[] = []): string =>
    renderValue(value, { maxLength: MAX_VALUE_LENGTH, maxDepth: MAX_VALUE_DEPTH, shared });
  return [
    ...findInputChanges(observation, recipe, policy).flatMap(({ input, attribute, before, value }) => {
      const place = `${nameOfInput(target, recipe, input)}${attribute === undefined ? "" : `.${attribute}`}`;
      const isGone = attribute !== undefined && value === undefined;
      if (
        !isGone &&
        (bare(before, recipe.shared) === bare(value) || isPrivateStream(attribute ?? "", before))
      )
        return [];
      return [`# afterwards ${place} is ${isGone ? "gone" : write(value)}`];
    }),
    ...Object.entries(observation.files).map(([name, content]) =>
      content === null
        ? `# removes the file ${write(name)}`
        : `# writes ${write(content)} to the file ${write(name)}`,
    ),
    ...(observation.printed === undefined || !policy.output.includes("printed")
      ? []
      : [`# prints ${observation.printed === "" ? "nothing" : write(observation.printed)}`]),
    ...(observation.logged === undefined || !policy.output.includes("logged")
      ? []
      : [`# logs ${observation.logged.length === 0 ? "nothing" : write(observation.logged)}`]),
  ];
}

function nameOfInput(target: Callable, recipe: CaseRecipe, input: InputChange["input"]): string {
  if (input === "receiver") return "self";
  if (typeof input !== "number") return input.keyword;
  const isBound = recipe.receiver !== undefined && target.kind !== "static_method";
  return target.parameters[input + (isBound ? 1 : 0)] ?? `argument ${input + 1}`;
}
