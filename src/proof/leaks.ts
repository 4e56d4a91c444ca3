/**
 * Searches for the answer where a candidate could read it: the rest of the candidate's tree, the dependencies' layer and the
 * standard library. What is compared is token four-grams of function bodies, so that formatting, comments and the names of
 * functions, parameters and variables do not hide a copy. Of the tree's other source files only an equal body counts (similar
 * ones are twins, which curation deals with); of what is left of the target's own, of the tree's other texts and of everything
 * elsewhere 70 % of the body does.
 */
import { readFileSync } from "node:fs";

import { gramSequence, lastPart } from "../analysis/index.ts";
import { joinPath, type RepositoryPath } from "../base/index.ts";
import type { Definition, FunctionCode, Language, Syntax } from "../languages/index.ts";
import type { ByteSpan } from "../spec/index.ts";
import { findFunctions } from "./code-index.ts";
import { WantedGrams } from "./gram-share.ts";
import type { KeptCode } from "./kept-code.ts";
import { readPlace, type LeakPlace, type PlaceCode } from "./read-place.ts";

/** Where an answer was found. */
export interface Leak {
  readonly place: string;
  readonly detail: string;
}

/** All functions of some places, ready to be compared. Built once per environment and tree. */
export interface LeakIndex {
  readonly places: readonly string[];
  /** Copies of a definition's body. `text` is its file, `shown` the same as solvers see it. */
  find(definition: Definition, text: string, shown: string): readonly Leak[];
}

/** A body that is looked for. */
interface WantedBody {
  readonly definition: Definition;
  readonly renamed: WantedGrams;
  readonly written: WantedGrams;
  /** As in texts that quote code. */
  readonly quoted: WantedGrams;
}

// Why these: docs/decisions/0015-leaks-by-tokens.md.
/** Share of a body that counts as the answer wherever no rule of twins applies (design, section 6). */
const COPY = 0.7;
/** The same for a body that is not long, under another name. */
const SHORT_COPY = 0.9;
/** Bodies of fewer four-grams are too common to be called copies. */
const FEWEST_GRAMS = 12;
/** Bodies of fewer are copies only under their own name and with names as written. */
const FEWEST_RENAMED_GRAMS = 20;
/** Bodies of as many are long. */
const LONG_GRAMS = 40;

/** Reads all places. `kept` holds what is known of libraries from earlier runs. */
export async function createLeakIndex(
  places: readonly LeakPlace[],
  language: Pick<Language, "name" | "syntax">,
  kept: KeptCode,
): Promise<LeakIndex> {
  const { syntax } = language;
  const read: PlaceCode[] = [];
  for (const place of places)
    read.push(await readPlace(place, { language, kept, fewestGrams: COPY * FEWEST_GRAMS }));
  return {
    places: places.map(({ name }) => name),
    find(definition, text, shown) {
      const body = readBody(definition, text, syntax);
      return read.flatMap((code) => [
        ...findCopies(code, body, syntax),
        ...(code.place.kind === "tree" ? findInTree(code, body, syntax.functions(shown)) : []),
      ]);
    },
  };
}

/** Searches several indexes as one. */
export function combineLeakIndexes(...indexes: readonly LeakIndex[]): LeakIndex {
  return {
    places: indexes.flatMap(({ places }) => places),
    find: (...target) => indexes.flatMap((index) => index.find(...target)),
  };
}

function readBody(definition: Definition, text: string, syntax: Syntax): WantedBody {
  const bytes = Buffer.from(text);
  const part = ({ start, end }: ByteSpan): string => bytes.subarray(start, end).toString();
  const tokens = syntax.functions(part(definition.spans.definition))[0]?.tokens ?? [];
  const quoted = syntax.quotedTokens(definition.path, part(definition.spans.body));
  return {
    definition,
    renamed: new WantedGrams(gramSequence(tokens, "renamed")),
    written: new WantedGrams(gramSequence(tokens, "written")),
    quoted: new WantedGrams(gramSequence(quoted, "written")),
  };
}

/** Functions of other files that hold enough of the body. */
function findCopies({ place, parts }: PlaceCode, body: WantedBody, syntax: Syntax): Leak[] {
  if (body.renamed.size < FEWEST_GRAMS) return [];
  const least = place.kind === "tree" ? 1 : COPY;
  return parts
    .flatMap((part) => findFunctions(part, body.renamed, least))
    .filter(({ path }) => place.kind === "library" || path !== body.definition.path)
    .flatMap(({ path, at }) => {
      const code = syntax.functions(readFileSync(joinPath(place.directory, path), "utf8"))[at];
      return code === undefined ? [] : leakOf(place, path, body, code, least);
    });
}

/**
 * In a tree the target's own file stands as it is in the repository, which is not what is shown: of that, functions that are left
 * and hold enough of the body, as those for another interpreter. And of the tree's other texts, those that quote enough of it.
 */
function findInTree({ place, texts }: PlaceCode, body: WantedBody, shown: readonly FunctionCode[]): Leak[] {
  const isLong = body.renamed.size >= FEWEST_GRAMS;
  const left = shown.flatMap((code) => (isLong ? leakOf(place, body.definition.path, body, code, COPY) : []));
  if (body.quoted.size < FEWEST_GRAMS) return left;
  const quoting = texts.map(({ path, grams }) => ({ path, share: body.quoted.shareIn(grams, COPY) }));
  return [
    ...left,
    ...quoting.flatMap(({ path, share }) => (share > 0 ? [describe(place, path, share)] : [])),
  ];
}

function leakOf(
  place: LeakPlace,
  path: RepositoryPath,
  body: WantedBody,
  code: FunctionCode,
  least: number,
): Leak[] {
  const share = body.renamed.shareIn(gramSequence(code.tokens, "renamed"), least);
  const isNamesake = code.name === lastPart(body.definition.name);
  if (share === 0 || !isCopy(body, code, share, isNamesake)) return [];
  return [describe(place, path, share, isNamesake ? undefined : code.name)];
}

/** Whether a function is a copy that has a large share of the body. */
function isCopy(
  { renamed, written }: WantedBody,
  { tokens }: FunctionCode,
  share: number,
  isNamesake: boolean,
): boolean {
  if (renamed.size < FEWEST_RENAMED_GRAMS)
    return isNamesake && written.shareIn(gramSequence(tokens, "written"), COPY) > 0;
  return share >= (isNamesake || renamed.size >= LONG_GRAMS ? COPY : SHORT_COPY);
}

function describe({ name: place }: LeakPlace, path: RepositoryPath, share: number, alias?: string): Leak {
  const named = alias === undefined ? "" : `, as ${alias}`;
  return { place, detail: `${path} holds ${Math.round(share * 100)} % of the body${named}` };
}
