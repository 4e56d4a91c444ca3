/**
 * Twins: definitions whose body stands, nearly, in another definition of the repository, where a solver can read it. What is
 * compared is the share of a body's token four-grams that the other body has, once with names as written and once with any names.
 *
 * The floors were read off the 1,100 core-shaped functions of ten packages (sqlparse, six, humanize, inflection, mistune, boltons,
 * more-itertools, environs, tabulate, python-slugify). Below 15 tokens a match is an idiom (`try: return self[key] …`). With any
 * names, chance matches end at about 30 tokens, and only if the other body is not much longer: a body of 600 tokens holds most
 * four-grams of any short one.
 */
import { createPause } from "../base/index.ts";
import type { Definition, Syntax, Token } from "../languages/index.ts";
import type { SourceFile } from "./source-file.ts";
import { gramsOf } from "./token-grams.ts";

/** Share of a body's four-grams from which another body counts as its twin (design, section 6). */
const TWIN_CONTAINMENT = 0.7;
/** Bodies with fewer tokens have no twins. */
const FEWEST_TOKENS = 15;
/** Bodies with fewer tokens have no twins under other names. */
export const FEWEST_RENAMED_TOKENS = 30;
/** With any names, a body that has more than this many times the four-grams is no twin. */
const MOST_TIMES_LONGER = 2;

/** Another definition that shows most of a body. */
export interface Twin {
  readonly definition: Definition;
  /** Share of the body's four-grams that it holds, in `[0.7, 1]`. */
  readonly share: number;
  /** True where it does so only under other names. */
  readonly isRenamed: boolean;
}

/** The bodies of a repository, ready to be compared. */
export interface TwinIndex {
  /** The twins of a definition of these files: names as written first, then the most similar first. Stubs and tiny bodies have none. */
  findAll(definition: Definition): readonly Twin[];
}

interface Body {
  readonly definition: Definition;
  readonly tokens: number;
  readonly written: Uint32Array;
  readonly renamed: Uint32Array;
}

/** Reads the bodies of all definitions of some files: those that a solver can see. */
export async function createTwinIndex(
  files: readonly SourceFile[],
  syntax: Pick<Syntax, "bodyTokens">,
): Promise<TwinIndex> {
  const pause = createPause();
  const bodies = new Map<string, Body>();
  for (const { text, parsed } of files) {
    await pause();
    for (const definition of parsed.definitions)
      bodies.set(placeOf(definition), readBody(definition, syntax.bodyTokens(text, definition)));
  }
  return {
    findAll(definition) {
      const own = bodies.get(placeOf(definition));
      if (own === undefined || definition.facts.isStub || definition.facts.isTrivialReturn) return [];
      return findTwins(
        own,
        [...bodies.values()].filter((other) => other !== own),
      );
    },
  };
}

function readBody(definition: Definition, tokens: readonly Token[]): Body {
  const written = Uint32Array.from(gramsOf(tokens, "written"));
  const renamed = Uint32Array.from(gramsOf(tokens, "renamed"));
  return { definition, tokens: tokens.length, written, renamed };
}

function placeOf({ path, spans }: Definition): string {
  return `${path}:${spans.whole.start}`;
}

function findTwins(own: Body, others: readonly Body[]): readonly Twin[] {
  if (own.tokens < FEWEST_TOKENS) return [];
  const asWritten = findLike(own, others, "written");
  if (own.tokens < FEWEST_RENAMED_TOKENS) return asWritten;
  const known = new Set(asWritten.map(({ definition }) => definition));
  const most = MOST_TIMES_LONGER * own.renamed.length;
  const unknown = others.filter(
    ({ definition, renamed }) => !known.has(definition) && renamed.length <= most,
  );
  return [...asWritten, ...findLike(own, unknown, "renamed")];
}

function findLike(own: Body, others: readonly Body[], reading: "written" | "renamed"): readonly Twin[] {
  const grams = new Set(own[reading]);
  const least = TWIN_CONTAINMENT * grams.size;
  const twins = others.flatMap((other): Twin[] => {
    if (other[reading].length < least) return [];
    const shared = countIn(grams, other[reading]);
    if (shared < least) return [];
    const { definition } = other;
    return [{ definition, share: shared / grams.size, isRenamed: reading === "renamed" }];
  });
  return twins.sort((a, b) => b.share - a.share);
}

function countIn(grams: ReadonlySet<number>, others: Uint32Array): number {
  let shared = 0;
  for (const gram of others) if (grams.has(gram)) shared++;
  return shared;
}
