/** At which places of a call another value has been seen to matter: where it hardly ever did, few more are tried. */

/** Values tried at a place before it is believed that they do not matter. */
const ENOUGH_TRIED = 12;
/** Where fewer have an effect, as a share of those tried, it is believed. */
const LEAST_EFFECTS = 0.05;
/** Of the values for such a place one in so many is tried all the same. */
const STILL_TRIED = 8;

/** Changes of calls that were taken before it is believed that most are refused, and the share of refused ones from which few more of a refused kind are made. */
const ENOUGH_CHANGED = 60;
const MANY_REFUSED = 0.5;

/** Times that another place is drawn for one that is passed by. */
const DRAWS = 6;

/** What became of the values that were tried, by the name of the place (`Spot`). */
export class SpotEffects {
  readonly #spots = new Map<string, { tried: number; effects: number; passedBy: number }>();
  /** By the respect in which calls that were taken were changed: how often, and how often they were refused. */
  readonly #changed = new Map<string, { times: number; refused: number; passedBy: number }>();
  #times = 0;
  #refused = 0;

  /** Notes that a value was tried at a place, and whether the call ended or went otherwise for it. */
  note(spot: string, hasEffect: boolean): void {
    const known = this.#of(spot);
    known.tried++;
    if (hasEffect) known.effects++;
  }

  /** True for a place where another value is not worth a try now. Depends on what was noted and on how often it was asked. */
  passesBy(spot: string): boolean {
    return this.isDull(spot) && this.#of(spot).passedBy++ % STILL_TRIED !== 0;
  }

  /** True for a place where other values were tried and hardly ever mattered. */
  isDull(spot: string): boolean {
    const { tried, effects } = this.#of(spot);
    return tried >= ENOUGH_TRIED && effects < LEAST_EFFECTS * tried;
  }

  /** Draws again, a few times, where the place of what was drawn is passed by, or what is drawn is passed by otherwise. */
  drawUnpassed<T>(draw: () => T, spotOf: (one: T) => string, isPassed = (_: T): boolean => false): T {
    let drawn = draw();
    for (let times = 1; times < DRAWS && (this.passesBy(spotOf(drawn)) || isPassed(drawn)); times++)
      drawn = draw();
    return drawn;
  }

  /** Notes whether a call that was taken was refused for a change in this respect. */
  noteChanged(respect: string, isRefused: boolean): void {
    const known = this.#changed.get(respect) ?? { times: 0, refused: 0, passedBy: 0 };
    this.#changed.set(respect, known);
    known.times++;
    this.#times++;
    if (!isRefused) return;
    known.refused++;
    this.#refused++;
  }

  /** True where most changes of what is taken are refused: what is taken is rare then, and tells more. */
  get areMostRefused(): boolean {
    return this.#times >= ENOUGH_CHANGED && this.#refused > MANY_REFUSED * this.#times;
  }

  /** True for a change after which a call was always refused, where most are: few more are put on top of it. Depends on how often it was asked. */
  passesByRefused(respect: string): boolean {
    const known = this.areMostRefused ? this.#changed.get(respect) : undefined;
    return known !== undefined && known.refused === known.times && known.passedBy++ % STILL_TRIED !== 0;
  }

  #of(spot: string): { tried: number; effects: number; passedBy: number } {
    const known = this.#spots.get(spot) ?? { tried: 0, effects: 0, passedBy: 0 };
    this.#spots.set(spot, known);
    return known;
  }
}
