import { describe, expect, test } from "vitest";

import { silentLogger } from "../../src/base/index.ts";
import { openModel, wrapModel, type ModelOptions, type ModelOutcome } from "../../src/models/index.ts";
import type { RecordedReply } from "../../src/spec/index.ts";
import { PATIENCE_MS } from "../patience.ts";
import { errorBody, reply, send, serveChat, type Answer, type ServedChat } from "./served-chat.ts";

const options: ModelOptions = {
  timeoutMs: PATIENCE_MS,
  proxyVariables: {},
  logger: silentLogger,
  samplesAtOnce: 4,
  retries: { maxRetries: 1, firstDelayMs: 1, longestDelayMs: 1 },
};

/** As services answer that have `n`; of 10 tokens in, and 3 out and 0.5 USD for each choice. */
const several: Answer = (response, { body: { n = 1 } }, index) => {
  const choices = Array.from({ length: n }, (_, at) => ({
    index: at,
    finish_reason: at === 1 ? "length" : "stop",
    message: { role: "assistant", content: `answer ${index}.${at}` },
  }));
  const usage = { prompt_tokens: 10, completion_tokens: 3 * n, total_tokens: 10 + 3 * n, cost: n };
  send(response, 200, { id: "1", object: "chat.completion", created: 0, model: "orchard", choices, usage });
};

interface Seen {
  readonly texts: readonly string[];
  readonly outcomes: readonly ModelOutcome[];
  readonly kept: readonly RecordedReply[];
  /** The `n` of each request. */
  readonly sent: readonly (number | undefined)[];
}

async function askAll(
  served: ServedChat,
  samples: number,
  {
    provider = "openai",
    more = {},
    seed,
  }: { provider?: string; more?: Partial<ModelOptions>; seed?: number } = {},
): Promise<Seen> {
  const kept: RecordedReply[] = [];
  const all = { ...options, ...more };
  const store = { find: () => undefined, keep: (each: RecordedReply) => void kept.push(each) };
  const model = wrapModel(await openModel(`${provider}:orchard@${served.url}`, all), all, store);
  const settings = { temperature: 1, max_tokens: 9, ...(seed === undefined ? {} : { seed }) };
  const outcomes = await Promise.all(
    Array.from({ length: samples }, (_, sample) =>
      model.ask({
        messages: [{ role: "user", content: "Grade a pear." }],
        settings,
        sample,
        label: `sample ${sample}`,
      }),
    ),
  );
  const texts = outcomes.map((one) => (one.status === "replied" ? one.reply.text : one.failure.code));
  return { texts, outcomes, kept, sent: served.requests.map(({ body }) => body.n) };
}

describe("samples of one prompt", () => {
  test("are asked for together, kept each by its own number, and share what they took", async () => {
    await using served = await serveChat(several);
    const { texts, kept, outcomes, sent } = await askAll(served, 6);
    expect(sent).toEqual([4, 2]);
    expect([...texts].sort()).toEqual(
      [0, 1, 2, 3].map((at) => `answer 0.${at}`).concat(["answer 1.0", "answer 1.1"]),
    );
    expect(kept.map(({ sample, text }) => [sample, text]).sort(([a], [b]) => Number(a) - Number(b))).toEqual(
      texts.map((text, at) => [at, text]),
    );
    const sum = (of: (reply: RecordedReply) => number | null): number =>
      kept.reduce((total, each) => total + (of(each) ?? Number.NaN), 0);
    expect(sum(({ usage }) => usage.input_tokens)).toBe(20);
    expect(sum(({ usage }) => usage.output_tokens)).toBe(18);
    expect(sum(({ cost_usd: cost }) => cost)).toBe(6);
    expect(outcomes.map((one) => (one.status === "replied" ? one.reply.finishReason : ""))).toContain(
      "length",
    );
  });

  test("are asked for one by one of a service that does not take n", async () => {
    await using served = await serveChat((response, seen, index) =>
      seen.body.n === undefined
        ? reply(response, `answer ${index}`)
        : send(response, 400, errorBody("n is not supported")),
    );
    const { texts, sent } = await askAll(served, 4);
    expect(sent).toEqual([4, undefined, undefined, undefined, undefined]);
    expect([...texts].sort()).toEqual(["answer 1", "answer 2", "answer 3", "answer 4"]);
  });

  test("are asked for one by one of a service that ignores n, and the one it gave is used", async () => {
    await using served = await serveChat((response, _seen, index) => reply(response, `answer ${index}`));
    const { texts, sent } = await askAll(served, 4);
    expect(sent).toEqual([4, undefined, undefined, undefined]);
    expect([...texts].sort()).toEqual(["answer 0", "answer 1", "answer 2", "answer 3"]);
  });

  test("are asked for again where an answer fails or cannot be read", async () => {
    for (const [status, body] of [
      [500, errorBody("busy")],
      [200, "{"],
      [200, { id: "1", object: "chat.completion", created: 0, model: "orchard", choices: [] }],
    ] as const) {
      await using served = await serveChat((response, seen, index) =>
        index === 0 ? send(response, status, body) : several(response, seen, index),
      );
      const { texts } = await askAll(served, 3);
      expect(new Set(texts).size).toBe(3);
      expect(texts.every((text) => text.startsWith("answer"))).toBe(true);
    }
  });

  test("each have a request where they differ, come piece by piece, or the provider has no n", async () => {
    await using seeded = await serveChat(several);
    expect((await askAll(seeded, 3, { seed: 7 })).sent).toEqual([undefined, undefined, undefined]);
    await using streamed = await serveChat((response) => send(response, 400, errorBody("no")));
    expect((await askAll(streamed, 2, { more: { stallMs: PATIENCE_MS } })).sent).toEqual([
      undefined,
      undefined,
    ]);
    await using messages = await serveChat((response) => send(response, 400, errorBody("no")));
    expect((await askAll(messages, 2, { provider: "anthropic" })).sent).toEqual([undefined, undefined]);
  });
});
