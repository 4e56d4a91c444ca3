import type { CaseRecipe, ComparisonPolicy, Observation } from "../spec/index.ts";
import { elementsOf, membersOf, taggedValue } from "./observed-value.ts";
import { isComparedAttribute } from "./outcome-key.ts";

/** Deeper values count as changed. */
const MAX_DEPTH = 100;

/** Tags whose content is written alike in recipes and observations. */
const LEAVES: ReadonlySet<string> = new Set([
  "int",
  "float",
  "bytes",
  "bytearray",
  "named",
  "module",
  "special",
]);

/** What a call left other than the recipe built it. */
export interface ChangedInputs {
  readonly receiver: boolean;
  /** Places of positional arguments. */
  readonly positional: readonly number[];
  /** Names of keyword arguments. */
  readonly keywords: readonly string[];
}

/**
 * Which of receiver and arguments look otherwise after a call: recipe and observation are walked together, references opened. What the two
 * formats cannot be set against each other for counts as changed.
 */
export function findChangedInputs(
  observation: Exclude<Observation, { status: "refused" }>,
  recipe: CaseRecipe,
  policy: ComparisonPolicy,
): ChangedInputs {
  const walk = { shared: recipe.shared, policy };
  const keywords = membersOf(observation.keywords);
  const isOther = (built: unknown, shown: unknown): boolean => !looksAlike(built, shown, walk, 0);
  return {
    receiver:
      recipe.receiver === undefined
        ? observation.receiver !== undefined
        : isOther(recipe.receiver, observation.receiver),
    positional: recipe.positional.flatMap((value, index) =>
      isOther(value, observation.positional[index]) ? [index] : [],
    ),
    keywords: Object.entries(recipe.keywords).flatMap(([name, value]) =>
      isOther(value, keywords.get(name)) ? [name] : [],
    ),
  };
}

/** True when arguments and receiver after a call look as the recipe built them. */
export function isUnchanged(
  observation: Extract<Observation, { status: "returned" }>,
  recipe: CaseRecipe,
  policy: ComparisonPolicy,
): boolean {
  const { receiver, positional, keywords } = findChangedInputs(observation, recipe, policy);
  return !receiver && positional.length === 0 && keywords.length === 0;
}

interface Walk {
  readonly shared: readonly unknown[];
  readonly policy: ComparisonPolicy;
}

function looksAlike(built: unknown, shown: unknown, walk: Walk, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (built === null || typeof built !== "object") return built === shown;
  const elements = elementsOf(built);
  if (elements !== undefined) return allAlike(elements, elementsOf(shown), walk, depth);
  const [recipe, found] = [taggedValue(built), taggedValue(shown)];
  if (recipe === undefined) return false;
  if (recipe.tag === "ref") return found?.tag === "ref" || opensAlike(recipe.content, shown, walk, depth);
  if (recipe.tag === "path") return shown === `<private>/${String(recipe.content)}`;
  if (recipe.tag === "callback") return found?.tag === "callback";
  if (found === undefined || found.tag !== recipe.tag) return false;
  if (LEAVES.has(recipe.tag)) return recipe.content === found.content;
  if (recipe.tag === "object")
    return objectsAlike(membersOf(recipe.content), membersOf(found.content), walk, depth);
  if (recipe.tag === "file") return filesAlike(membersOf(recipe.content), membersOf(found.content));
  if (recipe.tag === "complex" || recipe.tag === "text" || elementsOf(recipe.content) !== undefined) {
    return allAlike(elementsOf(recipe.content), elementsOf(found.content), walk, depth);
  }
  return false;
}

function opensAlike(index: unknown, shown: unknown, walk: Walk, depth: number): boolean {
  return typeof index === "number" && looksAlike(walk.shared[index], shown, walk, depth + 1);
}

function allAlike(
  built: readonly unknown[] | undefined,
  shown: readonly unknown[] | undefined,
  walk: Walk,
  depth: number,
): boolean {
  if (built === undefined || shown === undefined || built.length !== shown.length) return false;
  return built.every((item, index) => looksAlike(item, shown[index], walk, depth + 1));
}

type Members = ReadonlyMap<string, unknown>;

function objectsAlike(built: Members, shown: Members, walk: Walk, depth: number): boolean {
  if (built.has("base") && !looksAlike(built.get("base"), shown.get("base"), walk, depth + 1)) return false;
  const state = new Map([...membersOf(built.get("state")), ...membersOf(built.get("slots"))]);
  const found = membersOf(shown.get("state"));
  const names = [...new Set([...state.keys(), ...found.keys()])].filter((name) =>
    isComparedAttribute(name, walk.policy),
  );
  return names.every(
    (name) => found.has(name) && looksAlike(state.get(name), found.get(name), walk, depth + 1),
  );
}

function filesAlike(built: Members, shown: Members): boolean {
  return ["mode", "position", "content"].every((name) => built.get(name) === shown.get(name));
}
