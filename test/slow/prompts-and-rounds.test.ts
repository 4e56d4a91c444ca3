import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { BuildReport } from "../../src/curation/index.ts";
import { ownPrompt } from "../../src/models/prompts/prompts.ts";
import { DESK, diorama, givenFolder, linesOf } from "../curation/desk.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";
import { reply, serveChat, type Answer, type SeenRequest, type ServedChat } from "../models/served-chat.ts";

const obstacle = await whyNothingCanBeInstalled();

const NARROW = `from lending.fees import late_fee

def test_fee():
    late_fee(3)`;
const WIDE = `from lending.fees import late_fee
import pytest

@pytest.mark.parametrize("is_member", [True, False])
@pytest.mark.parametrize("days", [0, 1, 3, 4, 25, 26, 28, 31])
def test_fee(days, is_member):
    late_fee(days, is_member=is_member)

def test_early():
    with pytest.raises(ValueError):
        late_fee(-1)`;
const CODE = `from lending.fees import check_code

def test_code():
    for code in ("0-306-40615-2", "080442957X", "0306406153", "X", "03064A6152"):
        check_code(code)`;

function isOfTests({ body: { messages } }: SeenRequest): boolean {
  return messages[0]?.content.includes("expert tester") === true;
}

function isAbout({ body: { messages } }: SeenRequest, name: string): boolean {
  return messages.some(({ content }) => content.includes(`\`${name}\``));
}

const EDGES = `from lending.fees import check_code, late_fee

def test_edges():
    for days in (2, 5, 29):
        late_fee(days, is_member=True)
    check_code("0-8044-2957-X")
    check_code("")

def test_no_days():
    late_fee("none")`;

/** Needs a second round for one function, and none for the other. */
const clerk: Answer = (response, request) => {
  const name = isAbout(request, "check_code") ? "check_code" : "late_fee";
  if (request.body.messages[0]?.content.includes("You think of inputs") === true)
    return reply(response, `\`\`\`python\n${EDGES}\n\`\`\`\n`);
  const isFirst = request.body.messages.filter(({ role }) => role === "assistant").length === 0;
  const tests = name === "check_code" ? CODE : isFirst ? NARROW : WIDE;
  const code = isOfTests(request) ? tests : `def ${name}(*given):\n    return None`;
  reply(response, `\`\`\`python\n${code}\n\`\`\`\n`);
};

describe.skipIf(obstacle !== undefined)(`rounds and prompts (${obstacle ?? "installed"})`, () => {
  let folder: string;
  let served: ServedChat;
  beforeAll(async () => {
    folder = givenFolder(["desk"]);
    served = await serveChat(clerk);
  });
  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Builds, and gives what was asked for that no build before it had asked. */
  async function build(
    out: string,
    more: readonly string[],
  ): Promise<{ readonly asked: readonly SeenRequest[]; readonly report: BuildReport }> {
    const before = served.requests.length;
    const words = ["build", DESK, "--target", "late_fee,check_code", "--tier", "simple", "--out", out];
    const model = ["--model", `openai:clerk@${served.url}`, "--json"];
    const built = await diorama(join(folder, "desk"), [...words, ...model, ...more]);
    expect(built.exitCode, built.stderr).toBe(0);
    return { asked: served.requests.slice(before), report: JSON.parse(built.stdout) as BuildReport };
  }

  function promptsWith(name: string, change: (text: string) => string): string {
    const file = join(folder, `prompts-${name.replace("/", "-")}`, `${name}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, change(ownPrompt(name)));
    return join(folder, `prompts-${name.replace("/", "-")}`);
  }

  test("rounds end with the share that is asked for, more tests come after good ones, and a changed prompt asks exactly what depends on it", async () => {
    const half = await build("half", ["--share", "0.5"]);
    expect(half.asked).toHaveLength(2);
    expect(half.report.writing).toMatchObject({ targets: 2, valid: 2, rounds: 2, at_least_80: 1 });

    // What was asked before comes from the cache of all runs.
    const all = await build("all", ["--share", "1", "--adversaries", "1"]);
    expect(all.asked.filter(isOfTests)).toHaveLength(1);
    expect(all.asked.filter((request) => !isOfTests(request))).toHaveLength(2);
    expect(all.report.writing).toMatchObject({ targets: 2, valid: 2, rounds: 3, complete: 2, errors: {} });
    const [written] = linesOf(join(folder, "desk", "all", "written-tests.jsonl")).filter(
      ({ name }) => name === "late_fee",
    );
    expect(written).toMatchObject({
      versions: [
        { tests: `${NARROW}\n`, exec_stats: { coverage_logs: [{ num_missing_branches: 3 }] } },
        {
          exec_stats: {
            run_tests_logs: { test_0: { valid: true, passed_count: 17, failed_count: 0 } },
            coverage_logs: [{ num_missing_branches: 0, num_unexecuted_lines: 0, unevaluated_branches: {} }],
          },
        },
      ],
    });

    const say = (text: string): string => text.replace("=== user\n", "=== user\nPlease.\n");
    const options = ["--share", "1", "--adversaries", "1", "--prompts"];
    const wrong = await build("wrong", [...options, promptsWith("adversaries/write-wrong", say)]);
    expect(wrong.asked.map(isOfTests)).toEqual([false, false]);
    const improved = await build("improved", [...options, promptsWith("r2e/improve-coverage", say)]);
    expect(improved.asked.map((request) => [isOfTests(request), isAbout(request, "late_fee")])).toEqual([
      [true, true],
    ]);
    expect(improved.asked[0]?.body.messages.at(-1)?.content).toMatch(/^Please\.\nYour tests run/);
    const fixed = await build("fixed", [...options, promptsWith("r2e/fix-tests", say)]);
    expect(fixed.asked).toEqual([]);

    const more = await build("more", ["--oversample", "1", "--edge-cases"]);
    const last = more.asked.map(({ body }) => body.messages.at(-1)?.content ?? "");
    expect(last.filter((text) => text.includes("Write more"))).toHaveLength(2);
    expect(last.filter((text) => text.startsWith("Think of inputs"))).toHaveLength(2);
    expect(more.report.writing).toMatchObject({ rounds: 5 });
    const { edge_cases: edges } = more.report;
    expect(edges).toMatchObject({ targets: 2, unusable: 0 });
    expect(edges?.inside).toBeGreaterThan(0);
    expect(edges?.suggested).toBeGreaterThan(edges?.inside ?? 0);
    expect(edges?.used).toBeGreaterThan(0);
  });
});
