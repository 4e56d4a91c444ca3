import { beforeAll, describe, expect, test } from "vitest";

import { findMaskedTarget, maskDefinitions, maskedLine, maskedOffset } from "../../src/analysis/index.ts";
import { createRandom } from "../../src/base/index.ts";
import type { Definition, Editing, Syntax } from "../../src/languages/language.ts";
import { givenPythonSyntax, readStandardLibrary, syntaxDigests } from "../languages/python/real-python.ts";
import { slowTest } from "../slow-suites.ts";

let syntax: Syntax;
let editing: Editing;
beforeAll(async () => {
  ({ syntax, editing } = await givenPythonSyntax());
});

const ORCHARD = `def pick(tree): return tree.apples[:3]  # für später

class Tree:
    @property
    def height(self):
        """Höhe."""; return self._höhe
    @height.setter
    def height(self, value):
        """Set it."""
        self._höhe = max(value, 0)
`;

interface Chosen {
  readonly path: string;
  readonly text: string;
  readonly definitions: readonly Definition[];
}

/** Definitions of real and made-up files, some of each file at a time, in any order. */
function* chosenDefinitions(): Generator<Chosen> {
  const random = createRandom("masks");
  const library = readStandardLibrary(["calendar.py", "fractions.py", "textwrap.py"]);
  for (const { path, text } of [{ path: "orchard.py", text: ORCHARD }, ...library]) {
    const { definitions } = syntax.parse(path, text);
    for (let round = 0; round < 6; round++)
      yield { path, text, definitions: random.shuffle(definitions).slice(0, 1 + (round % 6)) };
  }
}

describe("definitions that are cut out together", () => {
  test("leave the file as it was once their bodies are put back, byte for byte", () => {
    let tried = 0;
    for (const { text, definitions } of chosenDefinitions()) {
      const { text: masked, edits } = maskDefinitions(editing, text, definitions);
      const original = Buffer.from(text);
      let bytes = Buffer.from(masked);
      for (const { span, placeholder } of edits.toSorted((a, b) => b.span.start - a.span.start)) {
        const start = maskedOffset(edits, span.start);
        const end = start + Buffer.byteLength(placeholder);
        expect(bytes.subarray(start, end).toString()).toBe(placeholder);
        bytes = Buffer.concat([
          bytes.subarray(0, start),
          original.subarray(span.start, span.end),
          bytes.subarray(end),
        ]);
      }
      expect(bytes.equals(original)).toBe(true);
      expect(edits.map(({ span }) => span)).toEqual(definitions.map(({ spans }) => spans.body));
      tried++;
    }
    expect(tried).toBe(24);
  });

  slowTest(
    "are stubs under their headers, each found by the edits with it first; the rest of the file is the same",
    () => {
      const texts: string[] = [];
      for (const { path, text, definitions } of chosenDefinitions()) {
        const { text: masked, edits } = maskDefinitions(editing, text, definitions);
        texts.push(masked);
        const file = syntax.parse(path, masked);
        for (const [index, definition] of definitions.entries()) {
          const { name, kind, signature, docstring } = definition;
          const ordered = [...edits.slice(index), ...edits.slice(0, index)];
          const found = findMaskedTarget(file, editing.describe(definition), ordered);
          expect(found).toMatchObject({ name, kind, signature, docstring, facts: { isStub: true } });
          const moved = maskedOffset(edits, definition.spans.whole.start);
          expect(found?.spans.whole.start).toBe(moved);
        }
        const hidden = new Set(definitions.map(({ spans }) => maskedOffset(edits, spans.whole.start)));
        const others = file.definitions.filter(({ spans }) => !hidden.has(spans.whole.start));
        expect(others).toHaveLength(syntax.parse(path, text).definitions.length - definitions.length);
      }
      expect(syntaxDigests(texts).join()).not.toMatch(/Error/);
    },
  );

  test("leave every other line whole, on the line that is told", () => {
    let moved = 0;
    for (const { text, definitions } of chosenDefinitions()) {
      const masked = maskDefinitions(editing, text, definitions);
      const [lines, shown] = [text.split("\n"), masked.text.split("\n")];
      const isHidden = (line: number): boolean =>
        definitions.some(({ lines: { start, end } }) => start <= line && line <= end);
      for (let line = 0; line < lines.length; line += 4) {
        if (isHidden(line + 1)) continue;
        const found = maskedLine(text, masked, line + 1);
        expect(shown[found - 1]).toBe(lines[line]);
        if (found !== line + 1) moved++;
      }
    }
    expect(moved).toBeGreaterThan(300);
  });

  test("of which there is one, are what masking it gives", () => {
    for (const { text, definitions } of chosenDefinitions()) {
      for (const definition of definitions) {
        const { text: masked, edit } = editing.mask(text, definition);
        expect(maskDefinitions(editing, text, [definition])).toEqual({ text: masked, edits: [edit] });
      }
    }
  });
});
