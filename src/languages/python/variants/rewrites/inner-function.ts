import type { Parameter } from "../../../language.ts";
import type { Reference } from "../reference.ts";
import { asPassed } from "../shortcuts/argument-lists.ts";
import { contains, partsOf, walk } from "../syntax-node.ts";
import { indentationOf, isBelowHeader, shiftLines } from "./lines.ts";
import type { Rewrite } from "./rewrite.ts";
import { freshName, hasDeclarations, hasDocstring, isIntrospective } from "./scope.ts";

/** The body moved into a nested function that is called with the same arguments. */
export const innerFunction: Rewrite = {
  name: "inner-function",
  edits(reference) {
    const { body, definition, newline } = reference;
    const isMovable =
      !isIntrospective(reference) &&
      !hasDeclarations(reference) &&
      !definition.isAsync &&
      !definition.isGenerator &&
      !contains(body, "yield", "await") &&
      !mentions(reference, "super", definition.name.split(".").at(-1) ?? definition.name);
    const statements = partsOf(body);
    const first = hasDocstring(reference) ? statements[1] : statements[0];
    if (!isMovable || first === undefined || !isBelowHeader(reference, first)) return [];
    const outer = indentationOf(reference, first);
    const unit = outer.includes("\t") ? "\t" : "    ";
    const name = freshName("_inner", reference);
    const moved = shiftLines(reference, { start: first.start, end: body.end }, (found) => unit + found);
    const replacement = [
      `def ${name}(${declared(definition.parameters)}):`,
      `${outer}${unit}${moved}`,
      `${outer}return ${name}(${definition.parameters.map(asPassed).join(", ")})`,
    ].join(newline);
    return [{ start: first.start, end: body.end, replacement }];
  },
};

/** Whether one of these names appears at all: a function that calls itself would use twice the stack. */
function mentions({ body }: Reference, ...names: string[]): boolean {
  return [...walk(body)].some((node) => node.type === "identifier" && names.includes(node.text));
}

function declared(parameters: readonly Parameter[]): string {
  const isStarred = parameters.some(({ kind }) => kind === "variadic");
  const texts = parameters.map(({ name, kind }) =>
    kind === "variadic" ? `*${name}` : kind === "variadic_keyword" ? `**${name}` : name,
  );
  const firstKeyword = parameters.findIndex(({ kind }) => kind === "keyword_only");
  const lastPositional = parameters.findLastIndex(({ kind }) => kind === "positional_only");
  if (!isStarred && firstKeyword !== -1) texts.splice(firstKeyword, 0, "*");
  if (lastPositional !== -1) texts.splice(lastPositional + 1, 0, "/");
  return texts.join(", ");
}
