import type { Parser } from "web-tree-sitter";

import { applyEdits, withText, type Reference } from "../reference.ts";
import type { Rewrite } from "./rewrite.ts";

/** A body after several rewrites, and the names of those that found an occasion, in the order in which they were made. */
interface Combined {
  readonly text: string;
  readonly names: readonly string[];
}

/** Makes one rewrite after the other on the same body, each on what those before have left. */
export function combine(parser: Parser, reference: Reference, rewrites: readonly Rewrite[]): Combined {
  const names: string[] = [];
  let current = reference;
  for (const rewrite of rewrites) {
    const edits = rewrite.edits(current);
    const text = applyEdits(current.text, edits);
    const next = text === current.text ? undefined : withText(parser, current, text);
    if (next === undefined) continue;
    names.push(rewrite.name);
    current = next;
  }
  return { text: current.text, names };
}
