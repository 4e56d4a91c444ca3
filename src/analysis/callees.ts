import { lastPart } from "../base/index.ts";
import type { CodePlace, Definition, ParsedFile } from "../languages/index.ts";
import type { ReachedPlace } from "./code-index/call-graph.ts";

/** The functions of a repository that a definition calls, at any depth. */
export interface Callees {
  /** Simple names of what they raise by their own text. */
  readonly exceptions: ReadonlySet<string>;
  /** Nearest first. */
  readonly definitions: readonly Definition[];
}

/** Finds the callees of a definition. */
export type FindCallees = (definition: Definition) => Callees;

/** Where a definition stands for an index. */
export function placeOf({ path, name, lines }: Definition): CodePlace {
  return { path, name, line: lines.start };
}

/** Knows all definitions of a repository by their places; `allCalleesOf` follows calls. */
export function createCallees(
  files: readonly ParsedFile[],
  { allCalleesOf }: { readonly allCalleesOf: (place: CodePlace) => readonly ReachedPlace[] },
): FindCallees {
  const keyOf = ({ path, name, line }: CodePlace): string => `${path}:${line}:${name}`;
  const byPlace = new Map(
    files.flatMap(({ definitions }) => definitions.map((one) => [keyOf(placeOf(one)), one] as const)),
  );
  return (definition) => {
    const definitions = allCalleesOf(placeOf(definition)).flatMap(
      ({ place }) => byPlace.get(keyOf(place)) ?? [],
    );
    return {
      exceptions: new Set(definitions.flatMap(({ facts }) => facts.raises.map(lastPart))),
      definitions,
    };
  };
}
