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

/** A part of the inputs that a call left other than the recipe built it: an attribute where only attributes of an object changed. */
export interface InputChange {
  /** `receiver`, the place of a positional argument, or the name of a keyword argument. */
  readonly input: "receiver" | number | { readonly keyword: string };
  readonly attribute: string | undefined;
  /** How the recipe built it. */
  readonly before: unknown;
  /** How it was left, as `observation/1` writes it; undefined for an attribute that is gone. */
  readonly value: unknown;
}

/**
 * What of receiver and arguments looks otherwise after a call: recipe and observation are walked together, references opened. What the two
 * formats cannot be set against each other for counts as changed.
 */
export function findInputChanges(
  observation: Exclude<Observation, { status: "refused" }>,
  recipe: CaseRecipe,
  policy: ComparisonPolicy,
): InputChange[] {
  const walk = { shared: recipe.shared, policy };
  const keywords = membersOf(observation.keywords);
  const inputs: [InputChange["input"], unknown, unknown][] = [
    ...(recipe.receiver === undefined && observation.receiver === undefined
      ? []
      : [
          ["receiver", recipe.receiver, observation.receiver] satisfies [
            InputChange["input"],
            unknown,
            unknown,
          ],
        ]),
    ...recipe.positional.map((value, index): [InputChange["input"], unknown, unknown] => [
      index,
      value,
      observation.positional[index],
    ]),
    ...Object.entries(recipe.keywords).map(([keyword, value]): [InputChange["input"], unknown, unknown] => [
      { keyword },
      value,
      keywords.get(keyword),
    ]),
  ];
  return inputs.flatMap(([input, built, shown]) => changesOf(input, built, shown, walk));
}

/** True when arguments and receiver after a call look as the recipe built them. */
export function isUnchanged(
  observation: Extract<Observation, { status: "returned" }>,
  recipe: CaseRecipe,
  policy: ComparisonPolicy,
): boolean {
  return findInputChanges(observation, recipe, policy).length === 0;
}

function changesOf(input: InputChange["input"], built: unknown, shown: unknown, walk: Walk): InputChange[] {
  if (built === undefined ? shown === undefined : looksAlike(built, shown, walk, 0)) return [];
  const whole: InputChange = { input, attribute: undefined, before: built, value: shown };
  const [before, after] = [objectOf(built, walk), objectOf(shown, walk)];
  if (before === undefined || after === undefined) return [whole];
  if (after.get("class") !== before.get("class")) return [whole];
  if (before.has("base") && !looksAlike(before.get("base"), after.get("base"), walk, 1)) return [whole];
  const [state, found] = [stateOf(before), membersOf(after.get("state"))];
  return comparedNames(state, found, walk).flatMap((name) =>
    isSameAttribute(name, state, found, walk, 0)
      ? []
      : [{ input, attribute: name, before: state.get(name), value: found.get(name) }],
  );
}

/** The content of an object of either format, references opened. */
function objectOf(value: unknown, { shared }: Walk): Members | undefined {
  const tagged = taggedValue(value);
  const opened =
    tagged?.tag === "ref" && typeof tagged.content === "number"
      ? taggedValue(shared[tagged.content])
      : tagged;
  return opened?.tag === "object" ? membersOf(opened.content) : undefined;
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
  const [state, found] = [stateOf(built), membersOf(shown.get("state"))];
  return comparedNames(state, found, walk).every((name) => isSameAttribute(name, state, found, walk, depth));
}

function stateOf(built: Members): Members {
  return new Map([...membersOf(built.get("state")), ...membersOf(built.get("slots"))]);
}

function comparedNames(state: Members, found: Members, { policy }: Walk): readonly string[] {
  return [...new Set([...state.keys(), ...found.keys()])].filter((name) => isComparedAttribute(name, policy));
}

function isSameAttribute(name: string, state: Members, found: Members, walk: Walk, depth: number): boolean {
  return found.has(name) && looksAlike(state.get(name), found.get(name), walk, depth + 1);
}

function filesAlike(built: Members, shown: Members): boolean {
  return ["mode", "position", "content"].every((name) => built.get(name) === shown.get(name));
}
