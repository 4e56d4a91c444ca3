import type { Repetition, Unit } from "./program.ts";
import type { World } from "./world.ts";

/** What slots of files hold, wherever their code is followed. */
export class RepeatedSlots {
  readonly #world: World;
  readonly #byUnit = new Map<Unit, Repetition[]>();

  constructor(world: World) {
    this.#world = world;
    for (const one of world.program.repetitions) {
      const known = this.#byUnit.get(one.unit);
      if (known === undefined) this.#byUnit.set(one.unit, [one]);
      else known.push(one);
    }
  }

  /** `slot` is the file's number. None twice. */
  valuesOf(unit: Unit, slot: number): readonly number[] {
    const { solver } = this.#world;
    const first = solver.valuesOf(unit.firstSlot + slot);
    const repetitions = this.#byUnit.get(unit);
    if (repetitions === undefined) return first;
    const held = new Set(first);
    for (const { ranges, slots } of repetitions)
      if (slot >= ranges[2] && slot < ranges[3])
        for (const value of solver.valuesOf(unit.firstSlot + slot + slots)) held.add(value);
    return [...held];
  }
}
