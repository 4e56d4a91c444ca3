import type { SyntaxNode } from "../../syntax-tree.ts";

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

/** True for nodes of which parts are named; bodies of functions are none. */
export function shouldEnter({ type }: SyntaxNode): boolean {
  return ENTERED.has(type);
}
