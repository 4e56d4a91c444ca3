import type { CodeEdge, CodePlace, UnresolvedCall } from "../../../resolution.ts";
import { Flag } from "../summary/summary.ts";
import { confidenceOf, confidenceOfAsking } from "./confidence.ts";
import { readEvidence, type CallForm } from "./evidence.ts";
import type { Unit } from "./program.ts";
import type { World } from "./world.ts";

/** Edges and unresolved calls of a linked program, in their order. */
export function listEdges(world: World): {
  readonly edges: readonly CodeEdge[];
  readonly unresolved: readonly UnresolvedCall[];
} {
  const edges = [...listCalls(world), ...listOverrides(world)].sort(compareEdges);
  return { edges: withoutTwins(edges), unresolved: listUnresolved(world).sort(compareUnresolved) };
}

/** A place by its number. */
export function placeOf({ program }: World, place: number): CodePlace {
  const unit = program.unitOfPlace[place];
  return unit === undefined
    ? ({ path: "", name: "", line: 0 } as never)
    : placeIn(unit, place - unit.firstPlace);
}

/** A place of a file. */
export function placeIn(unit: Unit, place: number): CodePlace {
  const [name, line] = unit.summary.places[place] ?? [0, 1];
  return { path: unit.path, name: unit.summary.names[name] ?? "", line };
}

function listCalls(world: World): CodeEdge[] {
  const { program, log } = world;
  const edges: CodeEdge[] = [];
  const evidence = readEvidence(world);
  for (const site of log.sites) {
    const unit = program.unitOfSite[site];
    const callees = log.calleesOf(site);
    if (unit === undefined || callees === undefined) continue;
    const [at = 0, place = 0] = unit.summary.sites.slice((site - unit.firstSite) * 3);
    if (at === 0) continue;
    const caller = placeIn(unit, place);
    const { how, form, values } = evidence(site);
    const usual = confidenceOf(form, callees.size, values);
    for (const callee of callees) {
      const confidence = !CALLED.has(form) && isAsked(world, callee) ? confidenceOfAsking(values) : usual;
      if (confidence === undefined) continue;
      const to = calleePlace(world, callee);
      if (to === undefined || (isLambda(world, callee) && to.path === caller.path && to.name === caller.name))
        continue;
      edges.push({ kind: "call", caller, callee: to, at, how, confidence });
    }
  }
  return edges;
}

/** Forms that call a method by its name. */
const CALLED: ReadonlySet<CallForm> = new Set(["own", "method"]);

function isAsked({ program, names }: World, callee: number): boolean {
  const called = program.functions[callee];
  return called !== undefined && called.ofClass >= 0 && names.text(called.name) === "__getattr__";
}

function isLambda({ program }: World, callee: number): boolean {
  return callee >= 0 && ((program.functions[callee]?.flags ?? 0) & Flag.lambda) !== 0;
}

function calleePlace(world: World, callee: number): CodePlace | undefined {
  const place = callee < 0 ? world.program.classes[~callee]?.place : world.program.functions[callee]?.place;
  return place === undefined ? undefined : placeOf(world, place);
}

/** From each method to what it overrides. */
function listOverrides(world: World): CodeEdge[] {
  const { program, classes } = world;
  const methods = new Map<number, Map<number, number>>();
  for (const { ofClass, name, place } of program.functions) {
    if (ofClass < 0) continue;
    const own = methods.get(ofClass) ?? new Map<number, number>();
    own.set(name, place);
    methods.set(ofClass, own);
  }
  const edges: CodeEdge[] = [];
  for (const [index, own] of methods)
    for (const [name, place] of own) {
      const above = classes
        .linearisation(index)
        .slice(1)
        .find((one) => methods.get(one)?.has(name) === true);
      const overridden = above === undefined ? undefined : methods.get(above)?.get(name);
      if (overridden === undefined) continue;
      const [caller, callee] = [placeOf(world, place), placeOf(world, overridden)];
      edges.push({ kind: "override", caller, callee, at: null, how: "declared", confidence: 1 });
    }
  return edges;
}

function listUnresolved({ program, log }: World): UnresolvedCall[] {
  const unresolved: UnresolvedCall[] = [];
  for (const unit of program.units) {
    const { sites, names } = unit.summary;
    for (let index = 0; index < sites.length; index += 3) {
      const [at = 0, place = 0, written = -1] = [sites[index], sites[index + 1], sites[index + 2]];
      const site = unit.firstSite + index / 3;
      if (written < 0 || log.calleesOf(site) !== undefined) continue;
      const why = log.isOutside(site) ? "outside" : "unknown";
      unresolved.push({ caller: placeIn(unit, place), at, written: names[written] ?? "", why });
    }
  }
  return unresolved;
}

function comparePlaces(one: CodePlace, other: CodePlace): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  if (one.line !== other.line) return one.line - other.line;
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
}

function compareEdges(one: CodeEdge, other: CodeEdge): number {
  return (
    comparePlaces(one.caller, other.caller) ||
    (one.at ?? 0) - (other.at ?? 0) ||
    comparePlaces(one.callee, other.callee) ||
    (one.kind < other.kind ? -1 : one.kind > other.kind ? 1 : other.confidence - one.confidence)
  );
}

function compareUnresolved(one: UnresolvedCall, other: UnresolvedCall): number {
  return (
    comparePlaces(one.caller, other.caller) ||
    one.at - other.at ||
    (one.written < other.written ? -1 : one.written > other.written ? 1 : 0)
  );
}

/** Of edges that differ in their evidence only, the surest. */
function withoutTwins(edges: readonly CodeEdge[]): readonly CodeEdge[] {
  return edges.filter((edge, index) => {
    const before = edges[index - 1];
    return (
      before === undefined ||
      before.kind !== edge.kind ||
      before.at !== edge.at ||
      comparePlaces(before.caller, edge.caller) !== 0 ||
      comparePlaces(before.callee, edge.callee) !== 0
    );
  });
}
