import type { Definition, ParsedFile } from "../languages/index.ts";

/** Last names of all functions, methods and classes with methods that the files define. */
export function definedNames(files: readonly ParsedFile[]): ReadonlySet<string> {
  return new Set(
    files.flatMap((file) => file.definitions.flatMap((definition) => definition.name.split("."))),
  );
}

/**
 * Private attribute names that code outside a definition reads, sorted: these count as state of an object. What is read only where it is made when it is missing
 * is remembered, and no state, unless the definition itself names it.
 */
export function readablePrivateAttributes(files: readonly ParsedFile[], definition: Definition): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    for (const [name, count] of file.privateAttributeReads) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  for (const [name, count] of definition.facts.privateAttributeReads) {
    counts.set(name, (counts.get(name) ?? 0) - count);
  }
  const isNamed = (name: string): boolean =>
    definition.facts.words.some((word) => word === name || (word.startsWith("__") && name.endsWith(word)));
  for (const { memoReads } of files) {
    for (const [name, count] of memoReads)
      if (!isNamed(name)) counts.set(name, (counts.get(name) ?? 0) - count);
  }
  return [...counts].flatMap(([name, count]) => (count > 0 ? [name] : [])).sort();
}
