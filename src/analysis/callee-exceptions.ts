import { lastPart } from "../base/index.ts";
import type { CodePlace, Definition, ParsedFile } from "../languages/index.ts";
import type { ReachedPlace } from "./code-index/call-graph.ts";

/** Finds what the functions that a definition calls raise by their own text, at any depth. */
export type CalleeExceptions = (definition: Definition) => ReadonlySet<string>;

/** Where a definition stands for an index. */
export function placeOf({ path, name, lines }: Definition): CodePlace {
  return { path, name, line: lines.start };
}

/** Reads all `raise` statements of a repository; `allCalleesOf` follows calls. */
export function findCalleeExceptions(
  files: readonly ParsedFile[],
  { allCalleesOf }: { readonly allCalleesOf: (place: CodePlace) => readonly ReachedPlace[] },
): CalleeExceptions {
  const keyOf = ({ path, name, line }: CodePlace): string => `${path}:${line}:${name}`;
  const raised = new Map(
    files.flatMap(({ definitions }) =>
      definitions.map((one) => [keyOf(placeOf(one)), one.facts.raises.map(lastPart)] as const),
    ),
  );
  return (definition) =>
    new Set(allCalleesOf(placeOf(definition)).flatMap(({ place }) => raised.get(keyOf(place)) ?? []));
}
