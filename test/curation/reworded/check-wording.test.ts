import { describe, expect, test } from "vitest";

import { checkWording, type WordingMaterial } from "../../../src/curation/reworded/check-wording.ts";
import {
  documentationOf,
  readSections,
  withDocumentation,
} from "../../../src/curation/reworded/reworded-instruction.ts";
import { digestOf } from "../../../src/base/index.ts";
import type { TaskRecord } from "../../../src/spec/index.ts";

const DOCUMENTATION = "Fee in cents for a book that is `days` late. Members get 3 days free.";
const material: WordingMaterial = {
  visible: `def late_fee(days, is_member=False):\n${DOCUMENTATION}\n>>> late_fee(10)\n200\n>>> late_fee(-1)\nraises ValueError: "no such day"\n`,
  file: "MOST_CENTS = 500\n\ndef late_fee(days, is_member=False):\n    pass\n\ndef round_up(cents):\n    return cents\n",
  documentation: DOCUMENTATION,
  reference:
    "def late_fee(days, is_member=False):\n    if days < 0:\n        raise ValueError('no such day')\n    cents = min(days * 20, 500)\n    return cents // 2 if is_member else cents\n",
  hiddenCalls: ["late_fee(31)", "late_fee(4, is_member=True)"],
};
const reasonsOf = (text: string): string[] => checkWording(text, material).map(({ reason }) => reason);

describe("a documentation that a model wrote", () => {
  test("may say what a solver can see", () => {
    const text = `${DOCUMENTATION}\n\nArgs:\n    days: days late; below 0 a ValueError is raised.\n\nReturns:\n    The fee.\n\n    >>> late_fee(10)\n    200\n`;
    expect(checkWording(text, material)).toEqual([]);
  });

  test("may name what stands in the file beside the target, not say what that holds", () => {
    expect(reasonsOf(`${DOCUMENTATION} At most \`MOST_CENTS\`, as \`round_up()\` gives it.`)).toEqual([]);
    expect(reasonsOf(`${DOCUMENTATION} At most \`500\`.`)).toEqual(["unseen_fact"]);
    expect(reasonsOf(`${DOCUMENTATION} At most \`LEAST_CENTS\`.`)).toEqual(["unseen_fact"]);
  });

  test.each([
    ["a number that only the body has", `${DOCUMENTATION} It is at most 500 cents.`, ["unseen_fact"]],
    ["a text that nobody is given", `${DOCUMENTATION} Raises "too late".`, ["unseen_fact"]],
    ["an error that was never seen", `${DOCUMENTATION} A TypeError is raised for texts.`, ["unseen_fact"]],
    ["a session of its own", `${DOCUMENTATION}\n>>> late_fee(1)\n`, ["unseen_fact"]],
    ["less than there was", "Fee in cents for a book that is `days` late.", ["lost_fact"]],
    ["no name of an argument", "Fee in cents for a late book. Members get 3 free.", ["lost_fact"]],
    [
      "a line of the body",
      `${DOCUMENTATION} In the end it gives cents // 2 if is_member else cents.`,
      ["leaks_body"],
    ],
    [
      "a hidden call",
      `${DOCUMENTATION} So late_fee(4,  is_member=True) is cheap.`,
      ["unseen_fact", "leaks_case"],
    ],
    ["headings", `## What is graded\n\n${DOCUMENTATION} Nothing.`, ["form"]],
    ["too much", `${DOCUMENTATION}\n`.repeat(90), ["form"]],
  ])("is refused with %s", (_what, text, reasons) => expect(reasonsOf(text)).toEqual(reasons));

  test("is not told which hidden case it hit", () => {
    const [, leak] = checkWording(`${DOCUMENTATION} See late_fee(4, is_member=True).`, material);
    expect(leak?.text).not.toContain("late_fee(4");
  });
});

describe("an instruction", () => {
  const texts = [
    ["Task", "Write `f`."],
    ["Header", "```python\ndef f():\n```"],
    ["Documentation", "```text\nOld.\n\n## Examples\n\nnone\n```"],
    ["Examples", "```pycon\n>>> f()\n```"],
  ] as const;
  const instruction = texts.map(([name, text]) => `## ${name}\n\n${text}\n`).join("\n");
  const sections = texts.map(([section, text]) => ({ section, origin: "source", digest: digestOf(text) }));
  const task = { instruction, record: { id: "f-1", instruction: sections } as unknown as TaskRecord };

  test("is read by its record, also where a text looks like a section, and gets another documentation in its place", () => {
    const read = readSections(task);
    expect(read.map(({ section, text }) => [section, text])).toEqual(texts);
    expect(documentationOf(read)).toBe("Old.\n\n## Examples\n\nnone");
    const written = withDocumentation(read, "New.");
    expect(written.text).toBe(instruction.replace("Old.\n\n## Examples\n\nnone", "New."));
    expect(written.sections.map(({ origin }) => origin)).toEqual([
      "source",
      "source",
      "a model, checked",
      "source",
    ]);
    const without = withDocumentation(
      read.filter(({ section }) => section !== "Documentation"),
      "New.",
    );
    expect(without).toEqual(written);
  });

  test("that is not the one of its record is refused", () =>
    expect(() => readSections({ ...task, instruction: instruction.replace("Old", "Odd") })).toThrow(
      "is not the one",
    ));
});
