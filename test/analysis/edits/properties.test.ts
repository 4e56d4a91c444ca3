import { assert, constantFrom, integer, nat, property } from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";

import { hideBodies, invertEdits, removeDeclarations } from "../../../src/analysis/index.ts";
import { applyEdits, type Edit } from "../../../src/base/index.ts";
import { languages, loadParts, type StructuredFile } from "../../../src/languages/index.ts";
import { cAnswers, javaAnswers, pythonAnswers, scriptAnswers } from "../../languages/rewriting/answers.ts";
import { givenFile, givenLanguage, type Editable } from "./orchard.ts";

const SAMPLES = [
  pythonAnswers,
  scriptAnswers("javascript"),
  scriptAnswers("typescript"),
  javaAnswers,
  cAnswers,
];

test("every language that can be edited is tried", async () => {
  const all = await Promise.all(Object.keys(languages).map((name) => loadParts(name, [], "edit")));
  const editable = all.filter(({ rewriting }) => rewriting !== undefined).map(({ name }) => name);
  expect(SAMPLES.map(({ language }) => language).toSorted()).toEqual(editable.toSorted());
});

/** What stands between two edits stays where it is, byte for byte. */
function keepsTheRest(text: string, edits: readonly Edit[]): boolean {
  const [before, after] = [Buffer.from(text), Buffer.from(applyEdits(text, edits))];
  let [from, moved] = [0, 0];
  for (const { start, end, text: inserted } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (!before.subarray(from, start).equals(after.subarray(from + moved, start + moved))) return false;
    moved += Buffer.byteLength(inserted) - (end - start);
    from = end;
  }
  return before.subarray(from).equals(after.subarray(from + moved));
}

/** The shape of a file: what it declares and in what, without where. */
function shapeOf({ structure }: StructuredFile): readonly string[] {
  return structure.declarations.map(({ name, kind }) => `${kind} ${name}`);
}

describe.each(SAMPLES)("exact edits in $language", ({ language: name, path, text, good }) => {
  let language: Editable;
  beforeAll(async () => {
    language = await givenLanguage(name);
  });

  /** The sample in another dress: line ends (mixed too), a mark, characters of two to four bytes, tabs. */
  const dressed = (ends: readonly string[], mark: string, word: string, isTabbed: boolean): string => {
    const lines = text.replaceAll("fruits", `fruits${word}`).split("\n");
    const written = lines.map((line, at) => (at === lines.length - 1 ? line : line + ends[at % ends.length]));
    const whole = mark + written.join("");
    return isTabbed ? whole.replaceAll(/^(?: {4})+/gmu, (space) => "\t".repeat(space.length / 4)) : whole;
  };
  const dresses = [
    constantFrom(["\n"], ["\r\n"], ["\r\n", "\n"], ["\n", "\n", "\r\n"]),
    constantFrom("", "\uFEFF"),
    constantFrom("", "ü", "漢", "𝒳"),
    constantFrom(false, true),
  ] as const;

  test("taking out or hiding any definitions and putting them back is the identity", () => {
    assert(
      property(...dresses, nat(), nat(), (ends, mark, word, isTabbed, first, count) => {
        const given = dressed(ends, mark, word, isTabbed);
        const file = givenFile(language, path, given);
        const all = file.structure.declarations;
        const chosen = all.filter(
          (_, at) => at >= first % all.length && at <= (first % all.length) + (count % 3),
        );
        const hidden = hideBodies(language.rewriting, file, chosen);
        expect(keepsTheRest(given, hidden)).toBe(true);
        expect(applyEdits(applyEdits(given, hidden), invertEdits(given, hidden))).toBe(given);
        const removed = removeDeclarations(language.rewriting, file, chosen)?.edits ?? [];
        expect(keepsTheRest(given, removed)).toBe(true);
        const left = applyEdits(given, removed);
        expect(language.structure.read(path, left).syntaxErrorLines).toEqual(file.structure.syntaxErrorLines);
        expect(applyEdits(left, invertEdits(given, removed))).toBe(given);
      }),
      { numRuns: 60 },
    );
  });

  test("moving code to another indentation keeps what it declares, and moving it back gives it again", () => {
    assert(
      property(integer({ min: 0, max: 12 }), constantFrom("\n", "\r\n"), (width, end) => {
        const { placing } = language.rewriting;
        const code = text.replaceAll("\n", end);
        const moved = placing.reindent(path, code, " ".repeat(width));
        const wrapped = name === "python" ? `if True:${end}${moved}` : moved;
        if (name !== "python" || width > 0)
          expect(shapeOf(givenFile(language, path, wrapped))).toEqual(
            shapeOf(givenFile(language, path, code)),
          );
        expect(placing.reindent(path, moved, "")).toBe(code);
      }),
      { numRuns: 30 },
    );
  });

  test("an answer changes nothing outside of its target, however it is dressed", () => {
    assert(
      property(...dresses, constantFrom(...good), (ends, mark, word, isTabbed, [, answer]) => {
        const given = dressed(ends, mark, word, isTabbed);
        const file = givenFile(language, path, given);
        const target = file.structure.declarations.find(({ name: own }) => own.endsWith("weigh"));
        const outcome = language.rewriting.placing.rebuild(
          file,
          target,
          answer.replaceAll("fruits", `fruits${word}`),
        );
        expect(outcome.status).toBe("rebuilt");
        if (outcome.status === "refused" || target === undefined) return;
        expect(keepsTheRest(given, outcome.edits)).toBe(true);
        for (const { start, end } of outcome.edits) {
          expect(start).toBeGreaterThanOrEqual(target.spans.whole.start);
          expect(end).toBeLessThanOrEqual(target.spans.whole.end);
        }
        const rebuilt = applyEdits(given, outcome.edits);
        expect(shapeOf(givenFile(language, path, rebuilt)).filter((one) => !/total|i$/u.test(one))).toEqual(
          shapeOf(file),
        );
      }),
      { numRuns: 60 },
    );
  });
});
