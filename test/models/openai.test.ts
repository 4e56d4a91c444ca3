import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

import { describe, expect, test } from "vitest";

import { silentLogger } from "../../src/base/index.ts";
import {
  openModel,
  wrapModel,
  type ModelOptions,
  type ModelOutcome,
  type ModelRequest,
  type ReplyStore,
} from "../../src/models/index.ts";
import { readRetryAfter } from "../../src/models/service-failures.ts";
import type { RecordedReply } from "../../src/spec/index.ts";
import { errorBody, reply, send, serveChat, type Answer } from "./served-chat.ts";
import { PATIENCE_MS } from "../patience.ts";

const request: ModelRequest = {
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Grade a pear." },
  ],
  settings: { temperature: 0.5, max_tokens: 64 },
  sample: 0,
  label: "task grade-1, sample 0",
};

const options: ModelOptions = {
  timeoutMs: PATIENCE_MS,
  proxyVariables: {},
  logger: silentLogger,
  retries: { maxRetries: 2, firstDelayMs: 1, longestDelayMs: 2_000 },
};

function memory(): ReplyStore & { readonly kept: RecordedReply[] } {
  const kept: RecordedReply[] = [];
  return { kept, find: (key) => kept.find((each) => each.key === key), keep: (each) => kept.push(each) };
}

/** Asks a server once, with everything in between that an evaluation has. */
async function ask(
  answer: Answer,
  more: Partial<ModelOptions> = {},
): Promise<{ outcome: ModelOutcome; sent: number; kept: number }> {
  await using served = await serveChat(answer);
  const store = memory();
  const all = { ...options, ...more };
  const model = wrapModel(await openModel(`openai:orchard@${served.url}`, all), all, store);
  const outcome = await model.ask(request);
  return { outcome, sent: served.requests.length, kept: store.kept.length };
}

describe("an OpenAI-compatible endpoint", () => {
  test("is asked for one whole reply, with the settings and the key", async () => {
    await using served = await serveChat((response) => reply(response, "It is fresh."));
    const model = await openModel(`openai:orchard/large@2@${served.url}/`, { ...options, apiKey: "sesame" });
    expect(await model.ask(request)).toEqual({
      status: "replied",
      reply: {
        text: "It is fresh.",
        finishReason: "stop",
        usage: { input_tokens: 11, output_tokens: 7 },
        costUsd: 0.25,
        answeredBy: "orchard-large",
        durationMs: expect.any(Number) as number,
      },
    });
    expect(served.requests).toMatchObject([
      {
        path: "/v1/chat/completions",
        headers: { authorization: "Bearer sesame" },
        body: {
          model: "orchard/large@2",
          messages: request.messages,
          temperature: 0.5,
          max_tokens: 64,
        },
      },
    ]);
    expect(served.requests[0]?.body.stream).toBeUndefined();
    expect(model.identity).toEqual({ provider: "openai", model: "orchard/large@2" });
  });

  test("is asked without key and settings where there are none", async () => {
    await using served = await serveChat((response) => reply(response, ""));
    const model = await openModel(`openai:orchard@${served.url}`, options);
    const plain = { ...request, settings: { temperature: null, max_tokens: null } };
    expect(await model.ask(plain)).toMatchObject({ status: "replied", reply: { text: "" } });
    expect(served.requests[0]?.headers.authorization).toBeUndefined();
    expect(Object.keys(served.requests[0]?.body ?? {}).sort()).toEqual(["messages", "model"]);
  });

  test("may say nothing of tokens, cost and its name", async () => {
    const { outcome } = await ask((response) =>
      send(response, 200, { choices: [{ finish_reason: "length", message: { content: "It is" } }] }),
    );
    expect(outcome).toMatchObject({
      status: "replied",
      reply: { finishReason: "length", usage: { input_tokens: null, output_tokens: null }, costUsd: null },
    });
  });

  test("is asked again after the wait it asks for", async () => {
    let refusedAt = 0;
    let askedAgainAfterMs = 0;
    const { outcome, sent, kept } = await ask((response, _seen, index) => {
      if (index > 0) {
        askedAgainAfterMs = performance.now() - refusedAt;
        return reply(response, "Now.");
      }
      refusedAt = performance.now();
      return send(response, 429, errorBody("slow down"), { "retry-after": "1" });
    });
    expect({ status: outcome.status, sent, kept }).toEqual({ status: "replied", sent: 2, kept: 1 });
    expect(askedAgainAfterMs).toBeGreaterThan(990);
  });

  test.each([
    { what: "a server that fails twice", statuses: [500, 503] },
    { what: "a conflict and a time-out of the server", statuses: [409, 408] },
  ])("$what is asked a third time", async ({ statuses }) => {
    const { outcome, sent } = await ask((response, _seen, index) => {
      const status = statuses[index];
      if (status === undefined) reply(response, "Now.");
      else send(response, status, errorBody("busy"));
    });
    expect({ status: outcome.status, sent }).toEqual({ status: "replied", sent: 3 });
  });

  test("that breaks off is asked again", async () => {
    const { outcome, sent } = await ask((response, _seen, index) => {
      if (index > 0) return reply(response, "Now.");
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"choices": [');
      return setTimeout(() => response.destroy(), 10);
    });
    expect({ status: outcome.status, sent }).toEqual({ status: "replied", sent: 2 });
  });

  test.each([
    { status: 500, body: errorBody("out of order"), code: "unavailable", repeat: "soon", sent: 3 },
    { status: 429, body: errorBody("slow"), code: "rate-limited", repeat: "soon", sent: 3 },
    {
      status: 429,
      body: errorBody("no credit", "insufficient_quota"),
      code: "rate-limited",
      repeat: "later",
      sent: 1,
    },
    { status: 401, body: errorBody("wrong key"), code: "bad-key", repeat: "later", sent: 1 },
    { status: 404, body: "not here", code: "unknown-model", repeat: "later", sent: 1 },
    { status: 400, body: errorBody("bad field"), code: "bad-request", repeat: "never", sent: 1 },
    {
      status: 400,
      body: errorBody("This model's maximum context length is 8192 tokens."),
      code: "context-too-long",
      repeat: "never",
      sent: 1,
      kept: 1,
    },
    {
      status: 400,
      body: errorBody("no", "content_filter"),
      code: "refused",
      repeat: "never",
      sent: 1,
      kept: 1,
    },
    {
      status: 403,
      body: errorBody("flagged by moderation"),
      code: "refused",
      repeat: "never",
      sent: 1,
      kept: 1,
    },
    { status: 302, body: "", code: "bad-request", repeat: "never", sent: 1 },
    { status: 200, body: '{"choices": [', code: "bad-reply", repeat: "soon", sent: 3 },
    { status: 200, body: { choices: [] }, code: "bad-reply", repeat: "soon", sent: 3 },
    { status: 200, body: { answer: 42 }, code: "bad-reply", repeat: "soon", sent: 3 },
  ])(
    "that answers $status $code is no answer, and recorded only where it never will be one",
    async ({ status, body, ...wanted }) => {
      const { outcome, sent, kept } = await ask((response) =>
        send(response, status, body, { location: "http://127.0.0.1:1/" }),
      );
      const { code, repeat } = outcome.status === "failed" ? outcome.failure : {};
      expect({ code, repeat, sent, kept }).toEqual({ kept: 0, ...wanted });
    },
  );

  test.each([
    { what: "finish reason", more: { finish_reason: "content_filter", message: { content: "Well" } } },
    { what: "refusal", more: { message: { content: null, refusal: "I will not." } } },
  ])("that refuses by its $what is no answer", async ({ more }) => {
    const { outcome, sent } = await ask((response) => reply(response, "", more));
    expect(outcome).toMatchObject({ status: "failed", failure: { code: "refused", repeat: "never" } });
    expect(sent).toBe(1);
  });

  test("that never answers is given up after the time limit, and left alone until another run", async () => {
    const askFor = (timeoutMs: number) => ask(() => undefined, { timeoutMs });
    let limitMs = 200;
    let asked = await askFor(limitMs);
    // A busy machine may not have sent anything in that time.
    while (asked.sent === 0) asked = await askFor((limitMs *= 4));
    const { outcome, sent } = asked;
    expect(outcome).toMatchObject({ status: "failed", failure: { code: "timed-out", repeat: "later" } });
    expect(sent).toBe(1);
  });

  test("that never answers is left when the user interrupts", async () => {
    const controller = new AbortController();
    await using served = await serveChat(() => controller.abort());
    const model = wrapModel(await openModel(`openai:orchard@${served.url}`, options), options, memory());
    await expect(model.ask(request, controller.signal)).rejects.toMatchObject({ code: "interrupted" });
  });

  test("is not waited for after an interrupt between two tries", async () => {
    const controller = new AbortController();
    await using served = await serveChat((response) => {
      send(response, 429, errorBody("slow"), { "retry-after": "60" });
      setTimeout(() => controller.abort(), 20);
    });
    const model = wrapModel(
      await openModel(`openai:orchard@${served.url}`, options),
      { ...options, retries: { maxRetries: 2, firstDelayMs: 1, longestDelayMs: 90_000 } },
      memory(),
    );
    await expect(model.ask(request, controller.signal)).rejects.toMatchObject({ code: "interrupted" });
    expect(served.requests).toHaveLength(1);
  });

  test("that asks for a longer wait than anybody waits is left until another run", async () => {
    const { outcome, sent } = await ask((response) =>
      send(response, 429, errorBody("come back tomorrow"), { "retry-after": "86400" }),
    );
    expect(outcome).toMatchObject({ status: "failed", failure: { code: "rate-limited" } });
    expect(sent).toBe(1);
  });

  test("that is not there fails as unreachable, and is then tried once a request", async () => {
    const listener = createServer().listen(0, "127.0.0.1");
    await once(listener, "listening");
    const { port } = listener.address() as AddressInfo;
    listener.close();
    await once(listener, "close");
    let tries = 0;
    const logger = (): void => void tries++;
    const all = { ...options, logger };
    const model = wrapModel(
      await openModel(`openai:orchard@http://127.0.0.1:${port}/v1`, all),
      all,
      memory(),
    );
    expect(await model.ask(request)).toMatchObject({
      status: "failed",
      failure: { code: "unreachable", message: expect.stringContaining("Tried 3 times.") as string },
    });
    expect(tries).toBe(2);
    await model.ask({ ...request, sample: 1 });
    expect(tries).toBe(2);
  });

  test("never has its key repeated, whatever the service says", async () => {
    const { outcome } = await ask(
      (response, { headers }) =>
        send(response, 400, errorBody(`${"x".repeat(290)} ${headers.authorization}`)),
      { apiKey: "sk-open-sesame" },
    );
    expect(outcome).toMatchObject({ status: "failed" });
    expect(JSON.stringify(outcome)).not.toMatch(/sesame|sk-o/);
  });

  test.each([
    "openai:",
    "openai:orchard",
    "openai:orchard@ftp://x/v1",
    "openai:@http://x/v1",
    "openai:m@http://me:word@x/v1",
    "openai:m@http://x/v1?key=word",
  ])("cannot be %s", async (spec) => {
    const refusal = openModel(spec, options);
    await expect(refusal).rejects.toMatchObject({ code: "bad-model" });
    await expect(refusal).rejects.not.toMatchObject({ message: expect.stringContaining("word") as string });
  });
});

describe("recording", () => {
  test("asks nothing twice, and tells requests apart by everything that decides the answer", async () => {
    await using served = await serveChat((response, _seen, index) => reply(response, `reply ${index}`));
    const store = memory();
    const model = wrapModel(await openModel(`openai:orchard@${served.url}`, options), options, store);
    const variants: readonly ModelRequest[] = [
      request,
      { ...request, sample: 1 },
      { ...request, settings: { ...request.settings, temperature: 0 } },
      { ...request, messages: request.messages.slice(1) },
    ];
    const texts = async (): Promise<unknown[]> => {
      const outcomes = [];
      for (const each of variants) outcomes.push(await model.ask({ ...each, label: "another label" }));
      return outcomes.map((outcome) => (outcome.status === "replied" ? outcome.reply.text : outcome));
    };
    const first = await texts();
    expect(first).toEqual(["reply 0", "reply 1", "reply 2", "reply 3"]);
    expect(await texts()).toEqual(first);
    expect(served.requests).toHaveLength(4);
    expect(new Set(store.kept.map(({ key }) => key)).size).toBe(4);
    expect(store.kept[0]).toMatchObject({
      format: "reply/1",
      provider: "openai",
      model: "orchard",
      sample: 0,
    });
  });

  test("asks once for equal requests that come at the same time", async () => {
    await using served = await serveChat((response, _seen, index) => reply(response, `reply ${index}`));
    const store = memory();
    const model = wrapModel(await openModel(`openai:orchard@${served.url}`, options), options, store);
    const outcomes = await Promise.all([model.ask(request), model.ask({ ...request, label: "another" })]);
    expect(outcomes).toMatchObject([{ reply: { text: "reply 0" } }, { reply: { text: "reply 0" } }]);
    expect({ sent: served.requests.length, kept: store.kept.length }).toEqual({ sent: 1, kept: 1 });
  });

  test("a budget stops asking, but not what is recorded, and retries are not calls", async () => {
    await using served = await serveChat((response, _seen, index) =>
      index === 0 ? send(response, 500, errorBody("busy")) : reply(response, "Fresh."),
    );
    const all = { ...options, budget: { calls: 1 } };
    const model = wrapModel(await openModel(`openai:orchard@${served.url}`, all), all, memory());
    expect(await model.ask(request)).toMatchObject({ status: "replied" });
    expect(await model.ask({ ...request, sample: 1 })).toMatchObject({
      status: "failed",
      failure: { code: "budget-spent", repeat: "later" },
    });
    expect(await model.ask(request)).toMatchObject({ status: "replied" });
    expect(served.requests).toHaveLength(2);
  });
});

test("a wait is read from seconds, milliseconds and dates", () => {
  expect(readRetryAfter({ "retry-after": "1.5" })).toBe(1_500);
  expect(readRetryAfter({ "retry-after": "9", "retry-after-ms": "20" })).toBe(20);
  expect(readRetryAfter({ "retry-after": "Fri, 01 Jan 2100 00:00:00 GMT" })).toBeGreaterThan(1e9);
  expect(readRetryAfter({ "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(0);
  expect(readRetryAfter({ "retry-after": "soon" })).toBeUndefined();
  expect(readRetryAfter({})).toBeUndefined();
});

test("an unknown provider is refused by name", async () => {
  await expect(openModel("opnai:m@http://x", options)).rejects.toMatchObject({ code: "unknown-model" });
});
