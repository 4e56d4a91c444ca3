import { describeKnownNames, UsageError } from "../base/index.ts";
import type { Definition, ParsedFile } from "../languages/index.ts";
import { findTarget } from "./find-target.ts";
import { defaultFilters, filterNames, filters, type FilterName } from "./filters.ts";

/** Which filters are asked: the default ones, plus `with`, minus `without`. */
export interface TargetOptions {
  readonly with?: readonly FilterName[];
  readonly without?: readonly FilterName[];
  /** Only these, as `PATH:NAME` or `NAME`; absent or empty: all. The others count as filtered by `not_asked`. */
  readonly only?: readonly string[];
}

/** `found` = `targets.length` + the sum of `filtered`, always. */
export interface TargetSelection {
  /** In the order of files, then of the source. */
  readonly targets: readonly Definition[];
  readonly found: number;
  /** How many each filter dropped; a definition counts under the first that drops it. Only filters that dropped any. */
  readonly filtered: Readonly<Partial<Record<FilterName | "not_asked", number>>>;
}

/**
 * Leaves out definitions that make no good task, and says how many for which reason. Throws `UsageError` `unknown-target` for a name in `only`
 * that no definition has.
 */
export function selectTargets(files: readonly ParsedFile[], options: TargetOptions = {}): TargetSelection {
  const active = filterNames.filter(
    (name) =>
      (defaultFilters.includes(name) || options.with?.includes(name) === true) &&
      options.without?.includes(name) !== true,
  );
  const definitions = files.flatMap((file) => file.definitions);
  const only = new Set(options.only);
  for (const name of only) if (!definitions.some((one) => isNamed(one, name))) findTarget(files, name);
  const isAsked = (one: Definition): boolean =>
    only.size === 0 || [...only].some((name) => isNamed(one, name));
  const filtered: Partial<Record<FilterName | "not_asked", number>> = {};
  const targets = definitions.filter((definition) => {
    const reason = isAsked(definition) ? active.find((name) => filters[name](definition)) : "not_asked";
    if (reason !== undefined) filtered[reason] = (filtered[reason] ?? 0) + 1;
    return reason === undefined;
  });
  return { targets, found: definitions.length, filtered };
}

function isNamed({ path, name }: Definition, target: string): boolean {
  return target === name || target === `${path}:${name}`;
}

/** The filter of that name, as typed by a user. Throws `unknown-filter`. */
export function getFilterName(name: string): FilterName {
  const found = filterNames.find((known) => known === name);
  if (found !== undefined) return found;
  throw new UsageError(
    "unknown-filter",
    `Cannot filter by "${name}". ${describeKnownNames(name, filterNames)}`,
  );
}
