import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath, silentLogger, silentProgress, type HostPath } from "../../../src/base/index.ts";
import { classifyFailures, DEFAULT_ASKING, describeFailures } from "../../../src/evaluation/index.ts";
import { readClass } from "../../../src/evaluation/failures/classify-with-model.ts";
import { classifyByRules } from "../../../src/evaluation/failures/failure-class.ts";
import type { ResultRow } from "../../../src/spec/index.ts";
import { RunFolder } from "../../../src/store/index.ts";
import { reply, serveChat } from "../../models/served-chat.ts";
import { givenRow } from "../given-row.ts";
import { completions, taskIds, taskSetBelow, writeOrchardTaskSet } from "../orchard-task-set.ts";

/** A wrong answer of which so many of ten cases passed. */
function wrong(passed: number, more: Partial<ResultRow> = {}): ResultRow {
  const counts = { tests_passed: passed, tests_run: 10, tests_total: 10 };
  return { ...givenRow(taskIds[0], 0, 0, "wrong_observation"), ...counts, ...more };
}

describe("rules", () => {
  test.each([
    { row: wrong(0, { reason: "no_code" }), expected: "format" },
    { row: wrong(0, { reason: "redefines" }), expected: "format" },
    { row: wrong(0, { reason: "wrong_definition" }), expected: "wrong_function" },
    { row: wrong(0, { reason: "import_failed" }), expected: "version_mismatch" },
    { row: wrong(9), expected: "boundary_case" },
    { row: wrong(5), expected: "wrong_logic" },
    { row: wrong(7), expected: "undecided" },
    { row: wrong(0, { reason: "timed_out" }), expected: "wrong_logic" },
    { row: wrong(3, { tests_run: 4 }), expected: "undecided" },
    { row: wrong(0, { reason: "no_prediction" }), expected: undefined },
    { row: givenRow("a", 0, 1), expected: undefined },
    { row: givenRow("a", 0, null, "deadline"), expected: undefined },
  ])("of $row.reason with $row.tests_passed passed cases say $expected", ({ row, expected }) => {
    expect(classifyByRules(row, [row])).toBe(expected);
  });

  test("lay it to the instruction where different answers fail the same hidden cases alone", () => {
    const alike = [1, 2, 3].map((answer) =>
      wrong(9, {
        completion_digest: `answer ${answer}`,
        components: { visible: 1 },
        tests: { hidden: "failed", other: "passed" },
      }),
    );
    const [first = wrong(9)] = alike;
    expect(classifyByRules(first, alike)).toBe("unclear_instruction");
    expect(classifyByRules(first, alike.slice(1))).toBe("boundary_case");
    const elsewhere = { ...first, completion_digest: "answer 4", tests: { other: "failed" } };
    expect(classifyByRules(first, [...alike, elsewhere])).toBe("boundary_case");
    expect(classifyByRules(first, [...alike, givenRow(taskIds[0], 4, 1)])).toBe("boundary_case");
  });
});

test.each([
  ["It fails at an empty list.\n\n**boundary_case**", "boundary_case"],
  ["Not wrong_logic but `unclear_instruction`.", "unclear_instruction"],
  ["I cannot say.", undefined],
])("of the answer %j is read %s", (text, found) => {
  expect(readClass(text)).toBe(found);
});

describe("a model", () => {
  let directory: string;
  let taskSet: HostPath;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "diorama-failures-"));
    taskSet = taskSetBelow(directory);
    await writeOrchardTaskSet(taskSet);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test("is asked where no rule decides, shown task, answer and what is wrong", async () => {
    const run = asHostPath(join(directory, "run"));
    {
      using folder = RunFolder.open(run, {
        kind: "evaluate",
        options: { model: "m" },
        tool: "diorama 0.1.0",
      });
      for (const [sample, passed] of [7, 9, 6].entries()) {
        const feedback = [{ audience: "hidden" as const, text: `case-00${sample}: value` }];
        folder.append("results", wrong(passed, { sample, feedback }));
        folder.append("completions", { task_id: taskIds[0], sample, completion: completions.wrong });
      }
    }
    await using served = await serveChat((response, _seen, index) =>
      reply(response, index === 0 ? "It ignores the limit.\nwrong_logic" : "I do not know."),
    );
    const context = { progress: silentProgress, logger: silentLogger, signal: undefined };
    const model = { spec: `openai:reader@${served.url}`, asking: { ...DEFAULT_ASKING, requests: 1 } };
    const report = await classifyFailures({ run, taskSet, model }, context);
    expect(report.samples.map(({ class: found, by }) => [found, by])).toEqual([
      ["wrong_logic", "model"],
      ["boundary_case", "rules"],
      ["undecided", "rules"],
    ]);
    expect(describeFailures(report)).toContain("3 wrong answers");
    const question = served.requests[0]?.body.messages[1]?.content ?? "";
    for (const part of [
      "# Write grade",
      completions.wrong.trimEnd(),
      "7 of 10 cases passed",
      "case-000: value",
    ])
      expect(question).toContain(part);
    expect(served.requests).toHaveLength(2);

    const alone = await classifyFailures({ run }, context);
    expect(alone.classes).toEqual({ undecided: 2, boundary_case: 1 });
    await expect(classifyFailures({ run, model }, context)).rejects.toMatchObject({ code: "no-task-set" });
  });
});
