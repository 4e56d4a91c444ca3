import { opening, type Token } from "./tokens.ts";

/*
 * What stands before the body or the end of a declaration of a file. Words that only macros can be are left out, for the grammar takes the first
 * word that it does not know for a type.
 */

const STORAGE =
  /^(?:static|extern|inline|__inline(?:__)?|register|const|volatile|_Noreturn|_Thread_local|typedef|restrict|auto)$/u;
const BUILT_IN =
  /^(?:void|char|short|int|long|float|double|signed|unsigned|_Bool|bool|size_t|ssize_t|u?int\d+_t|struct|union|enum)$/u;
const ATTRIBUTE = /^__(?:attribute(?:__)?|declspec|extension__|asm(?:__)?)$/u;

/** The tokens of a head that are to be read. */
export function readHead(head: readonly Token[]): readonly Token[] {
  const isMade = new Set<Token>();
  let tokens = withoutCalls(head);
  const open = tokens.findIndex(({ text }) => text === "(" || text === "=" || text === "[" || text === "{");
  const words = tokens.slice(0, open < 0 ? tokens.length : open).filter(({ kind }) => kind === "word");
  const types = words.slice(0, -1).filter(({ text }) => !STORAGE.test(text));
  if (types.some(({ text }) => /^(?:struct|union|enum)$/u.test(text))) return tokens;
  const builtIn = types.filter(({ text }) => BUILT_IN.test(text));
  const own = types.findLast(({ text }) => /[a-z]/u.test(text)) ?? types[0];
  for (const word of types) if (builtIn.length > 0 ? !builtIn.includes(word) : word !== own) isMade.add(word);
  tokens = tokens.filter((token) => !isMade.has(token));
  return withoutTail(tokens);
}

/** `API(int) name(…)` is `int name(…)`; a call on lines of its own before a declaration is none of it. */
function withoutCalls(head: readonly Token[]): readonly Token[] {
  let tokens = head;
  for (;;) {
    const [name, bracket] = tokens;
    if (name?.kind !== "word" || bracket?.text !== "(" || ATTRIBUTE.test(name.text)) return tokens;
    const close = closingOf(tokens, 1);
    const next = tokens[close + 1];
    if (next === undefined || next.kind !== "word") return tokens;
    const inner = tokens.slice(2, close);
    const isType = inner.length > 0 && inner.every(({ kind, text }) => kind === "word" || text === "*");
    const hasOther =
      tokens.slice(close + 1).filter(({ kind }) => kind === "word").length > 1 &&
      tokens[close + 2]?.text !== "(";
    tokens = [...(isType && !hasOther ? inner : []), ...tokens.slice(close + 1)];
  }
}

/** Macros behind the parameters: `int name(void) UNUSED FORMAT(1, 2)`. */
function withoutTail(tokens: readonly Token[]): readonly Token[] {
  const open = tokens.findIndex(({ text }) => text === "(");
  const close = open < 0 ? -1 : closingOf(tokens, open);
  const tail = close < 0 ? [] : tokens.slice(close + 1);
  const [first] = tail;
  if (first?.kind !== "word" || ATTRIBUTE.test(first.text) || !/^_|^[A-Z][A-Z\d_]*$/u.test(first.text))
    return tokens;
  return tokens.slice(0, close + 1);
}

/** The bracket that closes the one at a place; the last token where none does. */
function closingOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    depth += opening(token);
    if (depth === 0) return index;
  }
  return tokens.length - 1;
}
