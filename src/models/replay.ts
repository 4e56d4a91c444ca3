import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";

import { asHostPath, digestOf, joinPath, readJsonLines, UsageError, type HostPath } from "../base/index.ts";
import { recordedReply, type RecordedReply } from "../spec/index.ts";
import type { Model, ModelProvider, ModelRequest } from "./model.ts";
import { readOutcome, replyKey } from "./recording.ts";

/** `replay:FILE`: answers from the records of an earlier run (`replies.jsonl`, or the run's folder) and never writes to them. */
export const replayProvider: ModelProvider = {
  open(rest) {
    const file = findFile(asHostPath(resolve(rest)));
    const replies = readReplies(file);
    const identity = identityOf(replies, file);
    const byKey = new Map(replies.map((reply) => [reply.key, reply]));
    return {
      name: `replay:${identity.provider}:${identity.model}`,
      identity,
      origin: { replies: digestOf([...byKey.keys()].sort()) },
      ask: async (request) => {
        const found = byKey.get(replyKey(identity, request));
        if (found !== undefined) return readOutcome({ ...found, taken_from: "recording" });
        const message = describeMissing(request, replies, file);
        return { status: "failed", failure: { code: "not-recorded", message, repeat: "later" } };
      },
    } satisfies Model;
  },
};

function findFile(path: HostPath): HostPath {
  const file = existsSync(path) && statSync(path).isDirectory() ? joinPath(path, "replies.jsonl") : path;
  if (existsSync(file)) return file;
  throw new UsageError("unreadable-replies", `Cannot replay ${file}: there is no such file.`, {
    hint: "Give the replies.jsonl of a run that asked a model, or the run's folder.",
  });
}

function readReplies(file: HostPath): readonly RecordedReply[] {
  try {
    return readJsonLines(file).map((record) => recordedReply.parse(record));
  } catch (error) {
    throw new UsageError(
      "unreadable-replies",
      `Cannot replay ${file}: it holds lines that are no recorded replies.`,
      {
        cause: error,
        hint: "Give the replies.jsonl of a run that asked a model, or the run's folder.",
      },
    );
  }
}

function identityOf(replies: readonly RecordedReply[], file: HostPath): Model["identity"] {
  const models = new Map(replies.map(({ provider, model }) => [`${provider}:${model}`, { provider, model }]));
  const [only] = models.values();
  if (only !== undefined && models.size === 1) return only;
  const found =
    only === undefined ? "no replies" : `replies of ${models.size} models (${[...models.keys()].join(", ")})`;
  throw new UsageError(
    "unreadable-replies",
    `Cannot replay ${file}: it holds ${found}, one model's are needed.`,
  );
}

/** What is missing, and what the file has instead that comes nearest. */
function describeMissing(request: ModelRequest, replies: readonly RecordedReply[], file: HostPath): string {
  const prompt = digestOf(request.messages);
  const toPrompt = replies.filter((reply) => reply.prompt_digest === prompt);
  const toLabel = replies.some((reply) => reply.label === request.label);
  const [near] = toPrompt;
  const instead =
    near === undefined
      ? toLabel
        ? "its reply for that is to another prompt"
        : `none of its ${replies.length} replies is to this prompt`
      : digestOf(near.settings) === digestOf(request.settings)
        ? `it holds ${toPrompt.length} samples of this prompt`
        : `it holds this prompt with ${describeSettings(near)}, not with ${describeSettings(request)}`;
  return `There is no recorded reply for ${request.label} in ${file}: ${instead}.`;
}

function describeSettings({ settings }: Pick<ModelRequest, "settings">): string {
  const { temperature, max_tokens } = settings;
  return `temperature ${temperature ?? "of the service"} and max tokens ${max_tokens ?? "of the service"}`;
}
