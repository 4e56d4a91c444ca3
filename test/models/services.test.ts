import { describe, expect, test } from "vitest";

import { silentLogger } from "../../src/base/index.ts";
import { openModel, type ModelOptions, type ModelRequest } from "../../src/models/index.ts";
import { PATIENCE_MS } from "../patience.ts";
import { chatPiece, reply, send, sendPieces, serveChat } from "./served-chat.ts";

const request: ModelRequest = {
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Grade a pear." },
  ],
  settings: { temperature: null, max_tokens: 64 },
  sample: 2,
  label: "task grade-1, sample 2",
};

const options: ModelOptions = { timeoutMs: PATIENCE_MS, proxyVariables: {}, logger: silentLogger };

describe("settings that are given", () => {
  test("are sent, the seed with the sample's number added", async () => {
    await using served = await serveChat((response) => reply(response, "Fresh."));
    const model = await openModel(`openai:orchard@${served.url}`, options);
    const settings = { ...request.settings, top_p: 0.9, stop: ["END"], seed: 40 };
    await model.ask({ ...request, settings });
    expect(served.requests[0]?.body).toMatchObject({ top_p: 0.9, stop: ["END"], seed: 42, max_tokens: 64 });
  });
});

describe("Anthropic's messages", () => {
  test("are asked with the key, and say what the model thought and what it kept", async () => {
    await using served = await serveChat((response) =>
      send(response, 200, {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "orchard-4-1",
        stop_reason: "max_tokens",
        stop_sequence: null,
        content: [
          { type: "thinking", thinking: "A pear is a fruit.", signature: "s" },
          { type: "text", text: "Fresh." },
        ],
        usage: { input_tokens: 5, cache_read_input_tokens: 6, output_tokens: 9 },
      }),
    );
    const model = await openModel(`anthropic:orchard-4@${served.url}`, { ...options, apiKey: "sesame" });
    expect(await model.ask(request)).toMatchObject({
      status: "replied",
      reply: {
        text: "Fresh.",
        reasoning: "A pear is a fruit.",
        finishReason: "length",
        usage: { input_tokens: 11, cached_input_tokens: 6, output_tokens: 9 },
        costUsd: null,
        answeredBy: "orchard-4-1",
      },
    });
    expect(served.requests).toMatchObject([
      { path: "/v1/messages", headers: { "x-api-key": "sesame" }, body: { model: "orchard-4" } },
    ]);
    expect(model.name).toBe(`anthropic:orchard-4@${served.url}`);
  });

  test("have an address of their own, and failures that mean the same", async () => {
    expect((await openModel("anthropic:orchard-4", options)).name).toBe(
      "anthropic:orchard-4@https://api.anthropic.com/v1",
    );
    await using served = await serveChat((response) =>
      send(response, 529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
    );
    const model = await openModel(`anthropic:orchard-4@${served.url}`, options);
    expect(await model.ask(request)).toMatchObject({
      status: "failed",
      failure: { code: "unavailable", repeat: "soon" },
    });
  });
});

describe("plain completions", () => {
  test("go on with one text", async () => {
    await using served = await serveChat((response) =>
      send(response, 200, {
        id: "c",
        object: "text_completion",
        created: 0,
        model: "orchard-base",
        choices: [{ text: " return 1", index: 0, finish_reason: "stop" }],
        usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      }),
    );
    const model = await openModel(`completion:orchard-base@${served.url}`, options);
    expect(await model.ask(request)).toMatchObject({ status: "replied", reply: { text: " return 1" } });
    expect(served.requests[0]?.path).toBe("/v1/completions");
    expect(served.requests[0]?.body.prompt).toContain("Grade a pear.");
  });
});

describe("a streamed answer", () => {
  const streamed: ModelOptions = { ...options, stallMs: PATIENCE_MS };

  test("is put together, with its token counts", async () => {
    await using served = await serveChat((response) => {
      sendPieces(response, [
        chatPiece("It is "),
        chatPiece("fresh.", "stop"),
        {
          ...chatPiece(""),
          choices: [],
          usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
        },
      ]);
      response.end("data: [DONE]\n\n");
    });
    const model = await openModel(`openai:orchard@${served.url}`, streamed);
    expect(await model.ask(request)).toMatchObject({
      status: "replied",
      reply: { text: "It is fresh.", finishReason: "stop", usage: { input_tokens: 11, output_tokens: 7 } },
    });
    expect(served.requests[0]?.body.stream).toBe(true);
  });

  test("that stalls is given up, and may be asked again", async () => {
    await using served = await serveChat((response) => sendPieces(response, [chatPiece("It is ")]));
    const model = await openModel(`openai:orchard@${served.url}`, { ...options, stallMs: 200 });
    expect(await model.ask(request)).toMatchObject({
      status: "failed",
      failure: { repeat: "soon", message: expect.stringContaining("nothing came for") as string },
    });
  });

  test.each([
    ["is cut off", (response: { destroy(): void }) => response.destroy()],
    ["ends before its end", (response: { end(): void }) => response.end()],
  ])("that %s is no answer", async (_how, end) => {
    await using served = await serveChat((response) => {
      sendPieces(response, [chatPiece("It is ")]);
      setImmediate(() => end(response));
    });
    const model = await openModel(`openai:orchard@${served.url}`, streamed);
    expect(await model.ask(request)).toMatchObject({ status: "failed", failure: { repeat: "soon" } });
  });

  test("that fails at once fails as a whole one does", async () => {
    await using served = await serveChat((response) =>
      send(response, 429, { error: { message: "Slow down." } }, { "retry-after": "3" }),
    );
    const model = await openModel(`openai:orchard@${served.url}`, streamed);
    expect(await model.ask(request)).toMatchObject({
      status: "failed",
      failure: { code: "rate-limited", retryAfterMs: 3_000 },
    });
  });
});
