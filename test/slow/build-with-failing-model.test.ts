import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { BuildReport } from "../../src/curation/index.ts";
import { parseTaskRecord } from "../../src/spec/index.ts";
import { bytesOf, DESK, givenFolder, linesOf } from "../curation/desk.ts";
import { runDiorama, type Ended } from "../curation/given-build.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";
import { errorBody, reply, send, serveChat, type Answer, type SeenRequest } from "../models/served-chat.ts";

const obstacle = await whyNothingCanBeInstalled();

const TESTS = {
  late_fee: `from lending.fees import late_fee

def test_fee():
    for days in (0, 1, 4, 25, 26, 28, 31):
        late_fee(days), late_fee(days, is_member=True)`,
  check_code: `from lending.fees import check_code

def test_code():
    for code in ("0-306-40615-2", "080442957X", "0306406153", "X", "03064A6152"):
        check_code(code)`,
  overdue: `from lending.fees import overdue

def test_overdue():
    list(overdue([("Emma", 3), ("Ulysses", 9)], 5))`,
};

/** What an able model answers: tests of the function that it is asked about, or one that is wrong of it. */
function ableAnswer({ body: { messages } }: SeenRequest): string {
  const [system, user] = messages;
  const name = (Object.keys(TESTS) as (keyof typeof TESTS)[]).find((each) =>
    user?.content.includes(`\`${each}\``),
  );
  if (name === undefined) throw new Error(`Nobody expected to be asked: ${user?.content}`);
  const isTests = system?.content.includes("expert tester") === true;
  return `\`\`\`python\n${isTests ? TESTS[name] : `def ${name}(*given):\n    return None`}\n\`\`\`\n`;
}

const able: Answer = (response, request) => reply(response, ableAnswer(request));
const outOfOrder: Answer = (response) =>
  send(response, 503, errorBody("out of order"), { "retry-after-ms": "1" });

/** Requests of a build that nothing comes in the way of: tests and a wrong implementation of each target. */
const ALL_REQUESTS = 6;

describe.skipIf(obstacle !== undefined)(`a build whose model fails (${obstacle ?? "installed"})`, () => {
  let folder: string;
  let whole: Record<string, string>;

  beforeAll(async () => {
    folder = givenFolder(["desk"]);
    await using served = await serveChat(able);
    const built = await build("whole", served.url);
    expect(built.exitCode, built.lines.join("\n")).toBe(0);
    expect(served.requests).toHaveLength(ALL_REQUESTS);
    expect(reportOf(built)).toMatchObject({
      accepted: 3,
      is_finished: true,
      calls: {
        replies: 6,
        input_tokens: 66,
        output_tokens: 42,
        cost_usd: 1.5,
        stages: { adversaries: { replies: 3, cost_usd: 0.75 }, tests: { replies: 3, cost_usd: 0.75 } },
      },
    });
    whole = bytesOf(setOf("whole"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function setOf(name: string): string {
    return join(folder, "desk", name);
  }

  function build(
    out: string,
    url: string,
    { options = [], key = "sk-right" }: { readonly options?: readonly string[]; readonly key?: string } = {},
  ): Promise<Ended> {
    const home = join(folder, "desk");
    const words = ["build", DESK, "--target", Object.keys(TESTS).join(), "--tier", "simple", "--out", out];
    const model = ["--model", `openai:clerk@${url}`, "--adversaries", "1", "--workers", "2"];
    return runDiorama(home, [...words, ...model, "--no-reply-cache", "--json", ...options], {
      OPENAI_API_KEY: key,
      XDG_CACHE_HOME: join(home, ".cache"),
    });
  }

  /** Builds with what failed mended; the set is as if nothing had happened. */
  async function expectWhole(
    out: string,
  ): Promise<{ readonly requests: number; readonly report: BuildReport }> {
    await using served = await serveChat(able);
    const built = await build(out, served.url);
    expect(built.exitCode, built.lines.join("\n")).toBe(0);
    expect(bytesOf(setOf(out))).toEqual(whole);
    return { requests: served.requests.length, report: reportOf(built) };
  }

  test("says in each task what its answers took", () => {
    const tasks = Object.keys(whole).filter((path) => path.endsWith("/diorama.json"));
    expect(tasks).toHaveLength(3);
    for (const path of tasks)
      expect(
        parseTaskRecord(JSON.parse(readFileSync(join(setOf("whole"), path), "utf8"))).provenance,
      ).toEqual({
        tool: expect.stringContaining("diorama") as string,
        seed: 0,
        model_calls: 2,
        cost_usd: 0.5,
      });
  });

  test.each([
    ["a wrong key", "bad-key", 401, "OPENAI_API_KEY"],
    ["a model that is not there", "unknown-model", 404, "Check the name of the model"],
  ])("ends at once with %s, and goes on once that is mended", async (_what, code, status, hint) => {
    {
      await using served = await serveChat((response, { headers }) =>
        send(response, status, errorBody(`No ${headers.authorization}`)),
      );
      const built = await build(code, served.url, { key: "sk-wrong" });
      expect(built.exitCode).toBe(2);
      expect(JSON.parse(built.stdout)).toMatchObject({
        error: { code, hint: expect.stringContaining(hint) as string },
      });
      // One of each target that was under way.
      expect(served.requests.length).toBeLessThanOrEqual(3);
      expect(built.stdout).not.toContain("sk-wrong");
      for (const path of readdirSync(setOf(code), { recursive: true, encoding: "utf8" }))
        if (path.includes(".json"))
          expect(readFileSync(join(setOf(code), path), "utf8")).not.toContain("sk-wrong");
    }
    expect(await expectWhole(code)).toMatchObject({ requests: ALL_REQUESTS });
  });

  test("ends asking where the budget is spent, keeps what it has, and asks for the rest alone", async () => {
    await using served = await serveChat(able);
    const exitCodes: (number | null)[] = [];
    for (const spent of [4, 6]) {
      const built = await build("budget", served.url, { options: ["--max-calls", "4"] });
      exitCodes.push(built.exitCode);
      expect(served.requests).toHaveLength(spent);
      expect(reportOf(built)).toMatchObject({ calls: { replies: spent, cost_usd: spent / 4 } });
      if (spent === 4)
        expect(reportOf(built)).toMatchObject({
          is_finished: false,
          unanswered: {
            sources: 0,
            failures: { "budget-spent": 1 },
            message: expect.stringContaining("the budget of 4 calls is spent") as string,
          },
        });
    }
    expect(exitCodes).toEqual([1, 0]);
    expect(bytesOf(setOf("budget"))).toEqual(whole);
  });

  test("begins no further source where the budget is spent, and tells a person how it goes on", async () => {
    await using served = await serveChat(able);
    const home = join(folder, "desk");
    // The same code once more: it adds no task, and nothing to ask.
    cpSync(DESK, join(home, "branch"), { recursive: true });
    const words = ["build", DESK, "branch", "--target", Object.keys(TESTS).join(), "--tier", "simple"];
    const asking = ["--model", `openai:clerk@${served.url}`, "--adversaries", "1", "--no-reply-cache"];
    const run = (...more: readonly string[]): Promise<Ended> =>
      runDiorama(home, [...words, ...asking, "--out", "two", ...more], {
        XDG_CACHE_HOME: join(home, ".cache"),
      });
    const stopped = await run("--max-calls", "1");
    expect(stopped.exitCode).toBe(1);
    expect(stopped.stdout).toMatch(
      /\nAsked: 1 replies, 11 tokens in, 7 out, 0\.25 USD; .*\nNo answer of the model \(budget-spent 1\): Not asked for .*: the budget of 1 calls is spent\.\n3 targets are left and 1 source\. The same command goes on, and asks nothing again that was answered\.\n/,
    );
    const further = await run();
    expect(further.exitCode, further.lines.join("\n")).toBe(0);
    expect(further.stdout).toMatch(
      /\nAsked: 6 replies, .* 1\.50 USD; .*\n {2}adversaries {7}3 replies, .*\n {2}tests {13}3 replies, /,
    );
    expect(further.stdout).not.toContain("left");
    expect(served.requests).toHaveLength(ALL_REQUESTS);
  });

  test("ends where a budget in USD is set and answers have no price, and says so", async () => {
    await using served = await serveChat((response, request) => {
      const message = { role: "assistant", content: ableAnswer(request) };
      const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
      send(response, 200, { model: "clerk", choices: [{ index: 0, finish_reason: "stop", message }], usage });
    });
    const built = await build("unpriced", served.url, {
      options: ["--max-tokens", "5000", "--max-usd", "5"],
    });
    expect(built.exitCode).toBe(2);
    expect(JSON.parse(built.stdout)).toMatchObject({ error: { code: "price-unknown" } });
    const further = await build("unpriced", served.url, { options: ["--max-tokens", "5000"] });
    expect(further.exitCode).toBe(0);
    expect(served.requests).toHaveLength(ALL_REQUESTS);
    expect(reportOf(further)).toMatchObject({ calls: { replies: 6, cost_usd: null, unpriced: 6 } });
    const [path = ""] = Object.keys(whole).filter((each) => each.endsWith("/diorama.json"));
    const record = JSON.parse(readFileSync(join(setOf("unpriced"), path), "utf8")) as unknown;
    expect(parseTaskRecord(record).provenance).toMatchObject({ model_calls: 2, cost_usd: null });
  });

  test("pauses where the service is out of order, and goes on when it is back", async () => {
    {
      await using served = await serveChat((response, request, index) =>
        index < 3 ? able(response, request, index) : outOfOrder(response, request, index),
      );
      const built = await build("outage", served.url);
      expect(built.exitCode).toBe(1);
      expect(reportOf(built)).toMatchObject({
        is_finished: false,
        calls: { replies: 3 },
        unanswered: { message: expect.stringContaining("HTTP 503 (out of order). Tried 6 times.") as string },
      });
    }
    const { requests, report } = await expectWhole("outage");
    expect(requests).toBe(ALL_REQUESTS - 3);
    expect(report).toMatchObject({ is_finished: true, calls: { replies: 6, cost_usd: 1.5 } });
    expect(report).not.toHaveProperty("unanswered");
  });

  test("pauses where the server is gone midway, and goes on when it is back", async () => {
    const served = await serveChat((response, request, index) => {
      able(response, request, index);
      if (index === 2) void served[Symbol.asyncDispose]();
    });
    const built = await build("gone", served.url);
    expect(built.exitCode).toBe(1);
    expect(reportOf(built)).toMatchObject({ unanswered: { failures: { unreachable: 1 } } });
    const kept = linesOf(join(setOf("gone"), "replies.jsonl")).length;
    expect(await expectWhole("gone")).toMatchObject({ requests: ALL_REQUESTS - kept });
  });

  test("leaves open a target that fails alone, and the others have their turn", async () => {
    await using served = await serveChat((response, request, index) => {
      if (request.body.messages[1]?.content.includes("`check_code`") === true)
        send(response, 200, "this is no JSON", { "retry-after-ms": "1" });
      else able(response, request, index);
    });
    const built = await build("alone", served.url);
    expect(built.exitCode).toBe(1);
    expect(reportOf(built)).toMatchObject({
      accepted: 2,
      sources: [{ tried: 2, filtered: { unanswered: 1 } }],
      unanswered: { targets: 1, failures: { "bad-reply": 1 } },
    });
    await using mended = await serveChat(able);
    const further = await build("alone", mended.url);
    expect(further.exitCode, further.lines.join("\n")).toBe(0);
    expect(mended.requests).toHaveLength(2);
    // The manifest names tasks in the order in which they were made.
    const manifest = { "task-set.json": "in another order" };
    expect({ ...bytesOf(setOf("alone")), ...manifest }).toEqual({ ...whole, ...manifest });
  });

  test("goes on without what is refused, and is the same again from its recording", async () => {
    await using served = await serveChat((response, request, index) => {
      if (request.body.messages[1]?.content.includes("`check_code`") === true)
        reply(response, "", { finish_reason: "content_filter" });
      else able(response, request, index);
    });
    const built = await build("refused", served.url);
    expect(built.exitCode, built.lines.join("\n")).toBe(0);
    expect(reportOf(built)).toMatchObject({
      accepted: 3,
      is_finished: true,
      writing: { targets: 3, valid: 2, unanswered: 1 },
      calls: { replies: 4 },
    });
    const replayed = await build("refused-again", served.url, { options: ["--model", "replay:refused"] });
    expect(replayed.exitCode, replayed.lines.join("\n")).toBe(0);
    expect(bytesOf(setOf("refused-again"))).toEqual(bytesOf(setOf("refused")));
    expect(served.requests).toHaveLength(ALL_REQUESTS);
  });

  test("names what a recording lacks, and does the rest", async () => {
    const recording = linesOf(join(setOf("whole"), "replies.jsonl"));
    const rest = recording.filter(
      ({ label }) => !String(label).startsWith("tests of lending/fees.py:overdue"),
    );
    expect(rest).toHaveLength(ALL_REQUESTS - 1);
    const file = join(folder, "desk", "rest.jsonl");
    writeFileSync(file, rest.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const built = await build("rest", "", { options: ["--model", `replay:${file}`] });
    expect(built.exitCode).toBe(1);
    expect(reportOf(built)).toMatchObject({
      accepted: 2,
      is_finished: false,
      unanswered: {
        targets: 1,
        failures: { "not-recorded": 1 },
        message: expect.stringContaining("tests of lending/fees.py:overdue, round 1") as string,
      },
    });
  });
});

function reportOf({ stdout }: Ended): BuildReport {
  return JSON.parse(stdout) as BuildReport;
}
