/**
 * Python's logical lines, read without a tree: four times as fast as parsing, and never refused. Nothing is checked: of a text
 * that is not Python something is read too, and equal texts are read alike, which is all that comparing needs.
 */
import { endOfString } from "./joined-lines.ts";
import { columnsOf } from "./source-text.ts";

/** A piece of code. */
export interface Lexeme {
  readonly kind: "word" | "number" | "text" | "sign";
  /** As written; of a text its prefix in lower case, one sort of quotation mark and what stands between its own. */
  readonly text: string;
  /** How many brackets of its line are open around it. */
  readonly depth: number;
}

/** A line as Python counts them: to its end outside of brackets. Comments and empty lines are none. */
export interface CodeLine {
  /** To which column it is indented; tabs go to multiples of 8. */
  readonly column: number;
  readonly lexemes: readonly Lexeme[];
}

const SKIPPED = /(?:[ \t\f\uFEFF]+|#[^\r\n]*|\\(?:\r\n?|\n))+/y;
const LINE_END = /\r\n?|\n/y;
const TEXT_PREFIX = /[bfrtu]{0,2}(?=["'])/iy;
const PIECE =
  /[a-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*|\.?\d(?:[\w.]|(?<=e)[+-])*|->|:=|\.\.\.|(?:\*\*|\/\/|<<|>>|[<>=!+\-*/%&|^@])=?|[^]/iy;
/** What stands in no bracket: one before it was never closed. */
const DEFINITION = /[ \t]*(?:async[ \t]+def|def|class)[ \t]/y;
/** Parts of a text with values in it: doubled braces, a value, what stands between. A value with braces of its own counts as text. */
const TEXT_PART = /\{\{|\}\}|\{([^{}]*)\}|[^{}]+|[{}]/g;

/** The logical lines of a text. */
export function readCodeLines(text: string): readonly CodeLine[] {
  const lines: CodeLine[] = [];
  let line = new LineReader();
  let lineStart = 0;
  const endLine = (): void => {
    if (line.lexemes.length > 0) lines.push(line);
    line = new LineReader();
  };
  for (let at = 0; at < text.length; ) {
    const skipped = endOf(SKIPPED, text, at);
    const lineEnd = endOf(LINE_END, text, at);
    if (skipped > at) at = skipped;
    else if (lineEnd > at) {
      if (line.depth === 0 || endOf(DEFINITION, text, lineEnd) > lineEnd) endLine();
      at = lineStart = lineEnd;
    } else {
      if (line.lexemes.length === 0) line.column = columnsOf(text.slice(lineStart, at)).wide;
      at = line.take(text, at);
    }
  }
  endLine();
  return lines;
}

class LineReader implements CodeLine {
  readonly lexemes: Lexeme[] = [];
  column = 0;
  depth = 0;

  /** Takes the piece at `at`; gives where it ends. */
  take(text: string, at: number): number {
    const quote = endOf(TEXT_PREFIX, text, at);
    if (text[quote] === '"' || text[quote] === "'") {
      const end = endOfString(text, quote);
      this.#takeText(text.slice(at, quote).toLowerCase(), text.slice(quote, end));
      return end;
    }
    const end = endOf(PIECE, text, at);
    this.#add(text.slice(at, end));
    return end;
  }

  #add(piece: string): void {
    if (/^[)\]}]$/.test(piece)) {
      this.depth = Math.max(0, this.depth - 1);
      // A comma before it says nothing.
      if (this.lexemes.at(-1)?.text === ",") this.lexemes.pop();
    }
    this.#push(kindOf(piece), piece);
    if (/^[([{]$/.test(piece)) this.depth++;
  }

  #takeText(prefix: string, quoted: string): void {
    const mark = quoted.startsWith((quoted[0] ?? "").repeat(3)) ? 3 : 1;
    const isClosed = quoted.endsWith(quoted.slice(0, mark));
    const content = quoted.slice(mark, isClosed ? -mark : undefined);
    if (/[ft]/.test(prefix)) {
      this.#takeParts(content);
      return;
    }
    const opening = `${prefix.replace("u", "")}"`;
    const before = this.lexemes.at(-1);
    const isContinued = before?.kind === "text" && before.text.startsWith(opening);
    if (isContinued) this.lexemes.pop();
    this.#push("text", `${isContinued ? before.text : opening}${content}`);
  }

  /** The values in a text are code. */
  #takeParts(content: string): void {
    this.#push("sign", 'f"');
    this.depth++;
    for (const [part, value] of content.matchAll(TEXT_PART)) {
      if (value === undefined) this.#push("text", part);
      else for (let at = 0; at < value.length; at = endOf(SKIPPED, value, at)) at = this.take(value, at);
    }
    this.depth--;
  }

  #push(kind: Lexeme["kind"], text: string): void {
    this.lexemes.push({ kind, text, depth: this.depth });
  }
}

function kindOf(piece: string): Lexeme["kind"] {
  if (/^[a-z_\u0080-\uFFFF]/i.test(piece)) return "word";
  return /^\.?\d/.test(piece) ? "number" : "sign";
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
