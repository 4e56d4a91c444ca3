import { assert, boolean, constantFrom, nat, property } from "fast-check";
import { beforeAll, expect, test } from "vitest";

import type { Definition, Editing, Syntax } from "../../../src/languages/language.ts";
import { editDefinition } from "../../../src/languages/index.ts";
import { cut, givenPythonSyntax, readStandardLibrary, resultOf, syntaxDigests } from "./real-python.ts";
import { slowTest } from "../../slow-suites.ts";

const FILES = [
  "textwrap.py",
  "heapq.py",
  "functools.py",
  "fractions.py",
  "contextlib.py",
  "string.py",
  "types.py",
];

interface Subject {
  readonly path: string;
  readonly text: string;
  readonly definition: Definition;
}

let syntax: Syntax;
let editing: Editing;
let subjects: Subject[];
beforeAll(async () => {
  ({ syntax, editing } = await givenPythonSyntax());
  subjects = readStandardLibrary(FILES).flatMap(({ path, text }) =>
    syntax.parse(path, text).definitions.map((definition) => ({ path, text, definition })),
  );
});

const splice = ({ text, definition }: Subject, completion: string): string =>
  resultOf(text, editing.splice(text, definition, completion));

function className({ definition }: Subject): string {
  return definition.className?.split(".").at(-1) ?? "";
}

/** The reference as completions that must not change a byte. */
function faithful(subject: Subject): string[] {
  const { text, definition } = subject;
  const whole = cut(text, definition.spans.whole);
  const placed = definition.indentation + whole;
  const forms = [
    whole,
    placed,
    cut(text, definition.spans.definition),
    `\n${placed}\n`,
    `Here:\n\`\`\`python\n${placed}\n\`\`\`\n`,
  ];
  return definition.className === undefined ? forms : [...forms, `class ${className(subject)}:\n${placed}`];
}

test("there are enough real definitions of every kind to try", () => {
  const kinds = new Set(subjects.map(({ definition }) => definition.kind));
  expect(subjects.length).toBeGreaterThan(200);
  expect([...kinds]).toEqual(
    expect.arrayContaining(["function", "method", "static_method", "class_method", "getter"]),
  );
});

slowTest("the reference spliced in gives back the file byte for byte, at its lines", () => {
  for (const subject of subjects) {
    const { text, definition } = subject;
    for (const completion of faithful(subject)) {
      const outcome = editing.splice(text, definition, completion);
      const firstLine = definition.lines.start - definition.decorators.length;
      expect(resultOf(text, outcome), `${definition.name}: ${completion}`).toBe(text);
      if (outcome.status !== "spliced") continue;
      const { lines } = editDefinition(text, definition, outcome.edits);
      expect(lines.start).toBeLessThanOrEqual(firstLine);
      expect(lines.end).toBe(definition.lines.end);
    }
  }
});

test("the body alone gives back the file byte for byte", () => {
  for (const subject of subjects) {
    const body = cut(subject.text, subject.definition.spans.body);
    if (subject.definition.facts.statements > 0) expect(splice(subject, body), body).toBe(subject.text);
  }
});

slowTest("masking changes the body's span and nothing else, and hides every statement of it", () => {
  for (const { path, text, definition } of subjects.filter((_, at) => at % 4 === 0)) {
    const { text: masked, edit } = editing.mask(text, definition);
    const bytes = Buffer.from(text);
    const expected = [bytes.subarray(0, edit.span.start), edit.placeholder, bytes.subarray(edit.span.end)];
    expect(masked).toBe(expected.join(""));
    expect(edit.span).toEqual(definition.spans.body);
    const again = syntax
      .parse(path, masked)
      .definitions.find((one) => one.spans.whole.start === definition.spans.whole.start);
    expect(again?.facts).toMatchObject({ statements: 1, isStub: true });
    expect(again).toMatchObject({
      name: definition.name,
      signature: definition.signature,
      docstring: definition.docstring,
    });
  }
  const sample = subjects.filter((_, at) => at % 8 === 0);
  const masked = sample.map(({ text, definition }) => editing.mask(text, definition).text);
  expect(syntaxDigests(masked).join()).not.toMatch(/Error/);
});

const indent = (code: string, indentation: string): string => code.replace(/^(?=.*\S)/gm, () => indentation);

const dedent = (code: string, indentation: string): string =>
  code.replace(/^.*$/gm, (line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line));

slowTest(
  "any placing of a completion means the same to Python, and splicing twice changes nothing more",
  () => {
    const movable = subjects.filter(
      ({ text, definition }) => !/"""|'''/.test(cut(text, definition.spans.whole)),
    );
    const completions: string[] = [];
    const expected: string[] = [];
    assert(
      property(
        nat().map((at) => movable[at % movable.length] as Subject),
        constantFrom("", "  ", "    ", "        ", "\t", "\t\t", " \t"),
        boolean(),
        boolean(),
        (subject, indentation, inClass, isFenced) => {
          const { text, definition } = subject;
          const placed = definition.indentation + cut(text, definition.spans.whole);
          const plain = dedent(placed, definition.indentation);
          const wraps = inClass && definition.className !== undefined;
          const code = indent(
            wraps ? `class ${className(subject)}:\n${indent(plain, "  ")}` : plain,
            indentation,
          );
          const result = splice(subject, isFenced ? `\`\`\`\n${code}\n\`\`\`` : code);
          completions.push(result);
          expected.push(text);
          const again = syntax
            .parse("again.py", result)
            .definitions.find((one) => one.spans.whole.start === definition.spans.whole.start);
          if (again === undefined) throw new Error(`lost ${definition.name}`);
          expect(splice({ path: "again.py", text: result, definition: again }, code)).toBe(result);
        },
      ),
      { seed: 7, numRuns: 60 },
    );
    expect(movable.length).toBeGreaterThan(80);
    const files = [...new Set(expected)];
    const digests = new Map(syntaxDigests(files).map((digest, at) => [files[at], digest]));
    expect(syntaxDigests(completions)).toEqual(expected.map((text) => digests.get(text)));
  },
);

test("a file's own line ends and byte order mark stay, and new code takes them over", () => {
  for (const subject of subjects.filter((_, at) => at % 17 === 0)) {
    const text = `\uFEFF${subject.text.replaceAll("\n", "\r\n")}`;
    const definition = syntax
      .parse(subject.path, text)
      .definitions.find(({ lines }) => lines.start === subject.definition.lines.start);
    if (definition === undefined) throw new Error(`lost ${subject.definition.name}`);
    const completion = cut(subject.text, subject.definition.spans.whole);
    expect(splice({ path: subject.path, text, definition }, completion)).toBe(text);
  }
});
