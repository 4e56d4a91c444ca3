import { opening, type Token } from "./tokens.ts";

/*
 * Which branches of `#if` are read. All of them, as long as each is made of whole declarations or statements: then nothing is lost by reading one
 * after the other. Otherwise only the first, for what stands around fits to any one of them.
 */

interface Branch {
  /** Of its directive, and of the first token behind it. */
  readonly from: number;
  readonly to: number;
  readonly isOff: boolean;
}

/** The tokens of a text without directives of conditions, and without branches that do not go together. */
export function chooseBranches(tokens: readonly Token[]): readonly Token[] {
  const kept = new Uint8Array(tokens.length).fill(1);
  for (const { branches, end } of groupsOf(tokens)) {
    for (const { from } of branches) kept[from] = 0;
    kept[end] = 0;
    const contents = branches.map(({ from, to }) => tokensIn(tokens, kept, from + 1, to));
    const before = tokenBefore(tokens, kept, branches[0]?.from ?? 0);
    const isAll = (before === undefined || /^[;{}:,]$/u.test(before.text)) && contents.every(isWhole);
    const first = contents.findIndex(
      (content, index) => content.length > 0 && branches[index]?.isOff !== true,
    );
    const isBroken = !contents.every((content) => depthOf(content) === 0);
    for (const [index, { from, to, isOff }] of branches.entries()) {
      const isDropped = isOff || (!isAll && (index !== first || (isBroken && branches.length === 1)));
      if (isDropped) kept.fill(0, from + 1, to);
    }
  }
  return tokens.filter((_, index) => kept[index] === 1);
}

function tokensIn(tokens: readonly Token[], kept: Uint8Array, from: number, to: number): readonly Token[] {
  return tokens.slice(from, to).filter((_, index) => kept[from + index] === 1);
}

/** The last token before a place that is read and no directive. */
function tokenBefore(tokens: readonly Token[], kept: Uint8Array, from: number): Token | undefined {
  for (let index = from - 1; index >= 0; index--)
    if (kept[index] === 1 && tokens[index]?.kind !== "directive") return tokens[index];
  return undefined;
}

/** Inner groups before those around them. */
function groupsOf(
  tokens: readonly Token[],
): readonly { readonly branches: readonly Branch[]; readonly end: number }[] {
  const groups: { branches: Branch[]; end: number }[] = [];
  const open: { branches: Branch[]; from: number; isOff: boolean }[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    const name = kind === "directive" ? /^#\s*(\w+)/u.exec(text)?.[1] : undefined;
    const around = open.at(-1);
    if (name === "if" || name === "ifdef" || name === "ifndef") {
      open.push({ branches: [], from: index, isOff: /^#\s*if\s+0\b/u.test(text) });
    } else if (around !== undefined && (name?.startsWith("el") === true || name === "endif")) {
      around.branches.push({ from: around.from, to: index, isOff: around.isOff });
      around.from = index;
      around.isOff = false;
      if (name !== "endif") continue;
      open.pop();
      groups.push({ branches: around.branches, end: index });
    }
  }
  return groups;
}

/** True for tokens with matching brackets that end where a declaration, a statement or an item of a list does. */
function isWhole(tokens: readonly Token[]): boolean {
  const last = tokens.findLast(({ kind }) => kind !== "directive");
  return depthOf(tokens) === 0 && (last === undefined || /^[;},:]$/u.test(last.text));
}

/** How many brackets stay open; not a number where one closes that was not opened. */
function depthOf(tokens: readonly Token[]): number {
  let depth = 0;
  for (const token of tokens) {
    depth += opening(token);
    if (depth < 0) return Number.NaN;
  }
  return depth;
}
