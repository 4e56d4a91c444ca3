import { chooseBranches } from "./conditionals.ts";
import { readHead } from "./heads.ts";
import { readTokens, type Token } from "./tokens.ts";

/*
 * A text as the grammar can read it, position for position: without directives, branches that do not go together and macros that stand for
 * attributes, and with nothing in bodies of functions, enumerations and values. What is left are the declarations of the file.
 */

/** Longest text that is prepared, in UTF-16 code units. */
const MAX_CHARACTERS = 1_000_000;

/** The text with all blanked that is not read; line ends and comments stay. */
export function prepareText(text: string): string {
  if (text.length > MAX_CHARACTERS) return text;
  const tokens = readTokens(text);
  const kept = new Set(
    readDeclarations(
      text,
      chooseBranches(tokens).filter(({ kind }) => kind !== "directive"),
    ),
  );
  let prepared = "";
  let at = 0;
  for (const token of tokens) {
    const written = text.slice(token.start, token.end);
    prepared +=
      text.slice(at, token.start) + (kept.has(token) ? written : written.replaceAll(/[^\r\n]/gu, blank));
    at = token.end;
  }
  return prepared + text.slice(at);
}

function blank(character: string): string {
  return " ".repeat(character.length);
}

function* readDeclarations(text: string, tokens: readonly Token[]): Generator<Token> {
  let head: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) return;
    if (token.text === ";") {
      yield* readHead(head);
      yield token;
      head = [];
    } else if (token.text === "{") {
      const close = closeOf(text, tokens, index);
      const isStruct = isOfStruct(head);
      const isValue = head.some(({ text: word }) => word === "=");
      const isBody = !isStruct && !isValue && head.some(({ text: word }) => word === "(");
      if (isLinkage(head)) {
        head = [];
        continue;
      }
      const end = tokens[close];
      const held = [
        token,
        ...(isStruct ? tokens.slice(index + 1, close) : []),
        ...(end === undefined ? [] : [end]),
      ];
      index = close;
      if (isBody || head.length === 0) {
        yield* readHead(head);
        yield* held;
        head = [];
      } else head.push(...held);
    } else if (token.text === "}") head = [];
    else head.push(token);
  }
  yield* readHead(head);
}

/** `extern "C" {`: what stands in it stands in the file. */
function isLinkage(head: readonly Token[]): boolean {
  return head.length === 2 && head[0]?.text === "extern" && head[1]?.kind === "literal";
}

/** True where a `{` begins what a struct or union holds; what an enumeration holds is not read. */
function isOfStruct(head: readonly Token[]): boolean {
  const word = head.findLastIndex(({ text }) => text === "struct" || text === "union");
  return word >= 0 && !head.slice(word + 1).some(({ text }) => text === "(" || text === "=" || text === "*");
}

/** The `}` that closes a `{`. One at the start of a line closes what stands open, for brackets in macros need not match. */
function closeOf(text: string, tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.text === "{") depth++;
    else if (token?.text === "}") {
      depth--;
      const isAtStart = token.start === 0 || /[\r\n]/u.test(text[token.start - 1] ?? "");
      if (depth === 0 || isAtStart) return index;
    }
  }
  return tokens.length - 1;
}
