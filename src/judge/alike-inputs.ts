import { canonicalJson } from "../base/index.ts";
import { type CaseRecipe, elementsOf, membersOf, scalarText, taggedValue } from "../spec/index.ts";

/** Whether an attribute of an object of a class (`module:qualified.name`) is looked at. */
export type CountsAttribute = (name: string, className: string) => boolean;

/**
 * True where two inputs differ at most in attributes of objects that do not count. Whole values are looked at, with everything that a
 * described case leaves out of them. Inputs that share values in another way are not alike.
 */
export function areInputsAlike(left: CaseRecipe, right: CaseRecipe, counts: CountsAttribute): boolean {
  const walk: Walk = {
    left: left.shared,
    right: right.shared,
    met: new Map(),
    taken: new Set(),
    counts,
  };
  return (
    canonicalJson(surroundings(left)) === canonicalJson(surroundings(right)) &&
    areAlike(left.receiver, right.receiver, walk) &&
    areAlike(left.positional, right.positional, walk) &&
    membersAlike(membersOf(left.keywords), membersOf(right.keywords), walk)
  );
}

/** What a call finds beside its arguments, and in which order these are given. */
function surroundings({ files, variables, patches = [], order = [] }: CaseRecipe): unknown {
  return [files, variables, patches, order];
}

interface Walk {
  readonly left: readonly unknown[];
  readonly right: readonly unknown[];
  /** Shared values of the left that were met, by index: which of the right's stood in their place. */
  readonly met: Map<number, number>;
  /** Those of the right. */
  readonly taken: Set<number>;
  readonly counts: CountsAttribute;
}

type Members = ReadonlyMap<string, unknown>;

function areAlike(left: unknown, right: unknown, walk: Walk): boolean {
  const [elements, others] = [elementsOf(left), elementsOf(right)];
  if (elements !== undefined && others !== undefined)
    return (
      elements.length === others.length && elements.every((item, at) => areAlike(item, others[at], walk))
    );
  const [one, other] = [taggedValue(left), taggedValue(right)];
  if (one === undefined || other === undefined) return left === right;
  if (one.tag !== other.tag) return false;
  if (one.tag === "ref") return refsAlike(one.content, other.content, walk);
  if (one.tag === "object") return objectsAlike(membersOf(one.content), membersOf(other.content), walk);
  if (elementsOf(one.content) !== undefined) return areAlike(one.content, other.content, walk);
  return canonicalJson(left) === canonicalJson(right);
}

/** What is met again is alike where it stood for the same before: so cycles end. */
function refsAlike(left: unknown, right: unknown, walk: Walk): boolean {
  if (typeof left !== "number" || typeof right !== "number") return false;
  const known = walk.met.get(left);
  if (known !== undefined || walk.taken.has(right)) return known === right;
  walk.met.set(left, right);
  walk.taken.add(right);
  return areAlike(walk.left[left], walk.right[right], walk);
}

function objectsAlike(left: Members, right: Members, walk: Walk): boolean {
  return (
    left.get("class") === right.get("class") &&
    areAlike(left.get("base"), right.get("base"), walk) &&
    areAlike(left.get("arguments"), right.get("arguments"), walk) &&
    membersAlike(stateOf(left, walk), stateOf(right, walk), walk)
  );
}

/** The attributes that count, of an object's dictionary and of its slots. */
function stateOf(object: Members, { counts }: Walk): Members {
  const className = scalarText(object.get("class"));
  const attributes = [...membersOf(object.get("state")), ...membersOf(object.get("slots"))];
  return new Map(attributes.filter(([name]) => counts(name, className)));
}

function membersAlike(left: Members, right: Members, walk: Walk): boolean {
  return (
    left.size === right.size &&
    [...left].every(([name, value]) => right.has(name) && areAlike(value, right.get(name), walk))
  );
}
