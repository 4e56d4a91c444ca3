import type { SyntaxNode } from "../../syntax-tree.ts";
import { lastAtMost } from "../../text-offsets.ts";

const ENTERED = new Set([
  "translation_unit",
  "preproc_if",
  "preproc_ifdef",
  "preproc_else",
  "preproc_elif",
  "preproc_elifdef",
  "preproc_include",
  "preproc_def",
  "preproc_function_def",
  "preproc_params",
  "linkage_specification",
  "declaration_list",
  "declaration",
  "function_definition",
  "type_definition",
  "struct_specifier",
  "union_specifier",
  "enum_specifier",
  "field_declaration_list",
  "field_declaration",
  "parameter_list",
  "parameter_declaration",
  "init_declarator",
  "pointer_declarator",
  "function_declarator",
  "parenthesized_declarator",
  "array_declarator",
  "attributed_declarator",
  "ERROR",
]);

/** Directives that are named wherever they stand. */
const MARK = /^[ \t]*#[ \t]*(?:define|include)\b/gmu;

/** Says which nodes of a text are worth copying: those with names, and code in which something is defined or included. */
export function createEntrance(text: string): (node: SyntaxNode) => boolean {
  const marks = Uint32Array.from(text.matchAll(MARK), (match) => match.index);
  return ({ type, start, end }) => {
    if (ENTERED.has(type)) return true;
    const last = marks[lastAtMost(marks, end - 1)];
    return last !== undefined && last >= start && last < end;
  };
}
