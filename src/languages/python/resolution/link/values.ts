/** What a value is; `first` and `second` of it are what the comments say. */
export const Kind = {
  /** function */
  function: 0,
  /** function, value of the receiver */
  bound: 1,
  /** class */
  class: 2,
  /** class: any instance of it */
  instance: 3,
  /** file */
  module: 4,
  /** name: something of outside, by how it is reached (`os.path.join`, `re.compile()`) */
  external: 5,
  /** name of a built-in type: any instance of it */
  builtin: 6,
  /** name: a constant text or number, as `'text` or `#1`; `*` in it stands for any */
  text: 7,
  /** container */
  container: 8,
  /** class, value of the receiver */
  super: 9,
  /** value, name: a built-in method of it */
  method: 10,
  /** property */
  property: 11,
  /** value: what `staticmethod` holds */
  static: 12,
  /** value: what `classmethod` holds */
  classMethod: 13,
  /** what is called to read an attribute, value of the receiver */
  getter: 14,
  /** partial call */
  partial: 15,
  /** value: a function that `contextlib.contextmanager` holds */
  manager: 16,
  /** call: what `pytest.mark.parametrize` or `pytest.fixture` with arguments gives */
  mark: 17,
} as const;

/** Values of a program by number; equal ones have one number. */
export class Values {
  readonly kinds: number[] = [];
  readonly firsts: number[] = [];
  readonly seconds: number[] = [];
  readonly #known = new Map<number, Map<number, number>>();

  of(kind: number, first: number, second = 0): number {
    const byFirst = this.#known.get(kind * SPREAD + second) ?? new Map<number, number>();
    const known = byFirst.get(first);
    if (known !== undefined) return known;
    if (byFirst.size === 0) this.#known.set(kind * SPREAD + second, byFirst);
    const value = this.kinds.push(kind) - 1;
    this.firsts.push(first);
    this.seconds.push(second);
    byFirst.set(first, value);
    return value;
  }

  kind(value: number): number {
    return this.kinds[value] ?? -1;
  }

  first(value: number): number {
    return this.firsts[value] ?? -1;
  }

  second(value: number): number {
    return this.seconds[value] ?? -1;
  }
}

const SPREAD = 2 ** 32;
