import { definedNames, isCoreShape } from "../analysis/index.ts";
import type { Definition, ParsedFile } from "../languages/index.ts";
import { targetKey, type Journal, type TriedRecord } from "./journal.ts";
import type { SourceLicences } from "./source-licences.ts";

/** A source none of whose targets may be used: nothing of it is built, installed or run. */
export interface UnlicensedSource {
  readonly source: string;
  readonly parsed: readonly ParsedFile[];
  readonly targets: readonly Definition[];
  readonly licences: SourceLicences;
}

/** Writes down of each target that its licence speaks against it. Gives all that were tried. */
export function rejectUnlicensed(
  { source, parsed, targets, licences }: UnlicensedSource,
  journal: Journal,
): ReadonlyMap<string, TriedRecord> {
  const tried = new Map(journal.tried(source));
  const names = definedNames(parsed);
  for (const definition of targets) {
    const { path, name, lines, facts } = definition;
    if (tried.has(targetKey({ path, name, line: lines.start }))) continue;
    const record: TriedRecord = {
      event: "target-tried",
      source,
      path,
      name,
      line: lines.start,
      is_reached: false,
      statements: facts.statements,
      is_core_shape: isCoreShape(definition, names),
      evaluations: 0,
      duration_ms: 0,
      outcome: "rejected",
      reason: "licence",
      detail: licences.findRefused(path) ?? "no licence stated",
    };
    journal.append(record);
    tried.set(targetKey(record), record);
  }
  return tried;
}

/** Which licences a source's targets stand under, and how many of each are used: told before anything of it is installed. */
export function describeTargetLicences(
  source: string,
  targets: readonly Definition[],
  licences: SourceLicences,
): string {
  const refused = targets.filter(({ path }) => licences.findRefused(path) !== undefined);
  const used = targets.filter(({ path }) => licences.findRefused(path) === undefined);
  const name = ({ path }: Definition): string =>
    licences.findRefused(path) ?? licences.expressionFor(path) ?? "not known";
  if (used.length === 0)
    return `${source}: nothing of it is under a licence that is asked for (${countBy(refused, name)}). For all licences, type --license any.`;
  const left = refused.length === 0 ? "" : `; left alone: ${countBy(refused, name)}`;
  return `${source}: licences of its targets: ${countBy(used, name)}${left}.`;
}

function countBy(targets: readonly Definition[], name: (target: Definition) => string): string {
  const groups = [...Map.groupBy(targets, name)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return groups
    .map(([licence, group]) => (groups.length === 1 ? licence : `${licence} ${group.length}`))
    .join(", ");
}
