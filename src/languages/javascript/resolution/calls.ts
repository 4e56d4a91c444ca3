import type ts from "typescript-api";

import { callSitesAt, type CallSite } from "./call-sites.ts";
import { findCallback, findIndirectCallee, inheritanceBy } from "./callbacks.ts";
import type { Names } from "./callables.ts";
import type { ClassMembers } from "./class-members.ts";
import { getCompiler } from "./compiler.ts";
import type { Place } from "./flow-graph.ts";
import { isNode } from "./flow-members.ts";
import { hasBody, visitAll, type CallableNode, type CallLike } from "./syntax.ts";
import { createTargetFinder, type DirectTargets } from "./targets.ts";
import { createValueFlow, type ValueFlow } from "./value-flow.ts";

/** A call site with all that it was found to call. */
export interface ResolvedSite {
  readonly site: CallSite;
  readonly direct: DirectTargets;
  /** Functions whose values come to what is called, or to an argument that is called at once. */
  readonly flow: ReadonlySet<CallableNode>;
}

interface OpenSite extends ResolvedSite {
  readonly flow: Set<CallableNode>;
}

/** Every call site of some files, by types first, by followed values where types do not tell. */
export function resolveCalls(
  files: readonly ts.SourceFile[],
  names: Names,
  classes: ClassMembers,
): readonly ResolvedSite[] {
  const targetsOf = createTargetFinder(names, classes);
  const flow = createValueFlow(names);
  const sites: OpenSite[] = [];
  for (const file of files) {
    visitAll(file, (node) => {
      flow.take(node);
      for (const site of callSitesAt(node)) sites.push({ site, direct: targetsOf(site), flow: new Set() });
    });
  }
  for (const each of sites) followSite(each, flow, classes);
  flow.places.graph.run();
  return sites;
}

function followSite(each: OpenSite, flow: ValueFlow, classes: ClassMembers): void {
  const { site, direct } = each;
  if (site.kind === "access" || site.kind === "iteration") return;
  const call = site.kind === "call" ? site.node : undefined;
  const reach = (callable: CallableNode, shift: number | undefined): void => {
    if (call !== undefined && shift !== undefined) flow.link(call, callable, shift);
  };
  const watch = (place: Place, shift: number | undefined): void => {
    flow.places.graph.watch(place, (value) => {
      const callable = isNode(value) ? calledValue(value, site, classes) : undefined;
      if (callable === undefined) return;
      each.flow.add(callable);
      reach(callable, shift);
    });
  };
  for (const callable of direct.callables) reach(callable, direct.shift);
  if (direct.callables.some(hasBody)) return;
  const indirect = call && findIndirectCallee(call);
  if (indirect === undefined) watch(flow.places.placeOf(site.callee), 0);
  else if (indirect.by !== "bind")
    watch(flow.places.placeOf(indirect.callee), indirect.by === "call" ? 1 : undefined);
  if (call !== undefined && direct.callables.length === 0) followArguments(call, flow, watch);
}

/** What a function from outside does with its arguments: some call one at once, others may give back what they were given. */
function followArguments(
  call: CallLike,
  flow: ValueFlow,
  watch: (place: Place, shift: number | undefined) => void,
): void {
  const ts = getCompiler();
  const callback = findCallback(call);
  if (callback !== undefined) watch(flow.places.placeOf(callback), undefined);
  else if (findIndirectCallee(call)?.by === "bind" && ts.isCallExpression(call)) {
    const indirect = findIndirectCallee(call);
    if (indirect !== undefined)
      flow.places.graph.flow(flow.places.placeOf(indirect.callee), flow.places.placeOf(call));
  } else if (ts.isCallExpression(call)) {
    const place = flow.places.placeOf(call);
    if (place === call) flow.places.graph.seed(place, call);
    for (const argument of call.arguments) flow.places.graph.flow(flow.places.placeOf(argument), place);
    for (const { to, from } of inheritanceBy(call))
      flow.places.inherit(flow.places.placeOf(to), flow.places.placeOf(from));
  }
}

/** What runs where a value is called. */
function calledValue(value: ts.Node, site: CallSite, classes: ClassMembers): CallableNode | undefined {
  const ts = getCompiler();
  if (ts.isClassLike(value)) {
    const isMade = ts.isNewExpression(site.node) || site.kind === "element";
    return isMade ? classes.constructorOf(value) : undefined;
  }
  return ts.isFunctionLike(value) && hasBody(value) ? value : undefined;
}
