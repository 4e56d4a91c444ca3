import type { SyntaxNode } from "../../syntax-tree.ts";
import { lastAtMost } from "../../text-offsets.ts";

const ENTERED = new Set([
  "program",
  "class_declaration",
  "interface_declaration",
  "enum_declaration",
  "record_declaration",
  "annotation_type_declaration",
  "class_body",
  "interface_body",
  "enum_body",
  "enum_body_declarations",
  "annotation_type_body",
  "method_declaration",
  "constructor_declaration",
  "compact_constructor_declaration",
  "annotation_type_element_declaration",
  "field_declaration",
  "constant_declaration",
  "variable_declarator",
  "enum_constant",
  "modifiers",
  "formal_parameters",
  "formal_parameter",
  "spread_parameter",
  "superclass",
  "super_interfaces",
  "extends_interfaces",
  "type_list",
  "import_declaration",
  "ERROR",
]);

/** What types are declared with. */
const MARK = /(?<![.\w$])(?:class|interface|enum|record)(?![\w$])/gu;

/** Says which nodes of a text are worth copying: those with names, and code in which a type is declared. */
export function createEntrance(text: string): (node: SyntaxNode) => boolean {
  const marks = Uint32Array.from(text.matchAll(MARK), (match) => match.index);
  return ({ type, isNamed, start, end }) => {
    if (ENTERED.has(type)) return true;
    if (!isNamed || /comment$|literal$|annotation$/u.test(type)) return false;
    const last = marks[lastAtMost(marks, end - 1)];
    return last !== undefined && last >= start && last < end;
  };
}
