import type { Reference } from "./reference.ts";

/** Statements that give back what the expression `call` gives, in the way of the target's kind: returned, awaited, yielded. */
export function passOn(call: string, reference: Reference): string[] {
  const { isAsync, isGenerator } = reference.definition;
  const found = freshName("found", reference);
  const item = freshName("item", reference);
  if (isGenerator && !isAsync) return [`yield from ${call}`];
  if (!isAsync) return [`return ${call}`];
  if (!isGenerator) {
    return [
      `${found} = ${call}`,
      `if hasattr(${found}, "__await__"):`,
      `    return await ${found}`,
      `return ${found}`,
    ];
  }
  return [
    `${found} = ${call}`,
    `if hasattr(${found}, "__aiter__"):`,
    `    async for ${item} in ${found}:`,
    `        yield ${item}`,
    "else:",
    `    for ${item} in ${found}:`,
    `        yield ${item}`,
  ];
}

/** A private name that the target's own text does not have. */
export function freshName(base: string, { text }: Reference): string {
  let name = `_${base}`;
  while (text.includes(name)) name += "_";
  return name;
}
