import type { EdgeEvidence } from "../../../resolution.ts";
import { Op } from "../summary/summary.ts";
import type { Unit } from "./program.ts";
import type { World } from "./world.ts";

/** Tells of a site why what it calls is believed to be called, by how it is written. */
export function readEvidence({ program }: World): (site: number) => EdgeEvidence {
  const ofSites = new Map<number, EdgeEvidence>();
  for (const unit of program.units) readUnit(unit, ofSites);
  return (site) => ofSites.get(site) ?? "inferred";
}

function readUnit(unit: Unit, ofSites: Map<number, EdgeEvidence>): void {
  const { code } = unit.summary;
  const sources = readSources(unit);
  for (let at = 0; at < code.length; at += 2 + (code[at + 1] ?? 0)) {
    const operation = code[at];
    if (operation !== Op.Call && operation !== Op.Decorate) continue;
    ofSites.set(unit.firstSite + (code[at + 4] ?? 0), judge(unit, sources, code[at + 3] ?? -1));
  }
}

/** The last instruction that fills each slot, and how many do. */
interface Sources {
  readonly last: Int32Array;
  readonly count: Int32Array;
}

function readSources({ summary }: Unit): Sources {
  const { code, slots } = summary;
  const sources = { last: new Int32Array(slots).fill(-1), count: new Int32Array(slots) };
  for (let at = 0; at < code.length; at += 2 + (code[at + 1] ?? 0)) {
    const to = WITHOUT_RESULT.has(code[at] ?? -1) ? undefined : code[at + 2];
    if (to === undefined || to < 0) continue;
    sources.last[to] = at;
    sources.count[to] = (sources.count[to] ?? 0) + 1;
  }
  return sources;
}

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
  Op.Super,
]);

function judge(unit: Unit, sources: Sources, slot: number): EdgeEvidence {
  const { code } = unit.summary;
  let at = origin(unit, sources, slot);
  if (at < 0) return "flow";
  if (NAMED.has(code[at] ?? -1)) return "declared";
  if (code[at] !== Op.Get) return "flow";
  for (let steps = 0; steps < 10 && code[at] === Op.Get; steps++) {
    const object = code[at + 3] ?? -1;
    at = origin(unit, sources, object);
    if (at < 0) return isReceiver(unit, object) && steps === 0 ? "declared" : "inferred";
  }
  return NAMED.has(code[at] ?? -1) ? "declared" : "inferred";
}

/** The instruction that a slot's value comes from, through copies. */
function origin({ summary }: Unit, { last, count }: Sources, slot: number): number {
  let current = slot;
  for (let steps = 0; steps < 10; steps++) {
    if (count[current] !== 1) return -1;
    const at = last[current] ?? -1;
    if (summary.code[at] !== Op.Copy && summary.code[at] !== Op.NotNone) return at;
    current = summary.code[at + 3] ?? -1;
  }
  return -1;
}

function isReceiver({ summary }: Unit, slot: number): boolean {
  return summary.functions.some(({ ofClass, parameters }) => ofClass >= 0 && parameters[0]?.[1] === slot);
}
