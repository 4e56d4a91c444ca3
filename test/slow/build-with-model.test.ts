import { rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { BuildReport } from "../../src/curation/index.ts";
import { bytesOf, DESK, diorama, givenFolder, linesOf } from "../curation/desk.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";
import { reply, serveChat, type Answer } from "../models/served-chat.ts";

const obstacle = await whyNothingCanBeInstalled();

const fenced = (code: string): string => `Here are the tests.\n\n\`\`\`python\n${code}\n\`\`\`\n`;

const BROKEN = fenced("from lending.money import late_fee\n\ndef test_fee():\n    late_fee(3)");
const NARROW = fenced("from lending.fees import late_fee\n\ndef test_fee():\n    late_fee(3)");
const WIDE = fenced(`from lending.fees import late_fee
import pytest

@pytest.mark.parametrize("is_member", [True, False])
@pytest.mark.parametrize("days", [0, 1, 3, 4, 25, 26, 28, 31, 1_000_003])
def test_fee(days, is_member):
    late_fee(days, is_member=is_member)

def test_early():
    with pytest.raises(ValueError):
        late_fee(-1)`);

/** Wrong only beyond the highest fee of a member, and no definition at all. */
const WRONG = [
  fenced(`def late_fee(days, is_member=False):
    if days < 0:
        raise ValueError(days)
    if is_member:
        return max(days - 3, 0) * 10
    return min(days * 20, 500)`),
  "I cannot think of any.",
];

/** The same in another way. */
const ANEW = fenced(`def late_fee(days, is_member=False):
    if not days >= 0:
        raise ValueError("no book is late by %d days" % days)
    late = days - min(days, 3) if is_member else days
    return min(late * 20, 500) // (1 + bool(is_member))`);

/** A model that gets it right at the third time: once nothing runs, once little is reached. Asked for wrong implementations it has one. */
let wrongAsked = 0;
const clerk: Answer = (response, { body: { messages } }) => {
  if (messages[0]?.content.includes("look right and are not") === true)
    return reply(response, WRONG[wrongAsked++ % WRONG.length] ?? "");
  if (messages[0]?.content.includes("so that nobody who uses it notices") === true)
    return reply(response, ANEW);
  const rounds = messages.filter(({ role }) => role === "assistant").length;
  reply(response, [BROKEN, NARROW, WIDE][rounds] ?? "");
};

const byKey = (a: Record<string, unknown>, b: Record<string, unknown>): number =>
  String(a["key"]) < String(b["key"]) ? -1 : 1;

describe.skipIf(obstacle !== undefined)(`a build with tests by a model (${obstacle ?? "installed"})`, () => {
  test("tells it what fails and what is not reached, proves what its calls show, and is the same again from its replies", async () => {
    const folder = givenFolder(["asked", "replayed"]);
    await using served = await serveChat(clerk);
    const words = (model: string, workers: number): string[] => [
      "build",
      DESK,
      "--target",
      "late_fee",
      "--tier",
      "simple",
      "--out",
      "set",
      "--workers",
      `${workers}`,
      "--model",
      model,
      "--adversaries",
      "2",
      "--reimplementations",
      "2",
      "--json",
    ];
    const asked = await diorama(join(folder, "asked"), words(`openai:clerk@${served.url}`, 1));
    expect(asked.exitCode, asked.stderr).toBe(0);
    const report = JSON.parse(asked.stdout) as BuildReport;
    expect(report).toMatchObject({
      accepted: 1,
      adversaries: { given: 2, told: 1, told_by_new: 0, untold: 0, unusable: 1 },
      reimplementations: { given: 1, sound: 1, unsound: 0, unusable: 0, left_out: 0 },
      writing: { targets: 1, valid: 1, rounds: 3, complete: 1, calls: 19 },
    });
    const set = join(folder, "asked", "set");
    expect(linesOf(join(set, "written-tests.jsonl"))).toMatchObject([
      {
        name: "late_fee",
        status: "valid",
        versions: [
          { operation: "write", errored_count: 1, calls: 0 },
          { operation: "fix_error", passed_count: 1, calls: 1 },
          { operation: "improve_coverage", passed_count: 19, calls: 19, branch_coverage: 1 },
        ],
      },
    ]);
    const ofTests = served.requests.filter(
      ({ body: { messages } }) => messages[0]?.content.includes("expert tester") === true,
    );
    const [, fix, improve] = ofTests.map(({ body: { messages } }) => messages.at(-1)?.content ?? "");
    expect(fix).toContain("No module named 'lending.money'");
    expect(fix).not.toContain(folder);
    expect(improve).toContain(
      'raise ValueError("a book cannot be late by less than nothing")  # not executed',
    );

    const replayed = await diorama(join(folder, "replayed"), words(`replay:${set}`, 2));
    expect(replayed.exitCode, replayed.stderr).toBe(0);
    expect(bytesOf(join(folder, "replayed", "set"))).toEqual(bytesOf(set));
    expect(report.calls).toMatchObject({
      replies: 7,
      cost_usd: 1.75,
      stages: { adversaries: { replies: 2 }, reimplementations: { replies: 2 }, tests: { replies: 3 } },
    });
    expect((JSON.parse(replayed.stdout) as BuildReport).calls).toMatchObject({
      replies: 0,
      cost_usd: null,
      replayed: { replies: 7, input_tokens: 77, cost_usd: 1.75 },
      stages: { adversaries: { replayed: { replies: 2 } }, tests: { replayed: { replies: 3 } } },
    });
    // Answers are kept in the order in which they come, and say where they come from.
    const first = linesOf(join(set, "replies.jsonl"));
    const second = linesOf(join(folder, "replayed", "set", "replies.jsonl"));
    expect(second.toSorted(byKey)).toEqual(
      first.map((line) => ({ ...line, taken_from: "recording" })).toSorted(byKey),
    );
    expect(served.requests).toHaveLength(7);
    rmSync(folder, { recursive: true, force: true });
  });
});
