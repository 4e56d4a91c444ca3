/*
 * Which values can come to which places of a program: inclusions between places, solved as they are added (Andersen's analysis). Whoever wants to know
 * what comes to a place watches it, and may add inclusions while being told.
 */

/** Places that more values come to are no longer told of new ones: what holds so many things says nothing about one of them. */
const MOST_VALUES = 24;

/** A place that holds values: compared by identity. */
export type Place = object;

/** Places, their values, and what flows where. */
export interface FlowGraph<Value> {
  /** A value is at a place. */
  seed(place: Place, value: Value): void;
  /** Whatever comes to one place comes to the other. */
  flow(from: Place, to: Place): void;
  /** Calls back for each value that comes to a place, those that are there included. */
  watch(place: Place, see: (value: Value) => void): void;
  /** What has come to a place. */
  valuesAt(place: Place): ReadonlySet<Value>;
  /** Moves values until nothing changes. */
  run(): void;
}

interface PlaceState<Value> {
  readonly values: Set<Value>;
  readonly next: Set<Place>;
  readonly watchers: ((value: Value) => void)[];
}

/** An empty graph. */
export function createFlowGraph<Value>(): FlowGraph<Value> {
  const states = new Map<Place, PlaceState<Value>>();
  const open: [Place, Value][] = [];
  const stateOf = (place: Place): PlaceState<Value> => {
    let state = states.get(place);
    if (state === undefined)
      states.set(place, (state = { values: new Set(), next: new Set(), watchers: [] }));
    return state;
  };
  const seed = (place: Place, value: Value): void => {
    const { values } = stateOf(place);
    if (values.size >= MOST_VALUES || values.has(value)) return;
    values.add(value);
    open.push([place, value]);
  };
  const none: ReadonlySet<Value> = new Set();
  return {
    seed,
    flow: (from, to) => {
      const { next, values } = stateOf(from);
      if (from === to || next.has(to)) return;
      next.add(to);
      for (const value of values) seed(to, value);
    },
    watch: (place, see) => {
      const { watchers, values } = stateOf(place);
      watchers.push(see);
      for (const value of values) see(value);
    },
    valuesAt: (place) => states.get(place)?.values ?? none,
    run: () => {
      for (let step = open.pop(); step !== undefined; step = open.pop()) {
        const [place, value] = step;
        const { next, watchers } = stateOf(place);
        for (const to of next) seed(to, value);
        for (const see of watchers) see(value);
      }
    },
  };
}
