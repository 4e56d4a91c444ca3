import type { RepositoryPath } from "../../../../base/index.ts";
import type { CodePlace, EdgeEvidence, NameUse } from "../../../resolution.ts";
import { Op, Reference } from "../summary/summary.ts";
import { placeIn } from "./edges.ts";
import { nameOf, slotOf, type Unit } from "./program.ts";
import { RepeatedSlots } from "./repeated-slots.ts";
import { Kind } from "./values.ts";
import type { World } from "./world.ts";

/** What a name means: a file and the qualified name of what it declares. */
interface Meaning {
  readonly unit: Unit;
  readonly name: string;
}

/** Most classes that a method's name alone may mean. */
const MOST_BY_NAME = 20;
/** Longest way through modules that pass a name on. */
const MOST_STEPS = 20;

/** Finds what names mean, and where things are named, in a linked program. */
export class NameUses {
  readonly #world: World;
  readonly #imports = new Map<Unit, ReadonlyMap<number, number>>();
  readonly #declared = new Map<Unit, ReadonlyMap<string, CodePlace>>();
  readonly #slots: RepeatedSlots;
  #uses: ReadonlyMap<string, NameUse[]> | undefined;
  #membersByName: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(world: World) {
    this.#world = world;
    this.#slots = new RepeatedSlots(world);
  }

  findUses(declaration: CodePlace): readonly NameUse[] {
    this.#uses ??= this.#readUses();
    return this.#uses.get(`${declaration.path}:${declaration.name}`) ?? [];
  }

  findDeclaration(path: RepositoryPath, at: number): CodePlace | undefined {
    const unit = this.#world.program.unitOfPath.get(path);
    if (unit === undefined) return undefined;
    const { references } = unit.summary;
    let [low, high] = [0, references.length / 4 - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((references[middle * 4] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    const start = references[low * 4];
    if (start === undefined || start > at || at >= start + this.#byteLength(unit, low)) return undefined;
    const [found] = this.#meaningsAt(unit, low).meanings;
    return found === undefined ? undefined : this.#declarationsOf(found.unit).get(found.name);
  }

  #byteLength(unit: Unit, index: number): number {
    return Buffer.byteLength(unit.summary.names[unit.summary.references[index * 4 + 1] ?? 0] ?? "");
  }

  #readUses(): ReadonlyMap<string, NameUse[]> {
    const uses = new Map<string, NameUse[]>();
    for (const unit of this.#world.program.units) {
      const { references, names } = unit.summary;
      for (let index = 0; index < references.length / 4; index++) {
        const { meanings, how } = this.#meaningsAt(unit, index);
        const written = names[references[index * 4 + 1] ?? 0] ?? "";
        const start = references[index * 4] ?? 0;
        const span = { start, end: start + Buffer.byteLength(written) };
        for (const meaning of meanings) {
          if (meaning.name !== written && !meaning.name.endsWith(`.${written}`)) continue;
          const key = `${meaning.unit.path}:${meaning.name}`;
          const known = uses.get(key) ?? [];
          const last = known.at(-1);
          if (last?.path !== unit.path || last.span.start !== start)
            known.push({ path: unit.path, span, how });
          uses.set(key, known);
        }
      }
    }
    return uses;
  }

  #meaningsAt(
    unit: Unit,
    index: number,
  ): { readonly meanings: readonly Meaning[]; readonly how: EdgeEvidence } {
    const { references, imports, names } = unit.summary;
    const [name = 0, kind = 0, operand = -1] = references.slice(index * 4 + 1, index * 4 + 4);
    const number = nameOf(unit, name);
    const declared = (meaning: Meaning | undefined) => ({
      meanings: meaning === undefined ? [] : [meaning],
      how: "declared" as const,
    });
    switch (kind) {
      case Reference.global:
        return declared(this.#globalMeaning(unit, number, MOST_STEPS));
      case Reference.member:
        return declared(this.#memberMeaning(unit.firstClass + operand, number));
      case Reference.local: {
        const around = placeIn(unit, operand).name;
        const local = `${around}.${names[name] ?? ""}`;
        return declared(this.#declarationsOf(unit).has(local) ? { unit, name: local } : undefined);
      }
      case Reference.imported: {
        const [level = 0, module = 0, imported = 0] = imports.slice(operand * 3, operand * 3 + 3);
        const from = this.#world.modules.find(unit, level, names[module] ?? "");
        return declared(from && this.#globalMeaning(from, nameOf(unit, imported), MOST_STEPS));
      }
      case Reference.keyword:
        return { meanings: this.#fieldMeanings(slotOf(unit, operand), number), how: "inferred" };
      default:
        return this.#attributeMeanings(this.#slots.valuesOf(unit, operand), number);
    }
  }

  /** A name of a module, followed to where it is declared. */
  #globalMeaning(unit: Unit, name: number, steps: number): Meaning | undefined {
    const { names, modules } = this.#world;
    const text = names.text(name);
    if (this.#declarationsOf(unit).has(text)) return { unit, name: text };
    if (steps === 0) return undefined;
    const at = this.#importsOf(unit).get(name);
    if (at !== undefined) {
      const { code, names: own } = unit.summary;
      const from = modules.find(unit, code[at + 3] ?? 0, own[code[at + 4] ?? 0] ?? "");
      return from && this.#globalMeaning(from, nameOf(unit, code[at + 5] ?? 0), steps - 1);
    }
    const { stars } = unit.summary;
    for (let index = 0; index < stars.length; index += 2) {
      const from = modules.find(unit, stars[index] ?? 0, unit.summary.names[stars[index + 1] ?? 0] ?? "");
      const found =
        from === undefined || from === unit ? undefined : this.#globalMeaning(from, name, steps - 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Instructions that import what names of the module mean. */
  #importsOf(unit: Unit): ReadonlyMap<number, number> {
    const known = this.#imports.get(unit);
    if (known !== undefined) return known;
    const bySlot = new Map<number, number>();
    const imports = new Map<number, number>();
    const nameOfSlot = new Map([...unit.globals].map(([name, slot]) => [slot - unit.firstSlot, name]));
    const { code } = unit.summary;
    for (let at = 0; at < code.length; at += 2 + (code[at + 1] ?? 0))
      if (code[at] === Op.Import) bySlot.set(code[at + 2] ?? 0, at);
    for (let at = 0; at < code.length; at += 2 + (code[at + 1] ?? 0)) {
      const name = code[at] === Op.Copy ? nameOfSlot.get(code[at + 2] ?? -1) : undefined;
      const from = bySlot.get(code[at + 3] ?? -1);
      if (name !== undefined && from !== undefined) imports.set(name, from);
    }
    this.#imports.set(unit, imports);
    return imports;
  }

  #declarationsOf(unit: Unit): ReadonlyMap<string, CodePlace> {
    const known = this.#declared.get(unit);
    if (known !== undefined) return known;
    const declared = new Map<string, CodePlace>();
    const { places, variables, names } = unit.summary;
    for (const index of places.keys()) {
      const place = placeIn(unit, index);
      if (index > 0 && !declared.has(place.name)) declared.set(place.name, place);
    }
    for (let index = 0; index < variables.length; index += 2) {
      const name = names[variables[index] ?? 0] ?? "";
      if (!declared.has(name)) declared.set(name, { path: unit.path, name, line: variables[index + 1] ?? 1 });
    }
    this.#declared.set(unit, declared);
    return declared;
  }

  #memberMeaning(classIndex: number, name: number): Meaning | undefined {
    const { program, names } = this.#world;
    const holder = program.classes[classIndex];
    if (holder === undefined) return undefined;
    const around = placeIn(holder.unit, holder.place - holder.unit.firstPlace).name;
    return { unit: holder.unit, name: `${around}.${names.text(name)}` };
  }

  #attributeMeanings(
    held: readonly number[],
    name: number,
  ): { readonly meanings: readonly Meaning[]; readonly how: EdgeEvidence } {
    const { values, program, attributes } = this.#world;
    const meanings: Meaning[] = [];
    for (const value of held) {
      const kind = values.kind(value);
      if (kind === Kind.module) {
        const unit = program.units[values.first(value)];
        const found = unit && this.#globalMeaning(unit, name, MOST_STEPS);
        if (found !== undefined) meanings.push(found);
      } else if (kind === Kind.instance || kind === Kind.class || kind === Kind.super) {
        const receiver = kind === Kind.super ? values.second(value) : value;
        const after = kind === Kind.super ? values.first(value) : undefined;
        const member = attributes.findMember(values.first(receiver), name, after);
        const found = member && this.#memberMeaning(member.owner, name);
        if (found !== undefined) meanings.push(found);
      }
    }
    if (held.length > 0) return { meanings, how: "inferred" };
    return { meanings: this.#byName(name), how: "name" };
  }

  #byName(name: number): readonly Meaning[] {
    this.#membersByName ??= this.#readMembers();
    const holders = this.#membersByName.get(name) ?? [];
    if (holders.length > MOST_BY_NAME) return [];
    return holders.map((one) => this.#memberMeaning(one, name)).filter((one) => one !== undefined);
  }

  #readMembers(): ReadonlyMap<number, readonly number[]> {
    const members = new Map<number, number[]>();
    for (const { index, memberSlots } of this.#world.program.classes)
      for (const name of memberSlots.keys()) {
        const known = members.get(name);
        if (known === undefined) members.set(name, [index]);
        else known.push(index);
      }
    return members;
  }

  #fieldMeanings(slot: number, name: number): readonly Meaning[] {
    const { solver, values, attributes } = this.#world;
    return solver.valuesOf(slot).flatMap((value) => {
      if (values.kind(value) !== Kind.class) return [];
      const member = attributes.findMember(values.first(value), name);
      const found = member && this.#memberMeaning(member.owner, name);
      return found === undefined ? [] : [found];
    });
  }
}
