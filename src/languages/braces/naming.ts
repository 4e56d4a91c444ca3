import type { FileNames, NamePlace, Naming, TextPiece } from "../rewriting.ts";
import { indexText } from "../source-text.ts";
import { walk, type SyntaxNode } from "../syntax-tree.ts";
import { readBraceTree, type BraceLanguage } from "./brace-language.ts";

/**
 * Names in files of a language with braces. Scopes are not told apart: every variable counts as bound by the file, so that what is decided by them is
 * refused rather than wrong.
 */
export function createBraceNaming(language: BraceLanguage): Naming {
  return {
    findNameFault(name) {
      if (!/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name)) return "no identifier";
      return language.keywords.has(name) ? "a keyword" : undefined;
    },
    names(path, text) {
      const root = readBraceTree(language, path, text);
      return root === undefined ? undefined : readNames(language, root, text);
    },
    nameMembers: new Set(["name", "getName", "getSimpleName"]),
    lookUps: new Set(["eval"]),
    isNameFixed: (_file, declaration) => language.isNameFixed(declaration),
    lacksMember: (base, name) => language.lacksMember(base, name),
  };
}

/** Pieces of text literals in the grammars of these languages. */
const TEXT_PIECES = new Set(["string_fragment", "string_content", "multiline_string_fragment"]);

function readNames(language: BraceLanguage, root: SyntaxNode, text: string): FileNames {
  const source = indexText(text);
  const spanOf = ({ start, end }: SyntaxNode) => ({ start: source.byteAt(start), end: source.byteAt(end) });
  const places: NamePlace[] = [];
  const texts: TextPiece[] = [];
  for (const node of walk(root)) {
    const role = language.roleOf(node);
    const { parent } = node;
    const isModule = parent !== undefined && language.isModuleName?.(parent) === true;
    if (TEXT_PIECES.has(node.type) && !isModule) {
      const isPart = parent?.children.some(({ type }) => type === "template_substitution") === true;
      texts.push({ span: spanOf(node), text: text.slice(node.start, node.end), isPart, isCode: false });
    }
    if (role === undefined) continue;
    const name = text.slice(node.start, node.end);
    const binding = role === "variable" ? 0 : undefined;
    places.push({ name, span: spanOf(node), role, scope: 0, binding, isBinding: false, called: undefined });
  }
  return { scopes: [], places, texts };
}
