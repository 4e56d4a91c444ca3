/*
 * TypeScript that the grammar does not know, in words that it knows, position for position: types that are imported in place and take arguments
 * (`import("./tree").Leaf<Kind>`), and signatures without a name that begin a line behind another (`<Kind>(kind: Kind): Leaf`).
 */

const IMPORTED_TYPE = /\bimport\s*\(\s*(?:"[^"\n]*"|'[^'\n]*')\s*\)(?=(?:\s*\.\s*[\w$]+)+\s*<)/gu;
const NAMELESS_SIGNATURE = /[ \t](?=<[A-Za-z_$])(?<=[\w$>\])}"'/;][ \t]*\r?\n\s*)/gu;

/** The text with as many code units, in which names stand for imports and `;` for the line end before a signature. */
export function prepareTypes(text: string): string {
  return text
    .replaceAll(IMPORTED_TYPE, (written) => `i${"_".repeat(written.length - 1)}`)
    .replaceAll(NAMELESS_SIGNATURE, ";");
}
