/** Which of many light cases are worth their processor time: those that differ most from the ones chosen before. */

/** A case that may be chosen. */
export interface BroadCase<T> {
  readonly item: T;
  /** What it takes to judge it, in characters of recipe and observation: processor time is proportional to them. */
  readonly characters: number;
  /** The way through the reference, as one name. */
  readonly path: string;
  /** In what it differs from others. */
  readonly features: ReadonlySet<string>;
  /** True where it shows what the case shows that it was made from: what was changed does not seem to matter there. */
  readonly isIdle?: boolean;
}

/** How much is chosen. */
export interface BroadRoom {
  readonly characters: number;
  /** Cases that are chosen whatever they weigh, as long as they add something. Default: none. */
  readonly fewest?: number;
}

/** Characters that a case costs whatever it holds: measured, a light case takes 0.03 ms and one of 1,600 characters 0.12 ms. */
const CASE_CHARACTERS = 250;
/** What a new way through the reference is worth, in features. */
const NEW_PATH = 6;
/** What a feature is worth that was never seen, and one that was seen, but not on this way. */
const NEW_FEATURE = 3;
const NEW_ON_PATH = 1;
/** What a feature of an idle case is worth that was never seen: less than any of another case. */
const NEW_IDLE = 0.1;
/** Cases of one way from which a feature is wanted. */
const WANTED_ON_PATH = 2;

/**
 * Chooses cases greedily by what they add to `given` ones for each character, until the room is full or nothing is added. Among equals the
 * earlier. Takes time in proportion to the number of cases times that of the chosen ones, at most.
 */
export function chooseBroad<T>(
  cases: readonly BroadCase<T>[],
  given: readonly BroadCase<T>[],
  { characters, fewest = 0 }: BroadRoom,
): readonly T[] {
  const numbers = { path: new Numbers(), feature: new Numbers() };
  const numbered = [...given, ...cases].map(
    (one, index): NumberedCase<T> => ({
      item: one.item,
      index,
      cost: one.characters + CASE_CHARACTERS,
      path: numbers.path.of(one.path),
      features: Uint32Array.from(one.features, (feature) => numbers.feature.of(feature)),
      isIdle: one.isIdle === true,
      most: Number.POSITIVE_INFINITY,
    }),
  );
  const seen = new Seen(numbers.path.count, numbers.feature.count);
  for (const one of numbered.slice(0, given.length)) seen.add(one);
  // By what they add at most, the most first. What a case adds never grows, so an old figure is a bound, and few are reckoned anew.
  const open = numbered.slice(given.length);
  const chosen: T[] = [];
  let left = characters;
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (next.cost > left && chosen.length >= fewest) continue;
    next.most = seen.gainOf(next) / next.cost;
    if (next.most === 0) continue;
    const [other] = open;
    if (other !== undefined && isBefore(other, next)) {
      open.splice(placeOf(next, open), 0, next);
      continue;
    }
    seen.add(next);
    chosen.push(next.item);
    left -= next.cost;
  }
  return chosen;
}

function isBefore(one: NumberedCase<unknown>, other: NumberedCase<unknown>): boolean {
  return one.most > other.most || (one.most === other.most && one.index < other.index);
}

/** Where a case stands among `open` ones. */
function placeOf(one: NumberedCase<unknown>, open: readonly NumberedCase<unknown>[]): number {
  let [low, high] = [0, open.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = open[middle];
    if (other !== undefined && isBefore(other, one)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A case as the choice computes with it: names are numbers. */
interface NumberedCase<T> {
  readonly item: T;
  readonly index: number;
  readonly cost: number;
  readonly path: number;
  readonly features: Uint32Array;
  readonly isIdle: boolean;
  /** What it adds for each character at most. */
  most: number;
}

/** Numbers for names, from 0 on. */
class Numbers {
  readonly #known = new Map<string, number>();

  get count(): number {
    return this.#known.size;
  }

  of(name: string): number {
    const number = this.#known.get(name) ?? this.#known.size;
    this.#known.set(name, number);
    return number;
  }
}

class Seen {
  /** Cases by way. */
  readonly #paths: Uint32Array;
  readonly #features: Uint8Array;
  /** By path, then by feature: its cases with that feature, up to `WANTED_ON_PATH`; nothing of paths that no case took. */
  readonly #onPath: (Uint8Array | undefined)[];

  constructor(paths: number, features: number) {
    this.#paths = new Uint32Array(paths);
    this.#features = new Uint8Array(features);
    this.#onPath = Array.from({ length: paths });
  }

  add({ path, features }: Pick<NumberedCase<unknown>, "path" | "features">): void {
    this.#paths[path] = (this.#paths[path] ?? 0) + 1;
    const onPath = (this.#onPath[path] ??= new Uint8Array(this.#features.length));
    for (const feature of features) {
      this.#features[feature] = 1;
      const times = onPath[feature] ?? 0;
      if (times < WANTED_ON_PATH) onPath[feature] = times + 1;
    }
  }

  gainOf({ path, features, isIdle }: Pick<NumberedCase<unknown>, "path" | "features" | "isIdle">): number {
    const onPath = this.#onPath[path];
    const taken = this.#paths[path] ?? 0;
    let gain = taken === 0 ? NEW_PATH : 0;
    for (const feature of features) {
      if (this.#features[feature] === 0) gain += isIdle ? NEW_IDLE : NEW_FEATURE;
      const times = onPath?.[feature] ?? 0;
      if (!isIdle && times < WANTED_ON_PATH) gain += NEW_ON_PATH / (times + 1);
    }
    // What most calls do (nothing is refused) is soon known; what few do is where mistakes are told.
    return gain / (1 + taken);
  }
}
