/**
 * Calls harvested from varied entry calls: a parser's methods, visitors and inner helpers are seldom called by tests, and a state that they are found in comes from
 * a call of a public function, not from changing the state. Those calls are varied inside their function's own contract and made under the recorder;
 * of what the repository then calls the targets with, that which is new joins the calls of its tests.
 */
import { z } from "zod";

import { canonicalJson, digestOf, throwIfInterrupted } from "../base/index.ts";
import { harvestCalls, type EntryCall, type RecordedCall } from "../environments/index.ts";
import type { RunFolder } from "../store/index.ts";
import type { CaseRecipe } from "../spec/index.ts";
import { chooseBroad, featuresOfEntry } from "../testgen/index.ts";
import type { AnalysedSource, AnalysedTarget } from "./analysed-source.ts";
import type { BuildOptions } from "./curation.ts";
import { findEntryFunctions, isForeignCaller, type EntryFunction } from "./entry-functions.ts";
import type { Journal } from "./journal.ts";
import { chooseLeading, leadingTo, reachedByTests } from "./leading-calls.ts";
import { findLeftOutTests } from "./left-out-tests.ts";
import { isCallOf, observedCalls } from "./observed-calls.ts";
import type { Services } from "./services.ts";
import { varyEntries } from "./varied-entries.ts";
import type { WorkContext } from "./work-context.ts";

/** Harvested calls of one target, and of those the ones that took no other way through it. */
const MOST_HARVESTED = 64;
const MOST_ALIKE = 32;

/** A source whose targets that tests hardly call themselves have harvested calls as well. Nothing runs where there are none such. */
export async function withHarvestedCalls(
  { source, folder, journal, services, options, context }: HarvestJob,
  analysed: AnalysedSource,
): Promise<AnalysedSource> {
  const entryFunctions = findEntryFunctions(analysed, services.language);
  if (entryFunctions.length === 0) return analysed;
  const { acquired, environment } = analysed;
  const stage = `.work/harvest-${digestOf([source, acquired.treeDigest, environment.digest]).slice(7, 23)}`;
  const [kept] = folder.records(stage);
  if (kept !== undefined) return joinCalls(analysed, kept as Harvest, entryFunctions);
  context.progress.begin(`${source}: harvesting calls from varied entry calls`);
  const harvested = await harvest(analysed, entryFunctions, { services, seed: options.seed });
  throwIfInterrupted(context.signal);
  folder.append(stage, harvested);
  const functions = entryFunctions.length;
  journal.append({ event: "calls-harvested", source, functions, calls: harvested.calls.length });
  return joinCalls(analysed, harvested, entryFunctions);
}

/** What harvesting takes of a source's job. */
interface HarvestJob {
  readonly source: string;
  readonly folder: RunFolder;
  readonly journal: Journal;
  readonly services: Services;
  readonly options: Pick<BuildOptions, "seed">;
  readonly context: WorkContext;
}

/** As it is kept in a build's folder. */
interface Harvest {
  readonly calls: readonly RecordedCall[];
  /** By the keys of targets. */
  readonly leading: Readonly<Record<string, readonly CaseRecipe[]>>;
}

async function harvest(
  { acquired, environment, files, isTestFile, targets }: AnalysedSource,
  entryFunctions: readonly EntryFunction[],
  { services, seed }: { readonly services: Services; readonly seed: number },
): Promise<Harvest> {
  const { environmentOptions, language } = services;
  const isLeftOut = findLeftOutTests(files, isTestFile, language.modules);
  const wanted = new Set(entryFunctions.flatMap(({ targets: reached }) => [...reached]));
  const chosen = targets.filter(({ definition }) => wanted.has(keyOf(definition)));
  const modules = [...new Set(entryFunctions.map((one) => one.context.module))];
  const setting = { acquired, environment, modules };
  const phases = await varyEntries(entryFunctions, setting, { ...environmentOptions, seed });
  const entries = phases.flat();
  const leading = new Map<string, Set<EntryCall>>();
  const lead = (target: string, entry: EntryCall | undefined): void => {
    if (entry !== undefined) leading.set(target, (leading.get(target) ?? new Set()).add(entry));
  };
  for (const [entry, reached] of reachedByTests(entryFunctions))
    for (const target of reached) lead(target, entry);
  const calls = await harvestCalls(
    {
      ...setting,
      targets: chosen.map(({ definition: { path, name, kind, lines } }) => ({
        path,
        name,
        kind,
        first: lines.start,
        last: lines.end,
      })),
      excluded: acquired.files.map(({ path }) => path).filter(isLeftOut),
      phases,
      choose: (...recorded) => {
        for (const one of recorded.flat()) lead(one.target, entryOf(one, entries));
        const [first = [], otherWays = []] = recorded.map((calls) =>
          calls.map((one) => withFeatures(one, entries)),
        );
        return chosen.flatMap((target) => chooseHarvested(target, first, otherWays));
      },
    },
    environmentOptions,
  );
  const known = [...leading].map(([target, found]) => [target, chooseLeading([...found])] as const);
  return { calls, leading: Object.fromEntries(known) };
}

/** Of a target calls that the repository made: of those that took other ways and of the others those that differ most. */
function chooseHarvested(
  { definition, calls }: AnalysedTarget,
  first: readonly RecordedCall[],
  otherWays: readonly RecordedCall[],
): readonly RecordedCall[] {
  const seen = new Set(calls.map(({ recipe }) => canonicalJson(recipe)));
  const isNew = ({ target, fields: { caller, recipe } }: RecordedCall): boolean => {
    if (target !== keyOf(definition) || recipe === undefined || isForeignCaller(String(caller))) return false;
    const name = canonicalJson(recipe);
    return !seen.has(name) && seen.add(name).size > 0;
  };
  const ways = mostDiverse(otherWays.filter(isNew), MOST_HARVESTED - MOST_ALIKE);
  return [...ways, ...mostDiverse(first.filter(isNew), MOST_HARVESTED - ways.length)];
}

/** Of calls those that differ most and are light: by how they end, and by the calls that led to them. */
function mostDiverse(calls: readonly RecordedCall[], most: number): readonly RecordedCall[] {
  const cases = calls.map((item) => ({
    item,
    characters: JSON.stringify(item.fields["recipe"]).length,
    path: String(item.fields["raised"]),
    features: new Set(featuresRead.parse(item.fields["features"])),
  }));
  return chooseBroad(cases, [], { characters: Infinity }).slice(0, most);
}

const featuresRead = z.array(z.string()).catch([]);

/** The call with the features of the entry that led to it, which stands in the line after which its test is named. */
function withFeatures(one: RecordedCall, entries: readonly EntryCall[]): RecordedCall {
  const entry = entryOf(one, entries);
  return entry === undefined
    ? one
    : { ...one, fields: { ...one.fields, features: featuresOfEntry(entry.recipe) } };
}

function entryOf({ fields }: RecordedCall, entries: readonly EntryCall[]): EntryCall | undefined {
  return entries[Number(String(fields["test"]).split(":")[1])];
}

function joinCalls(
  analysed: AnalysedSource,
  { calls, leading }: Harvest,
  entryFunctions: readonly EntryFunction[],
): AnalysedSource {
  const reached = Object.fromEntries(calls.map(({ target }) => [target, 1]));
  const definitions = analysed.targets.map(({ definition }) => definition);
  const { byTarget } = observedCalls(
    { calls, reached, entries: [], tests: {}, testCalls: {}, refused: {}, isTimedOut: false },
    definitions,
  );
  const targets = analysed.targets.map((target) => {
    const more = byTarget.get(keyOf(target.definition))?.calls ?? [];
    const fitting = more.filter(({ recipe }) => isCallOf(target.definition.kind, recipe));
    return {
      ...target,
      calls: [...target.calls, ...fitting],
      leading: leadingTo(leading[keyOf(target.definition)] ?? [], entryFunctions),
    };
  });
  return { ...analysed, targets };
}

function keyOf({ path, name }: AnalysedTarget["definition"]): string {
  return `${path}:${name}`;
}
