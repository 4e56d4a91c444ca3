import type { HostPath } from "../base/index.ts";
import { recordedReply } from "../spec/index.ts";
import type { RunFolder } from "../store/index.ts";
import type { Model } from "./model.ts";
import type { ReplyStore } from "./recording.ts";
import { openReplyCache, withFallback } from "./reply-cache.ts";

/** Name of the records in a run's folder, without `.jsonl`. */
export const REPLIES = "replies";

/** The answers of a run, in its folder; those that it lacks come from the cache of all runs where there is one. */
export function openRunReplies(
  folder: Pick<RunFolder, "records" | "append">,
  model: Model,
  cacheDirectory: HostPath | undefined,
): ReplyStore {
  const replies = folder.records(REPLIES).map((record) => recordedReply.parse(record));
  const byKey = new Map(replies.map((reply) => [reply.key, reply]));
  const own: ReplyStore = {
    find: (key) => byKey.get(key),
    keep(reply) {
      folder.append(REPLIES, reply);
      byKey.set(reply.key, reply);
    },
  };
  return cacheDirectory === undefined ? own : withFallback(own, openReplyCache(cacheDirectory, model));
}
