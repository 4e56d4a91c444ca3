import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { asHostPath, silentLogger } from "../../src/base/index.ts";
import {
  describeCalls,
  openModel,
  openReplyCache,
  readPrices,
  summariseCalls,
  summariseStages,
  withFallback,
  wrapModel,
  type Model,
  type ModelOptions,
  type ModelRequest,
  type ReplyStore,
} from "../../src/models/index.ts";
import { withRateLimit, type RateLimit } from "../../src/models/rate-limit.ts";
import type { RecordedReply } from "../../src/spec/index.ts";
import { PATIENCE_MS } from "../patience.ts";
import { reply, send, serveChat, type Answer } from "./served-chat.ts";

const options: ModelOptions = {
  timeoutMs: PATIENCE_MS,
  proxyVariables: {},
  logger: silentLogger,
  retries: { maxRetries: 0, firstDelayMs: 1, longestDelayMs: 1 },
};

function request(sample: number, maxTokens: number | null = 10): ModelRequest {
  return {
    messages: [{ role: "user", content: "Grade a pear." }],
    settings: { temperature: null, max_tokens: maxTokens },
    sample,
    label: `sample ${sample}`,
  };
}

function memory(): ReplyStore & { readonly kept: RecordedReply[] } {
  const kept: RecordedReply[] = [];
  return { kept, find: (key) => kept.find((each) => each.key === key), keep: (each) => kept.push(each) };
}

/** 18 tokens, for 0.25 USD. */
const priced: Answer = (response) => reply(response, "Fresh.");

/** 18 tokens, without a price. */
const unpriced: Answer = (response) =>
  send(response, 200, {
    id: "chat-1",
    object: "chat.completion",
    created: 0,
    model: "orchard-large",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Fresh." } }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  });

/** What becomes of so many samples, asked one after another or all at once. */
async function askFor(
  count: number,
  more: Partial<ModelOptions>,
  {
    answer = priced,
    atOnce = false,
    store = memory(),
  }: { answer?: Answer; atOnce?: boolean; store?: ReplyStore } = {},
): Promise<{ ends: readonly string[]; sent: number; costs: readonly (number | null)[] }> {
  await using served = await serveChat(answer);
  const all = { ...options, ...more };
  const model = wrapModel(await openModel(`openai:orchard@${served.url}`, all), all, store);
  const outcomes = [];
  if (atOnce)
    outcomes.push(...(await Promise.all(Array.from({ length: count }, (_, at) => model.ask(request(at))))));
  else for (let at = 0; at < count; at++) outcomes.push(await model.ask(request(at)));
  return {
    ends: outcomes.map((one) => (one.status === "replied" ? "replied" : one.failure.code)),
    sent: served.requests.length,
    costs: outcomes.flatMap((one) => (one.status === "replied" ? [one.reply.costUsd] : [])),
  };
}

describe("a budget", () => {
  test("of tokens ends where answers have taken them", async () => {
    const { ends, sent } = await askFor(4, { budget: { tokens: 30 } });
    expect(ends).toEqual(["replied", "replied", "budget-spent", "budget-spent"]);
    expect(sent).toBe(2);
  });

  test("counts what requests under way may take", async () => {
    const { ends, sent } = await askFor(8, { budget: { tokens: 28 } }, { atOnce: true });
    expect(sent).toBe(2);
    expect(ends.filter((end) => end === "replied")).toHaveLength(2);
  });

  test("of money counts what the service says", async () => {
    const { ends } = await askFor(3, { budget: { usd: 1.2 } });
    expect(ends).toEqual(["replied", "replied", "budget-spent"]);
  });

  test("of money begins nothing that could pass it, also at once, and waits for what is under way", async () => {
    // An answer costs at most 23 tokens in for 0.01 and 10 out for 0.02 USD: 0.43. It takes 0.25.
    const prices = new Map([["orchard", { input: 0.01, output: 0.02, cachedInput: 0.001 }]]);
    const more = { prices, budget: { usd: 0.95 } };
    const seen = await askFor(6, more, { answer: unpriced, atOnce: true });
    expect(seen.ends.filter((end) => end === "replied")).toHaveLength(3);
    expect(seen.ends.filter((end) => end === "budget-spent")).toHaveLength(3);
    const less = await askFor(2, { prices, budget: { usd: 0.42 } }, { answer: unpriced });
    expect(less).toMatchObject({ sent: 0, ends: ["budget-spent", "budget-spent"] });
  });

  test("of money asks for one answer alone where only the service knows the price", async () => {
    let [most, open] = [0, 0];
    const answer: Answer = (response) => {
      most = Math.max(most, ++open);
      setTimeout(() => [open--, reply(response, "Fresh.")], 20);
    };
    const { ends, sent } = await askFor(4, { budget: { usd: 0.6 } }, { answer, atOnce: true });
    expect({ most, sent }).toEqual({ most: 1, sent: 1 });
    expect(ends.filter((end) => end === "budget-spent")).toHaveLength(3);
  });

  test("of money asks for nothing where an answer may be of any length, unless the table knows its longest", async () => {
    await using served = await serveChat(unpriced);
    const price = { input: 1e-3, output: 1e-3, cachedInput: 1e-3 };
    for (const [listed, end] of [
      [price, "price-unknown"],
      [{ ...price, mostOutput: 100 }, "replied"],
    ] as const) {
      const all = { ...options, prices: new Map([["orchard", listed]]), budget: { usd: 1 } };
      const model = wrapModel(await openModel(`openai:orchard@${served.url}`, all), all, memory());
      const outcome = await model.ask(request(0, null));
      expect(outcome.status === "failed" ? outcome.failure.code : outcome.status).toBe(end);
    }
  });

  test("of money counts an answer that may have been charged for as what it may cost", async () => {
    const prices = new Map([["orchard", { input: 0.01, output: 0.02, cachedInput: 0.001 }]]);
    const answer: Answer = (response, _request, index) =>
      index === 0 ? send(response, 200, "{") : unpriced(response, _request, index);
    const { ends } = await askFor(2, { prices, budget: { usd: 0.85 } }, { answer });
    expect(ends).toEqual(["bad-reply", "budget-spent"]);
  });

  test("of money counts what a table of prices says", async () => {
    const prices = new Map([["orchard", { input: 0.01, output: 0.02, cachedInput: 0.001 }]]);
    const { ends, costs } = await askFor(3, { budget: { usd: 0.7 }, prices }, { answer: unpriced });
    expect(ends).toEqual(["replied", "replied", "budget-spent"]);
    expect(costs).toEqual([0.25, 0.25]);
  });

  test("of money takes no price that is unknown for none", async () => {
    const { ends, sent } = await askFor(3, { budget: { usd: 100 } }, { answer: unpriced });
    expect(ends).toEqual(["replied", "price-unknown", "price-unknown"]);
    expect(sent).toBe(1);
  });

  test("of time ends with it", async () => {
    expect((await askFor(1, { budget: { minutes: 0 } })).ends).toEqual(["budget-spent"]);
  });

  test("is not touched by what is known", async () => {
    const store = memory();
    const known = await askFor(2, {}, { store });
    expect(known.sent).toBe(2);
    const again = await askFor(3, { budget: { calls: 1 } }, { store });
    expect(again).toMatchObject({ ends: ["replied", "replied", "replied"], sent: 1 });
  });
});

describe("a table of prices", () => {
  test("is read in LiteLLM's form", () => {
    const file = asHostPath(join(mkdtempSync(join(tmpdir(), "prices-")), "prices.json"));
    const listed = { input_cost_per_token: 1e-6, output_cost_per_token: 4e-6, mode: "chat" };
    writeFileSync(
      file,
      JSON.stringify({
        orchard: listed,
        sample_spec: { mode: "chat" },
        plum: { ...listed, input_cost_per_token: "?" },
      }),
    );
    expect([...readPrices(file)]).toEqual([["orchard", { input: 1e-6, output: 4e-6, cachedInput: 1e-6 }]]);
    writeFileSync(file, "[]");
    expect(() => readPrices(file)).toThrow("no table of prices");
  });
});

/** The moments at which requests get through, on a clock that goes on only while somebody waits for it. */
async function momentsOf(limit: RateLimit, requests: readonly ModelRequest[]): Promise<readonly number[]> {
  let now = 0;
  const clock = { now: () => now, wait: (ms: number) => Promise.resolve(void (now += ms)) };
  const moments: number[] = [];
  const model: Model = {
    name: "openai:orchard",
    identity: { provider: "openai", model: "orchard" },
    origin: {},
    ask: () => {
      moments.push(now);
      const failure = { code: "refused", message: "No.", repeat: "never" } as const;
      return Promise.resolve({ status: "failed", failure });
    },
  };
  const limited = withRateLimit(model, limit, clock);
  await Promise.all(requests.map((one) => limited.ask(one, undefined)));
  return moments;
}

describe("a limit of the rate", () => {
  test("lets no more requests through than so many within its time", async () => {
    const requests = [0, 1, 2, 3, 4].map((sample) => request(sample));
    expect(await momentsOf({ requests: 2, withinMs: 300 }, requests)).toEqual([0, 0, 300, 300, 600]);
  });

  test("counts tokens, and what is too large for any stretch goes alone", async () => {
    const requests = [4, 4, 100, 4].map((tokens, sample) => request(sample, tokens));
    expect(await momentsOf({ tokens: 20, withinMs: 50 }, requests)).toEqual([0, 0, 50, 100]);
  });

  test("holds with a service, too", async () => {
    const { ends } = await askFor(3, { rateLimit: { requests: 2, withinMs: 50 } }, { atOnce: true });
    expect(ends).toEqual(["replied", "replied", "replied"]);
  });
});

describe("the cache of all runs", () => {
  const directory = asHostPath(mkdtempSync(join(tmpdir(), "replies-")));
  const at = (url: string): Pick<Model, "origin"> => ({ origin: { base_url: url } });

  test("answers what another run asked of the same service, and nothing else", async () => {
    const first = memory();
    await askFor(1, {}, { store: withFallback(first, openReplyCache(directory, at("http://one"))) });
    expect(first.kept).toHaveLength(1);
    const second = memory();
    const again = await askFor(
      2,
      {},
      { store: withFallback(second, openReplyCache(directory, at("http://one"))) },
    );
    expect(again.sent).toBe(1);
    expect(second.kept.map(({ sample, taken_from: from }) => [sample, from])).toEqual([
      [0, "cache"],
      [1, undefined],
    ]);
    const took = { replies: 1, input_tokens: 11, output_tokens: 7, cost_usd: 0.25, unpriced: 0 };
    expect(summariseCalls(second.kept)).toMatchObject({ ...took, replayed: took });
    const other = await askFor(
      1,
      {},
      { store: withFallback(memory(), openReplyCache(directory, at("http://other"))) },
    );
    expect(other.sent).toBe(1);
  });
});

describe("an account", () => {
  const line: RecordedReply = {
    format: "reply/1",
    key: "sha256:1",
    provider: "openai",
    model: "orchard",
    label: "tests of shop.py:grade, round 1",
    prompt_digest: "sha256:2",
    settings: { temperature: null, max_tokens: null },
    sample: 0,
    text: "",
    finish_reason: "stop",
    answered_by: null,
    usage: { input_tokens: 10, output_tokens: null },
    cost_usd: null,
    duration_ms: 1_500,
  };

  test("keeps apart what was asked for now and before, what has a price and what has none, and stages", () => {
    const priced: RecordedReply = { ...line, stage: "tests", cost_usd: 0.5 };
    const before: RecordedReply = { ...priced, taken_from: "cache" };
    const lines = [line, priced, before, before];
    const summary = summariseCalls(lines);
    expect(summary).toEqual({
      replies: 2,
      input_tokens: 20,
      output_tokens: 0,
      cost_usd: 0.5,
      unpriced: 1,
      latency_ms: { median: 1_500, p90: 1_500 },
      replayed: { replies: 2, input_tokens: 20, output_tokens: 0, cost_usd: 1, unpriced: 0 },
    });
    expect(summary === undefined ? "" : describeCalls(summary)).toBe(
      "2 replies, 20 tokens in, 0 out, 0.50 USD and 1 replies of unknown price; 1.5 s each, nine of ten within 1.5 s; 2 more from before (20 tokens in, 0 out, 1.00 USD)",
    );
    const stages = summariseStages(lines);
    expect(Object.entries(stages).map(([name, { replies, cost_usd }]) => [name, replies, cost_usd])).toEqual([
      ["other", 1, null],
      ["tests", 1, 0.5],
    ]);
    expect(summariseCalls([])).toBeUndefined();
  });
});
