import type { Parser } from "web-tree-sitter";

import type { RepositoryPath } from "../../base/index.ts";
import { endOfQuoted, type BraceLanguage } from "../braces/brace-language.ts";
import type { NamePlace } from "../rewriting.ts";
import type { Structure } from "../structure.ts";
import type { SyntaxNode } from "../syntax-tree.ts";
import { itemCuts, type Replacement } from "../text-cuts.ts";

/** Reserved words of ECMAScript (section 12.7.2), strict mode and modules included. */
const KEYWORDS = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if " +
    "implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof " +
    "undefined var void while with yield"
  ).split(" "),
);

const ROLES: { readonly [type: string]: NamePlace["role"] | undefined } = {
  identifier: "variable",
  type_identifier: "variable",
  shorthand_property_identifier: "variable",
  shorthand_property_identifier_pattern: "variable",
  property_identifier: "member",
  private_property_identifier: "member",
};

const IMPORTING = new Set(["import_statement", "export_statement"]);

/** What exact edits must know of JavaScript and TypeScript. */
export function scriptBraces(
  parserOf: (path: RepositoryPath) => Parser,
  structure: Structure,
): BraceLanguage {
  return {
    structure,
    parserOf,
    lineComment: "//",
    quotes: "\"'`",
    endOfText: (code, start) => endOfQuoted(code, start, "`"),
    hiddenBody: ({ kind }, isBraced) => {
      if (!isBraced) return "undefined";
      return HOLDS_CODE.has(kind) ? ' throw new Error("not implemented"); ' : "";
    },
    textNodes: new Set(["template_string"]),
    roleOf: ({ type }) => ROLES[type],
    isModuleName: ({ parent, field }) => field === "source" && IMPORTING.has(parent?.type ?? ""),
    keywords: KEYWORDS,
    cutImports,
    shell: (kind, name) => (kind === "class" || kind === "interface" ? `${kind} ${name}` : undefined),
    isNameFixed: ({ name, isTest }) => isTest || FIXED.test(name) || name === "default",
    lacksMember: (base, name) =>
      /^(?:Object|.*Error)$/u.test(base) && !/^(?:name|message|stack|cause)$/u.test(name),
  };
}

const HOLDS_CODE = new Set(["function", "method", "constructor", "variable"]);

/** Members that the language or its runtime looks up. */
const FIXED = /(?:^|\.)(?:constructor|toString|toJSON|valueOf|then|next|return|throw|\[.*\]|#?["'].*)$/u;

/** Names of an import or of a `require` taken apart leave it one by one. */
function cutImports(
  statement: SyntaxNode,
  text: string,
  names: ReadonlySet<string>,
): readonly Replacement[] | undefined {
  const clause = statement.children.find(({ type }) => type === "import_clause");
  if (clause === undefined) return undefined;
  const named = clause.children.find(({ type }) => type === "named_imports");
  const first = clause.children.find(({ type }) => type === "identifier");
  const items = named?.children.filter(({ type }) => type === "import_specifier") ?? [];
  const isDropped = (node: SyntaxNode | undefined): boolean => {
    const local = node?.children.findLast(({ isNamed }) => isNamed) ?? node;
    return local !== undefined && names.has(text.slice(local.start, local.end));
  };
  const isFirstDropped = first !== undefined && isDropped(first);
  const areAllDropped = named !== undefined && items.length > 0 && items.every(isDropped);
  const rest = named ?? clause.children.find(({ type }) => type === "namespace_import");
  if (first !== undefined && areAllDropped && !isFirstDropped)
    return [{ start: first.end, end: named.end, text: "" }];
  const cuts = areAllDropped ? [] : itemCuts(items, (at) => isDropped(items[at]));
  const head = isFirstDropped && rest !== undefined ? [{ start: first.start, end: rest.start }] : [];
  return [...head, ...cuts].map((cut) => ({ ...cut, text: "" }));
}
