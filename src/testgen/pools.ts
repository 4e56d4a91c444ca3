import { canonicalJson } from "../base/index.ts";
import type { Definition } from "../languages/index.ts";
import { declaredParameters } from "./contract.ts";
import { pooledValuesOf } from "./shared-values.ts";
import type { ObservedCall, PooledValue, ValuePools } from "./test-strategy.ts";

/** Distinct values kept per parameter name and per class. */
const MOST_POOLED = 24;

/** Collects the values of all observed calls of a repository by parameter name and by receiver class. */
export function poolValues(
  calls: Iterable<{
    readonly definition: Definition;
    readonly module: string;
    readonly calls: readonly ObservedCall[];
  }>,
): ValuePools {
  const byParameter = new Map<string, Map<string, PooledValue>>();
  const byClass = new Map<string, Map<string, PooledValue>>();
  for (const { definition, module, calls: observed } of calls) {
    const names = declaredParameters({ definition }).map(({ name }) => name);
    for (const { recipe } of observed) {
      const { receiver, positional, keywords } = pooledValuesOf(recipe);
      positional.forEach((value, index) => keep(byParameter, names[index], value));
      for (const [name, value] of keywords) keep(byParameter, name, value);
      if (receiver !== undefined && definition.className !== undefined)
        keep(byClass, `${module}:${definition.className}`, receiver);
    }
  }
  return { byParameter: flatten(byParameter), byClass: flatten(byClass) };
}

function keep(
  pools: Map<string, Map<string, PooledValue>>,
  name: string | undefined,
  value: PooledValue,
): void {
  if (name === undefined) return;
  const pool = pools.get(name) ?? new Map<string, PooledValue>();
  pools.set(name, pool);
  if (pool.size < MOST_POOLED) pool.set(canonicalJson(value), pool.get(canonicalJson(value)) ?? value);
}

function flatten(
  pools: ReadonlyMap<string, ReadonlyMap<string, PooledValue>>,
): ReadonlyMap<string, readonly PooledValue[]> {
  return new Map([...pools].map(([name, values]) => [name, [...values.values()]]));
}
