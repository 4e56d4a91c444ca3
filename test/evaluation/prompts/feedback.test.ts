import { describe, expect, test } from "vitest";

import { writeFeedback, type FeedbackKind } from "../../../src/evaluation/prompts/feedback.ts";
import type { Judgement } from "../../../src/judge/index.ts";
import { openPrompts } from "../../../src/models/index.ts";

const wrong: Judgement = {
  verdict: "unresolved",
  reason: "wrong_observation",
  isBuilt: true,
  outcomes: { shown: "failed", hidden: "failed" },
  difference: { caseId: "shown", path: "value", message: "expected 3, found 4" },
  isDuplicate: false,
  cpuMs: 1,
  durationMs: 1,
  queueMs: 0,
};
const examples = new Map([["shown", () => "pick(2) is 3"]]);

function feedbackOn(judgement: Judgement, kind: FeedbackKind): string | undefined {
  const messages = writeFeedback(judgement, { kind, examples, prompts: openPrompts() });
  return messages?.map(({ content }) => content).join("\n");
}

describe("feedback on a wrong answer", () => {
  test("names the failing example that was shown, and the difference there", () => {
    const text = feedbackOn(wrong, "examples");
    expect(text).toContain("pick(2) is 3");
    expect(text).toContain("expected 3, found 4");
  });

  test("tells nothing of hidden cases", () => {
    const difference = { caseId: "hidden", path: "value", message: "expected SECRET" };
    for (const kind of ["none", "error", "examples"] as const)
      expect(feedbackOn({ ...wrong, difference }, kind)).not.toContain("SECRET");
    const hiddenOnly = { ...wrong, difference, outcomes: { shown: "passed", hidden: "failed" } as const };
    expect(feedbackOn(hiddenOnly, "examples")).toBeUndefined();
    expect(feedbackOn(hiddenOnly, "error")).toBeUndefined();
    expect(feedbackOn(hiddenOnly, "none")).toBeDefined();
  });

  test("quotes what is wrong with an answer that could not be run", () => {
    const broken = {
      ...wrong,
      reason: "not_parsable" as const,
      difference: undefined,
      detail: "line 3: a ) too many",
    };
    expect(feedbackOn(broken, "error")).toContain("line 3: a ) too many");
    expect(feedbackOn(broken, "none")).not.toContain("line 3");
  });

  test("is not given to what is right, or could not be judged", () => {
    for (const verdict of ["resolved", "infrastructure"] as const)
      expect(feedbackOn({ ...wrong, verdict, reason: undefined }, "examples")).toBeUndefined();
  });
});
