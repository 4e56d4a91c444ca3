import { indexText, type SourceText } from "../../source-text.ts";
import type { SyntaxNode } from "../../syntax-tree.ts";
import type { Scope } from "./scope.ts";
import { NONE, type SlotWriter } from "./slots.ts";
import { Op, Reference, type ClassSummary, type FunctionSummary, type PlaceSummary } from "./summary.ts";

/** Reads parts of code, for the readers of the parts around them. */
export interface Readers {
  expression(draft: Draft, node: SyntaxNode): number;
  annotation(draft: Draft, node: SyntaxNode): number;
  block(draft: Draft, node: SyntaxNode): void;
  lambda(draft: Draft, node: SyntaxNode): number;
}

/** A summary while it is written. */
export class Draft implements SlotWriter {
  readonly names: string[] = [];
  readonly code: number[] = [];
  readonly places: PlaceSummary[] = [];
  readonly functions: FunctionSummary[] = [];
  readonly classes: ClassSummary[] = [];
  readonly sites: number[] = [];
  readonly variables: number[] = [];
  readonly stars: number[] = [];
  readonly imports: number[] = [];
  readonly references: [number, number, number, number][] = [];
  exported: number[] | undefined;
  /** Classes that the file defines, by their own names. */
  readonly definedClasses = new Set<string>();
  /** Names in `nonlocal` statements anywhere in the file. */
  readonly nonlocals = new Set<string>();
  slots = 0;
  /** Reads the type in a string. Set by who starts the reading. */
  source: SourceText;
  readonly parseExpression: (text: string) => SyntaxNode | undefined;
  readonly readers: Readers;
  /** The scope that is read at the moment. */
  scope!: Scope;
  readonly #nameIndexes = new Map<string, number>();
  readonly #constants = new Map<string, number>();
  readonly #globals = new Map<number, number>();
  readonly #variables = new Set<number>();

  constructor(
    source: SourceText,
    readers: Readers,
    parseExpression: (text: string) => SyntaxNode | undefined,
  ) {
    this.source = source;
    this.readers = readers;
    this.parseExpression = parseExpression;
  }

  /** Reads an expression for its value; the slot that holds it, or `NONE`. */
  read(node: SyntaxNode): number {
    return this.readers.expression(this, node);
  }

  /** The same with a slot in every case. */
  readValue(node: SyntaxNode): number {
    const slot = this.read(node);
    return slot === NONE ? this.newSlot() : slot;
  }

  get text(): string {
    return this.source.text;
  }

  /** Reads nodes of another text, where no places are noted. */
  readingOther(text: string, read: () => number): number {
    const [before, references] = [this.source, this.references.length];
    this.source = indexText(text);
    const slot = read();
    this.source = before;
    this.references.length = references;
    return slot;
  }

  newSlot(): number {
    return this.slots++;
  }

  name(text: string): number {
    const known = this.#nameIndexes.get(text);
    if (known !== undefined) return known;
    this.#nameIndexes.set(text, this.names.length);
    return this.names.push(text) - 1;
  }

  emit(operation: number, ...operands: number[]): void {
    this.code.push(operation, operands.length, ...operands);
  }

  /** The slot of an instruction whose first operand it is. */
  emitTo(operation: number, ...operands: number[]): number {
    const to = this.newSlot();
    this.emit(operation, to, ...operands);
    return to;
  }

  copy(to: number, from: number): void {
    if (to !== from && from !== NONE && to !== NONE) this.emit(Op.Copy, to, from);
  }

  /** One slot for all values of a built-in type. */
  builtin(type: string): number {
    const known = this.#constants.get(type);
    if (known !== undefined) return known;
    const slot = this.emitTo(Op.Builtin, this.name(type));
    this.#constants.set(type, slot);
    return slot;
  }

  constantText(value: string): number {
    const key = `=${value}`;
    const known = this.#constants.get(key);
    if (known !== undefined) return known;
    const slot = this.emitTo(Op.Text, this.name(value));
    this.#constants.set(key, slot);
    return slot;
  }

  /** One slot for a name that nothing of the file binds. */
  global(name: number): number {
    const known = this.#globals.get(name);
    if (known !== undefined) return known;
    const slot = this.emitTo(Op.Global, name);
    this.#globals.set(name, slot);
    return slot;
  }

  line(node: SyntaxNode): number {
    return this.source.lineAt(node.start);
  }

  /** Where something is called: in the scope that is read, at a node. */
  site(node: SyntaxNode, written?: SyntaxNode): number {
    return this.siteAt(this.line(node), written);
  }

  siteAt(line: number, written?: SyntaxNode): number {
    const name = written === undefined ? NONE : this.name(shorten(this.textOf(written)));
    return this.sites.push(line, this.scope.callerPlace, name) / 3 - 1;
  }

  textOf(node: SyntaxNode): string {
    return this.text.slice(node.start, node.end);
  }

  identifier(node: SyntaxNode): number {
    return this.name(this.textOf(node).normalize("NFKC"));
  }

  refer(node: SyntaxNode, reference: number, operand: number): void {
    this.references.push([this.source.byteAt(node.start), this.identifier(node), reference, operand]);
  }

  /** That a variable of the module or of a class is bound; its first place counts. */
  declare(name: string, node: SyntaxNode): void {
    const index = this.name(name);
    if (this.#variables.has(index)) return;
    this.#variables.add(index);
    this.variables.push(index, this.line(node));
  }

  importOf(level: number, module: number, name: number): number {
    return this.imports.push(level, module, name) / 3 - 1;
  }
}

/** Longest text of a call that is listed. */
const MOST_WRITTEN = 80;

function shorten(written: string): string {
  const line = written.replaceAll(/\s+/gu, " ");
  return line.length <= MOST_WRITTEN ? line : `${line.slice(0, MOST_WRITTEN - 1)}…`;
}

/** How a name that a scope binds is told. */
export function bindingReference(scope: Scope): readonly [kind: number, operand: number] {
  if (scope.kind === "module") return [Reference.global, NONE];
  return scope.kind === "class" ? [Reference.member, scope.ownClass] : [Reference.local, scope.place];
}

export { NONE };
