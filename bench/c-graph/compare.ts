import { join } from "node:path";

import type { CodeEdge, CodePlace } from "../../src/languages/index.ts";
import type { CompilerTruth } from "./compiler.ts";

/** Predicted calls against the compiler's. Calls are the same where caller, callee and line are. */
export interface Comparison {
  /** Calls of the compiler, and those among them that were predicted. */
  readonly calls: number;
  readonly found: number;
  /** Predicted direct calls on compiled lines of compiled functions, and those among them that the compiler made. */
  readonly judged: number;
  readonly right: number;
  /** The same for pairs of caller and callee, whatever the line. */
  readonly pairs: {
    readonly calls: number;
    readonly found: number;
    readonly judged: number;
    readonly right: number;
  };
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

/**
 * The compiler names a function as macros have it, and has several where a file is included several times: those of one place are one. Flow edges are not judged: the compiler does not say whom a pointer reaches. A predicted call of something that was not compiled is right where the
 * compiler has a call of that name there.
 */
export function compareEdges(root: string, edges: readonly CodeEdge[], truth: CompilerTruth): Comparison {
  const predicted = new Set<string>();
  const predictedPairs = new Set<string>();
  const key = (place: { path: string; name: string }): string => `${place.path}:${place.name}`;
  const compiled = Map.groupBy(truth.functions.values(), ({ path, line }) => `${path}:${line}`);
  const named = <Place extends CodePlace>(place: Place): Place => ({
    ...place,
    name: compiled.get(`${place.path}:${place.line}`)?.[0]?.name ?? place.name,
  });
  const asCompiled = (place: CodePlace): CodePlace => named({ ...place, path: join(root, place.path) });
  const calls = truth.calls.map(({ caller, callees, line }) => ({
    caller: named(caller),
    callees: callees.map(named),
    line,
  }));
  const absolute = edges.map((edge) => ({
    ...edge,
    caller: asCompiled(edge.caller),
    callee: asCompiled(edge.callee),
  }));
  for (const { caller, callee, at } of absolute) {
    predicted.add(`${key(caller)} ${at ?? 0} ${key(callee)}`);
    predictedPairs.add(`${key(caller)} ${key(callee)}`);
  }
  const real = new Set<string>();
  const realPairs = new Map<string, boolean>();
  const outsidePairs = new Set<string>();
  const missing: string[] = [];
  let found = 0;
  for (const { caller, callees, line } of calls) {
    let isFound = false;
    let isPairFound = false;
    for (const callee of callees) {
      real.add(`${key(caller)} ${line} ${key(callee)}`);
      isFound ||= predicted.has(`${key(caller)} ${line} ${key(callee)}`);
      isPairFound ||= predictedPairs.has(`${key(caller)} ${key(callee)}`);
    }
    for (const callee of callees) realPairs.set(`${key(caller)} ${key(callee)}`, isPairFound);
    if (isFound) found++;
    else
      missing.push(
        `${key(caller)} ${line} ${callees.map(key).join(" | ")}${isPairFound ? " (other line)" : ""}`,
      );
  }
  const judged = absolute.filter(
    ({ caller, at, how }) =>
      how !== "flow" && truth.functions.has(key(caller)) && truth.lines.has(`${caller.path}:${at ?? 0}`),
  );
  const isOutside = ({ caller, callee, at }: CodeEdge): boolean =>
    !truth.functions.has(key(callee)) && truth.outsideCalls.has(`${key(caller)}:${at ?? 0}:${callee.name}`);
  for (const edge of judged.filter(isOutside)) {
    real.add(`${key(edge.caller)} ${edge.at ?? 0} ${key(edge.callee)}`);
    if (!realPairs.has(`${key(edge.caller)} ${key(edge.callee)}`))
      outsidePairs.add(`${key(edge.caller)} ${key(edge.callee)}`);
  }
  const extra = judged.filter(
    ({ caller, callee, at }) => !real.has(`${key(caller)} ${at ?? 0} ${key(callee)}`),
  );
  const judgedPairs = new Set(judged.map(({ caller, callee }) => `${key(caller)} ${key(callee)}`));
  return {
    calls: truth.calls.length,
    found,
    judged: judged.length,
    right: judged.length - extra.length,
    pairs: {
      calls: realPairs.size,
      found: [...realPairs.values()].filter(Boolean).length,
      judged: judgedPairs.size,
      right: [...judgedPairs].filter((pair) => realPairs.has(pair) || outsidePairs.has(pair)).length,
    },
    missing: missing.sort(),
    extra: extra
      .map(({ caller, callee, at, confidence }) => {
        const isOtherLine = realPairs.has(`${key(caller)} ${key(callee)}`);
        return `${key(caller)} ${at} ${key(callee)} ${confidence}${isOtherLine ? " (other line)" : ""}`;
      })
      .sort(),
  };
}
