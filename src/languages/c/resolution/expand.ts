import type { Configuration } from "./conditions.ts";
import { makeAside } from "./flatten.ts";
import type { Macro } from "./source-unit.ts";
import { hideFrom, makeToken, type Hidden, type Token } from "./tokens.ts";

/*
 * Macro expansion after Prosser's algorithm (X3J11/86-196): tokens remember the macros they came out of and are not expanded by these again. What comes
 * out of a macro, arguments included, takes the line of use, as GCC has it, but keeps the place where it is written. Of several definitions that could hold, the likeliest
 * is expanded in the row and the others aside.
 */

/** How many tokens macros of one file may still give (below zero, names stay what they are), and how deep arguments are inside of arguments. */
export interface ExpansionBudget {
  left: number;
  depth: number;
}

/** What macros may give in tokens for each token of a file, and beside that. */
const FACTOR = 60;
const ALLOWANCE = 200_000;
/** Tokens of all arguments of one use. */
const MAX_ARGUMENT_TOKENS = 20_000;
/** Arguments that are deeper inside of arguments stay as they are written. */
const MAX_DEPTH = 60;

/** Tokens of the file `unit` with the macros expanded that it sees. Always ends; bounded by the budget. */
export function expand(
  tokens: readonly Token[],
  unit: number,
  configuration: Configuration,
  budget: ExpansionBudget = { left: tokens.length * FACTOR + ALLOWANCE, depth: 0 },
): Token[] {
  const output: Token[] = [];
  const waiting: Token[] = [];
  let index = 0;
  const next = (): Token | undefined => waiting.pop() ?? tokens[index++];
  const putBack = (read: readonly Token[]): void => {
    for (let at = read.length - 1; at >= 0; at--) waiting.push(read[at] as Token);
    budget.left -= read.length;
  };
  const expandApart = (apart: readonly Token[]): readonly Token[] => {
    if (budget.left <= 0 || budget.depth >= MAX_DEPTH) return apart;
    budget.depth++;
    const expanded = expand(apart, unit, configuration, budget);
    budget.depth--;
    return expanded;
  };

  for (let token = next(); token !== undefined; token = next()) {
    if (token.aside !== undefined) {
      output.push({ ...token, aside: expandApart(token.aside) });
      continue;
    }
    const macros = findMacros(token, unit, configuration, budget);
    const use = macros[0]?.parameters === undefined ? { tokens: [], isComplete: true } : readArguments(next);
    const [macro, ...others] = macros;
    if (macro === undefined || !use.isComplete) {
      output.push(token);
      if (use.tokens.length > 0) putBack(use.tokens);
      continue;
    }
    const place = token;
    const values = splitArguments(use.tokens, macro).map((raw) => ({
      raw,
      expanded: lazily(() => expandApart(raw)),
    }));
    putBack(substitute(macro, values, place));
    for (const other of others) {
      if ((other.parameters === undefined) !== (macro.parameters === undefined)) continue;
      const alternative = substitute(other, values, place);
      budget.left -= alternative.length;
      if (alternative.some(({ kind }) => kind === "name")) waiting.push(makeAside(alternative, place));
    }
  }
  return output;
}

function findMacros(
  token: Token,
  unit: number,
  configuration: Configuration,
  budget: ExpansionBudget,
): readonly Macro[] {
  if (token.kind !== "name" || budget.left <= 0) return [];
  for (let hidden = token.hidden; hidden !== undefined; hidden = hidden.next) {
    if (hidden.name === token.text) return [];
  }
  const macros = configuration.macrosOf(token.text, unit, token.line);
  if (macros.length > 0) return macros;
  const word = configuration.givenWord(token.text, unit);
  return word === undefined ? [] : [givenMacro(token, word)];
}

/** A macro that stands in no file. */
function givenMacro({ text: name, file, line }: Token, word: string): Macro {
  const place = { file, at: -1, line };
  const body = [makeToken("name", word, place)];
  return {
    name,
    parameters: undefined,
    isVariadic: false,
    body,
    unit: file,
    line,
    at: -1,
    condition: undefined,
  };
}

interface MacroUse {
  readonly tokens: readonly Token[];
  /** True where they go from `(` to its `)`; what is incomplete is to be put back. */
  readonly isComplete: boolean;
}

function readArguments(next: () => Token | undefined): MacroUse {
  const tokens: Token[] = [];
  let open = 0;
  for (let token = next(); token !== undefined; token = next()) {
    tokens.push(token);
    if (token.kind === "aside") continue;
    if (token.text === "(") open++;
    else if (token.text === ")") open--;
    if (open <= 0) return { tokens, isComplete: token.text === ")" && tokens.length > 1 };
    if (tokens.length > MAX_ARGUMENT_TOKENS) break;
  }
  return { tokens, isComplete: false };
}

function splitArguments(use: readonly Token[], { parameters, isVariadic }: Macro): Token[][] {
  if (parameters === undefined) return [];
  const values: Token[][] = [[]];
  let open = 0;
  for (const token of use.slice(1, -1)) {
    if (/^[([{]$/.test(token.text)) open++;
    else if (/^[)\]}]$/.test(token.text)) open--;
    const isRest = isVariadic && values.length >= parameters.length;
    if (token.text === "," && open === 0 && token.kind === "sign" && !isRest) values.push([]);
    else values.at(-1)?.push(token);
  }
  return values;
}

interface ArgumentValue {
  readonly raw: readonly Token[];
  readonly expanded: () => readonly Token[];
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

const NOTHING: ArgumentValue = { raw: [], expanded: () => [] };

function substitute(macro: Macro, values: readonly ArgumentValue[], use: Token): Token[] {
  const { body, parameters = [] } = macro;
  const isBare = macro.parameters === undefined;
  const hidden: Hidden = { name: macro.name, isBare, next: use.hidden };
  const result: Token[] = [];
  const argumentOf = (token: Token | undefined): ArgumentValue | undefined => {
    if (token?.kind !== "name" || parameters.length === 0) return undefined;
    const position = parameters.indexOf(token.text);
    return position < 0 ? undefined : (values[position] ?? NOTHING);
  };
  const hide = (token: Token): Token =>
    hideFrom(token, use.line, token.hidden === undefined ? hidden : { ...hidden, next: token.hidden });
  const fromBody = (token: Token): Token => {
    const copy = hideFrom(token, use.line, hidden);
    copy.isActive = use.isActive;
    return copy;
  };

  for (let index = 0; index < body.length; index++) {
    const token = body[index] as Token;
    const value = argumentOf(token);
    if (token.text === "#" && argumentOf(body[index + 1]) !== undefined) {
      index++;
      result.push(makeToken("text", '""', { file: use.file, at: -1, line: use.line }));
    } else if (body[index + 1]?.text === "##" && token.kind !== "text") {
      let pasted = value === undefined ? [fromBody(token)] : value.raw.map(hide);
      while (body[index + 1]?.text === "##") {
        const right = body[index + 2];
        if (right === undefined) break;
        const rightValue = argumentOf(right);
        pasted = paste(pasted, rightValue === undefined ? [fromBody(right)] : rightValue.raw.map(hide), use);
        index += 2;
      }
      result.push(...pasted);
    } else if (value === undefined) result.push(fromBody(token));
    else for (const each of value.expanded()) result.push(hide(each));
  }
  return result;
}

/** Joins the last token of one list with the first of the other. A comma before nothing goes, as GCC has it. */
function paste(left: readonly Token[], right: readonly Token[], use: Token): Token[] {
  const last = left.at(-1);
  const [first] = right;
  if (last?.text === ",") return first === undefined ? left.slice(0, -1) : [...left, ...right];
  if (last === undefined || first === undefined) return [...left, ...right];
  const kind =
    last.kind === "name" ? "name" : first.kind === "name" && last.kind !== "sign" ? "number" : last.kind;
  const joined = makeToken(kind, last.text + first.text, { file: use.file, at: -1, line: use.line });
  joined.isActive = use.isActive;
  const hidden = last.hidden ?? first.hidden;
  const shown = hidden === undefined ? joined : hideFrom(joined, use.line, hidden);
  return [...left.slice(0, -1), shown, ...right.slice(1)];
}
