/** Completions of about 100,000 characters that are made to be costly to read, for a method `load` of a class `Shelf`. */

const LENGTH = 100_000;
const times = (piece: string, length = LENGTH): string => piece.repeat(Math.ceil(length / piece.length));
const numbered = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join("");

const METHOD = "def load(self, name):\n    return name\n";
/** What stands before or after the method, or around its body. */
const before = (text: string): string => `${text}\n${METHOD}`;
const after = (text: string): string => `${METHOD}\n${text}`;
const inside = (text: string): string => `def load(self, name):\n    ${text}\n    return name\n`;
const nest = (depth: number, tail: string): string =>
  numbered(depth, (index) => `${" ".repeat(index)}if name:\n`) + " ".repeat(depth) + tail;

/** Pieces of which long texts are made; some are no Python at any length. */
export const costlyPieces: readonly string[] = [
  ..."( [ { ) a; a+ a. f( - a, *a, {a: a[ a: a= (a:= @ $? ` \\ ! ~ -> 1 0x 1_ 1e 'a' '' \"".split(" "),
  "lambda:",
  "not ",
  "await ",
  "async ",
  "def ",
  "del ",
  "return ",
  "print ",
  "exec ",
  "yield ",
  "a if a else ",
  "(a for a in ",
  "f'{",
  "f'{a}' ",
  "with (a, ",
  "class a(b):",
  "match a:\n case",
  "print>>a,",
  "a\n",
  "#\n",
  " #\n",
  "\n",
  "\\\n",
  "\r",
  "\f\n",
  "\t",
  " ",
  "@a\n",
  "pass\n",
  "global a\n",
  "a b c ) ] }\n",
  "import a\n",
  "from a import *\n",
  "if a: a\n",
  "elif a:\n a\n",
  "type a[b:c=d]=e\n",
  "try:\n a\nexcept a:\n a\n",
  "é",
  "ﷺ",
  "\u200b",
  "\ufeff",
  "𝒂",
  "\u2028",
  '"""',
  "'''a'''\n",
  "```\n",
  "```python\n",
  "~~~\n",
  "```\na\n```\n",
  "load",
  "def load(self): return 1\n",
  "class Shelf:\n",
  "Here is the answer, isn't it (see below).\n",
];

/** By name. */
export const costlyCompletions: Readonly<Record<string, () => string>> = {
  "indented statements before it": () =>
    `${numbered(5_000, (i) => `     a${i} = 1\n`)}     def load(self, name): return name\n`,
  "statements before it": () => before(numbered(9_000, (i) => `a${i} = 1\n`)),
  "statements after it": () => after(times("a = 1\n")),
  "helpers of one name after it": () => after(times("def a(): a\n")),
  "helpers that use one another": () => after(numbered(4_000, (i) => `def name${i}(): name${i + 1}\n`)),
  "an import of many names": () => before(`import ${numbered(20_000, (i) => `a${i}, `)}b`),
  "an import of many names and one that is taken": () =>
    inside(numbered(6_000, (i) => `a${i};`)) + `from a import ${numbered(6_000, (i) => `a${i}, `)}Shelf\n`,
  "nothing but a docstring of spaces": () => `def load(self, name):\n    """${times(" ")}a"""\n`,
  "a docstring of spaces and semicolons": () => inside(`"""${times(" ;")}""" ${times(" ")};`),
  "a docstring and many statements": () => inside(`"""a"""\n${times("    a\n")}`),
  "a docstring and statements on its line": () => inside(`"""a"""; ${times("a;")}`),
  "a docstring in parentheses": () => inside(`${"(".repeat(2_000)}"a"${")".repeat(2_000)}`),
  "a long decorator on a method": () =>
    `class Shelf:\n    @${times("a")}.b\n    def load(self, name): return name\n`,
  "a decorator of spaces on a method": () =>
    `class Shelf:\n    @a${times(" ")}.b\n    def load(self, name): return name\n`,
  "a long decorator with dots": () => `@${times("a.")}a\n${METHOD}`,
  "many decorators": () => `${times("@a\n")}${METHOD}`,
  "nested parentheses": () => inside(`${"(".repeat(4_000)}${")".repeat(4_000)}`),
  "nested parentheses before it": () => before(`a = ${"(".repeat(4_000)}1${")".repeat(4_000)}`),
  "a nested target of an assignment": () => before(`${"(".repeat(2_000)}a${")".repeat(2_000)} = 1`),
  "nested targets of a deletion": () => before(`del ${"[".repeat(2_000)}a${"]".repeat(2_000)}`),
  "nested items of an assignment": () => before(`a${"[b".repeat(2_000)}${"]".repeat(2_000)} = 1`),
  "a sum of many": () => before(`a = ${times("b + ", 20_000)}b`),
  "statements on a line behind spaces": () => `${times(" ", 50_000)}${times("a;", 20_000)}`,
  "clauses below spaces that a form feed takes back": () =>
    `${times(" ", 50_000)}\fif a:\n a\n${times("elif a:\n a\n", 40_000)}`,
  "a header behind spaces": () =>
    `${times(" ", 50_000)}def load(self, name):\n${numbered(9, () => `${times(" ", 50_001)}a\n`)}`,
  "blank lines below nested blocks": () => nest(150, `a\n${times("\n", 80_000)}`) + METHOD,
  "comments below nested blocks": () => nest(150, `a\n${times("#\n", 80_000)}`) + METHOD,
  "many small nests with blank lines": () => times(nest(40, `a\n${times("\n", 3_000)}`)) + METHOD,
  "nested blocks": () => nest(400, "a\n") + METHOD,
  "texts of several lines": () => before(times("a = '''\n'''\n")),
  "many blocks of code": () => times("```\na = 1\n```\n") + METHOD,
  "blocks of code that do not end": () => times("```python\ndef load(self): (\n"),
  "many definitions of it": () => times("def load(self): return 1\n"),
  "many classes with it": () => times("class Shelf:\n def load(self): return 1\n"),
  "a name of wide characters": () => before(`${times("ﷺ", 30_000)} = 1`),
};

/** A piece over and over, as all of a completion, before the method or in its body. */
export function repeatPiece(piece: string, place: "alone" | "before" | "inside"): string {
  const text = times(piece);
  return place === "alone" ? text : place === "before" ? before(text) : inside(text);
}
