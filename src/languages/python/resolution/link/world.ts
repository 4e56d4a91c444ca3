import type { AttributeUse, Call, Member, Partial, Property } from "./call.ts";
import type { CallLog } from "./call-log.ts";
import type { Classes } from "./classes.ts";
import type { Container, Containers } from "./containers.ts";
import type { Modules } from "./modules.ts";
import type { Names } from "./names.ts";
import type { Program, ProgramFunction, Unit } from "./program.ts";
import type { Seeds } from "./seeds.ts";
import type { Solver } from "./solver.ts";
import type { Values } from "./values.ts";

/** Everything that is known of a program while it is linked. */
export interface World {
  readonly program: Program;
  readonly names: Names;
  readonly modules: Modules;
  readonly classes: Classes;
  readonly values: Values;
  readonly solver: Solver;
  readonly containers: Containers;
  readonly attributes: AttributeAccess;
  readonly calls: CallBinding;
  readonly protocols: ValueProtocols;
  readonly log: CallLog;
  /** What flows to a slot where nothing else does. */
  readonly seeds: Seeds;
  /** Follows a function's code once more, apart from all others; the number of the repeated function. */
  readonly repeat: (index: number) => number;
  /** Functions that pytest calls for tests. */
  readonly fixtures: FixtureMark[];
  /** Looks again for what could not be settled, once all has flowed. */
  readonly questions: (() => void)[];
}

/** A slot whose functions are fixtures of pytest, and the slot of their `params`. */
export interface FixtureMark {
  readonly decorated: number;
  readonly parameters: number | undefined;
}

/** What `Attributes` does for the others. */
export interface AttributeAccess {
  read(value: number, name: number, use: AttributeUse): void;
  external(name: string): number;
  folder(from: Unit, name: string): number;
  externalAttribute(value: number, name: number): number;
  readModule(unit: Unit, name: number, to: number): boolean;
  findMember(classIndex: number, name: number, after?: number): Member | undefined;
  nodeOf(value: number, name: number): number;
  namesOf(value: number): readonly number[];
  containerKind(classIndex: number): "list" | "dict" | "set" | "tuple" | undefined;
  isEnumeration(classIndex: number): boolean;
  write(value: number, name: number, from: number, site: number): void;
  writeUnnamed(value: number, from: number): void;
  readMarked(value: number, to: number): void;
}

/** What `CallBinder` does for the others. */
export interface CallBinding {
  createProperty(): { readonly value: number; readonly property: Property };
  propertyOf(value: number): Property | undefined;
  createMark(call: Call, isFixture: boolean): number;
  markOf(value: number): Call | undefined;
  createPartial(partial: Partial): number;
  partialOf(value: number): Partial | undefined;
  constant(value: number): number;
  invokeWith(callee: number, use: AttributeUse, given: readonly number[], slots?: readonly number[]): void;
  implicit(value: number, method: string, use: AttributeUse, slots?: readonly number[]): boolean;
  invoke(call: Call, callee: number): void;
  callMember(slot: number, use: AttributeUse, receiver: number, slots?: readonly number[]): void;
  implicitCall(value: number, call: Call): boolean;
  isRepeated(index: number): boolean;
  noteReturned(one: ProgramFunction): void;
  returnerOf(slot: number): ProgramFunction | undefined;
}

/** What `Protocols` does for the others. */
export interface ValueProtocols {
  iterateSlot(slot: number, use: AttributeUse, isAsync?: boolean): void;
  iterate(value: number, use: AttributeUse, isAsync?: boolean): void;
  builtin(type: string, to: number): void;
  next(value: number, use: AttributeUse, method?: string): boolean;
  contentsOf(value: number): Container | undefined;
  enter(value: number, use: AttributeUse, isAsync: boolean): void;
  awaitSlot(slot: number, use: AttributeUse): void;
  await(value: number, use: AttributeUse): void;
  compute(
    operands: { readonly left: number; readonly right: number },
    method: string,
    use: AttributeUse,
  ): void;
  compare(
    operands: { readonly left: number; readonly right: number },
    method: string,
    use: AttributeUse,
  ): void;
  ask(value: number, methods: readonly string[], use: AttributeUse): void;
  show(value: number, method: string, site: number): void;
  readItem(value: number, item: { readonly key: number; readonly keySlot: number }, use: AttributeUse): void;
  writeItem(
    value: number,
    item: { readonly key: number; readonly keySlot: number; readonly from: number },
    site: number,
  ): void;
}
