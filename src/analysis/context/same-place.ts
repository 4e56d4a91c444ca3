import type { CodePlace } from "../../languages/index.ts";

/** True where two places are of one declaration. */
export function samePlace(one: CodePlace, other: CodePlace): boolean {
  return one.path === other.path && one.name === other.name && one.line === other.line;
}
