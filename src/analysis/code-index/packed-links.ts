import type { CodeEdge, CodePlace, ResolvedRepository, UnresolvedCall } from "../../languages/index.ts";

/** How the files of a repository hang together, as far as it can be written down. */
export type Links = Pick<ResolvedRepository, "edges" | "unresolved">;

type PackedEdge = [
  kind: CodeEdge["kind"],
  caller: number,
  callee: number,
  at: number | null,
  how: CodeEdge["how"],
  confidence: number,
];

/** Links with every place written once: plain data. */
export interface PackedLinks {
  readonly places: readonly (readonly [path: string, name: string, line: number])[];
  readonly edges: readonly PackedEdge[];
  readonly unresolved: readonly [caller: number, at: number, written: string, why: UnresolvedCall["why"]][];
}

/** Writes links as plain data. */
export function packLinks({ edges, unresolved }: Links): PackedLinks {
  const places: PackedLinks["places"][number][] = [];
  const numbers = new Map<string, number>();
  const numberOf = ({ path, name, line }: CodePlace): number => {
    const key = placeKey({ path, name, line });
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, places.length);
    return places.push([path, name, line]) - 1;
  };
  return {
    edges: edges.map(({ kind, caller, callee, at, how, confidence }) => [
      kind,
      numberOf(caller),
      numberOf(callee),
      at,
      how,
      confidence,
    ]),
    unresolved: unresolved.map(({ caller, at, written, why }) => [numberOf(caller), at, written, why]),
    places,
  };
}

/** Reads what `packLinks` wrote. Equal places are the same object. */
export function unpackLinks(packed: PackedLinks): Links {
  const places = packed.places.map(([path, name, line]) => ({ path, name, line }));
  const placeAt = (number: number): CodePlace => {
    const place = places[number];
    if (place === undefined) throw new RangeError(`Links name a place ${number} that they do not list.`);
    return place;
  };
  return {
    edges: packed.edges.map(([kind, caller, callee, at, how, confidence]) => ({
      kind,
      caller: placeAt(caller),
      callee: placeAt(callee),
      at,
      how,
      confidence,
    })),
    unresolved: packed.unresolved.map(([caller, at, written, why]) => ({
      caller: placeAt(caller),
      at,
      written,
      why,
    })),
  };
}

/** One text for each place. */
export function placeKey({ path, name, line }: CodePlace): string {
  return `${path}\0${name}\0${line}`;
}
