import type { HostPath } from "../base/index.ts";
import { promptVersion, recordedReply, type PromptVersion } from "../spec/index.ts";
import type { RunFolder } from "../store/index.ts";
import type { Model } from "./model.ts";
import type { ReplyStore } from "./recording.ts";
import { openReplyCache, withFallback } from "./reply-cache.ts";

/** Name of the records in a run's folder, without `.jsonl`. */
export const REPLIES = "replies";

/** Name of the versions of prompts in a run's folder, without `.jsonl`. */
export const PROMPT_VERSIONS = "prompt-versions";

/** The answers of a run, in its folder, with the versions of the prompts that it asked with; those that it lacks come from the cache of all runs where there is one. */
export function openRunReplies(
  folder: Pick<RunFolder, "records" | "append">,
  model: Model,
  cacheDirectory: HostPath | undefined,
): ReplyStore {
  const replies = folder.records(REPLIES).map((record) => recordedReply.parse(record));
  const byKey = new Map(replies.map((reply) => [reply.key, reply]));
  const nameOf = ({ prompt, digest }: PromptVersion): string => `${prompt} ${digest}`;
  const noted = new Set(folder.records(PROMPT_VERSIONS).map((record) => nameOf(promptVersion.parse(record))));
  const own: ReplyStore = {
    find: (key) => byKey.get(key),
    keep(reply) {
      folder.append(REPLIES, reply);
      byKey.set(reply.key, reply);
    },
    note(prompts) {
      for (const one of prompts) {
        if (noted.has(nameOf(one))) continue;
        folder.append(PROMPT_VERSIONS, one);
        noted.add(nameOf(one));
      }
    },
  };
  return cacheDirectory === undefined ? own : withFallback(own, openReplyCache(cacheDirectory, model));
}
