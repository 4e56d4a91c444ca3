import type { RepositoryPath } from "../../../../base/index.ts";
import type { ClassSummary, FunctionSummary, Summary } from "../summary/summary.ts";
import { Names } from "./names.ts";

/** A file of a program. Its slots, functions, classes, places and sites are those of the program from the given numbers on. */
export interface Unit {
  readonly index: number;
  readonly path: RepositoryPath;
  readonly summary: Summary;
  /** Numbers of its names in the program. */
  readonly names: Int32Array;
  readonly firstSlot: number;
  readonly firstFunction: number;
  readonly firstClass: number;
  readonly firstPlace: number;
  readonly firstSite: number;
  /** What it binds: name to slot, in the program's numbers. */
  readonly globals: Map<number, number>;
}

/** A function of a program. Slots are the program's. */
export interface ProgramFunction extends FunctionSummary {
  readonly unit: Unit;
  readonly index: number;
  readonly ofClass: number;
  readonly place: number;
  /** Grows as calls that it returns turn out to return their arguments. */
  readonly returnsParameters: number[];
  /** The function that it repeats, or itself. */
  readonly original: number;
}

/** A function whose code is followed once more, with slots of its own. */
export interface Repetition {
  readonly unit: Unit;
  readonly ranges: FunctionSummary["ranges"];
  /** What is added to slots of its range, and to functions in it, in the program's numbers. */
  readonly slots: number;
  readonly functions: number;
}

/** A class of a program. */
export interface ProgramClass extends ClassSummary {
  readonly unit: Unit;
  readonly index: number;
  readonly place: number;
  /** What its body binds: name to slot. */
  readonly memberSlots: Map<number, number>;
}

/** All files of a repository, with what they hold numbered through. */
export interface Program {
  readonly units: readonly Unit[];
  readonly names: Names;
  readonly functions: ProgramFunction[];
  readonly repetitions: Repetition[];
  readonly classes: readonly ProgramClass[];
  readonly unitOfPath: ReadonlyMap<string, Unit>;
  readonly slots: number;
  /** The file of each place and site, by its number. */
  readonly unitOfPlace: readonly Unit[];
  readonly unitOfSite: readonly Unit[];
}

/** Puts files together, in the order of their paths. */
export function loadProgram(summaries: ReadonlyMap<RepositoryPath, Summary>): Program {
  const names = new Names();
  const units: Unit[] = [];
  const functions: ProgramFunction[] = [];
  const classes: ProgramClass[] = [];
  const [unitOfPlace, unitOfSite]: [Unit[], Unit[]] = [[], []];
  let slots = 0;
  for (const path of [...summaries.keys()].sort()) {
    const summary = summaries.get(path);
    if (summary === undefined) continue;
    const unit = {
      index: units.length,
      path,
      summary,
      names: Int32Array.from(summary.names, (name) => names.index(name)),
      firstSlot: slots,
      firstFunction: functions.length,
      firstClass: classes.length,
      firstPlace: unitOfPlace.length,
      firstSite: unitOfSite.length,
      globals: new Map<number, number>(),
    };
    slots += summary.slots;
    units.push(unit);
    for (const _ of summary.places) unitOfPlace.push(unit);
    for (let site = 0; site < summary.sites.length; site += 3) unitOfSite.push(unit);
    for (const one of summary.functions) functions.push(numberFunction(unit, one, functions.length));
    for (const one of summary.classes) classes.push(numberClass(unit, one, classes.length));
    readPairs(unit, summary.globals, unit.globals);
  }
  const unitOfPath = new Map(units.map((unit) => [unit.path, unit]));
  return { units, names, functions, repetitions: [], classes, unitOfPath, slots, unitOfPlace, unitOfSite };
}

function readPairs(unit: Unit, pairs: readonly number[], into: Map<number, number>): void {
  for (let at = 0; at < pairs.length; at += 2)
    into.set(nameOf(unit, pairs[at] ?? 0), slotOf(unit, pairs[at + 1] ?? 0));
}

/** The program's number of a file's name. */
export function nameOf(unit: Unit, name: number): number {
  return unit.names[name] ?? 0;
}

/** The program's number of a file's slot. */
export function slotOf(unit: Unit, slot: number): number {
  return slot < 0 ? slot : unit.firstSlot + slot;
}

function numberFunction(unit: Unit, one: FunctionSummary, index: number): ProgramFunction {
  return {
    unit,
    index,
    place: unit.firstPlace + one.place,
    name: nameOf(unit, one.name),
    parameters: one.parameters.map(([name, slot, taking, byDefault]) => [
      nameOf(unit, name),
      slotOf(unit, slot),
      taking,
      slotOf(unit, byDefault),
    ]),
    returned: slotOf(unit, one.returned),
    yielded: slotOf(unit, one.yielded),
    flags: one.flags,
    ofClass: one.ofClass < 0 ? -1 : unit.firstClass + one.ofClass,
    returnsParameters: [...one.returnsParameters],
    returnedCalls: one.returnedCalls.map((slot) => slotOf(unit, slot)),
    aliases: one.aliases.map((number, at) => (at % 2 === 0 ? slotOf(unit, number) : number)),
    ranges: one.ranges,
    original: index,
  };
}

/** Adds a function and those in it once more; their slots begin at `firstSlot`. */
export function repeatFunction(program: Program, index: number, firstSlot: number): Repetition | undefined {
  const repeated = program.functions[index];
  if (repeated === undefined) return undefined;
  const { unit, ranges } = repeated;
  const [, , slot, slotEnd, inner, innerEnd] = ranges;
  const moved = (one: number): number =>
    one >= unit.firstSlot + slot && one < unit.firstSlot + slotEnd
      ? one + firstSlot - unit.firstSlot - slot
      : one;
  const first = program.functions.length;
  for (let at = inner; at < innerEnd; at++) {
    const one = program.functions[unit.firstFunction + at];
    if (one === undefined) continue;
    program.functions.push({
      ...one,
      index: program.functions.length,
      parameters: one.parameters.map(([name, own, taking, byDefault]) => [
        name,
        moved(own),
        taking,
        moved(byDefault),
      ]),
      returned: moved(one.returned),
      returnsParameters: [...one.returnsParameters],
      returnedCalls: one.returnedCalls.map(moved),
      aliases: one.aliases.map((number, at) => (at % 2 === 0 ? moved(number) : number)),
      yielded: moved(one.yielded),
    });
  }
  const repetition = {
    unit,
    ranges,
    slots: firstSlot - unit.firstSlot - slot,
    functions: first - unit.firstFunction - inner,
  };
  program.repetitions.push(repetition);
  return repetition;
}

function numberClass(unit: Unit, one: ClassSummary, index: number): ProgramClass {
  const memberSlots = new Map<number, number>();
  readPairs(unit, one.members, memberSlots);
  const fields: number[] = [];
  for (let at = 0; at < one.fields.length; at += 3)
    fields.push(
      nameOf(unit, one.fields[at] ?? 0),
      slotOf(unit, one.fields[at + 1] ?? 0),
      one.fields[at + 2] ?? 0,
    );
  return {
    unit,
    index,
    place: unit.firstPlace + one.place,
    name: nameOf(unit, one.name),
    bases: one.bases.map((base) => slotOf(unit, base)),
    metaclass: slotOf(unit, one.metaclass),
    site: unit.firstSite + one.site,
    members: [],
    memberSlots,
    fields,
  };
}
