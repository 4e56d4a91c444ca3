import type { Definition } from "../languages/index.ts";

/** A core target has at least this many statements and branches together, and a branch or `CALLS` calls of the repository. */
const PARTS = 3;
const CALLS = 2;

/**
 * Whether a definition looks like tier core: at least three statements and a branch, or at least two calls whose
 * last name is one that the repository defines (`definedNames`: last parts of qualified names, and class names) in three
 * statements, or in two with a branch. One statement, and two in a straight line, are read off what stands around them.
 * Data flowing between the calls is not followed: two such calls in one body nearly always share data.
 */
export function isCoreShape(definition: Definition, definedNames: ReadonlySet<string>): boolean {
  const { statements, branches, calls } = definition.facts;
  if (statements < 2 || statements + branches < PARTS) return false;
  if (statements >= PARTS && branches > 0) return true;
  const own = calls.filter((call) => definedNames.has(call.slice(call.lastIndexOf(".") + 1)));
  return own.length >= CALLS;
}
