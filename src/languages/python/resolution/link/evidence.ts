import type { EdgeEvidence } from "../../../resolution.ts";
import { Op } from "../summary/summary.ts";
import type { Unit } from "./program.ts";
import { RepeatedSlots } from "./repeated-slots.ts";
import type { World } from "./world.ts";

/** How what is called at a site is written. */
export type CallForm =
  /** A name that the file binds once, or one of a module. */
  | "name"
  /** A method of the first parameter or of `super()`. */
  | "own"
  /** A method of something else. */
  | "method"
  /** A parameter, an item, what a call gives. */
  | "value"
  /** A decorator that is applied. */
  | "decorator"
  /** A `class` statement. */
  | "class"
  /** An attribute that is read or written. */
  | "attribute"
  /** `with`, `await`, `for`, items. */
  | "protocol"
  /** Operators and comparisons. */
  | "operator"
  /** Whether something is true, or its text. */
  | "conversion";

/** Why a site's edges are believed. */
export interface Evidence {
  readonly form: CallForm;
  readonly how: EdgeEvidence;
  /** Different values that may be called, or whose method may be. */
  readonly values: number;
}

const UNKNOWN: Evidence = { form: "class", how: "declared", values: 1 };

/** Tells of a site why what it calls is believed to be called, by how it is written and what is known of it. */
export function readEvidence(world: World): (site: number) => Evidence {
  const ofSites = new Map<number, Evidence>();
  const slots = new RepeatedSlots(world);
  for (const unit of world.program.units) new UnitEvidence(unit, slots).read(ofSites);
  return (site) => ofSites.get(site) ?? UNKNOWN;
}

/** By operation: the form, where its site stands, and where the operand that decides. */
const FORMS: Readonly<Record<number, readonly [form: CallForm, site: number, operand: number]>> = {
  [Op.Call]: ["value", 2, 1],
  [Op.Decorate]: ["decorator", 2, 1],
  [Op.Get]: ["attribute", 3, 1],
  [Op.Set]: ["attribute", 3, 0],
  [Op.Item]: ["protocol", 4, 1],
  [Op.SetItem]: ["protocol", 4, 0],
  [Op.DeleteItem]: ["protocol", 2, 0],
  [Op.Binary]: ["operator", 4, 1],
  [Op.Compare]: ["operator", 4, 1],
  [Op.Unary]: ["operator", 3, 1],
  [Op.Truth]: ["conversion", 1, 0],
  [Op.Show]: ["conversion", 2, 0],
  [Op.Iterate]: ["protocol", 2, 1],
  [Op.Enter]: ["protocol", 2, 1],
  [Op.Await]: ["protocol", 2, 1],
  [Op.Raise]: ["value", 1, 0],
  [Op.Unpack]: ["protocol", 3, 1],
};
const WITHOUT_RESULT: ReadonlySet<number> = new Set([
  Op.Set,
  Op.SetItem,
  Op.DeleteItem,
  Op.Truth,
  Op.Show,
  Op.Raise,
  Op.Seed,
]);
const NAMED: ReadonlySet<number> = new Set([
  Op.Function,
  Op.Class,
  Op.Import,
  Op.Global,
  Op.Module,
  Op.Decorate,
]);
/** Longest way back to where a value comes from. */
const MOST_STEPS = 10;

class UnitEvidence {
  readonly #unit: Unit;
  readonly #slots: RepeatedSlots;
  /** By slot: the last instruction that fills it, and how many do. */
  readonly #last: Int32Array;
  readonly #count: Int32Array;
  readonly #receivers: ReadonlySet<number>;

  constructor(unit: Unit, slots: RepeatedSlots) {
    this.#unit = unit;
    this.#slots = slots;
    this.#last = new Int32Array(unit.summary.slots).fill(-1);
    this.#count = new Int32Array(unit.summary.slots);
    this.#receivers = new Set(
      unit.summary.functions.flatMap(({ ofClass, parameters: [first] }) =>
        ofClass >= 0 && first !== undefined ? [first[1]] : [],
      ),
    );
    for (const at of instructionsOf(unit)) {
      const { code } = unit.summary;
      const to = WITHOUT_RESULT.has(code[at] ?? -1) ? undefined : code[at + 2];
      if (to === undefined || to < 0) continue;
      this.#last[to] = at;
      this.#count[to] = (this.#count[to] ?? 0) + 1;
    }
  }

  read(ofSites: Map<number, Evidence>): void {
    const { code } = this.#unit.summary;
    for (const at of instructionsOf(this.#unit)) {
      const form = FORMS[code[at] ?? -1];
      if (form === undefined) continue;
      const operand = code[at + 2 + form[2]] ?? -1;
      const site = this.#unit.firstSite + (code[at + 2 + form[1]] ?? 0);
      ofSites.set(site, form[0] === "value" ? this.#judgeCall(operand) : this.#judgeOther(form[0], operand));
    }
  }

  #judgeOther(form: CallForm, operand: number): Evidence {
    const values = this.#slots.valuesOf(this.#unit, operand).length;
    return { form, how: form === "decorator" ? "declared" : "inferred", values };
  }

  #judgeCall(slot: number): Evidence {
    const { code } = this.#unit.summary;
    let at = this.#origin(slot);
    const own = this.#slots.valuesOf(this.#unit, slot).length;
    if (at < 0) return { form: "value", how: "flow", values: own };
    if (NAMED.has(code[at] ?? -1)) return { form: "name", how: "declared", values: own };
    if (code[at] !== Op.Get) return { form: "value", how: "flow", values: own };
    const object = code[at + 3] ?? -1;
    const values = this.#slots.valuesOf(this.#unit, object).length;
    for (let steps = 0; steps < MOST_STEPS && code[at] === Op.Get; steps++) {
      const holder = code[at + 3] ?? -1;
      at = this.#origin(holder);
      const isOwn = at < 0 ? this.#receivers.has(holder) : code[at] === Op.Super;
      if (isOwn && steps === 0) return { form: "own", how: "declared", values };
      if (at < 0) return { form: "method", how: "inferred", values };
    }
    if (NAMED.has(code[at] ?? -1)) return { form: "name", how: "declared", values: own };
    return { form: "method", how: "inferred", values };
  }

  /** The instruction that a slot's value comes from, through copies. */
  #origin(slot: number): number {
    const { code } = this.#unit.summary;
    let current = slot;
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      if (this.#count[current] !== 1) return -1;
      const at = this.#last[current] ?? -1;
      if (code[at] !== Op.Copy && code[at] !== Op.NotNone) return at;
      current = code[at + 3] ?? -1;
    }
    return -1;
  }
}

function* instructionsOf({ summary: { code } }: Unit): Generator<number, void, undefined> {
  for (let at = 0; at < code.length; at += 2 + (code[at + 1] ?? 0)) yield at;
}
