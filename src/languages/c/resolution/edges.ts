import type { CodeEdge, CodePlace, EdgeEvidence, UnresolvedCall } from "../../resolution.ts";
import type { BodyFindings, CallPlace } from "./body.ts";
import type { FunctionEntity, PrototypeEntity } from "./entities.ts";
import type { Flow } from "./flow.ts";
import { wireCall, type Holders } from "./holders.ts";

/** Collects calls, then says where they lead. */
export interface EdgeCollector {
  readonly findings: BodyFindings;
  /** After all bodies have been read, once. */
  finish(): { readonly edges: readonly CodeEdge[]; readonly unresolved: readonly UnresolvedCall[] };
}

/** What edges are believed, by why: shares measured against GCC's call graphs and against traces of real test suites (`bench/c-graph.ts`). */
const DECLARED = 0.99;
const FLOW = 0.8;
/** Of a call that only another branch or another definition of a macro makes. */
const ASIDE = 0.4;

/** Of a call to a function that a plain build leaves out, though not the call. */
const LEFT_OUT = 0.3;

interface IndirectFinding {
  readonly place: CallPlace;
  readonly isByOutside: boolean;
}

/** Starts without calls. */
export function createEdgeCollector(
  {
    flow,
    holders,
    functions,
  }: { readonly flow: Flow; readonly holders: Holders; readonly functions: readonly FunctionEntity[] },
  placeOf: (entity: FunctionEntity | PrototypeEntity | undefined, unit: number) => CodePlace,
): EdgeCollector {
  const edges = new Map<string, CodeEdge>();
  const unresolved = new Map<string, UnresolvedCall>();
  const indirect: IndirectFinding[] = [];

  const addEdge = (
    place: CallPlace,
    callee: FunctionEntity | PrototypeEntity,
    how: EdgeEvidence,
    share: number,
  ): void => {
    const key = `${place.unit} ${place.caller?.id ?? ""} ${callee.unit} ${callee.line} ${callee.name} ${place.line}`;
    const confidence = Math.round((place.isAside ? Math.min(share, ASIDE) : share) * 100) / 100;
    const known = edges.get(key);
    if (known !== undefined && known.confidence >= confidence) return;
    const ends = { caller: placeOf(place.caller, place.unit), callee: placeOf(callee, callee.unit) };
    edges.set(key, { kind: "call", ...ends, at: place.line, how, confidence });
  };
  const addUnresolved = (place: CallPlace, why: UnresolvedCall["why"]): void => {
    const key = `${place.unit} ${place.caller?.id ?? ""} ${place.written} ${place.line} ${why}`;
    const caller = placeOf(place.caller, place.unit);
    if (!unresolved.has(key)) unresolved.set(key, { caller, at: place.line, written: place.written, why });
  };
  return {
    findings: {
      addDirectCall: (place, callees) => {
        for (const callee of callees) {
          const isLeftOut = place.isActive && !callee.isActive;
          addEdge(
            place,
            callee,
            isLeftOut ? "name" : "declared",
            (isLeftOut ? LEFT_OUT : DECLARED) / callees.length,
          );
        }
      },
      addIndirectCall: (place, site) => {
        indirect.push({ place, isByOutside: site.isByOutside });
        flow.addCall(site);
      },
      addPrototypeCall: (place, prototype) => addEdge(place, prototype, "declared", DECLARED),
      addOutsideCall: (place) => addUnresolved(place, "outside"),
    },
    finish: () => {
      const reached = flow.solve((call, functionId) => {
        const callee = functions[functionId];
        if (callee !== undefined) wireCall({ holders, flow }, callee, call);
      });
      indirect.forEach(({ place, isByOutside }, index) => {
        const found = (reached[index] ?? []).flatMap((functionId) => functions[functionId] ?? []);
        for (const callee of found) addEdge(place, callee, "flow", FLOW / Math.sqrt(found.length));
        if (found.length === 0 && !isByOutside) addUnresolved(place, "unknown");
      });
      return {
        edges: [...edges.values()].sort(compareEdges),
        unresolved: [...unresolved.values()].sort(compareUnresolved),
      };
    },
  };
}

function comparePlaces(left: CodePlace, right: CodePlace): number {
  return compareTexts(left.path, right.path) || left.line - right.line || compareTexts(left.name, right.name);
}

function compareEdges(left: CodeEdge, right: CodeEdge): number {
  return (
    comparePlaces(left.caller, right.caller) ||
    (left.at ?? 0) - (right.at ?? 0) ||
    comparePlaces(left.callee, right.callee)
  );
}

function compareUnresolved(left: UnresolvedCall, right: UnresolvedCall): number {
  return (
    comparePlaces(left.caller, right.caller) ||
    left.at - right.at ||
    compareTexts(left.written, right.written)
  );
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
