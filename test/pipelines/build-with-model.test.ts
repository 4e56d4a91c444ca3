import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { expect } from "vitest";

import type { BuildReport } from "../../src/curation/index.ts";
import { bytesOf, DESK, diorama, givenFolder, linesOf } from "../curation/desk.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";
import { reply, serveChat, type Answer } from "../models/served-chat.ts";
import { slowDescribe, slowTest } from "../slow-suites.ts";

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

/** A model that gets it right at the third time: once nothing runs, once little is reached. */
const clerk: Answer = (response, { body: { messages } }) => {
  const rounds = messages.filter(({ role }) => role === "assistant").length;
  reply(response, [BROKEN, NARROW, WIDE][rounds] ?? "");
};

slowDescribe.skipIf(obstacle !== undefined)(
  `a build with tests by a model (${obstacle ?? "installed"})`,
  () => {
    slowTest(
      "tells it what fails and what is not reached, proves what its calls show, and is the same again from its replies",
      async () => {
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
          "--json",
        ];
        const asked = await diorama(join(folder, "asked"), words(`openai:clerk@${served.url}`, 1));
        expect(asked.exitCode, asked.stderr).toBe(0);
        const report = JSON.parse(asked.stdout) as BuildReport;
        expect(report).toMatchObject({
          accepted: 1,
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
        const [, fix, improve] = served.requests.map(
          ({ body: { messages } }) => messages.at(-1)?.content ?? "",
        );
        expect(fix).toContain("No module named 'lending.money'");
        expect(fix).not.toContain(folder);
        expect(improve).toContain(
          'raise ValueError("a book cannot be late by less than nothing")  # not executed',
        );

        const replayed = await diorama(join(folder, "replayed"), words(`replay:${set}`, 2));
        expect(replayed.exitCode, replayed.stderr).toBe(0);
        expect(bytesOf(join(folder, "replayed", "set"))).toEqual(bytesOf(set));
        expect(readFileSync(join(folder, "replayed", "set", "replies.jsonl"), "utf8")).toBe(
          readFileSync(join(set, "replies.jsonl"), "utf8"),
        );
        expect(served.requests).toHaveLength(3);
        rmSync(folder, { recursive: true, force: true });
      },
    );
  },
);
