import type { Entity, StructEntity } from "./entities.ts";
import type { Program } from "./program.ts";
import type { Macro, SourceUnit } from "./source-unit.ts";
import type { Token } from "./tokens.ts";

/** Something that is declared and can be asked for. Two are the same where their kind and place are. */
export interface Symbol {
  readonly kind: Entity["kind"] | "macro" | "tag" | "field";
  /** As it is written; of a field with that of its struct before it. */
  readonly name: string;
  readonly unit: number;
  readonly line: number;
  /** The name of the declaration in the source: file and code unit. */
  readonly token: Pick<Token, "file" | "at" | "text">;
}

/** A symbol of something outside of functions. */
export function symbolOf({ kind, name, unit, line, token }: Entity): Symbol {
  return { kind, name, unit, line, token };
}

/** A symbol of a macro. */
export function symbolOfMacro({ name, unit, line, at }: Macro): Symbol {
  return { kind: "macro", name, unit, line, token: { file: unit, at, text: name } };
}

/** A symbol of a struct's tag; undefined for one without. */
export function symbolOfTag({ tag, unit, line }: StructEntity): Symbol | undefined {
  return tag && { kind: "tag", name: tag.text, unit, line, token: tag };
}

/** A symbol of a field, named with its struct's tag or, where that has none, with the type that is defined as the struct. */
export function symbolOfField(program: Program, struct: StructEntity, name: string): Symbol | undefined {
  const token = program.fieldOf(struct, name)?.name;
  if (token === undefined) return undefined;
  const typedef = program.declarations[struct.unit]?.typedefs.find(
    ({ type }) => type.kind === "struct" && type.struct === struct,
  );
  const owner = struct.tag?.text ?? typedef?.name;
  const qualified = owner === undefined ? name : `${owner}.${name}`;
  return { kind: "field", name: qualified, unit: struct.unit, line: token.line, token };
}

/** True for the same declaration. */
export function isSame(left: Symbol, right: Symbol): boolean {
  return (
    left.kind === right.kind &&
    left.unit === right.unit &&
    left.name === right.name &&
    left.line === right.line
  );
}

/** Everything that a file declares outside of functions. */
export function* symbolsOf(program: Program, unit: SourceUnit): Generator<Symbol, void, undefined> {
  const declarations = program.declarations[unit.index];
  if (declarations === undefined) return;
  const { functions, prototypes, variables, typedefs, enumerators, structs } = declarations;
  for (const entity of [...functions, ...prototypes, ...variables, ...typedefs, ...enumerators])
    yield symbolOf(entity);
  for (const struct of structs) {
    const tag = symbolOfTag(struct);
    if (tag !== undefined) yield tag;
    for (const { name } of struct.fields) {
      const field = name && symbolOfField(program, struct, name.text);
      if (field !== undefined) yield field;
    }
  }
  for (const events of unit.macros.values()) {
    for (const { macro } of events) if (macro !== undefined) yield symbolOfMacro(macro);
  }
}
