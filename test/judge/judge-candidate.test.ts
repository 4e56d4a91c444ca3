import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { judgeCandidate, type Grader, type Judgement, type JudgedTarget } from "../../src/judge/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import { DEFAULT_LIMITS } from "../../src/spec/index.ts";
import { call, harvest, harvestJob, plantOrchard, type Orchard } from "./orchard.ts";

let orchard: Orchard;
let subject: JudgedTarget;

beforeAll(async () => {
  orchard = await plantOrchard();
  const language = await loadLanguage("python");
  const definition = language.syntax
    .parse("orchard/harvest.py", harvest)
    .definitions.find(({ name }) => name === "note");
  if (definition === undefined) throw new Error("The orchard has no function called note.");
  const suite = [call("case-001", ["one"]), call("case-002", ["two"]), call("case-003", [3])];
  const reference = await orchard.evaluator.evaluate(
    harvestJob(orchard.editableTree, { name: "note", header: "def note", cases: suite }),
  );
  const grader: Grader = {
    kind: "observed",
    suite,
    expected: Object.fromEntries(reference.results.map(({ id, observation }) => [id, observation])),
    policy: {
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
    },
    limits: DEFAULT_LIMITS,
  };
  const { evaluator, editableTree } = orchard;
  const module = "orchard.harvest";
  subject = { evaluator, language, editableTree, definition, module, originalText: harvest, grader };
});
afterAll(() => orchard[Symbol.asyncDispose]());

const judge = (...body: string[]): Promise<Judgement> =>
  judgeCandidate(subject, ["def note(text):", ...body.map((line) => `    ${line}`)].join("\n"));
const writes = ['with open("note.txt", "a") as file:', "    file.write(text)", "return text"];

describe("the verdict on a completion", () => {
  it.each([
    ["does the same in another way is resolved", writes, "resolved", undefined],
    [
      "returns something else",
      [...writes.slice(0, 2), "return text.upper()"],
      "unresolved",
      "wrong_observation",
    ],
    [
      "returns what has no form",
      [...writes.slice(0, 2), "return lambda: text"],
      "unresolved",
      "refused_observation",
    ],
    ["ends the process", ["import os", "os._exit(0)"], "unresolved", "crashed"],
    ["never ends", ["while True:", "    pass"], "unresolved", "timed_out"],
    ["takes all memory", ["text = bytearray(10 ** 11)"], "unresolved", "out_of_memory"],
    ["does not parse", ["return ("], "unresolved", "not_parsable"],
    ["compiles no more", ["return", "await text"], "unresolved", "not_built"],
  ])("that %s", async (_what, body, verdict, reason) => {
    expect(await judge(...body)).toMatchObject({ verdict, reason });
  });

  it("tells case by case what passed, and where it parted first", async () => {
    const judgement = await judge("if text == 'two':", "    return 2", ...writes);
    expect(judgement).toMatchObject({
      verdict: "unresolved",
      isBuilt: true,
      outcomes: { "case-001": "passed", "case-002": "failed", "case-003": "passed" },
      difference: { caseId: "case-002" },
    });
  });
});
