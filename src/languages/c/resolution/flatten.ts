import { isDead, type Configuration } from "./conditions.ts";
import type { CodeBranch, CodeItem, Condition, SourceUnit } from "./source-unit.ts";
import { makeToken, type Token } from "./tokens.ts";

/**
 * The tokens of a file with all branches of its conditions, nothing expanded. Branches that are whole statements, definitions or list items follow each
 * other; of others, which cut through brackets or sentences, the likeliest stands in the row and the rest aside.
 */
export function flatten(unit: SourceUnit, configuration: Configuration): Token[] {
  const tokens: Token[] = [];
  appendItems(unit.items, configuration, tokens);
  if (isForeign(unit)) for (const token of tokens) token.isActive = false;
  return tokens;
}

const FOREIGN_PATH =
  /(?:^|[/_-])(?:win(?:32|64|dows|nt|ce|sock|api)?|msvc|msdos|dos|mingw\w*|cygwin|darwin|macosx?|osx|apple|ios|(?:free|open|net|dragonfly)bsd|bsd|sunos|solaris|aix|hpux|os390|zos|os2|os400|qnx|haiku|beos|amiga|vms|nacl|emscripten)(?:[/_.-]|$)/i;
const FOREIGN_HEADER =
  /^(?:windows|winsock2?|winbase|mach\/mach\w*|CoreFoundation\/\w+|kstat|libperfstat|sys\/event|os2)\.h$/i;

/** True for a file that is for another system than Linux, by its path or by a header that it demands. */
function isForeign({ path, includes }: SourceUnit): boolean {
  if (FOREIGN_PATH.test(path)) return true;
  return includes.some(
    ({ target, isAngled, condition }) => isAngled && condition === undefined && FOREIGN_HEADER.test(target),
  );
}

function appendItems(items: readonly CodeItem[], configuration: Configuration, tokens: Token[]): void {
  for (const item of items) {
    if ("branches" in item) appendBranches(item.branches, configuration, tokens);
    else for (const token of item) tokens.push(token);
  }
}

interface ReadBranch {
  readonly tokens: readonly Token[];
  readonly holds: boolean | undefined;
}

function appendBranches(
  branches: readonly CodeBranch[],
  configuration: Configuration,
  tokens: Token[],
): void {
  const alive = branches.filter(({ condition }) => !isDead(condition));
  const read = alive.map(({ condition, items }): ReadBranch => {
    const inside: Token[] = [];
    appendItems(items, configuration, inside);
    const holds = configuration.holds(condition);
    if (holds === false) for (const token of inside) token.isActive = false;
    const absent = absentMacro(condition);
    return { tokens: absent === undefined ? inside : inside.map((token) => hideName(token, absent)), holds };
  });
  const main = read.find(({ holds }) => holds === true) ?? read.find(({ holds }) => holds === undefined);
  const areWhole = read.every((branch) => isWhole(branch.tokens));
  for (const branch of read) {
    if (areWhole || branch === main) for (const token of branch.tokens) tokens.push(token);
    else {
      const [first] = branch.tokens;
      if (first !== undefined) tokens.push(makeAside(branch.tokens, first));
    }
  }
}

/** The macro that is not there below `#ifndef`. */
function absentMacro({ test }: Condition): string | undefined {
  const [not, defined, name, inBracket, end] = test ?? [];
  if (not?.text !== "!" || defined?.text !== "defined") return undefined;
  if (name?.kind === "name" && inBracket === undefined) return name.text;
  return name?.text === "(" && end?.text === ")" && test?.length === 5 ? inBracket?.text : undefined;
}

function hideName(token: Token, name: string): Token {
  if (token.text !== name) return token;
  return { ...token, hidden: { name, isBare: false, next: token.hidden } };
}

/** A token for tokens that are read apart from those around them. */
export function makeAside(aside: readonly Token[], place: Token): Token {
  return { ...makeToken("aside", "", place), isActive: place.isActive, aside };
}

const CLOSERS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** True where brackets are closed in the order in which they are opened and the end is that of a statement or of an item. */
function isWhole(tokens: readonly Token[]): boolean {
  const open: string[] = [];
  let last = ";";
  for (const { kind, text } of tokens) {
    if (kind === "aside") continue;
    last = text;
    if (kind !== "sign") continue;
    const opener = CLOSERS[text];
    if (opener !== undefined) {
      if (open.pop() !== opener) return false;
    } else if (text === "(" || text === "[" || text === "{") open.push(text);
  }
  return open.length === 0 && /^[;},:]$/.test(last);
}
