/** The functions and methods through which tests reach targets that they do not call themselves. */
import { posix } from "node:path";

import { z } from "zod";

import { createCallees, placeOf } from "../analysis/index.ts";
import { lastPart } from "../base/index.ts";
import type { Definition, Language } from "../languages/index.ts";
import { caseRecipe, type CaseRecipe } from "../spec/index.ts";
import { poolValues, type ObservedCall, type TargetContext } from "../testgen/index.ts";
import type { AnalysedSource, AnalysedTarget } from "./analysed-source.ts";
import { placedDefinitions } from "./placed-definitions.ts";

/** A function that tests call, with their calls. */
export interface EntryFunction {
  /** As `EntryCall` has it. */
  readonly call: string;
  /** Its calls are those of tests. */
  readonly context: TargetContext;
  /** Keys (`path:name`) of the targets that want calls and that its calls led to. */
  readonly targets: ReadonlySet<string>;
  /** Which of them each call of a test led to. */
  readonly reachedBy: ReadonlyMap<CaseRecipe, ReadonlySet<string>>;
  /** Short texts that the files of those compare with, or that patterns beside them match; those that come again are drawn more often. */
  readonly constants: readonly string[];
}

/** One entry as the recorder writes it. It comes from a process that ran foreign code: what does not fit is passed over. */
const entryFields = z.object({
  path: z.string(),
  line: z.int(),
  name: z.string(),
  call: z.string(),
  recipe: caseRecipe,
  raised: z.string().nullable(),
});

/** Calls of tests themselves that are enough for a target, and what they are at least beside those that the repository makes. */
const ENOUGH_DIRECT = 8;
const DIRECT_SHARE = 1 / 4;

/** True for a target that is called from inside the repository, and hardly by its tests. */
export function wantsHarvest(
  { callers }: Pick<AnalysedTarget, "callers">,
  isTestFile: (path: string) => boolean,
): boolean {
  const all = callers.reduce((sum, { calls }) => sum + calls, 0);
  const direct = callers
    .filter(({ path }) => isForeignCaller(path) || isTestFile(throughOf(path) ?? path))
    .reduce((sum, { calls }) => sum + calls, 0);
  return direct < all && (direct < ENOUGH_DIRECT || direct < DIRECT_SHARE * all);
}

/** Of a call that code outside of the tree makes the file that leads there: a parser calls the handlers of whoever feeds it. */
function throughOf(path: string): string | undefined {
  return / via (.+?)>(?::\d+)?$/u.exec(path)?.[1];
}

/** True for a caller outside of the tree to which nothing in the tree leads. */
export function isForeignCaller(path: string): boolean {
  return path.startsWith("<") && throughOf(path) === undefined;
}

/** The entry functions of the targets that want calls, in the order of their names. */
export function findEntryFunctions(
  { entries, files, code, environment, targets, isTestFile }: AnalysedSource,
  language: Language,
): readonly EntryFunction[] {
  const wanting = new Set(
    targets
      .filter((target) => wantsHarvest(target, isTestFile))
      .map(({ definition: { path, name } }) => `${path}:${name}`),
  );
  const parsed = [...files.values()].map((file) => file.parsed);
  const placed = placedDefinitions(parsed, environment.recipe.import_roots, language.modules);
  const groups = new Map<string, Group>();
  for (const { targets: reached, fields } of entries) {
    const { data } = entryFields.safeParse(fields);
    const wanted = reached.filter((name) => wanting.has(name));
    if (data === undefined || wanted.length === 0) continue;
    const found = findDefinition(placed, data);
    if (found === undefined) continue;
    const key = `${found.module}:${found.definition.name} ${data.call}`;
    const group: Group = groups.get(key) ?? { ...found, call: data.call, calls: [], reachedBy: new Map() };
    groups.set(key, group);
    group.reachedBy.set(data.recipe as CaseRecipe, new Set(wanted));
    const raised = data.raised === null || data.raised === "?" ? undefined : data.raised;
    group.calls.push({ recipe: data.recipe as CaseRecipe, raised, origin: "observed" });
  }
  if (groups.size === 0) return [];
  const pools = poolValues([...groups.values()], {
    definitions: placed,
    inputs: language.inputs,
    others: targets,
  });
  const calleesOf = createCallees(parsed, {
    allCalleesOf: (place) => code?.allCalleesOf(place) ?? [],
  });
  const constantsOf = createConstants({ files, isTestFile }, language);
  return [...groups].toSorted(byKey).map(([, { definition, module, call, calls, reachedBy }]) => {
    const reached = new Set([...reachedBy.values()].flatMap((names) => [...names]));
    const fileText = files.get(definition.path)?.text ?? "";
    const { start, end } = definition.spans.whole;
    const context = {
      definition,
      module,
      text: Buffer.from(fileText).subarray(start, end).toString(),
      fileText,
      inputs: language.inputs,
      values: language.values,
      calls,
      pools,
      calleeExceptions: calleesOf(definition).exceptions,
    };
    const paths = new Set([...reached].map((name) => name.slice(0, name.lastIndexOf(":"))));
    return { call, context, targets: reached, reachedBy, constants: [...paths].flatMap(constantsOf) };
  });
}

/** Longer texts are messages. */
const LONGEST_CONSTANT = 8;

/**
 * The constants of all definitions of a file that may stand in a notation, and texts that patterns of files in its folder match: as a list to draw from, in which
 * there are about as many of the one kind as of the other.
 */
function createConstants(
  { files, isTestFile }: Pick<AnalysedSource, "files" | "isTestFile">,
  { inputs }: Language,
): (path: string) => readonly string[] {
  const ownConstants = createOwnConstants(files, inputs);
  const byFolder = new Map<string, readonly string[]>();
  const textsOf = (folder: string): readonly string[] => {
    const found =
      byFolder.get(folder) ??
      inputs.notationTexts(
        [...files].flatMap(([path, { text }]) =>
          posix.dirname(path) === folder && !isTestFile(path) ? [text] : [],
        ),
      );
    byFolder.set(folder, found);
    return found;
  };
  return (path) => {
    const own = ownConstants(path);
    const notation = textsOf(posix.dirname(path));
    const times = own.length === 0 ? 0 : Math.max(1, Math.round(notation.length / own.length));
    return [...Array.from({ length: times }, () => own).flat(), ...notation];
  };
}

function createOwnConstants(
  files: AnalysedSource["files"],
  inputs: Language["inputs"],
): (path: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (path) => {
    const { text: fileText = "", parsed } = files.get(path) ?? {};
    const found =
      known.get(path) ??
      (parsed?.definitions ?? []).flatMap((definition) => {
        const { start, end } = definition.spans.whole;
        const text = Buffer.from(fileText).subarray(start, end).toString();
        return inputs.readHints(text, definition, { fileText }).literals.texts;
      });
    known.set(path, found);
    return [...new Set(found)].filter((text) => text.trim() !== "" && text.length <= LONGEST_CONSTANT);
  };
}

interface Group {
  readonly definition: Definition;
  readonly module: string;
  readonly call: string;
  readonly calls: ObservedCall[];
  readonly reachedBy: Map<CaseRecipe, ReadonlySet<string>>;
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** The definition whose code begins at a line, with its decorators or behind them. */
function findDefinition<Placed extends { readonly definition: Definition }>(
  placed: readonly Placed[],
  { path, line, name }: { readonly path: string; readonly line: number; readonly name: string },
): Placed | undefined {
  const distanceOf = ({ definition }: Placed): number => Math.abs(placeOf(definition).line - line);
  return placed
    .filter(
      ({ definition: one }) => one.path === path && lastPart(one.name) === name && one.lines.end >= line,
    )
    .toSorted((a, b) => distanceOf(a) - distanceOf(b))[0];
}
