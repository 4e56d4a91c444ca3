import { lastAtMost } from "../../text-offsets.ts";
import type { SyntaxNode } from "../../syntax-tree.ts";

/** Nodes of which parts are named in a structure, whatever stands in them. */
const ENTERED = new Set([
  "program",
  "statement_block",
  "class_body",
  "interface_body",
  "enum_body",
  "enum_assignment",
  "class_heritage",
  "extends_clause",
  "extends_type_clause",
  "implements_clause",
  "import_statement",
  "import_clause",
  "import_require_clause",
  "named_imports",
  "import_specifier",
  "namespace_import",
  "export_statement",
  "export_clause",
  "export_specifier",
  "namespace_export",
  "ambient_declaration",
  "function_declaration",
  "generator_function_declaration",
  "function_signature",
  "class_declaration",
  "abstract_class_declaration",
  "interface_declaration",
  "enum_declaration",
  "type_alias_declaration",
  "module",
  "internal_module",
  "method_definition",
  "method_signature",
  "abstract_method_signature",
  "field_definition",
  "public_field_definition",
  "property_signature",
  "lexical_declaration",
  "variable_declaration",
  "variable_declarator",
  "object_pattern",
  "array_pattern",
  "pair_pattern",
  "rest_pattern",
  "assignment_pattern",
  "object_assignment_pattern",
  "formal_parameters",
  "required_parameter",
  "optional_parameter",
  "decorator",
  "ERROR",
]);

/** Types, texts and patterns declare nothing. */
const LEFT_OUT = new Set([
  "type_annotation",
  "type_arguments",
  "type_parameters",
  "object_type",
  "union_type",
  "intersection_type",
  "function_type",
  "generic_type",
  "string",
  "regex",
  "comment",
]);

/** What functions, classes and objects are written with. */
const MARK = /(?<!\$)\{|=>/gu;
/** What else is read: modules that are required, and what is given to `module.exports`. */
const COMMON_MODULE = /^(?:module\b|exports\b|require\b|await\s+import\b)/u;

/** Says which nodes of a text are worth copying: those with names, and expressions in which a function, class or object stands. */
export function createEntrance(text: string): (node: SyntaxNode) => boolean {
  const marks = Uint32Array.from(text.matchAll(MARK), (match) => match.index);
  const hasMark = ({ start, end }: SyntaxNode): boolean => {
    const last = marks[lastAtMost(marks, end - 1)];
    return last !== undefined && last >= start && last < end;
  };
  return (node) => {
    if (ENTERED.has(node.type)) return true;
    if (LEFT_OUT.has(node.type) || !node.isNamed) return false;
    return hasMark(node) || COMMON_MODULE.test(text.slice(node.start, Math.min(node.end, node.start + 16)));
  };
}
