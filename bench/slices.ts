/*
 * Slices against recorded calls: `npm run bench -- slices --source SOURCE… [--targets N] [--smallest N] [--given]`. The tests of each repository run under the
 * recorder; for each target with recorded calls the slice alone, in a sandbox, must show what the original shows. For some the smallest sufficient set is
 * found by deletion at the level of class members, and the tokens of both are compared. `--given` tells the slicer what the recorded inputs name.
 * `--times FOLDER --target PATH:NAME` measures what one slice takes instead.
 */
import { parseArgs } from "node:util";

import { countTokens } from "../src/analysis/slices/slice.ts";
import { silentLogger, silentProgress, type RepositoryPath } from "../src/base/index.ts";
import { openServices } from "../src/curation/index.ts";
import {
  loadParts,
  type FileSummary,
  type SlicedRepository,
  type SliceRequest,
} from "../src/languages/index.ts";
import { median, RawRows, shown } from "./measure/figures.ts";
import { openRecorded, type RecordedTarget } from "./slices/recorded-repository.ts";
import { findSmallest } from "./slices/smallest.ts";
import { measureTimes } from "./slices/times.ts";

const { values } = parseArgs({
  allowNegative: true,
  options: {
    source: { type: "string", multiple: true, default: ["github:msiemens/tinydb"] },
    targets: { type: "string", default: "40" },
    smallest: { type: "string", default: "8" },
    only: { type: "string" },
    given: { type: "boolean", default: false },
    times: { type: "string" },
    target: { type: "string", default: "" },
  },
});
if (values.times !== undefined) {
  measureTimes(values.times, values.target);
  process.exit();
}
const raw = new RawRows("slices");
const context = { logger: silentLogger, progress: silentProgress, signal: new AbortController().signal };
await using services = await openServices({ workers: 2, sandbox: "auto" }, context);
const language = await loadParts("python", ["slicing"], "slice its files");
for (const source of values.source) await measure(source);
console.log(`raw rows: ${raw.path}`);

async function measure(source: string): Promise<void> {
  const repository = await openRecorded(source, services);
  const all = repository.candidates.filter(
    ({ definition }) => values.only === undefined || definition.name === values.only,
  );
  const chosen = evenly(all, Number(values.targets));
  const sliced = openSliced(repository.texts);
  const sums = { sufficient: 0, measured: 0, objects: 0, sufficientObjects: 0, crashed: 0 };
  const ratios: number[] = [];
  const times: number[] = [];
  for (const [index, candidate] of chosen.entries()) {
    let target = await repository.observe(candidate);
    if (target === undefined) continue;
    const { path, name } = target.definition;
    const started = performance.now();
    const given = values.given ? namedIn(target) : { given: [], givenStates: [], givenValues: [] };
    let slice;
    try {
      slice = language.slicing.collect(sliced, { path, name, ...given, isBodyHidden: false });
    } catch (error) {
      console.log(`  ${path}:${name}: crashed ${String(error)}`);
    }
    times.push(performance.now() - started);
    if (slice === undefined) {
      sums.crashed++;
      continue;
    }
    const files = slice.renderFiles(new Map(slice.pieces.map((_, at) => [at, "whole"])));
    let difference = await repository.findDifference(target, files);
    if (difference !== undefined) {
      // What the original does not repeat itself is no call to measure by.
      target = await repository.observeAgain(target);
      if (target === undefined) continue;
      difference = await repository.findDifference(target, files);
    }
    sums.measured++;
    sums.objects += Number(target.takesObjects);
    const tokens = countTokens(files);
    let smallest;
    if (difference === undefined) {
      sums.sufficient++;
      sums.sufficientObjects += Number(target.takesObjects);
      const wanted =
        ratios.length < Number(values.smallest) &&
        (values.only !== undefined ||
          index % Math.max(1, Math.floor(chosen.length / Number(values.smallest))) === 0);
      if (wanted) {
        smallest = await findSmallest(
          slice,
          async (some) => (await repository.findDifference(target, some)) === undefined,
        );
        ratios.push(tokens / smallest.tokens);
      }
    }
    raw.add({
      source,
      path,
      name,
      tokens,
      difference,
      takesObjects: target.takesObjects,
      cases: target.cases.length,
      given,
      smallest,
    });
    const told =
      smallest === undefined
        ? ""
        : `, smallest ${smallest.tokens} (${shown(tokens / smallest.tokens)}) without ${smallest.removed.map(({ name }) => name).join(" ")}`;
    if (difference !== undefined || told !== "")
      console.log(`  ${path}:${name}: ${tokens} tokens${told} ${difference ?? ""}`);
  }
  const { sufficient, measured, objects, sufficientObjects, crashed } = sums;
  console.log(
    `${source}: sufficient ${sufficient} of ${measured}, of those with objects of the repository ${sufficientObjects} of ${objects}; crashed ${crashed}; ` +
      `tokens over the smallest set: median ${shown(median(ratios))}, most ${shown(Math.max(...ratios))} of ${ratios.length}; ms ${shown(median(times), 1)}, first ${shown(times[0], 0)}`,
  );
}

function openSliced(texts: ReadonlyMap<RepositoryPath, string>): SlicedRepository {
  const summaries = new Map<RepositoryPath, FileSummary>();
  return {
    paths: [...texts.keys()].toSorted(),
    text: (path) => texts.get(path),
    summary(path) {
      const text = texts.get(path);
      if (text === undefined) return undefined;
      const known = summaries.get(path) ?? language.slicing.summarise(path, text);
      summaries.set(path, known);
      return known;
    },
    isTestFile: language.files.isTestFile,
  };
}

/** What recorded inputs name of the repository: classes of objects with a state and values, and what is called to make others (classes, factories, methods). */
function namedIn(
  target: RecordedTarget,
): Pick<SliceRequest, "given" | "givenStates" | "givenValues" | "givenTexts"> {
  const given = new Set<string>();
  const givenStates = new Set<string>();
  const givenValues = new Set<string>();
  const givenTexts = new Set<string>();
  for (const { recipe } of target.cases) {
    JSON.stringify(recipe, (key, value: unknown) => {
      if (typeof value === "string" && /^[\w.]+:[\w.]+$/.test(value))
        (({ class: givenStates, named: givenValues })[key] ?? given).add(value);
      if (typeof value === "string" && /^[A-Za-z_]\w*$/.test(value)) givenTexts.add(value);
      return value;
    });
    for (const method of makingMethods(recipe)) given.add(method);
  }
  return {
    given: [...given],
    givenStates: [...givenStates],
    givenValues: [...givenValues],
    givenTexts: [...givenTexts],
  };
}

/** `module:Class.method` of the methods of objects that recipes call to make inputs. */
function makingMethods(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(makingMethods);
  const { made } = value as { readonly made?: Making };
  if (made === undefined) return inside;
  const on = (holder: string | undefined, methods: readonly (string | undefined)[]): readonly string[] =>
    holder === undefined
      ? []
      : methods.flatMap((method) => (method === undefined ? [] : `${holder}.${method}`));
  const since = on(made.class, made.since?.map(({ call }) => call) ?? []);
  return [...inside, ...since, ...on(made.of?.made?.class, [made.call])];
}

/** What of `made` in recipes says by which methods. */
interface Making {
  readonly class?: string;
  readonly call?: string;
  readonly since?: readonly { readonly call: string }[];
  readonly of?: { readonly made?: Making };
}

function evenly<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all;
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] as T);
}
