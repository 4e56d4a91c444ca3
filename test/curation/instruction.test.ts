import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import {
  calledInstead,
  writeInstruction,
  type InstructionParts,
} from "../../src/curation/kinds/function/instruction/instruction.ts";
import { describeCase } from "../../src/judge/index.ts";
import { loadLanguage, type Language } from "../../src/languages/index.ts";
import { DEFAULT_LIMITS, type CaseRecipe, type Observation } from "../../src/spec/index.ts";

let language: Language;
beforeAll(async () => {
  language = await loadLanguage("python");
});

const SHELF = `class Shelf:
    @property
    def free(self): ...

    @traced
    def lend(self, book, days=14):
        """Lend a book.

        Raises :class:\`Gone\` where it is lent already.
        """
        if book in self.lent:
            raise Gone(book)
        self.lent[book] = days


def total(prices, rate):
    return sum(prices) * rate
`;

const policy = {
  float_tolerance: 1e-9,
  private_attributes: [],
  messages: false,
  output: [],
  gives_iterators: false,
  truth_only: false,
  allows_copies: false,
  fresh_results: false,
  bytes_alike: false,
  counters: [],
};

function partsOf(name: string, rest: Partial<InstructionParts>): InstructionParts {
  const { definitions } = language.syntax.parse("src/shelf.py", SHELF);
  const definition = definitions.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`nothing is named ${name}`);
  return {
    language,
    definition,
    twins: [],
    placeholder: "raise NotImplementedError",
    contract: { parameters: [], results: ["float"], exceptions: [] },
    examples: "",
    constants: [],
    callSites: [],
    foreignNames: [],
    passages: [],
    hiddenCases: 8,
    policy,
    limits: DEFAULT_LIMITS,
    ...rest,
  };
}

const CALL: CaseRecipe = { shared: [], positional: [], keywords: {}, files: {}, variables: {} };

function lending(): InstructionParts {
  const shelf = (lent: unknown): never => ({ object: { class: "shelf:Shelf", state: { lent } } }) as never;
  const before = shelf({ dict: [] });
  const recipe: CaseRecipe = {
    shared: [],
    receiver: before,
    positional: ["Emma"],
    keywords: { days: 7 },
    files: {},
    variables: {},
  };
  const observation: Observation = {
    status: "returned",
    value: null,
    positional: ["Emma"],
    keywords: { days: 7 },
    receiver: shelf({ dict: [["Emma", 7]] }),
    files: {},
  };
  const parts = partsOf("Shelf.lend", {});
  const target = language.editing.describe(parts.definition);
  const known = { never_empty: false, never_negative: false, is_read: true };
  return {
    ...parts,
    contract: {
      parameters: [
        { ...known, name: "book", types: ["list"], never_empty: true },
        {
          ...known,
          name: "days",
          types: ["int"],
          never_negative: true,
          choices: ["7", "14"],
          is_read: false,
        },
      ],
      results: ["None"],
      exceptions: ["Gone"],
    },
    examples: describeCase(target, { recipe }, observation, { policy, language }),
    constants: ['"lent until %s"', "365"],
    foreignNames: [
      { path: "src/errors.py", line: 4, text: "class Gone(Exception): ..." },
      { path: "src/rules.py", line: 2, text: "LONGEST = 28" },
      { path: "src/rules.py", line: 9, text: "def due(days, *, holidays=()): ..." },
    ],
    callSites: [
      {
        path: "src/desk.py",
        caller: "Desk.serve",
        line: 12,
        text: "shelf.lend(book)\nreturn True",
        isByName: true,
      },
    ],
    passages: [{ path: "README.md", line: 3, text: "Use `Shelf.lend`:\n\n    >>> shelf.lend('Emma')" }],
  };
}

describe("an instruction", () => {
  test("with everything reads as its golden file", async () => {
    const { text } = writeInstruction(lending());
    await expect(text).toMatchFileSnapshot(
      join(import.meta.dirname, "../fixtures/instructions/everything.md"),
    );
  });

  test("of a bare function reads as its golden file", async () => {
    const { text } = writeInstruction(partsOf("total", { examples: ">>> total([1, 2], 0.5)\n1.5" }));
    await expect(text).toMatchFileSnapshot(join(import.meta.dirname, "../fixtures/instructions/bare.md"));
  });

  test("names what cases call in the place of a function, which that leads to", () => {
    const { text } = writeInstruction(partsOf("total", { leading: ["bill", "print_bill"] }));
    expect(text).toContain(
      "Some of these call `bill` and `print_bill` instead, which lead to it: then what that shows counts.",
    );
    const cases = ["desk:Desk.bill", "bill", undefined].map((call) => ({ recipe: { ...CALL, call } }));
    expect(calledInstead(cases)).toEqual(["bill"]);
  });

  const NAMES = "a bare name is what is called so: a class, function, module or constant";
  const ITEMS = "`iter([…]) then raises X` gives these items, then raises `X`";

  test.each([
    [">>> total([1], int)\n1.0", [NAMES]],
    [">>> total(rate=pricing.flat)\n<Sum kind=Sum.NET of=2>", [NAMES, "`<Name a=…>`"]],
    [">>> total(1)\nSum.NET", [NAMES]],
    [">>> total('a, int, b', None)\nraises ValueError: low, high", []],
    [">>> total([True, Ellipsis], days=1)\n{'a': 1, 'b': None}", []],
    [">>> list(total([1]))\niter([1]) then raises KeyError", [ITEMS]],
    [">>> total(<callback (1) gives 2>)\n2", ["`<callback (a) gives b>` is a function"]],
    [">>> total(<callback that is never called>)\n2", ["is a function that answers no call"]],
    [">>> total('<private>/a.txt')\n2", ["`<private>` is the directory that the files of a call are in"]],
    [">>> total(<Pair (1, 2)>)\n'<b a=1>'", ["`<Name (…)>` is an object"]],
    [">>> total(<prices_of #1 [1]>)\n<#1>", ["`<Name (…)>` is an object", "gives a value a number"]],
    [">>> total([1, <9 more of these>])\n10", ["stands for so many more items like the last one"]],
    [">>> total(<shelf a=1>)\n2", ["`<Name a=…>` is an object"]],
  ])("explains the signs of %j, and no others", (examples, meanings) => {
    const { text } = writeInstruction(partsOf("total", { examples }));
    const [, notation = ""] = /^## Examples\n\n(Here .*)?/mu.exec(text) ?? [];
    for (const meaning of meanings) expect(notation).toContain(meaning);
    expect(notation.split("; ").filter((one) => one !== "")).toHaveLength(meanings.length);
  });

  test("says what of the output is graded, and what is not", () => {
    const { text } = writeInstruction({ ...lending(), policy: { ...policy, output: ["printed"] } });
    expect(text).toContain("- the text printed to `sys.stdout` during the call, to the letter");
    expect(text).toContain("Not graded: logs, warnings, the wording of exceptions");
    const all = writeInstruction({ ...lending(), policy: { ...policy, output: ["printed", "logged"] } }).text;
    expect(all).toContain("- the records that loggers of `logging` pass on");
    expect(all).toContain("Not graded: warnings, the wording");
  });

  test("says where an equal value is as good as an argument itself", () => {
    const said = "in the place of an argument itself an equal value is as good";
    expect(writeInstruction(lending()).text).not.toContain(said);
    expect(writeInstruction({ ...lending(), policy: { ...policy, allows_copies: true } }).text).toContain(
      said,
    );
  });

  test("names each section's origin and digest, the same every time", () => {
    const first = writeInstruction(lending());
    expect(writeInstruction(lending())).toEqual(first);
    expect(first.sections.map(({ section, origin }) => [section, origin])).toEqual([
      ["Task", "template"],
      ["Header", "source"],
      ["Documentation", "docstring"],
      ["Inputs and results", "annotations and observed calls"],
      ["Examples", "observations of the original"],
      ["Constants", "source"],
      ["Calls in the repository", "source"],
      ["From other files of the repository", "source"],
      ["From the repository's documentation", "documentation"],
      ["What is graded", "template"],
      ["Form of the answer", "template"],
      ["Limits", "task"],
    ]);
    expect(new Set(first.sections.map(({ digest }) => digest)).size).toBe(first.sections.length);
  });

  test("shows nothing of the body", () => {
    const { text } = writeInstruction(partsOf("Shelf.lend", {}));
    expect(text).not.toContain("self.lent");
  });
});
