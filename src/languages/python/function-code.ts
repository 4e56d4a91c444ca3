import type { FunctionCode, Token } from "../language.ts";
import { readCodeLines, type CodeLine, type Lexeme } from "./code-lines.ts";

const KEYWORDS = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in " +
    "is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);
/** What begins a line that may go on behind a colon. */
const COMPOUND = new Set("async class def elif else except finally for if try while with".split(" "));
const ASSIGNMENTS = new Set("= += -= *= /= //= %= @= &= |= ^= >>= <<= **=".split(" "));
const AFTER_TARGET = new Set([...ASSIGNMENTS, ",", ")", "]"]);
const BEFORE_PARAMETER = new Set(["lambda", "(", ",", "*", "**"]);

/** A line with the names that it binds, parameters among them, as far as the look of it tells. */
interface BindingLine extends CodeLine {
  readonly bound: ReadonlySet<string>;
}

interface FunctionLines {
  readonly name: string;
  readonly header: BindingLine;
  readonly body: BindingLine[];
}

/** The functions of a text at any depth, also where its syntax is broken; outer ones first. */
export function readFunctions(text: string): readonly FunctionCode[] {
  const found: FunctionLines[] = [];
  let open: readonly FunctionLines[] = [];
  for (const codeLine of readCodeLines(text)) {
    open = open.filter(({ header }) => header.column < codeLine.column);
    const line = { ...codeLine, bound: boundNames(codeLine.lexemes) };
    for (const { body } of open) body.push(line);
    const name = definedName(codeLine.lexemes);
    if (name === undefined) continue;
    const one = { name, header: line, body: [] };
    found.push(one);
    open = [...open, one];
  }
  return found.map((lines) => ({ name: lines.name, tokens: bodyTokens(lines) }));
}

function definedName([first, second, third]: readonly Lexeme[]): string | undefined {
  if (first?.text === "def") return second?.text;
  return first?.text === "async" && second?.text === "def" ? third?.text : undefined;
}

function bodyTokens({ header, body }: FunctionLines): Token[] {
  const own = new Set([header, ...body].flatMap(({ bound }) => [...bound]));
  const colon = header.lexemes.findIndex(({ text, depth }) => text === ":" && depth === 0);
  const inline = header.lexemes.slice(colon + 1);
  const lines = [inline, ...body.map(({ lexemes }) => lexemes)].filter((lexemes) => !isText(lexemes));
  return lines.flatMap((lexemes) => lexemes.map((_, at) => tokenAt(lexemes, at, own)));
}

/** A docstring, or something as good as a comment. */
function isText(lexemes: readonly Lexeme[]): boolean {
  return lexemes.every(({ kind }) => kind === "text");
}

function tokenAt(lexemes: readonly Lexeme[], at: number, own: ReadonlySet<string>): Token {
  const { kind, text } = lexemes[at] ?? NOTHING;
  if (kind === "number" || kind === "text") return { kind: "literal", text };
  return { kind: own.has(text) && !isOfOthers(lexemes, at) ? "name" : "other", text };
}

/** An attribute's name, or that of a called function's parameter. */
function isOfOthers(lexemes: readonly Lexeme[], at: number): boolean {
  const before = lexemes[at - 1]?.text;
  if (before === ".") return true;
  const isArgument = (lexemes[at]?.depth ?? 0) > 0 && (before === "(" || before === ",");
  return isArgument && lexemes[at + 1]?.text === "=" && definedName(lexemes) === undefined;
}

const NOTHING: Lexeme = { kind: "sign", text: "", depth: 0 };

/** Names that a line gives a meaning: functions, classes, parameters, targets of assignments, loops, `as` and `:=`. */
function boundNames(lexemes: readonly Lexeme[]): ReadonlySet<string> {
  const bound = new Set<string>();
  const bind = (at: number): void => {
    const { kind, text } = lexemes[at] ?? NOTHING;
    if (kind === "word" && !KEYWORDS.has(text) && lexemes[at - 1]?.text !== ".") bound.add(text);
  };
  const bindUntil = (
    from: number,
    isEnd: (lexeme: Lexeme) => boolean,
    isBound: (at: number) => boolean,
  ): void => {
    for (let at = from; at < lexemes.length && !isEnd(lexemes[at] ?? NOTHING); at++)
      if (isBound(at)) bind(at);
  };
  const isParameter = (depth: number) => (at: number) =>
    lexemes[at]?.depth === depth && BEFORE_PARAMETER.has(lexemes[at - 1]?.text ?? "");
  let start = 0;
  for (const [at, { text, depth }] of lexemes.entries()) {
    if (text === "as" || text === "def" || text === "class") bind(at + 1);
    if (text === ":=") bind(at - 1);
    if (text === "for")
      bindUntil(
        at,
        (one) => one.text === "in",
        () => true,
      );
    if (text === "def" || text === "lambda") {
      const inner = text === "def" ? depth + 1 : depth;
      bindUntil(at, (one) => one.text === ":" && one.depth === depth, isParameter(inner));
    }
    if (depth > 0) continue;
    if (ASSIGNMENTS.has(text))
      bindUntil(
        start,
        (one) => one === lexemes[at],
        (one) => AFTER_TARGET.has(lexemes[one + 1]?.text ?? ""),
      );
    if (text === ";") start = at + 1;
    if (text !== ":") continue;
    if (at === start + 1) bind(start);
    start = COMPOUND.has(lexemes[0]?.text ?? "") ? at + 1 : lexemes.length;
  }
  return bound;
}
