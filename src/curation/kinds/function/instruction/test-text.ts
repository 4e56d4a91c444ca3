import { dirname } from "node:path";

import type { OutlineItem, Syntax } from "../../../../languages/index.ts";

/** Test functions as a solver reads them, by file. */
export interface TestText {
  readonly path: string;
  readonly text: string;
}

/** A choice of tests that takes more characters is not shown. */
const LONGEST = 8_000;

/**
 * The text of test functions (`path::Class::function`) with what they lean on: the file's imports, what is set up in their class, and
 * functions, classes and constants of their file and of files above it that they name. Undefined where a function is not found, or it is too much
 * to read. Depends on its arguments alone.
 */
export function readTestText(
  names: readonly string[],
  texts: Readonly<Record<string, string>>,
  syntax: Syntax,
): readonly TestText[] | undefined {
  const parts: TestText[] = [];
  for (const [path, own] of Map.groupBy(names, (name) => name.split("::")[0] ?? "")) {
    const found = readFile(path, own, texts, syntax);
    if (found === undefined) return undefined;
    parts.push(found);
  }
  const shown = parts.map(({ text }) => text).join("\n");
  const helpers = Object.entries(texts).flatMap(([path, text]) =>
    readHelpers(path, text, parts, shown, syntax),
  );
  const all = [...helpers, ...parts];
  return all.reduce((sum, { text }) => sum + text.length, 0) > LONGEST ? undefined : all;
}

/** `readTestText` of some sources, as one text. */
export function createTestReader(
  texts: Readonly<Record<string, string>>,
  syntax: Syntax,
): (names: readonly string[]) => string | undefined {
  return (names) =>
    readTestText(names, texts, syntax)
      ?.map(({ text }) => text)
      .join("\n");
}

function readFile(
  path: string,
  names: readonly string[],
  texts: Readonly<Record<string, string>>,
  syntax: Syntax,
): TestText | undefined {
  const text = texts[path];
  const items = text === undefined ? undefined : syntax.outline(text)?.items;
  if (text === undefined || items === undefined) return undefined;
  const chosen = new Set<OutlineItem>();
  for (const name of names) {
    const [, ...steps] = name.split("::");
    if (!choose(items, steps, chosen)) return undefined;
  }
  const lines = text.split("\n");
  addNamed(items, chosen, lines);
  for (const item of items) if (item.kind === "import") chosen.add(item);
  return { path, text: render(items, chosen, lines) };
}

/** Marks a function and the classes around it; false where it is not there. */
function choose(
  items: readonly OutlineItem[],
  [step, ...rest]: readonly string[],
  chosen: Set<OutlineItem>,
): boolean {
  const item = items.findLast(({ name }) => name === step);
  if (step === undefined || item === undefined) return false;
  chosen.add(item);
  return rest.length === 0 || choose(item.members, rest, chosen);
}

/** Marks what the marked items name, until nothing more is named; of a class what is no test. */
function addNamed(items: readonly OutlineItem[], chosen: Set<OutlineItem>, lines: readonly string[]): void {
  const open = items.flatMap((item) => (chosen.has(item) ? [item, ...item.members] : [item]));
  for (let before = -1; before !== chosen.size; ) {
    before = chosen.size;
    const text = render(items, chosen, lines);
    for (const item of open) {
      const isMember = !items.includes(item);
      const isNamed = item.name !== undefined && hasWord(text, item.name);
      if (isMember ? !isTest(item) || isNamed : isNamed) chosen.add(item);
    }
  }
}

function isTest({ name, kind }: OutlineItem): boolean {
  return kind === "function" && name?.toLowerCase().startsWith("test") === true;
}

/** Marked items in their order; a class that is marked with some of its members by its header and these. */
function render(
  items: readonly OutlineItem[],
  chosen: ReadonlySet<OutlineItem>,
  lines: readonly string[],
): string {
  return items
    .filter((item) => chosen.has(item))
    .map((item) => {
      const members = item.members.filter((member) => chosen.has(member));
      const isWhole = members.length === 0;
      return isWhole || item.declaration === undefined
        ? lines.slice(item.lines.start - 1, item.lines.end).join("\n")
        : `${item.declaration}\n${render(members, chosen, lines)}`;
    })
    .join("\n\n");
}

/** Functions of a file above the shown ones that they name. */
function readHelpers(
  path: string,
  text: string,
  shownFiles: readonly TestText[],
  shown: string,
  syntax: Syntax,
): TestText[] {
  const folder = dirname(path);
  const isAbove = shownFiles.some(({ path: own }) => folder === "." || own.startsWith(`${folder}/`));
  if (!isAbove || shownFiles.some(({ path: own }) => own === path)) return [];
  const items = syntax.outline(text)?.items ?? [];
  const lines = text.split("\n");
  const named = items.filter(
    (item) => item.kind === "function" && !isTest(item) && hasWord(shown, item.name ?? ""),
  );
  if (named.length === 0) return [];
  const chosen = new Set(named);
  return [{ path, text: render(items, chosen, lines) }];
}

function hasWord(text: string, word: string): boolean {
  return word !== "" && new RegExp(`(?<![\\w.])${RegExp.escape(word)}(?!\\w)`, "u").test(text);
}
