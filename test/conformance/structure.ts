import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { applyEdits, lineOfByte } from "../../src/base/index.ts";
import type { Declaration, FileStructure, LanguageWith } from "../../src/languages/index.ts";

type Indexed = LanguageWith<"structure">;

interface Sample {
  readonly path: string;
  readonly text: string;
}

/** Source files of a language's fixture, with characters beyond ASCII and beyond the Basic Multilingual Plane, and tests among them. */
export function readSamples({ files }: Indexed, folder: string): readonly Sample[] {
  return globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && files.isSourceFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({
      path: path.slice(folder.length + 1).replaceAll("\\", "/"),
      text: readFileSync(path, "utf8"),
    }));
}

/** What any language keeps to that says what stands in its files. `comment` writes a line that means nothing. */
export function describeStructure(
  language: Indexed,
  samples: readonly Sample[],
  comment: (text: string) => string,
): void {
  const { files, structure } = language;

  describe("structure", () => {
    test("reads every file of the fixture, and tells tests from other code", () => {
      expect(samples.length).toBeGreaterThan(1);
      for (const { path, text } of samples) {
        const { declarations, refused } = structure.read(path, text);
        expect([path, declarations.length > 1, refused]).toEqual([path, true, undefined]);
        const tests = declarations.filter(({ isTest }) => isTest);
        expect([path, tests.length > 0]).toEqual([path, files.isTestFile(path)]);
        expect(tests.length).toBeLessThan(declarations.length);
      }
    });

    test("gives spans in bytes, each in the one around it, and names and lines where they are said to be", () => {
      for (const { path, text } of samples) {
        const read = structure.read(path, text);
        expectWellFormed(text, read);
        for (const { name, line, spans } of read.declarations) {
          expect([name, lineOfByte(text, spans.name.start) - line]).toEqual([name, 0]);
          const header = cut(text, spans.header);
          expect([
            name,
            spans.parameters === undefined || header.includes(cut(text, spans.parameters)),
          ]).toEqual([name, true]);
        }
      }
    });

    test("finds the same however far down a text stands, whatever ends its lines, and behind a byte order mark", () => {
      for (const { path, text } of samples) {
        const read = structure.read(path, text);
        const before = `${comment("𝒜 🙂 é")}\n`;
        const moved = structure.read(path, text.startsWith("#!") ? text : before + text);
        if (!text.startsWith("#!"))
          expect(moved.declarations).toEqual(shift(read, Buffer.byteLength(before)));
        const marked = structure.read(path, `\uFEFF${text}`);
        if (!text.startsWith("#!")) expect(marked.declarations).toEqual(shift(read, 3, 0));
        const ended = structure.read(path, text.replaceAll("\n", "\r\n"));
        expect(ended.declarations.map(nameAndLine)).toEqual(read.declarations.map(nameAndLine));
        expectWellFormed(text.replaceAll("\n", "\r\n"), ended);
      }
    });

    test("lets every body be cut out and put back", () => {
      for (const { path, text } of samples)
        for (const { body } of structure.read(path, text).declarations.map(({ spans }) => spans)) {
          if (body === undefined) continue;
          const without = applyEdits(text, [{ ...body, text: "" }]);
          const put = { start: body.start, end: body.start, text: cut(text, body) };
          expect(applyEdits(without, [put])).toBe(text);
        }
    });

    test("says where imports and exports stand, from top to bottom", () => {
      const imports = samples.flatMap(({ path, text }) => {
        const read = structure.read(path, text);
        for (const { line, span } of read.imports) expect(lineOfByte(text, span.start)).toBe(line);
        for (const lines of [read.imports, read.exports].map((all) => all.map(({ line }) => line)))
          expect(lines).toEqual(lines.toSorted((one, other) => one - other));
        return read.imports;
      });
      expect(imports.length).toBeGreaterThan(2);
    });

    test("never throws, whatever is left of a file, and reads the same text alike", () => {
      const anyCut = fc.record({
        sample: fc.constantFrom(...samples),
        from: fc.nat(900),
        length: fc.nat(300),
      });
      fc.assert(
        fc.property(
          anyCut,
          fc.string({ unit: "binary", maxLength: 8 }),
          ({ sample, from, length }, noise) => {
            // What was decoded has no half of a pair.
            const broken = (
              sample.text.slice(0, from) +
              noise +
              sample.text.slice(from + length)
            ).toWellFormed();
            const read = structure.read(sample.path, broken);
            expect(structure.read(sample.path, broken)).toEqual(read);
            expectWellFormed(broken, read);
          },
        ),
        { numRuns: 80 },
      );
    });

    test("refuses what is too large or too deep", () => {
      const [{ path } = { path: "" }] = samples;
      expect(structure.read(path, " ".repeat(2_000_001))).toEqual({ ...NOTHING, refused: "too_large" });
      const deep = structure.read(path, "x = ".concat("(".repeat(20_000)));
      expect(deep.declarations).toEqual([]);
    });
  });
}

const NOTHING: FileStructure = { declarations: [], imports: [], exports: [], syntaxErrorLines: [] };

function cut(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  return Buffer.from(text).toString("utf8", start, end);
}

function nameAndLine({ name, kind, line }: Declaration): readonly unknown[] {
  return [name, kind, line];
}

/** The declarations of a text that stands some bytes further down. */
function shift({ declarations }: FileStructure, bytes: number, lines = 1): readonly Declaration[] {
  return declarations.map((one) => ({
    ...one,
    line: one.line + lines,
    spans: Object.fromEntries(
      Object.entries(one.spans).map(([name, span]) => [
        name,
        span && { start: span.start + bytes, end: span.end + bytes },
      ]),
    ) as unknown as Declaration["spans"],
  }));
}

/** What holds of any text, a broken one too. */
function expectWellFormed(text: string, { declarations, imports, syntaxErrorLines }: FileStructure): void {
  const length = Buffer.byteLength(text);
  for (const [index, { name, parent, spans }] of declarations.entries()) {
    const { whole, header, body } = spans;
    const bounds = [
      0,
      whole.start,
      header.start,
      header.end,
      body?.start ?? header.end,
      body?.end ?? header.end,
      whole.end,
      length,
    ];
    expect([name, bounds]).toEqual([name, bounds.toSorted((one, other) => one - other)]);
    for (const inner of [spans.name, spans.parameters ?? spans.name])
      expect([
        name,
        whole.start <= inner.start && inner.start <= inner.end && inner.end <= whole.end,
      ]).toEqual([name, true]);
    const written = cut(text, spans.name).normalize("NFKC");
    expect([name, name.normalize("NFKC").endsWith(written) || name.endsWith("default")]).toEqual([
      name,
      true,
    ]);
    if (parent === undefined) continue;
    expect(parent).toBeLessThan(index);
    const around = declarations[parent]?.spans.whole;
    expect([name, around !== undefined && around.start <= whole.start && whole.end <= around.end]).toEqual([
      name,
      true,
    ]);
  }
  for (const { span } of imports)
    expect(0 <= span.start && span.start < span.end && span.end <= length).toBe(true);
  expect(syntaxErrorLines).toEqual(syntaxErrorLines.toSorted((one, other) => one - other));
}
