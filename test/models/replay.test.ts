import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { digestOf, silentLogger } from "../../src/base/index.ts";
import { openModel, replyKey, type Model, type ModelRequest } from "../../src/models/index.ts";
import type { RecordedReply } from "../../src/spec/index.ts";

const identity = { provider: "openai", model: "orchard" };
const request: ModelRequest = {
  messages: [{ role: "user", content: "Grade a pear." }],
  settings: { temperature: null, max_tokens: null },
  sample: 0,
  label: "task grade-1, sample 0",
};

function recorded(of: ModelRequest, text: string, by = identity): RecordedReply {
  return {
    format: "reply/1",
    key: replyKey(by, of),
    ...by,
    label: of.label,
    prompt_digest: digestOf(of.messages),
    settings: of.settings,
    sample: of.sample,
    text,
    finish_reason: "stop",
    answered_by: null,
    usage: { input_tokens: 1, output_tokens: 2 },
    cost_usd: null,
    duration_ms: 3,
  };
}

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "diorama-replay-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function write(...records: readonly object[]): string {
  const file = join(directory, "replies.jsonl");
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return file;
}

function open(path: string): Promise<Model> {
  return openModel(`replay:${path}`, { timeoutMs: 1, proxyVariables: {}, logger: silentLogger });
}

describe("replay", () => {
  test.each(["the file", "the run's folder"])(
    "answers from %s, whose bytes stay as they are",
    async (what) => {
      const file = write(recorded(request, "Fresh."));
      const before = readFileSync(file);
      const model = await open(what === "the file" ? file : directory);
      expect(await model.ask(request)).toMatchObject({ status: "replied", reply: { text: "Fresh." } });
      expect(model).toMatchObject({ name: "replay:openai:orchard", identity });
      expect(readFileSync(file)).toEqual(before);
    },
  );

  test("gives the failures that a request meets again", async () => {
    const model = await open(write({ ...recorded(request, ""), failure: "refused" }));
    expect(await model.ask(request)).toEqual({
      status: "failed",
      failure: {
        code: "refused",
        message: "No answer for task grade-1, sample 0: refused when it was asked for.",
        repeat: "never",
      },
    });
  });

  test.each([
    {
      what: "another sample",
      asked: { ...request, sample: 2, label: "task grade-1, sample 2" },
      says: "it holds 1 samples of this prompt",
    },
    {
      what: "other settings",
      asked: { ...request, settings: { temperature: 0.7, max_tokens: null } },
      says: "it holds this prompt with temperature of the service and max tokens of the service, not with temperature 0.7",
    },
    {
      what: "another prompt for the same",
      asked: { ...request, messages: [] },
      says: "its reply for that is to another prompt",
    },
    {
      what: "something else",
      asked: { ...request, messages: [], label: "task ripen-2, sample 0" },
      says: "none of its 1 replies is to this prompt",
    },
  ])("says what is missing: $what", async ({ asked, says }) => {
    const model = await open(write(recorded(request, "Fresh.")));
    const outcome = await model.ask(asked);
    expect(outcome).toMatchObject({ status: "failed", failure: { code: "not-recorded", repeat: "later" } });
    const message = outcome.status === "failed" ? outcome.failure.message : "";
    expect(message).toContain(`no recorded reply for ${asked.label}`);
    expect(message).toContain(says);
  });

  test("refuses a file that is missing, empty, of something else, or of several models", async () => {
    const refused = { code: "unreadable-replies" };
    await expect(open(join(directory, "missing.jsonl"))).rejects.toMatchObject(refused);
    await expect(open(write())).rejects.toMatchObject(refused);
    await expect(open(write({ task_id: "grade-1", completion: "" }))).rejects.toMatchObject(refused);
    const other = recorded(request, "Old.", { provider: "openai", model: "grove" });
    await expect(open(write(recorded(request, "Fresh."), other))).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining("openai:orchard, openai:grove") as string,
    });
  });
});
