import { primitive, UNKNOWN } from "../linking/types.ts";
import { lazily } from "../linking/symbols.ts";
import type { ClassSymbol, Type, TypeVariable } from "../linking/model.ts";

/** What the names in a signature mean. */
export interface SignatureNames {
  readonly findClass: (name: string) => ClassSymbol;
  findVariable(name: string): TypeVariable | undefined;
}

/** Reads the types of one line of the table, from left to right. */
export class SignatureCursor {
  readonly #text: string;
  #at: number;

  constructor(text: string, at = 0) {
    this.#text = text;
    this.#at = at;
  }

  /** Steps over `expected` if it is next. */
  takes(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }

  /** Where it stands. */
  position(): number {
    return this.#at;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  word(): string {
    const word = /[\w.$]*/y;
    word.lastIndex = this.#at;
    // A variadic parameter's dots are no part of its type's name.
    const found = (word.exec(this.#text)?.[0] ?? "").replace(/\.\.\.$/u, "");
    this.#at += found.length;
    return found;
  }

  type(names: SignatureNames): Type {
    if (this.takes("?")) return { kind: "wildcard", bound: "none", of: UNKNOWN };
    if (this.takes("+")) return { kind: "wildcard", bound: "extends", of: this.type(names) };
    if (this.takes("-")) return { kind: "wildcard", bound: "super", of: this.type(names) };
    let type = this.#named(this.word(), names);
    while (this.takes("[]")) type = { kind: "array", item: type };
    return type;
  }

  #named(name: string, names: SignatureNames): Type {
    const simple = primitive(name);
    if (simple !== UNKNOWN) return simple;
    const variable = names.findVariable(name);
    if (variable !== undefined) return variable;
    const typeArguments = this.takes("<") ? this.#list(">", names) : [];
    return { kind: "class", symbol: names.findClass(name), arguments: typeArguments };
  }

  #list(end: string, names: SignatureNames): Type[] {
    const types: Type[] = [];
    while (!this.isAtEnd() && !this.takes(end)) {
      types.push(this.type(names));
      this.takes(",");
    }
    return types;
  }

  /** The types between brackets; `...` makes an array of the last. */
  parameters(names: SignatureNames): { readonly types: readonly Type[]; readonly isVariadic: boolean } {
    const types: Type[] = [];
    let isVariadic = false;
    while (!this.isAtEnd() && !this.takes(")")) {
      const type = this.type(names);
      isVariadic = this.takes("...");
      types.push(isVariadic ? { kind: "array", item: type } : type);
      this.takes(",");
    }
    return { types, isVariadic };
  }

  /** `<A,B:Bound&Bound>`, if it is next. Bounds may name the parameters. */
  typeParameters(names: SignatureNames): readonly TypeVariable[] {
    if (!this.takes("<")) return [];
    const variables: TypeVariable[] = [];
    const within: SignatureNames = {
      findClass: names.findClass,
      findVariable: (name) => variables.find((each) => each.name === name) ?? names.findVariable(name),
    };
    while (!this.isAtEnd() && !this.takes(">")) {
      const name = this.word();
      const from = this.#at;
      this.#skipBounds();
      const text = this.#text;
      variables.push({ kind: "variable", name, bounds: lazily(() => readBounds(text, from, within), []) });
      this.takes(",");
    }
    return variables;
  }

  #skipBounds(): void {
    let depth = 0;
    for (; !this.isAtEnd(); this.#at++) {
      const character = this.#text[this.#at];
      if (depth === 0 && (character === "," || character === ">")) return;
      if (character === "<") depth++;
      if (character === ">") depth--;
    }
  }
}

function readBounds(text: string, from: number, names: SignatureNames): readonly Type[] {
  const cursor = new SignatureCursor(text, from);
  const bounds: Type[] = [];
  if (!cursor.takes(":")) return bounds;
  do bounds.push(cursor.type(names));
  while (cursor.takes("&"));
  return bounds;
}
