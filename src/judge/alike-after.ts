import {
  classNameOf,
  type ComparisonPolicy,
  elementsOf,
  isMemo,
  membersOf,
  type TaggedValue,
  taggedValue,
  textOfCode,
} from "../spec/index.ts";
import type { ValueRules } from "./comparison-rules.ts";
import { isNotMadeYet, isPrivateStream } from "./compare-values.ts";
import { isComparedAttribute } from "./outcome-key.ts";

/** Deeper values count as changed. */
const MAX_DEPTH = 100;
/** Values set against each other before everything else counts as changed. */
const MAX_STEPS = 500_000;

/** Tags whose content is written alike in recipes and observations. */
const LEAVES: ReadonlySet<string> = new Set(["int", "bytes", "bytearray", "named", "module", "special"]);

/** A recipe's values and an observation's, gone through together. */
export interface InputWalk extends ValueRules {
  readonly shared: readonly unknown[];
  /** Shared values that the walk is in, with how deep each stands: as which an observation refers to it. */
  readonly open: Map<number, number>;
  stepsLeft: number;
}

/** The beginning of a walk. */
export function startWalk(shared: readonly unknown[], { policy, language }: ValueRules): InputWalk {
  return { shared, policy, language, open: new Map(), stepsLeft: MAX_STEPS };
}

type Members = ReadonlyMap<string, unknown>;

/**
 * True where a value that a recipe built looks so after the call, as far as the policy looks. What the two formats cannot be set against each
 * other for is not alike. `depth` is how many values stand around it.
 */
export function isAlike(built: unknown, shown: unknown, walk: InputWalk, depth: number): boolean {
  walk.stepsLeft -= 1;
  if (depth > MAX_DEPTH || walk.stepsLeft < 0) return false;
  if (built === null || typeof built !== "object") return built === shown;
  const elements = elementsOf(built);
  if (elements !== undefined) return areAllAlike(elements, elementsOf(shown), walk, depth + 1);
  const recipe = taggedValue(built);
  if (recipe?.tag === "ref")
    return opened(recipe.content, shown, walk, depth, (value) => isAlike(value, shown, walk, depth));
  const found = taggedValue(shown);
  if (recipe?.tag === "path") return shown === `<private>/${String(recipe.content)}`;
  if (recipe?.tag === "named" && isStateless(found)) return true;
  return recipe !== undefined && found?.tag === recipe.tag && isTaggedAlike(recipe, found, walk, depth);
}

/** True for an object that has nothing but its identity: a recipe names the constant that it is, an observation cannot. */
function isStateless(found: TaggedValue | undefined): boolean {
  if (found?.tag !== "object") return false;
  const members = membersOf(found.content);
  return (
    members.size === 2 &&
    members.has("class") &&
    members.has("state") &&
    membersOf(members.get("state")).size === 0
  );
}

function isTaggedAlike(recipe: TaggedValue, found: TaggedValue, walk: InputWalk, depth: number): boolean {
  if (recipe.tag === "callback") return true;
  if (recipe.tag === "local_class") return textOfCode(recipe.content) === found.content;
  if (recipe.tag === "function") {
    const held = heldByFunctions(recipe.content, found.content);
    return held !== undefined && held.every(([, before, after]) => isAlike(before, after, walk, depth));
  }
  if (recipe.tag === "float") return isSameFloat(String(recipe.content), String(found.content));
  if (LEAVES.has(recipe.tag)) return recipe.content === found.content;
  if (recipe.tag === "object") {
    const parts = partsOfObjects(membersOf(recipe.content), membersOf(found.content), walk.policy);
    return parts !== undefined && parts.every((part) => isPartAlike(part, walk, depth));
  }
  if (recipe.tag === "file")
    return [...membersOf(recipe.content)].every(
      ([name, value]) => !FILE_PARTS.has(name) || membersOf(found.content).get(name) === value,
    );
  const [parts, other] = [elementsOf(recipe.content), elementsOf(found.content)];
  if (parts === undefined || other === undefined || recipe.end !== found.end) return false;
  const { values } = walk.language;
  const own = recipe.tag === "value" && values !== undefined ? values.shownParts(parts) : parts;
  if (recipe.tag === "dict") {
    const { pairs, gone, come } = matchAll(own, other, (one, two) => isKeyAlike(one, two, walk, depth));
    return gone.length + come.length === 0 && pairs.every((pair) => isItemAlike(pair, walk, depth));
  }
  if (recipe.tag !== "set" && recipe.tag !== "frozenset") return areAllAlike(own, other, walk, depth + 1);
  const { gone, come } = matchAll(own, other, (one, two) => isAlike(one, two, walk, depth + 1));
  return gone.length + come.length === 0;
}

/** What a function holds that may have changed, as it was built and as it is shown: `[name, before, after]`; undefined for functions of another text. */
export function heldByFunctions(
  built: unknown,
  shown: unknown,
): readonly (readonly [name: string, before: unknown, after: unknown])[] | undefined {
  if (textOfCode(built) !== textOfCode(shown)) return undefined;
  const values = membersOf(membersOf(built).get("values"));
  const found = membersOf(membersOf(shown).get("values"));
  return [...found].map(([name, after]) => [name, values.get(name), after]);
}

/** One number may be written in two ways. */
function isSameFloat(one: string, other: string): boolean {
  return one === other || (Number.isFinite(Number(one)) && Object.is(Number(one), Number(other)));
}

/** True for pairs of a dictionary with the same key. */
export function isKeyAlike(built: unknown, shown: unknown, walk: InputWalk, depth: number): boolean {
  return isAlike(elementsOf(built)?.[0], elementsOf(shown)?.[0], walk, depth + 1);
}

function isItemAlike([built, shown]: readonly [unknown, unknown], walk: InputWalk, depth: number): boolean {
  return isAlike(elementsOf(built)?.[1], elementsOf(shown)?.[1], walk, depth + 1);
}

/** What of an open file is compared. */
export const FILE_PARTS: ReadonlySet<string> = new Set(["mode", "position", "content"]);

/** Goes on with what a reference of a recipe stands for; one back into a value around it is alike where the observation's is. */
export function opened<T>(
  index: unknown,
  shown: unknown,
  walk: InputWalk,
  depth: number,
  goOn: (value: unknown) => T,
): T | boolean {
  if (typeof index !== "number") return false;
  const found = taggedValue(shown);
  const around = walk.open.get(index);
  if (around !== undefined) return found?.tag === "ref" && found.content === around;
  walk.open.set(index, depth);
  try {
    return goOn(walk.shared[index]);
  } finally {
    walk.open.delete(index);
  }
}

/** Members of unordered values that belong together, and those of one side alone. */
export interface Matched {
  readonly pairs: readonly (readonly [unknown, unknown])[];
  readonly gone: readonly unknown[];
  readonly come: readonly unknown[];
}

/** Sets members of unordered values against each other: by their place first, then whatever fits. */
export function matchAll(
  built: readonly unknown[],
  shown: readonly unknown[],
  fits: (one: unknown, other: unknown) => boolean,
): Matched {
  const left = new Set(shown);
  const pairs: (readonly [unknown, unknown])[] = [];
  const gone: unknown[] = [];
  for (const [at, member] of built.entries()) {
    const same = shown[at];
    const found =
      left.has(same) && fits(member, same) ? same : [...left].find((other) => fits(member, other));
    if (found === undefined) gone.push(member);
    else {
      pairs.push([member, found]);
      left.delete(found);
    }
  }
  return { pairs, gone, come: [...left] };
}

function areAllAlike(
  built: readonly unknown[],
  shown: readonly unknown[] | undefined,
  walk: InputWalk,
  depth: number,
): boolean {
  if (shown === undefined || built.length !== shown.length) return false;
  return built.every((item, index) => isAlike(item, shown[index], walk, depth));
}

/** An attribute of an object of which something counts, or what it is beside its attributes. */
export interface ObjectPart {
  /** Undefined for what it is beside its attributes. */
  readonly name: string | undefined;
  readonly before: unknown;
  readonly after: unknown;
}

/** The parts of two objects that are compared; undefined where they are no instances of one class. */
export function partsOfObjects(
  built: Members,
  shown: Members,
  policy: ComparisonPolicy,
): readonly ObjectPart[] | undefined {
  const raised = built.get("arguments");
  if (raised === undefined && classNameOf(shown) !== built.get("class")) return undefined;
  const before = new Map([...membersOf(built.get("state")), ...membersOf(built.get("slots"))]);
  const after = membersOf(shown.get("state"));
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) =>
      isComparedAttribute(name, policy) &&
      !isMemo(shown, name) &&
      !isPrivateStream(name, after.get(name)) &&
      ((before.has(name) && after.has(name)) || !isNotMadeYet(name, before.get(name) ?? after.get(name))),
  );
  const base = raised === undefined ? built.get("base") : { tuple: raised };
  return [
    { name: undefined, before: base, after: shown.get("base") },
    ...names.map((name) => ({ name, before: before.get(name), after: after.get(name) })),
  ];
}

/** True for a part that both have and that is alike, and for one that neither has. What an object is beside its attributes stands where it stands. */
export function isPartAlike({ name, before, after }: ObjectPart, walk: InputWalk, depth: number): boolean {
  if (before === undefined || after === undefined) return before === after;
  return isAlike(before, after, walk, name === undefined ? depth : depth + 1);
}
