import type { Aside } from "./body.ts";
import type { Configuration } from "./conditions.ts";
import { matchBrackets, type Cursor, type ReaderEvents } from "./cursor.ts";
import { expand } from "./expand.ts";
import { flatten } from "./flatten.ts";
import type { SourceUnit } from "./source-unit.ts";
import type { Token } from "./tokens.ts";

/** A file's tokens, macros expanded, and what is read apart from them. */
export interface PreparedFile {
  readonly tokens: readonly Token[];
  readonly ends: Int32Array;
  readonly asides: readonly Aside[];
}

/** So many tokens are kept between the readings of a repository; files beyond are prepared again. */
const MAX_KEPT_TOKENS = 3_000_000;

/** Prepares files, each as often as it is asked for or once where there is room to keep it. */
export function createPreparer(
  units: readonly SourceUnit[],
  configuration: Configuration,
): (unit: number) => PreparedFile {
  const kept = new Map<number, PreparedFile>();
  let room = MAX_KEPT_TOKENS;
  return (unit) => {
    const source = units[unit];
    const known = kept.get(unit);
    if (known !== undefined) return known;
    const file = separateAsides(
      source === undefined ? [] : expand(flatten(source, configuration), unit, configuration),
    );
    room -= file.tokens.length;
    if (room >= 0) kept.set(unit, file);
    return file;
  };
}

/** Takes the asides out of a row of tokens. */
export function separateAsides(all: readonly Token[]): PreparedFile {
  const tokens: Token[] = [];
  const asides: Aside[] = [];
  for (const token of all) {
    if (token.aside === undefined) tokens.push(token);
    else asides.push({ index: tokens.length, tokens: token.aside });
  }
  return { tokens, ends: matchBrackets(tokens), asides };
}

/** A cursor at the beginning of a prepared file. */
export function openCursor({ tokens, ends }: PreparedFile, unit: number, events: ReaderEvents): Cursor {
  return { ...events, tokens, ends, unit, index: 0, depth: 0 };
}
