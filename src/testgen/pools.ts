import { canonicalJson } from "../base/index.ts";
import type { Definition, Inputs } from "../languages/index.ts";
import { declaredParameters } from "./contract.ts";
import { pooledValuesOf } from "./shared-values.ts";
import type { ValueRecipe } from "../spec/index.ts";
import type { ObservedCall, PooledValue, ValuePools } from "./target-context.ts";
import { typeNameOf } from "./value-shape.ts";

/** Distinct values kept per parameter name and per class: evenly from all that were seen, for the first ones are often alike. */
const MOST_POOLED = 48;

/** An attribute's value of more characters is not kept. */
const LARGEST_ATTRIBUTE = 400;

/** A definition and the import name of its module. */
interface Placed {
  readonly definition: Definition;
  readonly module: string;
}

/**
 * Collects the values of all observed calls of a repository by parameter name, by receiver class, by type of object and by attribute. An attribute
 * that no two objects hold differently gets those that a constructor among the declared definitions declares for the parameter of its name.
 */
export function poolValues(
  calls: Iterable<Placed & { readonly calls: readonly ObservedCall[] }>,
  declared?: { readonly definitions: Iterable<Placed>; readonly inputs: Inputs },
): ValuePools {
  const byParameter: Pools = new Map();
  const byClass: Pools = new Map();
  const byType: Pools = new Map();
  const attributes = new AttributePools();
  for (const { definition, module, calls: observed } of calls) {
    const names = declaredParameters({ definition }).map(({ name }) => name);
    for (const { recipe } of observed) {
      attributes.keepAll([recipe.shared, recipe.receiver, recipe.positional, recipe.keywords]);
      const { receiver, positional, keywords } = pooledValuesOf(recipe);
      positional.forEach((value, index) => keep(byParameter, names[index], value));
      for (const [name, value] of keywords) keep(byParameter, name, value);
      if (receiver !== undefined && definition.className !== undefined && definition.kind !== "class_method")
        keep(byClass, `${module}:${definition.className}`, receiver);
      for (const value of [receiver, ...positional, ...keywords.map(([, given]) => given)])
        if (value !== undefined) keep(byType, objectTypeOf(value), value);
    }
  }
  if (declared !== undefined)
    for (const each of declared.definitions) attributes.keepDeclared(each, declared.inputs);
  return {
    byParameter: thinOut(byParameter),
    byClass: thinOut(byClass),
    byType: thinOut(byType),
    byAttribute: attributes.thinnedOut(),
  };
}

/** Values of the attributes of all objects anywhere in the calls. */
class AttributePools {
  readonly #pools = new Map<string, Map<string, ValueRecipe>>();

  keepAll(value: unknown): void {
    if (value === null || typeof value !== "object") return;
    const { object } = value as { object?: unknown };
    if (object !== null && typeof object === "object") this.#keepObject(object);
    for (const item of Object.values(value)) this.keepAll(item);
  }

  /** Where objects of a class were seen, but an attribute of theirs never with two values: what the constructor's parameter of its name may be. */
  keepDeclared({ definition: { className, parameters, facts }, module }: Placed, inputs: Inputs): void {
    if (className === undefined || !facts.isConstructor) return;
    for (const { name: attribute, annotation } of parameters) {
      const pool = this.#pools.get(`${module}:${className}.${attribute}`);
      if (annotation === undefined || pool === undefined || pool.size > 1) continue;
      for (const value of inputs.readAnnotation(annotation).values) pool.set(JSON.stringify(value), value);
    }
  }

  thinnedOut(): ReadonlyMap<string, readonly ValueRecipe[]> {
    return new Map([...this.#pools].map(([name, pool]) => [name, takeEvenly([...pool.values()])]));
  }

  #keepObject({ class: name, state, slots }: { class?: unknown; state?: object; slots?: object }): void {
    for (const [attribute, item] of Object.entries({ ...state, ...slots })) {
      const key = `${String(name)}.${attribute}`;
      const pool = this.#pools.get(key) ?? new Map<string, ValueRecipe>();
      this.#pools.set(key, pool);
      if (pool.size < MOST_SEEN && roomLeftBy(item, LARGEST_ATTRIBUTE) >= 0)
        pool.set(JSON.stringify(item), item as ValueRecipe);
    }
  }
}

/** What of `room` characters a value leaves; negative where it is larger, or refers to shared values, for then it cannot be moved alone. */
function roomLeftBy(value: unknown, room: number): number {
  if (typeof value === "string") return room - value.length;
  if (value === null || typeof value !== "object") return room - 1;
  if ("ref" in value) return -1;
  let left = room - 1;
  for (const item of Object.values(value)) {
    if (left < 0) break;
    left = roomLeftBy(item, left);
  }
  return left;
}

/** Distinct values of an attribute among which those kept are chosen. */
const MOST_SEEN = 1000;

/** At most `most` of the values, evenly from all. */
export function takeEvenly<T>(values: readonly T[], most = MOST_POOLED): T[] {
  const step = Math.max(1, values.length / most);
  const count = Math.min(values.length, most);
  return Array.from({ length: count }, (_, index) => values[Math.floor(index * step)] as T);
}

/** The type of an object with a class of its own, else `undefined`. */
function objectTypeOf({ value, shared }: PooledValue): string | undefined {
  const type = typeNameOf(value, shared);
  return type.startsWith("object:") ? type : undefined;
}

type Pools = Map<string, Map<string, PooledValue>>;

function keep(pools: Pools, name: string | undefined, value: PooledValue): void {
  if (name === undefined) return;
  const pool = pools.get(name) ?? new Map<string, PooledValue>();
  pools.set(name, pool);
  const key = canonicalJson(value);
  if (!pool.has(key)) pool.set(key, value);
}

function thinOut(pools: Pools): ReadonlyMap<string, readonly PooledValue[]> {
  return new Map([...pools].map(([name, pool]) => [name, takeEvenly([...pool.values()])]));
}
