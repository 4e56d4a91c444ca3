import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { judgeCandidate, type JudgedTarget } from "../../src/judge/index.ts";
import { findReasonWords, type ValueRecipe } from "../../src/spec/index.ts";
import { badInputs, type BadInput } from "./bad-inputs.ts";
import { subjectOf } from "./orchard-subject.ts";
import { call, plantOrchard, type Orchard } from "./orchard.ts";

/** Reasons that say too little without what was found in the code. */
const TOLD_IN_DETAIL =
  /^(?:no_code|too_long|too_costly|not_parsable|wrong_definition|wrong_kind|decorators_differ|redefines|not_built|import_failed|crashed|malformed_output)$/;

/** Judges groups of bad inputs by the real judge: each has its verdict, with a reason in words. */
export function describeBadInputs(
  groups: readonly (keyof typeof badInputs)[],
  options: Parameters<typeof plantOrchard>[0] = {},
): void {
  let orchard: Orchard;
  let subjects: Readonly<Record<NonNullable<BadInput["target"]>, JudgedTarget>>;
  beforeAll(async () => {
    orchard = await plantOrchard(options);
    const apple = (name: string, days: number): ValueRecipe => ({
      dict: [
        ["name", name],
        ["days", days],
      ],
    });
    subjects = {
      ripe: await subjectOf(orchard, "ripe", [
        call("case-001", [[apple("a", 1), apple("b", 5)], 3]),
        call("case-002", [[], 3]),
        call("case-003", [[apple("a", -1)], 3]),
      ]),
      pick: await subjectOf(orchard, "pick", [call("case-001", [["a", "b"]])]),
      rows: await subjectOf(orchard, "rows", [call("case-001", [2, 3])]),
    };
  });
  afterAll(() => orchard[Symbol.asyncDispose]());

  describe.each(groups)("bad input: %s", (group) => {
    it.each(badInputs[group])("$what is $becomes", async ({ target = "ripe", completion, becomes }) => {
      const subject = becomes === "out_of_memory" ? withTimeToFill(subjects[target]) : subjects[target];
      const { verdict, reason = "resolved", detail } = await judgeCandidate(subject, completion());
      expect({ verdict, reason, detail }).toEqual({
        verdict: becomes === "resolved" ? "resolved" : "unresolved",
        reason: becomes,
        detail: TOLD_IN_DETAIL.test(becomes) ? (expect.stringMatching(/\w/) as unknown) : undefined,
      });
      expect(becomes === "resolved" || findReasonWords(reason) !== undefined).toBe(true);
    });
  });
}

/** Filling memory costs processor time, on a busy machine more than the least limit allows; these tests ask what the memory's limit does. */
function withTimeToFill(subject: JudgedTarget): JudgedTarget {
  const { grader } = subject;
  if (grader.kind !== "observed") return subject;
  return { ...subject, grader: { ...grader, limits: { ...grader.limits, cpu_floor_seconds: 2 } } };
}
