import { Op } from "../summary/summary.ts";
import { linearise } from "./linearisation.ts";
import type { Modules } from "./modules.ts";
import { nameOf, type Program, type ProgramClass, type Unit } from "./program.ts";

/** What a base class is: a class of the program by its number, or something of outside by its name. */
export type Base = number | string;

/** How classes of a program inherit. */
export interface Classes {
  /** The class itself, then what it inherits from, nearest first; classes of the program only. */
  linearisation(index: number): readonly number[];
  /** Names of classes of outside that it inherits from, and of what nobody knows. */
  foreignBases(index: number): readonly string[];
  /** All classes below it. */
  descendants(index: number): readonly number[];
  /** Its metaclass, where the program defines it. */
  metaclass(index: number): number | undefined;
}

/** Works out bases by following names, imports and attributes, without what calls give. */
export function readClasses(program: Program, modules: Modules): Classes {
  const evaluator = new Evaluator(program, modules);
  const bases = program.classes.map((one) =>
    one.bases.flatMap((slot) => evaluator.evaluate(one.unit, slot).slice(0, 1)),
  );
  const own = bases.map((list) => list.filter((base) => typeof base === "number"));
  const linearised = linearise(own);
  const below: number[][] = program.classes.map(() => []);
  for (const [index, line] of linearised.entries())
    for (const above of line.slice(1)) below[above]?.push(index);
  const foreign = linearised.map((line) => [
    ...new Set(line.flatMap((one) => bases[one]?.filter((base) => typeof base === "string") ?? [])),
  ]);
  const metaclasses = program.classes.map((one) => {
    const [found] = one.metaclass < 0 ? [] : evaluator.evaluate(one.unit, one.metaclass);
    return typeof found === "number" ? found : undefined;
  });
  return {
    linearisation: (index) => linearised[index] ?? [],
    foreignBases: (index) => foreign[index] ?? [],
    descendants: (index) => below[index] ?? [],
    metaclass: (index) => linearised[index]?.map((one) => metaclasses[one]).find((one) => one !== undefined),
  };
}

/** Longest way back to where a base is defined. */
const MOST_STEPS = 40;

type Found = Base | Unit;

class Evaluator {
  readonly #program: Program;
  readonly #modules: Modules;
  readonly #sources = new Map<Unit, Map<number, number[]>>();

  constructor(program: Program, modules: Modules) {
    this.#program = program;
    this.#modules = modules;
  }

  evaluate(unit: Unit, slot: number): Base[] {
    return this.#find(unit, slot - unit.firstSlot, MOST_STEPS).filter(
      (one): one is Base => typeof one !== "object",
    );
  }

  /** Instructions of a file by the slot that they fill; only those that can lead to classes. */
  #sourcesOf(unit: Unit): Map<number, number[]> {
    const known = this.#sources.get(unit);
    if (known !== undefined) return known;
    const sources = new Map<number, number[]>();
    const { code } = unit.summary;
    for (let at = 0; at < code.length; at += 2 + (code[at + 1] ?? 0)) {
      if (!LEADING.has(code[at] ?? -1)) continue;
      const to = code[at + 2] ?? 0;
      const listed = sources.get(to);
      if (listed === undefined) sources.set(to, [at]);
      else listed.push(at);
    }
    this.#sources.set(unit, sources);
    return sources;
  }

  #find(unit: Unit, slot: number, steps: number): Found[] {
    if (steps === 0) return [];
    const found = (this.#sourcesOf(unit).get(slot) ?? []).flatMap((at) => this.#follow(unit, at, steps - 1));
    return [...new Set(found)];
  }

  #follow(unit: Unit, at: number, steps: number): Found[] {
    const { code } = unit.summary;
    const [first, second, third] = [code[at + 3] ?? -1, code[at + 4] ?? -1, code[at + 5] ?? -1];
    switch (code[at]) {
      case Op.Class:
        return [unit.firstClass + first];
      case Op.Global:
        return this.#findName(unit, nameOf(unit, first), steps);
      case Op.Module:
        return this.#findModule(unit, first, unit.summary.names[second] ?? "");
      case Op.Import: {
        const module = this.#modules.find(unit, first, unit.summary.names[second] ?? "");
        if (module === undefined)
          return [`${unit.summary.names[second] ?? ""}.${unit.summary.names[third] ?? ""}`];
        return this.#findName(module, nameOf(unit, third), steps);
      }
      case Op.Get:
        return this.#find(unit, first, steps).flatMap((one) =>
          this.#findAttribute(one, nameOf(unit, second), steps),
        );
      case Op.Call:
        return this.#findCalled(unit, at, steps);
      case Op.Decorate:
        return this.#find(unit, code[at + 5] ?? -1, steps);
      default:
        return this.#find(unit, first, steps);
    }
  }

  #findModule(unit: Unit, level: number, name: string): Found[] {
    const module = this.#modules.find(unit, level, name);
    return module === undefined ? [name] : [module];
  }

  #findName(unit: Unit, name: number, steps: number): Found[] {
    if (steps === 0) return [];
    const slot = unit.globals.get(name);
    const text = this.#program.names.text(name);
    if (slot !== undefined) {
      const found = this.#find(unit, slot - unit.firstSlot, steps - 1);
      if (found.length > 0) return found;
    }
    const { stars, names } = unit.summary;
    for (let at = 0; at < stars.length; at += 2) {
      const module = this.#modules.find(unit, stars[at] ?? 0, names[stars[at + 1] ?? 0] ?? "");
      const found = module === undefined || module === unit ? [] : this.#findName(module, name, steps - 1);
      if (found.some((one) => typeof one !== "string")) return found;
    }
    const inside = this.#modules.findIn(unit, text);
    if (inside !== undefined) return [inside];
    return slot === undefined ? [text] : [];
  }

  #findAttribute(one: Found, name: number, steps: number): Found[] {
    if (typeof one === "string") return [`${one}.${this.#program.names.text(name)}`];
    if (typeof one === "object") return this.#findName(one, name, steps);
    const holder: ProgramClass | undefined = this.#program.classes[one];
    const slot = holder?.memberSlots.get(name);
    return holder === undefined || slot === undefined
      ? []
      : this.#find(holder.unit, slot - holder.unit.firstSlot, steps);
  }

  /** `with_metaclass(Meta, Base)` is its bases; of other calls their name says what they give. */
  #findCalled(unit: Unit, at: number, steps: number): Found[] {
    const { code } = unit.summary;
    const called = this.#find(unit, code[at + 3] ?? -1, steps);
    const written = called.map((one) => (typeof one === "string" ? one : ""));
    if (!written.some((name) => name.endsWith("with_metaclass")))
      return written.map((name) => `${name}()`).slice(0, 1);
    const passed = code.slice(at + 5, at + 2 + (code[at + 1] ?? 0)).filter((_, index) => index % 2 === 1);
    return passed.slice(1).flatMap((slot) => this.#find(unit, slot, steps));
  }
}

const LEADING: ReadonlySet<number> = new Set([
  Op.Copy,
  Op.Class,
  Op.Global,
  Op.Module,
  Op.Import,
  Op.Get,
  Op.Item,
  Op.Decorate,
  Op.NotNone,
  Op.Call,
]);
