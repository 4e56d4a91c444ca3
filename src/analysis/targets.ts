import { describeKnownNames, UsageError } from "../base/index.ts";
import type { Definition, ParsedFile } from "../languages/index.ts";
import { defaultFilters, filterNames, filters, type FilterName } from "./filters.ts";

/** Which filters are asked: the default ones, plus `with`, minus `without`. */
export interface TargetOptions {
  readonly with?: readonly FilterName[];
  readonly without?: readonly FilterName[];
}

/** `found` = `targets.length` + the sum of `filtered`, always. */
export interface TargetSelection {
  /** In the order of files, then of the source. */
  readonly targets: readonly Definition[];
  readonly found: number;
  /** How many each filter dropped; a definition counts under the first that drops it. Only filters that dropped any. */
  readonly filtered: Readonly<Partial<Record<FilterName, number>>>;
}

/** Leaves out definitions that make no good task, and says how many for which reason. */
export function selectTargets(files: readonly ParsedFile[], options: TargetOptions = {}): TargetSelection {
  const active = filterNames.filter(
    (name) =>
      (defaultFilters.includes(name) || options.with?.includes(name) === true) &&
      options.without?.includes(name) !== true,
  );
  const definitions = files.flatMap((file) => file.definitions);
  const filtered: Partial<Record<FilterName, number>> = {};
  const targets = definitions.filter((definition) => {
    const reason = active.find((name) => filters[name](definition));
    if (reason !== undefined) filtered[reason] = (filtered[reason] ?? 0) + 1;
    return reason === undefined;
  });
  return { targets, found: definitions.length, filtered };
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
