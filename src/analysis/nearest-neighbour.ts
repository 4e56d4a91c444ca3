/**
 * The definition of a file whose body is most like another's, with names and constants left aside: what a solver need only copy and
 * rename. Likeness is twice the longest common subsequence of both bodies' tokens over the tokens of both; names are numbered by their first
 * appearance in a body, so that a renaming does not show and another order of parts does.
 */
import type { Definition, Syntax, Token } from "../languages/index.ts";
import type { SourceFile } from "./source-file.ts";

/** A definition beside another, and how like its body is, in `[0, 1]`. */
export interface Neighbour {
  readonly definition: Definition;
  readonly likeness: number;
}

interface Shape {
  readonly definition: Definition;
  readonly tokens: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}

/** Reads the bodies of a file; what it gives finds the nearest neighbour of one of its definitions among those that are not hidden. */
export function createNeighbours(
  { text, parsed }: SourceFile,
  syntax: Pick<Syntax, "bodyTokens">,
): (definition: Definition, hidden: readonly Definition[]) => Neighbour | undefined {
  const shapes = parsed.definitions.map((one) => shapeOf(one, syntax.bodyTokens(text, one)));
  return (definition, hidden) => {
    const own = shapes.find((shape) => shape.definition === definition);
    if (own === undefined) return undefined;
    const others = shapes.filter((shape) => shape !== own && !hidden.includes(shape.definition));
    return findNearest(own, others);
  };
}

function shapeOf(definition: Definition, body: readonly Token[]): Shape {
  const numbers = new Map<string, number>();
  const tokens = body.map(({ kind, text }) => {
    if (kind === "literal") return "#";
    if (kind !== "name") return text;
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return `$${number}`;
  });
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return { definition, tokens, counts };
}

/** The likest of some, the first of equals. Those that may be like come first, so that most are never compared. */
function findNearest(own: Shape, others: readonly Shape[]): Neighbour | undefined {
  const ranked = others
    .map((shape) => ({ shape, most: likeness(own, shape, countShared(own.counts, shape.counts)) }))
    .toSorted((a, b) => b.most - a.most);
  let nearest: Neighbour | undefined;
  for (const { shape, most } of ranked) {
    if (nearest !== undefined && most <= nearest.likeness) break;
    const found = likeness(own, shape, countInOrder(own.tokens, shape.tokens));
    if (nearest === undefined || found > nearest.likeness)
      nearest = { definition: shape.definition, likeness: found };
  }
  return nearest;
}

function likeness(one: Shape, other: Shape, shared: number): number {
  return (2 * shared) / Math.max(1, one.tokens.length + other.tokens.length);
}

function countShared(one: Shape["counts"], other: Shape["counts"]): number {
  let shared = 0;
  for (const [token, count] of one) shared += Math.min(count, other.get(token) ?? 0);
  return shared;
}

/** Length of the longest common subsequence. */
function countInOrder(one: readonly string[], other: readonly string[]): number {
  let above = new Uint32Array(other.length + 1);
  for (const token of one) {
    const row = new Uint32Array(other.length + 1);
    for (const [at, theirs] of other.entries()) {
      const [before = 0, over = 0, left = 0] = [above[at], above[at + 1], row[at]];
      row[at + 1] = token === theirs ? before + 1 : Math.max(over, left);
    }
    above = row;
  }
  return above[other.length] ?? 0;
}
