import {
  endOfBracket,
  isNameAt,
  MAX_READ_DEPTH,
  skipAttributes,
  skipBracket,
  textAt,
  type Cursor,
} from "./cursor.ts";
import { ANY, type CType, type Named } from "./entities.ts";
import type { Token } from "./tokens.ts";

/** What a declarator declares. */
export interface Declared extends Named {
  /** True for a function, false for a pointer to one. */
  readonly isFunction: boolean;
  /** Of a function: what it returns. */
  readonly returns: CType;
  /** Of a function: the place of its brackets. */
  readonly parameters: readonly [number, number] | undefined;
}

type Step =
  | { readonly kind: "array" | "pointer" }
  | { readonly kind: "parameters"; readonly range: [number, number] };

const POINTER_WORDS =
  /^(?:\*|const|volatile|restrict|__restrict|__restrict__|__const|_Nonnull|_Nullable|__capability|__cdecl|__stdcall|WINAPI|CALLBACK|\^)$/;

/** Reads a declarator of a type. `isAbstract`: a name may be missing, and a bracket without one holds parameters. */
export function readDeclarator(cursor: Cursor, type: CType, isAbstract: boolean): Declared {
  const steps: Step[] = [];
  const name = readSteps(cursor, steps, isAbstract);
  const [first] = steps;
  if (first?.kind === "parameters") {
    const returns = steps.slice(1).some(({ kind }) => kind === "parameters") ? functionReturning(type) : type;
    return {
      name,
      type: functionReturning(returns),
      dimensions: 0,
      isFunction: true,
      returns,
      parameters: first.range,
    };
  }
  const isPointerToFunction = steps.some(({ kind }) => kind === "parameters");
  const firstOther = steps.findIndex(({ kind }) => kind !== "array");
  return {
    name,
    type: isPointerToFunction ? functionReturning(type) : type,
    dimensions: firstOther < 0 ? steps.length : firstOther,
    isFunction: false,
    returns: ANY,
    parameters: undefined,
  };
}

function functionReturning(returns: CType): CType {
  return { kind: "function", returns };
}

/** Reads the parts of a declarator, from the name outwards. */
function readSteps(cursor: Cursor, steps: Step[], isAbstract: boolean): Token | undefined {
  let pointers = 0;
  for (; POINTER_WORDS.test(textAt(cursor)); cursor.index++) if (textAt(cursor) === "*") pointers++;
  skipAttributes(cursor);
  while (isNameAt(cursor) && isNameAt(cursor, 1) && /^[[(;=,):]$/.test(textAt(cursor, 2))) cursor.index++;
  let name: Token | undefined;
  if (isNameAt(cursor)) name = cursor.tokens[cursor.index++];
  else if (textAt(cursor) === "(" && opensDeclarator(cursor, isAbstract)) {
    const end = endOfBracket(cursor, cursor.index);
    cursor.index++;
    if (cursor.depth < MAX_READ_DEPTH) {
      cursor.depth++;
      name = readSteps(cursor, steps, isAbstract);
      cursor.depth--;
    }
    cursor.index = end;
  }
  skipAttributes(cursor);
  readSuffixes(cursor, steps);
  for (; pointers > 0; pointers--) steps.push({ kind: "pointer" });
  return name;
}

function opensDeclarator(cursor: Cursor, isAbstract: boolean): boolean {
  const inside = textAt(cursor, 1);
  if (inside === "*" || inside === "^" || inside === "(" || inside === "__attribute__") return true;
  if (!isNameAt(cursor, 1)) return false;
  if (POINTER_WORDS.test(inside)) return true;
  const behind = textAt(cursor, 2);
  if (!isAbstract) return true;
  return behind === "*" ? isNameAt(cursor, 3) && cursor.isType(inside) !== true : false;
}

function readSuffixes(cursor: Cursor, steps: Step[]): void {
  for (;;) {
    const text = textAt(cursor);
    if (text === "[") {
      steps.push({ kind: "array" });
      skipBracket(cursor);
    } else if (text === "(") {
      const start = cursor.index;
      skipBracket(cursor);
      steps.push({ kind: "parameters", range: [start, cursor.index] });
    } else return;
    skipAttributes(cursor);
  }
}
