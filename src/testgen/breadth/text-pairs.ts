/** Texts beside one that has keys and what belongs to them (`id=200&x=1`, `name: value; other`): a key again, alone, with nothing, in another case. */
import { swapCase, type TextEdge } from "./text-edge.ts";

/** A key, the sign between, and what belongs to it. */
const PAIR = /([\p{L}\p{N}_.-]+)(\s*(?:=|:(?!\/\/))\s*)("[^"]*"|'[^']*'|[^\s&;,#?"']*)/gu;
/** Longer keys are sentences. */
const LONGEST_KEY = 30;
/** What joins pairs, where the text has one alone. */
const JOINTS = ["&", ";", ", ", " ", "\n"];
const LONGEST_JOINT = 3;
/** Pairs of a text that are changed. */
const MOST_PAIRS = 3;
/** What a key has when it comes again. */
const OTHER = "other1";

interface Pair {
  readonly key: string;
  readonly sign: string;
  readonly rest: string;
  readonly before: string;
  readonly behind: string;
}

function pairsIn(text: string): readonly Pair[] {
  return [...text.matchAll(PAIR)].flatMap(({ 0: all, 1: key = "", 2: sign = "", 3: rest = "", index }) =>
    key.length > LONGEST_KEY
      ? []
      : [{ key, sign, rest, before: text.slice(0, index), behind: text.slice(index + all.length) }],
  );
}

/** What stands between the pairs of a text. */
function jointsOf(text: string, pairs: readonly Pair[]): readonly string[] {
  const [first, second] = pairs;
  if (first === undefined || second === undefined) return JOINTS;
  const joint = text.slice(text.length - first.behind.length, second.before.length);
  return joint === "" || joint.length > LONGEST_JOINT ? JOINTS : [joint];
}

/** The texts beside a text in respect of its pairs; none where it has none. */
export function pairEdges(text: string): readonly TextEdge[] {
  const pairs = pairsIn(text);
  const joints = jointsOf(text, pairs);
  return pairs
    .slice(0, MOST_PAIRS)
    .flatMap((pair, at) => [
      ...joints.flatMap((joint) => againEdges(pair, joint)),
      ...changedEdges(pair, (pairs[at + 1] ?? pairs[0] ?? pair).rest),
    ]);
}

type Forms = readonly (readonly [kind: string, form: string])[];

function written({ before, behind }: Pick<Pair, "before" | "behind">, forms: Forms): readonly TextEdge[] {
  return forms.map(([kind, form]) => ({ kind, value: before + form + behind }));
}

function againEdges(pair: Pair, joint: string): readonly TextEdge[] {
  const { key, sign, rest, behind } = pair;
  const [own, other] = [key + sign + rest, key + sign + OTHER];
  return [
    ...written(pair, [
      ["a key again", own + joint + other],
      ["a key twice before", other + joint + own],
      ["a key again with nothing", key + sign + joint + own],
      ["a key again alone", own + joint + key],
    ]),
    ...written({ ...pair, behind: "" }, [["a key again at the end", own + behind + joint + other]]),
  ];
}

/** One pair otherwise; `others` is what belongs to another key. */
function changedEdges(pair: Pair, others: string): readonly TextEdge[] {
  const { key, sign, rest } = pair;
  return written(pair, [
    ["a key with nothing", key + sign],
    ["a key alone", key],
    ["no key", sign + rest],
    ["a key in another case", swapCase(key) + sign + rest],
    ["a key with more", `${key}2${sign}${rest}`],
    ["white space around a sign", `${key} ${sign.trim()} ${rest}`],
    ["the sign again in what belongs to a key", key + sign + rest + sign.trim() + rest],
    ["what belongs to a key in quotes", `${key}${sign}"${rest}"`],
    ["what belongs to another key", key + sign + others],
  ]);
}

/** The same for a key that stands in another argument: alone, twice, after others, in another case. None for a text without pairs. */
export function keyedEdges(text: string, key: string): readonly TextEdge[] {
  const pairs = pairsIn(text);
  const [first] = pairs;
  const last = pairs.at(-1);
  if (first === undefined || last === undefined || key.length > LONGEST_KEY) return [];
  return jointsOf(text, pairs).flatMap((joint) => [
    ...keysBefore(first, key, joint),
    ...keysBehind(last, key, joint),
  ]);
}

function keysBefore({ before, sign, ...pair }: Pair, key: string, joint: string): readonly TextEdge[] {
  const behind = joint + pair.key + sign + pair.rest + pair.behind;
  return written({ before, behind }, [
    ["another's key first", `${key}${sign}1a`],
    ["another's key twice", `${key}${sign}1a${joint}${key}${sign}2b`],
    ["another's key with nothing", key + sign],
    ["another's key in another case", `${swapCase(key)}${sign}1a`],
    ["another's key with more", `${key}2${sign}1a`],
  ]);
}

function keysBehind(
  { before, key: own, sign, rest, behind }: Pair,
  key: string,
  joint: string,
): readonly TextEdge[] {
  const pair = own + sign + rest;
  return written({ before, behind }, [
    ["another's key last", `${pair}${joint}${key}${sign}1a`],
    ["another's key at both ends", `${key}${sign}1a${joint}${pair}${joint}${key}${sign}${OTHER}`],
    ["another's key alone", pair + joint + key],
  ]);
}
