import type { Definition } from "../languages/index.ts";

/** A core target has at least this many statements, or it is glue between at least `CALLS` parts of the repository. */
const STATEMENTS = 3;
const CALLS = 2;

/**
 * Whether a definition looks like tier core: at least three statements and a branch, or at least two calls whose
 * last name is one that the repository defines (`definedNames`: last parts of qualified names, and class names).
 * Data flowing between the calls is not followed: two such calls in one body nearly always share data.
 */
export function isCoreShape(definition: Definition, definedNames: ReadonlySet<string>): boolean {
  const { statements, branches, calls } = definition.facts;
  if (statements >= STATEMENTS && branches > 0) return true;
  const own = calls.filter((call) => definedNames.has(call.slice(call.lastIndexOf(".") + 1)));
  return own.length >= CALLS;
}
