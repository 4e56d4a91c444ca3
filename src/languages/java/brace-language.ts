import type { Parser } from "web-tree-sitter";

import { endOfQuoted, type BraceLanguage } from "../braces/brace-language.ts";
import type { Structure } from "../structure.ts";
import type { SyntaxNode } from "../syntax-tree.ts";

/** Reserved keywords and literals of Java (JLS 3.9, 3.10). */
const KEYWORDS = new Set(
  (
    "_ abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for goto " +
    "if implements import instanceof int interface long native new null package private protected public return short static strictfp super switch " +
    "synchronized this throw throws transient true try void volatile while"
  ).split(" "),
);

/** What exact edits must know of Java. */
export function javaBraces(parser: Parser, structure: Structure): BraceLanguage {
  return {
    structure,
    parserOf: () => parser,
    lineComment: "//",
    quotes: "\"'",
    endOfText(code, start) {
      if (!code.startsWith('"""', start)) return endOfQuoted(code, start, "");
      const end = /(?<!\\)"""/gu;
      end.lastIndex = start + 3;
      return end.exec(code) === null ? code.length : end.lastIndex;
    },
    hiddenBody: ({ kind }) =>
      kind === "method" || kind === "constructor" ? " throw new UnsupportedOperationException(); " : "",
    textNodes: new Set(["string_literal"]),
    roleOf,
    keywords: KEYWORDS,
    shell: (kind, name) =>
      kind === "enum"
        ? `enum ${name} { A; } class ${name}`
        : CLASS_LIKE.has(kind)
          ? shellOf(kind, name)
          : undefined,
    // A public type at the top has its file's name.
    isNameFixed: ({ name, isTest, decorators, kind, modifiers, parent }) =>
      isTest ||
      kind === "constructor" ||
      (parent === undefined && modifiers.includes("public")) ||
      decorators.some(
        (one) =>
          !/^(?:Override|Deprecated|FunctionalInterface|SuppressWarnings|SafeVarargs|Nullable|NonNull|Nonnull)\b/u.test(
            one,
          ),
      ) ||
      FIXED.test(name),
    lacksMember: (base, name) => /^(?:Object|Serializable|Cloneable)$/u.test(base) && !FIXED.test(name),
  };
}

const CLASS_LIKE = new Set(["class", "interface", "record"]);

function shellOf(kind: string, name: string): string {
  return kind === "record" ? `record ${name}()` : `${kind} ${name}`;
}

/** Methods that the platform calls by name. */
const FIXED =
  /(?:^|\.)(?:main|toString|equals|hashCode|clone|finalize|compareTo|close|run|call|iterator|next|hasNext|get|accept|apply|test|readObject|writeObject|readResolve|writeReplace|values|valueOf)$/u;

function roleOf({ type, field, parent }: SyntaxNode): "variable" | "member" | undefined {
  if (type === "type_identifier") return "variable";
  if (type !== "identifier") return undefined;
  const isMember =
    (parent?.type === "field_access" && field === "field") ||
    (parent?.type === "method_invocation" &&
      field === "name" &&
      parent.children.some((child) => child.field === "object"));
  return isMember ? "member" : "variable";
}
