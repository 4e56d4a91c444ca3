import { createRandom, describeKnownNames, UsageError } from "../base/index.ts";
import type { Definition, ParsedFile } from "../languages/index.ts";
import { findTarget } from "./find-target.ts";
import { defaultFilters, filterNames, filters, type FilterName, type RepositoryFacts } from "./filters.ts";
import type { TargetPreset, TargetSample } from "./presets.ts";

/** Which filters are asked: those of the preset, or else the default ones, plus `with`, minus `without`. */
export interface TargetOptions {
  readonly preset?: TargetPreset | undefined;
  readonly with?: readonly FilterName[];
  readonly without?: readonly FilterName[];
  /** Only these, as `PATH:NAME` or `NAME`; absent or empty: all. The others count as filtered by `not_asked`. */
  readonly only?: readonly string[];
  /** Instead of the preset's. What is not chosen counts as filtered by `not_sampled`. */
  readonly sample?: TargetSample | undefined;
  /** Decides what is chosen. Default: 0. */
  readonly seed?: number;
  /** What is known of the repository; absent: filters that need it drop nothing. */
  readonly facts?: RepositoryFacts | undefined;
}

/** `found` = `targets.length` + the sum of `filtered`, always. */
export interface TargetSelection {
  /** In the order of files, then of the source. */
  readonly targets: readonly Definition[];
  readonly found: number;
  /** How many each filter dropped; a definition counts under the first that drops it. Only filters that dropped any. */
  readonly filtered: Readonly<Partial<Record<FilterName | "not_asked" | "not_sampled", number>>>;
}

/**
 * Leaves out definitions that make no good task, and says how many for which reason. Throws `UsageError` `unknown-target` for a name in `only`
 * that no definition has.
 */
export function selectTargets(files: readonly ParsedFile[], options: TargetOptions = {}): TargetSelection {
  const { preset, facts, sample = preset?.sample, seed = 0 } = options;
  const initial: readonly FilterName[] = preset?.filters ?? defaultFilters;
  const active = filterNames.filter(
    (name) =>
      (initial.includes(name) || options.with?.includes(name) === true) &&
      options.without?.includes(name) !== true,
  );
  const definitions = files.flatMap((file) => file.definitions);
  const only = new Set(options.only);
  for (const name of only) if (!definitions.some((one) => isNamed(one, name))) findTarget(files, name);
  const isAsked = (one: Definition): boolean =>
    only.size === 0 || [...only].some((name) => isNamed(one, name));
  const filtered: Partial<Record<keyof TargetSelection["filtered"], number>> = {};
  const fit = definitions.filter((definition) => {
    const reason = isAsked(definition)
      ? active.find((name) => filters[name](definition, facts))
      : "not_asked";
    if (reason !== undefined) filtered[reason] = (filtered[reason] ?? 0) + 1;
    return reason === undefined;
  });
  const targets = sample === undefined ? fit : chooseSample(fit, sample, seed);
  if (targets.length < fit.length) filtered.not_sampled = fit.length - targets.length;
  return { targets, found: definitions.length, filtered };
}

/** Some of the functions and of the methods, chosen by the seed, in the order in which they are given. */
function chooseSample(
  definitions: readonly Definition[],
  { most, prefersDocumented }: TargetSample,
  seed: number,
): readonly Definition[] {
  const random = createRandom(`sample of targets ${seed}`);
  const chosen = [true, false].flatMap((isMethod) => {
    const pool = random.shuffle(definitions.filter((one) => (one.className !== undefined) === isMethod));
    const rank = ({ docstring }: Definition): number => Number(prefersDocumented && docstring === undefined);
    return pool.toSorted((one, other) => rank(one) - rank(other)).slice(0, most);
  });
  return definitions.filter((one) => chosen.includes(one));
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
