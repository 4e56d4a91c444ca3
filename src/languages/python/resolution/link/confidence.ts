import type { CallForm } from "./evidence.ts";

/*
 * What share of edges was seen to run while tests of public libraries ran (marshmallow, boltons, jinja, mistune), of those whose line ran: by the form of the
 * call and by how many functions it may call there (one, two, three to four, five to eight, nine to sixteen, more).
 */
const SHARES: Readonly<Record<CallForm, readonly number[]>> = {
  name: [0.98, 0.65, 0.2, 0.2, 0.1, 0.1],
  own: [0.97, 0.8, 0.75, 0.6, 0.5, 0.5],
  method: [0.98, 0.6, 0.6, 0.45, 0.2, 0.2],
  value: [0.95, 0.85, 0.8, 0.7, 0.6, 0.6],
  decorator: [0.99, 0.9, 0.8, 0.5, 0.1, 0.02],
  class: [0.98, 0.98, 0.9, 0.9, 0.9, 0.9],
  attribute: [0.99, 0.95, 0.7, 0.6, 0.5, 0.4],
  protocol: [0.95, 0.4, 0.5, 0.5, 0.1, 0.1],
  operator: [0.85, 0.6, 0.5, 0.4, 0.3, 0.3],
  conversion: [0.9, 0.6, 0.5, 0.4, 0.3, 0.3],
};

/** The same of `__getattr__`, by how many values meet where an attribute is read: of many most have it. */
const SHARES_OF_ASKED: readonly number[] = [0.98, 0.6, 0.2];

/** How sure it is that `__getattr__` is asked where so many values meet; undefined where it is too unsure. */
export function confidenceOfAsking(values: number): number | undefined {
  const share = SHARES_OF_ASKED[Math.min(2, Math.ceil(Math.log2(Math.max(1, values))))] ?? 0;
  return share < LEAST ? undefined : share;
}

/** Where so many values meet at an operator, few of them come that far: their share is that of the first number to the second. */
const CROWDED: Readonly<Partial<Record<CallForm, readonly [values: number, share: number]>>> = {
  operator: [16, 0.1],
  conversion: [6, 0.05],
  protocol: [32, 0.4],
};

/** More functions than that meet in a parameter where calls of all kinds pass: few of them are called there. */
const MOST_CALLED = 100;

const KEEPING: ReadonlySet<CallForm> = new Set(["name", "own", "method"]);

/** Edges less sure than that are not listed. */
const LEAST = 0.25;

/** How sure an edge is, by how its call is written, how many functions it may call and how many values meet there; undefined where it is too unsure. */
export function confidenceOf(form: CallForm, functions: number, values: number): number | undefined {
  // Few values that lead to many functions keep these: in an attribute, or as what is registered with them.
  const isKept = KEEPING.has(form) && functions > 2 * values;
  const row = SHARES[isKept ? "value" : form];
  if (form === "value" && functions > MOST_CALLED) return undefined;
  const column = Math.min(5, Math.ceil(Math.log2(Math.max(1, functions))));
  const share = row[column] ?? 0;
  const [most, crowded] = CROWDED[form] ?? [Infinity, 1];
  const confidence = values > most ? Math.min(share, crowded) : share;
  return confidence < LEAST ? undefined : confidence;
}
