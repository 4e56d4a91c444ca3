import { canonicalJson } from "../base/index.ts";
import type { Definition } from "../languages/index.ts";
import { declaredParameters } from "./contract.ts";
import { pooledValuesOf } from "./shared-values.ts";
import type { ObservedCall, PooledValue, ValuePools } from "./test-strategy.ts";
import { typeNameOf } from "./value-shape.ts";

/** Distinct values kept per parameter name and per class: evenly from all that were seen, for the first ones are often alike. */
const MOST_POOLED = 48;

/** Collects the values of all observed calls of a repository by parameter name, by receiver class and by type of object. */
export function poolValues(
  calls: Iterable<{
    readonly definition: Definition;
    readonly module: string;
    readonly calls: readonly ObservedCall[];
  }>,
): ValuePools {
  const byParameter: Pools = new Map();
  const byClass: Pools = new Map();
  const byType: Pools = new Map();
  for (const { definition, module, calls: observed } of calls) {
    const names = declaredParameters({ definition }).map(({ name }) => name);
    for (const { recipe } of observed) {
      const { receiver, positional, keywords } = pooledValuesOf(recipe);
      positional.forEach((value, index) => keep(byParameter, names[index], value));
      for (const [name, value] of keywords) keep(byParameter, name, value);
      if (receiver !== undefined && definition.className !== undefined && definition.kind !== "class_method")
        keep(byClass, `${module}:${definition.className}`, receiver);
      for (const value of [receiver, ...positional, ...keywords.map(([, given]) => given)])
        if (value !== undefined) keep(byType, objectTypeOf(value), value);
    }
  }
  return { byParameter: thinOut(byParameter), byClass: thinOut(byClass), byType: thinOut(byType) };
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
  return new Map(
    [...pools].map(([name, pool]) => {
      const values = [...pool.values()];
      const step = Math.max(1, values.length / MOST_POOLED);
      const count = Math.min(values.length, MOST_POOLED);
      return [
        name,
        Array.from({ length: count }, (_, index) => values[Math.floor(index * step)] as PooledValue),
      ];
    }),
  );
}
