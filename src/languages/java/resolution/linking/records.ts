import type { CodeEdge, CodePlace, NameUse, UnresolvedCall } from "../../../resolution.ts";

/** What was found in the files, in the order that it was found. */
export interface Records {
  readonly edges: CodeEdge[];
  readonly unresolved: UnresolvedCall[];
  readonly uses: UseRecord[];
}

/** A name at a place of a file, and what it means. */
export interface UseRecord extends NameUse {
  readonly means: CodePlace;
}

export function createRecords(): Records {
  return { edges: [], unresolved: [], uses: [] };
}

/** One text for one place. */
export function placeKey({ path, line, name }: CodePlace): string {
  return `${path}:${line}:${name}`;
}
