import { lastPart } from "../base/index.ts";
import type { Definition, ParsedFile, References } from "../languages/index.ts";

/** Finds what the functions that a definition calls raise by their own text, at any depth. */
export type CalleeExceptions = (definition: Definition) => ReadonlySet<string>;

/**
 * Reads all calls and `raise` statements of a repository. Calls are followed by name alone: a plain name, or one on the receiver,
 * to every definition (or constructor) of that name; a name on anything else only where the repository has one definition of it.
 */
export function findCalleeExceptions(
  files: readonly ParsedFile[],
  { isOwnCall }: Pick<References, "isOwnCall">,
): CalleeExceptions {
  const byName = new Map<string, Definition[]>();
  for (const definition of files.flatMap((file) => file.definitions)) {
    const { name: own, className = "", facts } = definition;
    const name = lastPart(facts.isConstructor ? className : own);
    byName.set(name, [...(byName.get(name) ?? []), definition]);
  }
  const calleesOf = ({ facts }: Definition): readonly Definition[] =>
    facts.calls.flatMap((call) => {
      const found = byName.get(lastPart(call)) ?? [];
      return isOwnCall(call) || found.length === 1 ? found : [];
    });
  return (definition) => {
    const seen = new Set<Definition>([definition]);
    const open = [definition];
    const raised = new Set<string>();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const callee of calleesOf(next)) {
        if (seen.has(callee)) continue;
        seen.add(callee);
        open.push(callee);
        for (const name of callee.facts.raises) raised.add(lastPart(name));
      }
    }
    return raised;
  };
}
