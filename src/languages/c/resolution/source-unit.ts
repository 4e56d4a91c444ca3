import type { RepositoryPath } from "../../../base/index.ts";
import type { CodeSummary } from "./summary.ts";
import { tokenise, type Piece, type Token } from "./tokens.ts";

/** What must hold for lines to be compiled. */
export interface Condition {
  /** The one around it. */
  readonly outer: Condition | undefined;
  /** Branches of the same `#if` before it: none of them may hold. */
  readonly refused: readonly (readonly Token[])[];
  /** Its own; undefined for `#else`. */
  readonly test: readonly Token[] | undefined;
  /** The file with the tests. */
  readonly unit: number;
  readonly line: number;
}

/** A macro's definition. */
export interface Macro {
  readonly name: string;
  /** Undefined for one that is used without brackets. */
  readonly parameters: readonly string[] | undefined;
  /** True where the last parameter takes all other arguments. */
  readonly isVariadic: boolean;
  readonly body: readonly Token[];
  readonly unit: number;
  readonly line: number;
  readonly at: number;
  readonly condition: Condition | undefined;
}

/** `#define` or, without a macro, `#undef`. */
export interface MacroEvent {
  readonly line: number;
  readonly macro: Macro | undefined;
  readonly condition: Condition | undefined;
}

/** `#include`, as written. */
export interface Include {
  readonly target: string;
  readonly isAngled: boolean;
  readonly line: number;
  readonly condition: Condition | undefined;
}

/** Tokens in a row, or the branches of an `#if`. */
export type CodeItem = readonly Token[] | { readonly branches: readonly CodeBranch[] };

/** What stands below `#if`, `#elif` or `#else`. */
export interface CodeBranch {
  readonly condition: Condition;
  readonly items: CodeItem[];
}

/** A file with its directives read and nothing expanded. */
export interface SourceUnit {
  readonly index: number;
  readonly path: RepositoryPath;
  readonly summary: CodeSummary;
  readonly items: readonly CodeItem[];
  readonly includes: readonly Include[];
  readonly macros: ReadonlyMap<string, readonly MacroEvent[]>;
}

interface OpenGroup {
  readonly outerItems: CodeItem[];
  readonly outer: Condition | undefined;
  readonly tests: (readonly Token[])[];
  readonly branches: CodeBranch[];
}

/** Deeper conditions are read as if they were not there. */
const MAX_NESTING = 100;

/** Reads the directives of a file. */
export function readUnit(index: number, path: RepositoryPath, summary: CodeSummary): SourceUnit {
  const items: CodeItem[] = [];
  const includes: Include[] = [];
  const macros = new Map<string, MacroEvent[]>();
  const open: OpenGroup[] = [];
  let current = items;
  let condition: Condition | undefined;

  const enter = (group: OpenGroup, test: readonly Token[] | undefined, line: number): void => {
    condition = { outer: group.outer, refused: [...group.tests], test, unit: index, line };
    current = [];
    group.branches.push({ condition, items: current });
    if (test !== undefined) group.tests.push(test);
  };
  const readCondition = (piece: Piece): void => {
    const group = open.at(-1);
    if (piece.directive?.startsWith("if") === true) {
      if (open.length >= MAX_NESTING) return;
      const opened: OpenGroup = { outerItems: current, outer: condition, tests: [], branches: [] };
      current.push({ branches: opened.branches });
      open.push(opened);
      enter(opened, testOf(piece), piece.line);
    } else if (group !== undefined && piece.directive === "endif") {
      open.pop();
      current = group.outerItems;
      condition = group.outer;
    } else if (group !== undefined) {
      enter(group, testOf(piece), piece.line);
    }
  };

  for (const piece of tokenise(summary, index)) {
    const { directive, line } = piece;
    if (directive === undefined) current.push(piece.tokens);
    else if (CONDITIONS.has(directive)) readCondition(piece);
    else if (directive === "include" || directive === "include_next") {
      const include = readInclude(piece, summary.code);
      if (include !== undefined) includes.push({ ...include, condition });
    } else if (directive === "define" || directive === "undef") {
      const name = piece.tokens[0];
      if (name?.kind !== "name") continue;
      const macro = directive === "define" ? readMacro(piece, index, condition) : undefined;
      const events = macros.get(name.text) ?? [];
      macros.set(name.text, events);
      events.push({ line, macro, condition });
    }
  }
  return { index, path, summary, items, includes, macros };
}

const CONDITIONS = new Set(["if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif"]);

/** `#ifdef X` as the test `defined X`. */
function testOf({ directive, tokens, line }: Piece): readonly Token[] | undefined {
  if (directive === "else") return undefined;
  const [first] = tokens;
  if (directive === "if" || directive === "elif" || first === undefined) return tokens;
  const word = (text: string, kind: Token["kind"]): Token => ({ ...first, text, kind, line });
  const test = [word("defined", "name"), first];
  return directive?.endsWith("ndef") === true ? [word("!", "sign"), ...test] : test;
}

function readInclude({ tokens, line }: Piece, code: string): Omit<Include, "condition"> | undefined {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (first.kind === "text") return { target: first.text.slice(1, -1), isAngled: false, line };
  if (first.text !== "<") return undefined;
  const end = code.indexOf(">", first.at);
  return end < 0 ? undefined : { target: code.slice(first.at + 1, end), isAngled: true, line };
}

function readMacro({ tokens }: Piece, unit: number, condition: Condition | undefined): Macro | undefined {
  const [name, bracket] = tokens;
  if (name === undefined) return undefined;
  const { text, at, line } = name;
  const common = { name: text, unit, line, at, condition };
  const hasParameters = bracket?.text === "(" && bracket.at === at + text.length;
  if (!hasParameters) return { ...common, parameters: undefined, isVariadic: false, body: tokens.slice(1) };
  const end = tokens.findIndex((token) => token.text === ")");
  const inside = tokens.slice(2, end < 0 ? tokens.length : end);
  const isVariadic = inside.at(-1)?.text === "...";
  const parameters = inside.filter((token) => token.kind === "name").map((token) => token.text);
  if (isVariadic && inside.at(-2)?.kind !== "name") parameters.push("__VA_ARGS__");
  return { ...common, parameters, isVariadic, body: end < 0 ? [] : tokens.slice(end + 1) };
}
