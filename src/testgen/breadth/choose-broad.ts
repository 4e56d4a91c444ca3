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
}

/** Characters that a case costs whatever it holds. */
const CASE_CHARACTERS = 60;
/** What a new way through the reference is worth, in features. */
const NEW_PATH = 6;
/** What a feature is worth that was never seen, and one that was seen, but not on this way. */
const NEW_FEATURE = 3;
const NEW_ON_PATH = 1;
/** Cases of one way from which a feature is wanted. */
const WANTED_ON_PATH = 2;

/**
 * Chooses cases greedily by what they add to `given` ones for each character, until `characters` are spent or nothing is added. Among equals the
 * earlier. Takes time in proportion to the number of cases times that of the chosen ones, at most.
 */
export function chooseBroad<T>(
  cases: readonly BroadCase<T>[],
  given: readonly BroadCase<T>[],
  characters: number,
): readonly T[] {
  const seen = new Seen();
  for (const one of given) seen.add(one);
  const open = cases.map((one) => ({ one, bound: Number.POSITIVE_INFINITY }));
  const chosen: T[] = [];
  let left = characters;
  for (;;) {
    let best: (typeof open)[number] | undefined;
    let most = 0;
    for (const each of open) {
      // What a case adds never grows, so an old figure is a bound.
      if (each.bound <= most) continue;
      const cost = each.one.characters + CASE_CHARACTERS;
      each.bound = cost > left ? 0 : seen.gainOf(each.one) / cost;
      if (each.bound > most) [best, most] = [each, each.bound];
    }
    if (best === undefined) return chosen;
    best.bound = 0;
    open.splice(open.indexOf(best), 1);
    seen.add(best.one);
    chosen.push(best.one.item);
    left -= best.one.characters + CASE_CHARACTERS;
  }
}

class Seen {
  readonly #paths = new Map<string, number>();
  readonly #features = new Set<string>();
  readonly #onPath = new Map<string, number>();

  add({ path, features }: Pick<BroadCase<unknown>, "path" | "features">): void {
    this.#paths.set(path, (this.#paths.get(path) ?? 0) + 1);
    for (const feature of features) {
      this.#features.add(feature);
      const name = `${path} ${feature}`;
      this.#onPath.set(name, (this.#onPath.get(name) ?? 0) + 1);
    }
  }

  gainOf({ path, features }: Pick<BroadCase<unknown>, "path" | "features">): number {
    let gain = this.#paths.has(path) ? 0 : NEW_PATH;
    for (const feature of features) {
      if (!this.#features.has(feature)) gain += NEW_FEATURE;
      const times = this.#onPath.get(`${path} ${feature}`) ?? 0;
      if (times < WANTED_ON_PATH) gain += NEW_ON_PATH / (times + 1);
    }
    return gain;
  }
}
