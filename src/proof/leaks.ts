/**
 * Searches for the answer where a candidate could read it: the rest of the candidate's tree, the dependencies' layer and the
 * standard library. What is compared is token four-grams of function bodies, so that formatting, comments and the names of
 * functions, parameters and variables do not hide a copy. Of the tree's other source files only an equal body counts (similar
 * ones are twins, which curation deals with); of what is left of the target's own, of the tree's other texts and of everything
 * elsewhere 70 % of the body does.
 */
import { readFileSync } from "node:fs";

import { gramSequence } from "../analysis/index.ts";
import { joinPath, lastPart, type RepositoryPath } from "../base/index.ts";
import type { Definition, FunctionCode, Language, Syntax, Token } from "../languages/index.ts";
import type { ByteSpan } from "../spec/index.ts";
import { findFunctions, type FoundFunction } from "./code-index.ts";
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

/** What holds much of a body: a function, or a text without a name. */
interface LeakingText {
  readonly path: RepositoryPath;
  readonly name?: string;
  readonly share: number;
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
/** The same for a short body, and under another name for one that is not long. */
const SHORT_COPY = 0.9;
/** Bodies of fewer four-grams of words and signs are too common to be called copies. */
const FEWEST_GRAMS = 12;
/** Bodies of fewer four-grams of tokens are short: copies only under their own name and with names as written. */
const FEWEST_RENAMED_GRAMS = 20;
/** Bodies of as many four-grams of tokens are long. */
const LONG_GRAMS = 40;

/** Reads all places. `kept` holds what is known of libraries from earlier runs. */
export async function createLeakIndex(
  places: readonly LeakPlace[],
  language: Pick<Language, "name" | "files" | "syntax">,
  kept: KeptCode,
): Promise<LeakIndex> {
  const { syntax } = language;
  const read: PlaceCode[] = [];
  for (const place of places) read.push(await readPlace(place, { language, kept }));
  return {
    places: places.map(({ name }) => name),
    find(definition, text, shown) {
      const body = readBody(definition, text, syntax);
      if (body.quoted.size < FEWEST_GRAMS) return [];
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

/** Functions that hold enough of the body: of libraries, and of a tree's other files those that are equal. */
function findCopies({ place, parts }: PlaceCode, body: WantedBody, syntax: Syntax): Leak[] {
  const own = place.kind === "tree" ? body.definition.path : undefined;
  const found = parts.flatMap((part) => findFunctions(part, body.renamed, own === undefined ? COPY : 1));
  const isCopied = ({ path, name, at, share }: FoundFunction): boolean => {
    const read = (): FunctionCode | undefined =>
      syntax.functions(readFileSync(joinPath(place.directory, path), "utf8"))[at];
    return path !== own && isCopy(body, name, share, () => read()?.tokens ?? []);
  };
  return found.filter(isCopied).map((one) => describe(place, body, one));
}

/**
 * In a tree the target's own file stands as it is in the repository, which is not what is shown: of that, functions that are left
 * and hold enough of the body, as those for another interpreter, or all of it. And of the tree's other texts, those that quote
 * enough of it.
 */
function findInTree({ place, texts }: PlaceCode, body: WantedBody, shown: readonly FunctionCode[]): Leak[] {
  const { path } = body.definition;
  const left = shown.flatMap(({ name, tokens }) => {
    const share = body.renamed.shareIn(gramSequence(tokens, "renamed"), isNamesake(body, name) ? COPY : 1);
    return share > 0 && isCopy(body, name, share, () => tokens) ? [{ path, name, share }] : [];
  });
  const quoting = texts.map(({ path, grams }) => ({ path, share: body.quoted.shareIn(grams, COPY) }));
  return [...left, ...quoting.filter(({ share }) => share > 0)].map((one) => describe(place, body, one));
}

/** Whether a function that has a large share of a body is a copy of it. */
function isCopy(body: WantedBody, name: string, share: number, readTokens: () => readonly Token[]): boolean {
  const { renamed, written } = body;
  if (renamed.size < FEWEST_RENAMED_GRAMS)
    return isNamesake(body, name) && written.shareIn(gramSequence(readTokens(), "written"), SHORT_COPY) > 0;
  return share >= (isNamesake(body, name) || renamed.size >= LONG_GRAMS ? COPY : SHORT_COPY);
}

function isNamesake({ definition }: WantedBody, name: string): boolean {
  return name === lastPart(definition.name);
}

function describe(place: LeakPlace, body: WantedBody, { path, name, share }: LeakingText): Leak {
  const alias = name === undefined || isNamesake(body, name) ? "" : `, as ${name}`;
  return { place: place.name, detail: `${path} holds ${Math.round(share * 100)} % of the body${alias}` };
}
