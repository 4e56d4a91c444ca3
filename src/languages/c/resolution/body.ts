import type { Cursor } from "./cursor.ts";
import type { CType, Entity, FunctionEntity, PrototypeEntity, StructEntity } from "./entities.ts";
import type { Flow, FlowNode } from "./flow.ts";
import type { Holders } from "./holders.ts";
import type { Program } from "./program.ts";
import type { Token } from "./tokens.ts";

/** What an expression gives. */
export interface Value {
  readonly type: CType;
  /** What the functions that it can be are read from. */
  readonly nodes: readonly FlowNode[];
  /** Where an assignment to it goes. */
  readonly stores: readonly FlowNode[];
  /** For a name that means functions, or nothing that is known: the name. */
  readonly name: Token | undefined;
}

/** A name inside of a function. */
export interface Local {
  readonly type: CType;
  readonly dimensions: number;
  readonly isTypedef: boolean;
  readonly node: FlowNode | undefined;
}

/** What a name of the source means, for those who ask. */
export type Meaning =
  | { readonly kind: "entities"; readonly entities: readonly Entity[] }
  /** Undefined where nobody can tell of which struct. */
  | { readonly kind: "field"; readonly struct: StructEntity | undefined }
  | { readonly kind: "type"; readonly type: CType }
  | { readonly kind: "local" };

/** What is learned of a body. */
export interface BodyFindings {
  addDirectCall(at: CallPlace, callees: readonly FunctionEntity[]): void;
  /** `call` is the number that the flow gave it. */
  addIndirectCall(at: CallPlace, call: IndirectSite): void;
  /** A call of what the repository declares but does not define. */
  addPrototypeCall(at: CallPlace, prototype: PrototypeEntity): void;
  addOutsideCall(at: CallPlace): void;
  /** Absent where nobody asks. */
  readonly seeName?: ((token: Token, meaning: Meaning) => void) | undefined;
}

/** Where something is called. */
export interface CallPlace {
  /** Undefined outside of functions. */
  readonly caller: FunctionEntity | undefined;
  readonly unit: number;
  readonly line: number;
  /** What is called, as written. */
  readonly written: string;
  /** True for what only another branch or another definition of a macro calls. */
  readonly isAside: boolean;
  /** False where a plain build leaves the call out. */
  readonly isActive: boolean;
}

/** A call of what nodes hold. */
export interface IndirectSite {
  readonly callee: readonly FlowNode[];
  readonly arguments: readonly (readonly FlowNode[])[];
  readonly result: FlowNode;
  /** True where it is made by a function outside of the repository that is given the callee. */
  readonly isByOutside: boolean;
}

/** What reading a body needs: its tokens, the names in view, and where findings go. */
export interface Body {
  readonly program: Program;
  readonly flow: Flow;
  readonly holders: Holders;
  readonly findings: BodyFindings;
  readonly caller: FunctionEntity | undefined;
  readonly unit: number;
  cursor: Cursor;
  /** From the outermost block inwards. */
  readonly scopes: Map<string, Local>[];
  /** Above zero in what is not evaluated (`sizeof`). */
  muted: number;
  /** Those of the file that are still to be read, first ones last. */
  asides: Aside[];
  isAside: boolean;
  readonly readers: BodyReaders;
}

/** Readers that need each other. */
export interface BodyReaders {
  /** `{ … }` as statements; gives the value of the last one. */
  block(body: Body): Value;
  /** A value or `{ … }` for something of a type. */
  initialiser(body: Body, into: InitialiserTarget): void;
  /** An expression without a comma outside of brackets. */
  assignment(body: Body): Value;
  /** An expression with all its commas. */
  expression(body: Body): Value;
  /** Reads the asides that stand before the next token. */
  asides(body: Body): void;
  /** True where a type begins at a token. */
  isType(body: Body, index: number): boolean;
}

/** Tokens that are read apart, and the token before which they stand. */
export interface Aside {
  readonly index: number;
  readonly tokens: readonly Token[];
}

/** What an initial value is for. */
export interface InitialiserTarget {
  readonly type: CType;
  readonly dimensions: number;
  readonly stores: readonly FlowNode[];
}

/** The meaning of a name inside of the function; undefined where it is none of its own. */
export function findLocal({ scopes }: Body, name: string): Local | undefined {
  for (let index = scopes.length - 1; index >= 0; index--) {
    const local = scopes[index]?.get(name);
    if (local !== undefined) return local;
  }
  return undefined;
}

/** Makes a name known in the innermost block. */
export function declareLocal(
  body: Body,
  token: Token,
  { type, dimensions, isTypedef }: Omit<Local, "node">,
): Local {
  const node = !isTypedef && body.holders.canHold(type) ? body.flow.createNode() : undefined;
  const local: Local = { type, dimensions, isTypedef, node };
  body.scopes.at(-1)?.set(token.text, local);
  body.findings.seeName?.(token, { kind: "local" });
  return local;
}

/** True for a name of a type, false for one of something else, undefined where nothing is known. */
export function isTypeName(body: Body, name: string): boolean | undefined {
  const local = findLocal(body, name);
  if (local !== undefined) return local.isTypedef;
  if (body.program.typeNamed(name, body.unit) !== undefined) return true;
  const isValue =
    body.program.functionsOf(name, body.unit).length > 0 ||
    body.program.variablesOf(name, body.unit).length > 0;
  return isValue ? false : undefined;
}
