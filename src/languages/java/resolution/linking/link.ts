import type { RepositoryPath } from "../../../../base/index.ts";
import type {
  CodeEdge,
  CodePlace,
  NameUse,
  ResolvedRepository,
  UnresolvedCall,
} from "../../../resolution.ts";
import type { JavaFileSummary } from "../summary.ts";
import { attributeFile } from "./attribute-file.ts";
import { overridesOf } from "./overrides.ts";
import { declareProgram } from "./program.ts";
import { createRecords, placeKey, type UseRecord } from "./records.ts";

/** Resolves the names of all files; the same whatever the order of the summaries. */
export function linkFiles(summaries: ReadonlyMap<RepositoryPath, JavaFileSummary>): ResolvedRepository {
  const files = declareProgram(summaries);
  const records = createRecords();
  for (const file of files) {
    attributeFile(file, records);
    for (const declared of file.classes) records.edges.push(...overridesOf(declared));
  }
  const uses = groupUses(records.uses);
  return {
    edges: orderEdges(records.edges),
    unresolved: orderUnresolved(records.unresolved),
    findUses: (declaration) => uses.byMeaning().get(placeKey(declaration)) ?? [],
    findDeclaration: (path, at) => findAt(uses.byPath().get(path) ?? [], at)?.means,
  };
}

function orderEdges(edges: readonly CodeEdge[]): readonly CodeEdge[] {
  const single = new Map(
    edges.map((edge) => [`${edge.kind} ${edge.at} ${placeKey(edge.caller)} ${placeKey(edge.callee)}`, edge]),
  );
  return [...single.values()].sort(
    (left, right) =>
      comparePlaces(left.caller, right.caller) ||
      (left.at ?? 0) - (right.at ?? 0) ||
      comparePlaces(left.callee, right.callee) ||
      compareTexts(left.kind, right.kind),
  );
}

function orderUnresolved(calls: readonly UnresolvedCall[]): readonly UnresolvedCall[] {
  return [...calls].sort(
    (left, right) =>
      comparePlaces(left.caller, right.caller) ||
      left.at - right.at ||
      compareTexts(left.written, right.written),
  );
}

function comparePlaces(left: CodePlace, right: CodePlace): number {
  return compareTexts(left.path, right.path) || left.line - right.line || compareTexts(left.name, right.name);
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

interface GroupedUses {
  byMeaning(): ReadonlyMap<string, readonly NameUse[]>;
  byPath(): ReadonlyMap<RepositoryPath, readonly UseRecord[]>;
}

/** Uses in the order of paths and places, none twice; grouped when they are first asked for. */
function groupUses(records: readonly UseRecord[]): GroupedUses {
  let ordered: readonly UseRecord[] | undefined;
  const inOrder = (): readonly UseRecord[] => {
    if (ordered !== undefined) return ordered;
    const single = new Map(
      records.map((use) => [`${use.span.start} ${use.path} ${placeKey(use.means)}`, use]),
    );
    ordered = [...single.values()].sort(
      (left, right) => compareTexts(left.path, right.path) || left.span.start - right.span.start,
    );
    return ordered;
  };
  let byMeaning: ReadonlyMap<string, readonly NameUse[]> | undefined;
  let byPath: ReadonlyMap<RepositoryPath, readonly UseRecord[]> | undefined;
  return {
    byMeaning: () =>
      (byMeaning ??= new Map(
        [...Map.groupBy(inOrder(), ({ means }) => placeKey(means))].map(([key, uses]) => [
          key,
          uses.map(({ path, span, how }) => ({ path, span, how })),
        ]),
      )),
    byPath: () => (byPath ??= Map.groupBy(inOrder(), ({ path }) => path)),
  };
}

/** The first use whose name covers a byte: a constructor comes before its class. */
function findAt(uses: readonly UseRecord[], at: number): UseRecord | undefined {
  let low = 0;
  let high = uses.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((uses[middle]?.span.end ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const use = uses[low];
  return use !== undefined && use.span.start <= at ? use : undefined;
}
