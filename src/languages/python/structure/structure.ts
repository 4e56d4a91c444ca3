import type { Parser } from "web-tree-sitter";

import { readStructure } from "../../declarations.ts";
import type { Structure } from "../../structure.ts";
import { readLenient } from "../file-index.ts";
import { isError, readTree, visitTree, type SyntaxNode } from "../syntax-tree.ts";
import { isTestFile } from "../test-code.ts";
import { readDefinition, type Scope } from "./definitions.ts";
import { readExports } from "./exports.ts";
import { readImports } from "./imports.ts";
import { readVariables } from "./variables.ts";

/** Reads what Python files declare: functions and classes wherever they stand, variables of modules and classes. */
export function createPythonStructure(parser: Parser): Structure {
  return {
    version: "1",
    read: (path, text) => {
      const tree = readLenient(text, (given) => readTree(parser, given, { isError, shouldEnter }));
      const scope: Scope = {
        parent: undefined,
        prefix: "",
        place: "module",
        isTestFile: isTestFile(path),
        isTestClass: false,
        isTypeOnly: false,
      };
      return readStructure(text, tree, (root, draft) =>
        visitTree(root, scope, (node, around) => {
          readImports(draft, node, around.isTypeOnly);
          if (around.place === "module") readExports(draft, node);
          if (around.place !== "function") readVariables(draft, node, around);
          return readDefinition(draft, node, around);
        }),
      );
    },
  };
}

/** Nodes that statements stand in, or of which parts are named in a structure. */
const ENTERED = new Set([
  "module",
  "block",
  "decorated_definition",
  "decorator",
  "function_definition",
  "class_definition",
  "parameters",
  "default_parameter",
  "typed_parameter",
  "typed_default_parameter",
  "list_splat_pattern",
  "dictionary_splat_pattern",
  "if_statement",
  "elif_clause",
  "else_clause",
  "try_statement",
  "except_clause",
  "except_group_clause",
  "finally_clause",
  "with_statement",
  "for_statement",
  "while_statement",
  "match_statement",
  "case_clause",
  "import_statement",
  "import_from_statement",
  "future_import_statement",
  "aliased_import",
  "type_alias_statement",
  "assignment",
  "augmented_assignment",
  "pattern_list",
  "tuple_pattern",
  "list_pattern",
  "parenthesized_expression",
  "concatenated_string",
  "ERROR",
]);

function shouldEnter(node: SyntaxNode): boolean {
  if (node.type === "expression_statement") return isInFunction(node) ? isFirstInBlock(node) : true;
  return ENTERED.has(node.type) || (node.type === "argument_list" && node.field === "superclasses");
}

function isInFunction(node: SyntaxNode): boolean {
  for (let around = node.parent; around !== undefined; around = around.parent) {
    if (around.type === "function_definition") return true;
    if (around.type === "class_definition") return false;
  }
  return false;
}

/** True where a docstring can stand. While a tree is copied, a block's last child is the one that is asked about. */
function isFirstInBlock({ parent }: SyntaxNode): boolean {
  const isFirst = parent?.children.filter((child) => child.type !== "comment").length === 1;
  return isFirst && parent.parent?.type === "function_definition";
}
