import { existsSync } from "node:fs";
import { join } from "node:path";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { applyEdits, canonicalJson, createRandom, type Json } from "../../src/base/index.ts";
import { editDefinition } from "../../src/languages/index.ts";
import type {
  Assertions,
  Definition,
  Driver,
  Inputs,
  Language,
  Modules,
  LanguageWith,
  Present,
  References,
  Values,
  Variant,
  Variants,
} from "../../src/languages/index.ts";
import {
  isWellFormedRecipe,
  type CaseRecipe,
  type Observation,
  type ValueRecipe,
} from "../../src/spec/index.ts";

type EditedLanguage = LanguageWith<"syntax" | "editing">;

/** A file of a language under test. */
export interface SampleFile {
  readonly path: string;
  readonly text: string;
}

/**
 * What any language must keep to, as far as it has the part that is asked. Files hold several functions, and characters beyond ASCII; `known` are
 * some of the `value` nodes that it knows, an array and a library's number among them.
 */
export function describeLanguage(
  language: EditedLanguage,
  files: readonly SampleFile[],
  known: readonly ValueRecipe[] = [],
): void {
  const samples = files.flatMap(({ path, text }) =>
    language.syntax.parse(path, text).definitions.map((definition) => ({ text, definition })),
  );
  describeSyntax(language, files, samples);
  describeEditing(language, samples);
  const { modules, references, inputs, values, present, assertions, variants, driver, checkProgram } =
    language;
  if (modules !== undefined) describeModules(modules, files);
  if (references !== undefined) describeReferences(references, samples);
  if (inputs !== undefined) describeInputs(inputs, samples);
  if (values !== undefined) describeValues(values, known);
  if (present !== undefined) describePresent(present, language, samples);
  if (assertions !== undefined) describeAssertions(assertions);
  if (variants !== undefined) describeVariants(variants, language, samples);
  if (driver !== undefined && checkProgram !== undefined) describePrograms(driver, checkProgram);
}

interface Sample {
  readonly text: string;
  readonly definition: Definition;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function cut(text: string, { start, end }: Span): string {
  return Buffer.from(text).subarray(start, end).toString();
}

/** A text with another one in the place of some of its bytes. */
function withSpan(text: string, { start, end }: Span, given: string): string {
  const bytes = Buffer.from(text);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(given), bytes.subarray(end)]).toString();
}

function describeSyntax(
  { syntax, files: sources }: EditedLanguage,
  files: readonly SampleFile[],
  samples: readonly Sample[],
): void {
  describe("syntax", () => {
    test("finds definitions in every file, and its files by their names", () => {
      for (const { path, text } of files) {
        const { definitions, syntaxErrorLines, refused } = syntax.parse(path, text);
        expect([definitions.length > 1, syntaxErrorLines, refused]).toEqual([true, [], undefined]);
        expect([sources.isSourceFile(path), path.endsWith(sources.ending)]).toEqual([true, true]);
        expect(sources.isSourceFile(`${path}.other`)).toBe(false);
      }
    });

    test("counts spans in bytes: each lies in the one around it, and header and lines are where they are said to be", () => {
      expect(samples.some(({ text }) => Buffer.byteLength(text) > text.length)).toBe(true);
      for (const { text, definition } of samples) {
        const { whole, definition: own, body } = definition.spans;
        const bounds = [0, whole.start, own.start, body.start, body.end, own.end, Buffer.byteLength(text)];
        expect(bounds).toEqual(bounds.toSorted((one, other) => one - other));
        expect(own.end).toBe(whole.end);
        expect(cut(text, own).startsWith(definition.signature)).toBe(true);
        expect(cut(text, { start: 0, end: own.start }).split("\n")).toHaveLength(definition.lines.start);
        expect(cut(text, { start: 0, end: own.end }).trimEnd().split("\n")).toHaveLength(
          definition.lines.end,
        );
      }
    });

    test("never throws, whatever is left of a file, and reads the same text alike", () => {
      const anyCut = fc.record({ file: fc.constantFrom(...files), from: fc.nat(400), length: fc.nat(400) });
      fc.assert(
        fc.property(anyCut, fc.string({ maxLength: 8 }), ({ file: { path, text }, from, length }, noise) => {
          const broken = text.slice(0, from) + noise + text.slice(from + length);
          expect(syntax.parse(path, broken)).toEqual(syntax.parse(path, broken));
          syntax.outline(broken);
        }),
        { numRuns: 40 },
      );
    });

    test("writes what it decoded back as the same bytes", () => {
      for (const { text } of files) {
        const bytes = Buffer.from(text);
        const decoded = sources.decode(bytes);
        expect(decoded).toMatchObject({ status: "decoded", text });
        if (decoded.status === "decoded")
          expect(Buffer.from(decoded.encode(text) ?? []).equals(bytes)).toBe(true);
      }
    });

    test("outlines statements in order, with every function of the file's top level among them", () => {
      for (const { path, text } of files) {
        const { items = [] } = syntax.outline(text) ?? {};
        const starts = items.map(({ lines }) => lines.start);
        expect(starts).toEqual(starts.toSorted((one, other) => one - other));
        const named = new Map(items.map((item) => [item.name, item.kind]));
        for (const { name, className } of syntax.parse(path, text).definitions)
          if (className === undefined) expect([name, named.get(name)]).toEqual([name, "function"]);
      }
    });

    test("gives tokens of bodies, the same wherever the definition stands", () => {
      for (const { path, text } of files) {
        const moved = `\n\n${text}`;
        const tokens = (given: string): unknown[] =>
          syntax.parse(path, given).definitions.map((definition) => syntax.bodyTokens(given, definition));
        expect(tokens(moved)).toEqual(tokens(text));
        expect(tokens(text)).not.toContainEqual([]);
      }
    });
  });
}

function describeEditing({ syntax, editing }: EditedLanguage, samples: readonly Sample[]): void {
  describe("editing", () => {
    test("masks a body so that it can be put back byte for byte, and leaves the definitions that they are", () => {
      for (const { text, definition } of samples) {
        const { text: masked, edit } = editing.mask(text, definition);
        expect(edit).toMatchObject({ path: definition.path, span: definition.spans.body });
        const end = edit.span.start + Buffer.byteLength(edit.placeholder);
        expect(withSpan(masked, { start: edit.span.start, end }, cut(text, edit.span))).toBe(text);
        const { definitions, syntaxErrorLines } = syntax.parse(definition.path, masked);
        expect(syntaxErrorLines).toEqual([]);
        expect(definitions.map(({ name }) => name)).toContain(definition.name);
      }
    });

    test("takes the original as a completion, and nothing changes", () => {
      for (const { text, definition } of samples) {
        const own = cut(text, definition.spans.whole);
        const spliced = editing.splice(text, definition, `${definition.indentation}${own}`);
        if (spliced.status !== "spliced") throw new Error(spliced.message);
        expect(spliced.edits.every(({ path }) => path === definition.path)).toBe(true);
        const edited = editDefinition(text, definition, spliced.edits);
        expect([edited.text, edited.lines.end]).toEqual([text, definition.lines.end]);
      }
    });

    test("refuses what holds no definition of the name", () => {
      for (const { text, definition } of samples.slice(0, 3)) {
        expect(editing.splice(text, definition, "")).toMatchObject({ status: "refused", reason: "no_code" });
        expect(editing.splice(text, definition, "((((")).toMatchObject({ status: "refused" });
      }
    });

    test("describes a target as it was read", () => {
      for (const { definition } of samples) {
        const { path, name, kind, signature } = definition;
        expect(editing.describe(definition)).toMatchObject({
          path,
          name,
          kind,
          signature,
          parameters: definition.parameters.map((parameter) => parameter.name),
        });
      }
    });
  });
}

function describeModules(modules: Modules, files: readonly SampleFile[]): void {
  describe("modules", () => {
    test("have names that an import may give them", () => {
      for (const { path } of files) {
        const module = modules.nameOf(path, ["."]);
        expect(module).toEqual(expect.any(String));
        expect(modules.possibleNames(path)).toContain(module);
        expect(modules.nameOf(path, ["elsewhere"])).toBeUndefined();
      }
    });
  });
}

function describeReferences(references: References, samples: readonly Sample[]): void {
  describe("references", () => {
    test("find the names of a definition, and whole statements around its lines", () => {
      for (const { text, definition } of samples) {
        const words = references.readNames(cut(text, definition.spans.whole));
        for (const { name } of definition.parameters) expect(words).toContain(name);
        const line = definition.lines.end;
        const { start, end } = references.statementsAround(text, definition, { line, around: 1, most: 5 });
        expect([definition.lines.start <= start, start <= line, line <= end]).toEqual([true, true, true]);
      }
    });
  });
}

function describeInputs(inputs: Inputs, samples: readonly Sample[]): void {
  describe("inputs", () => {
    test("are values that can be built: of types, of annotations, of what the text says", () => {
      const types = ["int", "float", "str", "bool", "list", "dict", "null", "no such type"];
      const values = types.flatMap((type) => inputs.examplesOf(type));
      for (const { text, definition } of samples) {
        const own = cut(text, definition.spans.whole);
        for (const parameter of definition.parameters) {
          values.push(...inputs.readAnnotation(parameter.annotation ?? "").values);
          values.push(...inputs.readParameter(own, parameter).refusedTypes.flatMap((one) => one.values));
        }
        for (const { positional, keywords } of inputs.documentedCalls(definition))
          values.push(...positional, ...Object.values(keywords));
      }
      expect(values.length).toBeGreaterThan(20);
      expect(values.filter((value) => !isWellFormedRecipe(recipeOf(value)))).toEqual([]);
    });

    test("say of the raised exceptions what the syntax tree says", () => {
      for (const { text, definition } of samples) {
        const named = inputs.readHints(cut(text, definition.spans.whole), definition, {
          fileText: text,
        }).exceptions;
        for (const raised of definition.facts.raises) expect(named).toContain(raised.split(".").at(-1));
      }
    });
  });
}

function recipeOf(value: ValueRecipe): CaseRecipe {
  return { shared: [], positional: [value], keywords: {}, files: {}, variables: {} };
}

function describeValues(values: Values, known: readonly ValueRecipe[]): void {
  describe("values", () => {
    const typeOf = (node: ValueRecipe): string | undefined => values.describe(node)?.type;
    const contentOf = (node: ValueRecipe): readonly unknown[] => {
      return (node as { readonly value: readonly unknown[] }).value;
    };

    test("are of a type, and only they", () => {
      expect(known.map(typeOf)).not.toContain(undefined);
      fc.assert(fc.property(plain, (value) => values.describe(value) === undefined));
    });

    test("have values of their type beside them, which can be built", () => {
      expect(known.flatMap((node) => values.edgesOf(node, []))).not.toEqual([]);
      for (const node of known) {
        const edges = values.edgesOf(node, []);
        expect(edges.filter(({ value }) => !isWellFormedRecipe(recipeOf(value)))).toEqual([]);
        expect(edges.filter(({ value }) => typeOf(value) !== typeOf(node))).toEqual([]);
      }
    });

    test("are varied by their parts, within their type, the same for the same chance", () => {
      for (const node of known) {
        for (const { value, write } of values.partsOf(node, 3)) expect(write(value)).toEqual(node);
        const vary = (): ValueRecipe[] => {
          const random = createRandom("values");
          const varyPart = (part: ValueRecipe): ValueRecipe => (typeof part === "number" ? part + 1 : part);
          return Array.from({ length: 20 }, () => values.vary(node, { random, siblings: [], varyPart }));
        };
        expect(vary()).toEqual(vary());
        expect(vary().filter((value) => json(value) !== json(node))).not.toEqual([]);
        expect(vary().filter((value) => !isWellFormedRecipe(recipeOf(value)))).toEqual([]);
        expect(new Set(vary().map(typeOf))).toEqual(new Set([typeOf(node)]));
      }
    });

    test("are arrays with as many items as their shape says", () => {
      const arrays = known.flatMap((node) => values.describe(node)?.array ?? []);
      expect(arrays.length).toBeGreaterThan(0);
      for (const { shape, items } of arrays)
        expect(items.length).toBe(shape.reduce((product, size) => product * size, 1));
      expect(known.filter((node) => values.arrayOf(node) !== undefined).length).toBe(arrays.length);
      expect([values.holdsArrays(recipeOf(known)), values.holdsArrays(recipeOf([1]))]).toEqual([true, false]);
    });

    test("are compared whatever they are", () => {
      const node = fc.oneof(fc.anything(), fc.constantFrom(...known));
      fc.assert(
        fc.property(node, fc.array(fc.oneof(fc.string(), node)), (value, parts) => {
          values.plainOf(value);
          values.arrayOf(value);
          for (const content of [parts, ...known.map((one) => [contentOf(one)[0], ...parts])]) {
            values.membersOf(content);
            const [compared, shown] = [values.comparedParts(content), values.shownParts(content)];
            expect(values.comparedParts(compared)).toEqual(compared);
            expect(shown).toEqual(content.slice(0, shown.length));
          }
        }),
      );
      for (const one of known) expect(values.shownParts(contentOf(one))).toEqual(contentOf(one));
      const plainer = known.flatMap((one) => values.plainOf(one) ?? []);
      expect(plainer).not.toEqual([]);
      expect(plainer.map(({ value }) => values.plainOf(value))).toEqual(plainer.map(() => undefined));
    });
  });
}

const plain: fc.Arbitrary<ValueRecipe> = fc.letrec<{ node: ValueRecipe }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.string({ unit: "grapheme" }),
    fc.array(tie("node"), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(fc.string(), tie("node")), { maxLength: 3, selector: ([key]) => key })
      .map((dict) => {
        return { dict };
      }),
  ),
})).node;

function json(value: unknown): string {
  return value === undefined ? "nothing" : canonicalJson(value as Json);
}

function describePresent(
  present: Present,
  { syntax, editing }: EditedLanguage,
  samples: readonly Sample[],
): void {
  describe("present", () => {
    test("writes plain values so that they are read back", () => {
      fc.assert(
        fc.property(plain, (value) => {
          const written = present.values.write(value);
          expect(written).toEqual(expect.any(String));
          expect(json(present.values.read(written ?? ""))).toBe(json(value));
          expect(json(present.values.readArguments(written ?? "")?.positional)).toBe(json([value]));
        }),
      );
    });

    test("reads any text without throwing", () => {
      fc.assert(fc.property(fc.string(), (text) => void present.values.read(text)));
    });

    test("shows whatever it is given, shortly, and values that differ early as texts that do", () => {
      const show = (value: unknown): string => present.show(value, { maxLength: 40 });
      fc.assert(
        fc.property(fc.anything(), (value) => {
          expect(show(value).length).toBeLessThanOrEqual(40);
        }),
      );
      const values = [null, true, 7, "a", ["a"], { tuple: ["a"] }, { dict: [["a", 1]] }, { float: "1.5" }];
      expect(new Set(values.map(show)).size).toBe(values.length);
    });

    test("shows a call with its inputs, and what it gave or raised", () => {
      const show = (value: unknown): string => present.show(value);
      const given = ["first input", "second input"];
      const recipe: CaseRecipe = { shared: [], positional: given, keywords: {}, files: {}, variables: {} };
      const after = { positional: given, keywords: {}, files: {} };
      const exception = { class: "shop:Gone", bases: [], message: "all sold" };
      const functions = samples.filter(({ definition: { kind } }) => kind === "function");
      expect(functions).not.toEqual([]);
      for (const { definition } of functions) {
        const target = editing.describe(definition);
        const call = present.call(target, recipe, show).join("\n");
        for (const part of [definition.name.split(".").at(-1), ...given]) expect(call).toContain(part);
        expect(present.inputName(target, recipe, 0)).not.toBe(present.inputName(target, recipe, 1));
        const ends: Exclude<Observation, { status: "refused" }>[] = [
          { status: "returned", value: "what it gives", ...after },
          { status: "raised", exception, ...after },
        ];
        const [returned = "", raised = ""] = ends.map((end) => present.outcome(target, end, show).join("\n"));
        expect(returned).toContain("what it gives");
        expect([raised.includes("all sold"), raised.includes(present.className("shop:Gone"))]).toEqual([
          true,
          true,
        ]);
      }
    });

    test("writes comments that its reader passes over", () => {
      for (const { text, definition } of samples) {
        const commented = `${present.comment("anything (at) all")}\n${text}`;
        const names = syntax.parse(definition.path, commented).definitions.map(({ name }) => name);
        expect(names).toContain(definition.name);
      }
    });

    test("shows a definition's header, and a body to begin with that the language reads", () => {
      for (const { text, definition } of samples) {
        expect(present.header(definition)).toContain(definition.signature);
        const { placeholder, span } = editing.mask(text, definition).edit;
        const begun = withSpan(text, span, present.emptyBody(placeholder));
        expect(begun).not.toContain(placeholder.trim());
        expect(syntax.parse(definition.path, begun).syntaxErrorLines).toEqual([]);
      }
    });
  });
}

/** Relations of plain data, and whether they hold. */
const RELATIONS: readonly (readonly [
  kind: string,
  operands: readonly unknown[],
  holds: boolean | undefined,
])[] = [
  ["true", [["a"]], true],
  ["true", [[]], false],
  ["false", [0], true],
  ["none", [null], true],
  ["not none", [null], false],
  [
    "same items",
    [
      [1, 2],
      [2, 1],
    ],
    true,
  ],
  [
    "same items",
    [
      [1, 1],
      [2, 1],
    ],
    false,
  ],
  ["almost", [{ float: "1.0" }, { float: "1.00000001" }], true],
  ["true", [{ object: { class: "shop:Shelf", state: {} } }], undefined],
];

function describeAssertions(assertions: Assertions): void {
  describe("assertions", () => {
    test.each(RELATIONS)("%s of %j", (kind, operands, holds) => {
      const relation = { kind, operators: [], options: {} };
      expect(assertions.holds(relation, operands, 1e-9)).toBe(holds);
      expect(assertions.isEquality(relation)).toBe(false);
    });

    test("hold or not, whatever the operands are", () => {
      const kinds = fc.constantFrom(...RELATIONS.map(([kind]) => kind));
      fc.assert(
        fc.property(kinds, fc.array(fc.anything()), (kind, operands) => {
          const holds = assertions.holds({ kind, operators: [], options: {} }, operands, 0);
          expect([true, false, undefined]).toContain(holds);
        }),
      );
    });
  });
}

function describeVariants(
  variants: Variants,
  { syntax, editing }: EditedLanguage,
  samples: readonly Sample[],
): void {
  describe("variants", () => {
    const families: Record<string, (sample: Sample) => readonly Variant[]> = {
      mutants: ({ text, definition }) => variants.mutants(text, definition),
      rewrites: ({ text, definition }) => variants.rewrites(text, definition),
      "trivial bodies": ({ text, definition }) => variants.trivialBodies(text, definition, []),
      ...(variants.mistakes === undefined
        ? {}
        : { mistakes: ({ text, definition }) => variants.mistakes?.(text, definition) ?? [] }),
    };

    test.each(Object.entries(families))(
      "%s have names of their own, are taken and can be read",
      (_, make) => {
        let made = 0;
        for (const sample of samples) {
          const { text, definition } = sample;
          const all = make(sample);
          made += all.length;
          expect(make(sample)).toEqual(all);
          expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
          for (const { id, completion } of all) {
            const spliced = editing.splice(text, definition, completion);
            expect([definition.name, id, spliced.status]).toEqual([definition.name, id, "spliced"]);
            if (spliced.status !== "spliced") continue;
            const { syntaxErrorLines, definitions } = syntax.parse(
              definition.path,
              applyEdits(text, spliced.edits),
            );
            expect([definition.name, id, syntaxErrorLines]).toEqual([definition.name, id, []]);
            expect(definitions.map(({ name }) => name)).toContain(definition.name);
          }
        }
        expect(made).toBeGreaterThan(samples.length);
      },
    );

    test.runIf(variants.mistakes !== undefined)("mistakes are no mutants, nor the original", () => {
      for (const { text, definition } of samples) {
        const mutants = variants.mutants(text, definition);
        const ids = new Set(mutants.map(({ id }) => id));
        const texts = new Set([
          cut(text, definition.spans.whole),
          ...mutants.map(({ completion }) => completion),
        ]);
        for (const { id, completion } of variants.mistakes?.(text, definition) ?? [])
          expect([id, ids.has(id), texts.has(completion)]).toEqual([id, false, false]);
      }
    });

    test("mutants are of known operators and say what they edit", () => {
      for (const { text, definition } of samples) {
        const whole = cut(text, definition.spans.whole);
        for (const { kind, edit, completion } of variants.mutants(text, definition)) {
          expect(variants.mutationOperators).toContain(kind);
          if (edit === undefined)
            throw new Error(`A mutant of ${definition.name} does not say what it edits.`);
          expect(completion.trim()).toBe(withSpan(whole, edit, edit.replacement).trim());
        }
      }
    });
  });
}

function describePrograms({ programs }: Driver, checkProgram: Language["checkProgram"]): void {
  describe("guest programs", () => {
    test("are there", () => {
      expect(checkProgram.length).toBeGreaterThan(0);
      expect(checkProgram.filter((name) => !existsSync(join(programs, name)))).toEqual([]);
    });
  });
}
