import type { Parser } from "web-tree-sitter";

import { endOfQuoted, type BraceLanguage } from "../braces/brace-language.ts";
import type { NamePlace } from "../rewriting.ts";
import type { Structure } from "../structure.ts";

/** Keywords of C23 (section 6.4.1) in the spellings that older standards have too. */
const KEYWORDS = new Set(
  (
    "alignas alignof auto bool break case char const constexpr continue default do double else enum extern false float for goto if inline int long " +
    "nullptr register restrict return short signed sizeof static static_assert struct switch thread_local true typedef typeof typeof_unqual union " +
    "unsigned void volatile while"
  ).split(" "),
);

const ROLES: { readonly [type: string]: NamePlace["role"] | undefined } = {
  identifier: "variable",
  type_identifier: "variable",
  field_identifier: "member",
};

/** What exact edits must know of C. */
export function cBraces(parser: Parser, structure: Structure): BraceLanguage {
  return {
    structure,
    parserOf: () => parser,
    lineComment: "//",
    quotes: "\"'",
    endOfText: (code, start) => endOfQuoted(code, start, ""),
    hiddenBody: ({ kind }, isBraced) =>
      kind === "macro" ? "0" : kind === "function" && isBraced ? " __builtin_trap(); " : "",
    textNodes: new Set(["string_literal"]),
    roleOf: ({ type }) => ROLES[type],
    keywords: KEYWORDS,
    shell: () => undefined,
    isNameFixed: ({ name, isTest }) => isTest || /^(?:main|_\w*)$/u.test(name),
    lacksMember: () => false,
  };
}
