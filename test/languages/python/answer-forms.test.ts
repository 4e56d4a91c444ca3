import { expect, test } from "vitest";

import { getDefinition, givenPythonSyntax, resultOf, syntaxDigests } from "./real-python.ts";

const { syntax, editing } = await givenPythonSyntax();

const HEAD = `import functools


class Shelf:
    width = 3

    def other(self):
        return 1

`;
const TAIL = `
    async def wait(self, name):
        return name
`;
const DECORATOR = `    @functools.wraps(print, updated=("a",))\n`;
const method = (body: string): string => `    def load(self, name, *more):\n${body}`;
const ORIGINAL = `${HEAD}${DECORATOR}${method('        """Doc."""\n        return None\n')}${TAIL}`;

const BODY = `        found = [name]
        for one in more:
            if one:
                found.append("""a
b""")
        return found
`;
const ANSWER = method(BODY);
/** What every right form of the answer makes of the file. */
const WANTED = `${HEAD}${DECORATOR}${ANSWER}${TAIL}`;

const dedented = (text: string, by = 4): string => text.replace(new RegExp(`^ {${by}}`, "gm"), "");
const indented = (text: string, by: string): string => text.replace(/^(?=[^\n])(?!b""")/gm, by);
const FLAT = dedented(ANSWER);
const tabbed = (text: string): string =>
  text.replace(/^(?: {4})+/gm, (space) => "\t".repeat(space.length / 4));
const fenced = (text: string, fence = "```", info = "python"): string => `${fence}${info}\n${text}${fence}\n`;
const draft = "def load(self, name, *more):\n    return []\n";
const markdown = (fence: string): string =>
  FLAT.replace(
    "    found =",
    `    """Doc.\n\n    ${fence}python\n    load(1)\n    ${fence}\n    """\n    found =`,
  );

/** Forms of the right answer: in each the file comes to mean the same to Python. */
const forms: Readonly<Record<string, string>> = {
  "as in the file": ANSWER,
  "at no indentation": FLAT,
  "with its first line stripped": ANSWER.trimStart(),
  "stripped on both sides": ANSWER.trim(),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((by) => [`indented by ${by}`, indented(FLAT, " ".repeat(by))]),
  ),
  "indented by a tab": indented(FLAT, "\t"),
  "in steps of two": FLAT.replace(/^(?: {4})+/gm, (space) => " ".repeat(space.length / 2)),
  "in steps of one": FLAT.replace(/^(?: {4})+/gm, (space) => " ".repeat(space.length / 4)),
  "in tabs": tabbed(FLAT),
  "in tabs, as in a file of tabs": tabbed(ANSWER),
  "in tabs, its first line stripped": tabbed(ANSWER).trimStart(),
  "in tabs, with the decorator": `@functools.wraps(print, updated=("a",))\n${tabbed(FLAT)}`,
  "in tabs, fenced": fenced(tabbed(FLAT)),
  "in tabs inside spaces": FLAT.replace(/^ {8}/gm, "    \t"),
  "with its class line, in tabs": `class Shelf:\n${tabbed(ANSWER)}`,
  "with its class line": `class Shelf:\n${ANSWER}`,
  "with its class line and bases": `class Shelf(object):\n${ANSWER}`,
  "with its class and what the file has of it": `class Shelf:\n    width = 3\n\n    def other(self):\n        return 1\n\n${ANSWER}`,
  "as the whole file": WANTED,
  "with CRLF": FLAT.replaceAll("\n", "\r\n"),
  "with CR": FLAT.replaceAll("\n", "\r"),
  "with CRLF, fenced": fenced(FLAT).replaceAll("\n", "\r\n"),
  "with form feeds": `\f\n${FLAT.replace("    for", "\f    for")}`,
  "with blank lines around": `\n \n\n${FLAT}\n\n\t\n`,
  "with white space at line ends": FLAT.replace(/(?<=[^a\n])$/gm, "  "),
  "with comments around": `# an answer\n${FLAT}# the end\n`,
  "after a byte order mark": `\ufeff${FLAT}`,
  "fenced after a byte order mark": `\ufeff${fenced(FLAT)}`,
  "after a byte order mark inside a fence": fenced(`\ufeff${FLAT}`),
  "with a semicolon at the end": FLAT.replace("return found", "return found;"),
  "with a type comment": FLAT.replace("*more):", "*more):  # type: (str, str) -> list"),
  "with a header of several lines": FLAT.replace(
    "(self, name, *more)",
    "(\n    self,\n    name,\n    *more\n)",
  ),
  "with a continued header": FLAT.replace("(self, name", "\\\n  (self, \\\n name"),
  "with a continued def": FLAT.replace("def load", "def \\\n    load"),
  "with its decorator": `${DECORATOR}${ANSWER}`,
  "with its decorator, the first line stripped": `${DECORATOR}${ANSWER}`.trimStart(),
  "with its decorator written otherwise": `@functools . wraps(\n    print,  # of all\n    updated = ('a',),\n)\n${FLAT}`,
  "as a body": BODY,
  "as a body at no indentation": dedented(BODY, 8),
  "as a body in tabs": tabbed(dedented(BODY, 8)),
  "as a body, its first line stripped": BODY.trimStart(),
  "as a fenced body": fenced(BODY),
  fenced: fenced(FLAT),
  "fenced without a language": fenced(FLAT, "```", ""),
  "fenced with another word": fenced(FLAT, "```", "Python 3.12 {.numbered}"),
  "fenced by tildes": fenced(FLAT, "~~~"),
  "fenced by many": fenced(FLAT, "`````"),
  "in an indented fence": indented(fenced(FLAT), "   "),
  "fenced with white space behind": fenced(FLAT, "```  ", ""),
  "in a fence that does not close": `\`\`\`python\n${FLAT}`,
  "in a fence that was opened before": `${FLAT}\`\`\`\n`,
  "in a fence that was opened before, with words after": `${FLAT}\`\`\`\n\nIt's short.\n`,
  "fenced between words": `It's easy:\n\n${fenced(FLAT)}\nThat's "all" (really).\n`,
  "in a fence in a fence": `\`\`\`\`markdown\n${fenced(FLAT)}\`\`\`\`\n`,
  "after a draft": `${fenced(draft)}\nBetter:\n\n${fenced(FLAT)}`,
  "after three drafts": `${fenced(draft)}A\n${fenced(draft, "~~~")}B\n${fenced(draft)}C\n${fenced(FLAT)}`,
  "after a draft that does not close": `\`\`\`python\n${draft}\nNo, it's wrong.\n\n${fenced(FLAT)}`,
  "after a draft of half a text": `${fenced('def load(self, name):\n    """Doc\n')}\nBetter:\n${fenced(FLAT)}`,
  "after a draft, in a fence that does not close": `${fenced(draft)}\nBetter:\n\n\`\`\`python\n${FLAT}`,
  "before an example": `${fenced(FLAT)}\nUse it:\n${fenced("print(Shelf().load(1))\n")}`,
  "before output": `${fenced(FLAT)}\nIt prints:\n${fenced("[1]\n", "```", "text")}`,
  "after thoughts": `<think>\nIt's a list, isn't it?\n${fenced(draft)}</think>\n\n${fenced(FLAT)}`,
  "after a definition of the name": `${draft}\n${FLAT}`,
};

/** Forms with fences inside a text: they end no block. */
const documented: Readonly<Record<string, string>> = {
  "with a fence in its docstring": markdown("```"),
  "with a fence in its docstring, fenced": fenced(markdown("```")),
  "with tildes in its docstring, fenced by tildes": fenced(markdown("~~~"), "~~~"),
  "with a fence in its docstring, after a draft": `${fenced(draft)}\n${fenced(markdown("```"))}`,
};

const target = getDefinition(syntax, ORIGINAL, "Shelf.load");
const put = (completion: string): string => resultOf(ORIGINAL, editing.splice(ORIGINAL, target, completion));

test("every form of an answer means the same", () => {
  const made = Object.fromEntries(Object.entries(forms).map(([form, completion]) => [form, put(completion)]));
  const [wanted, withDocstring, ...digests] = syntaxDigests([
    WANTED,
    WANTED.replace(BODY, `        """Doc."""\n${BODY}`),
    ...Object.values(made),
  ]);
  const names = Object.keys(made);
  // A body alone keeps the docstring.
  const wrong = names.filter((name, at) => digests[at] !== (name.includes("body") ? withDocstring : wanted));
  expect(wrong.map((name) => [name, made[name]])).toEqual([]);
});

test("a fence inside a text of the code ends no block", () => {
  const made = Object.values(documented).map(put);
  const digests = syntaxDigests(made);
  expect(digests.filter((digest) => digest.startsWith("SyntaxError"))).toEqual([]);
  expect(made.filter((text) => !text.includes("load(1)") || !text.includes("return found"))).toEqual([]);
});

test.each([
  ["a method in tabs below a header in spaces", tabbed(FLAT).replace("def", "    def"), "not_parsable"],
  ["tabs in one block with spaces", FLAT.replace("    for", "\tfor"), "not_parsable"],
  ["words without a fence", `It is:\n${FLAT}`, "not_parsable"],
  ["words and two empty fences", "It is:\n```\n```\n", "no_code"],
  ["another decorator", `@functools.wraps(print, updated=("b",))\n${FLAT}`, "decorators_differ"],
  ["an asynchronous one", `async ${FLAT}`, "wrong_kind"],
  ["its class with another body of what the file has", `class Shelf:\n    width = 4\n${ANSWER}`, "redefines"],
])("%s is refused", (_, completion, reason) => {
  expect(put(completion)).toBe(reason);
});
