import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

import { asHostPath, digestOf, joinPath, writeFileAtomically, type HostPath } from "../base/index.ts";
import { recordedReply, type RecordedReply } from "../spec/index.ts";
import type { Model } from "./model.ts";
import type { ReplyStore } from "./recording.ts";

/**
 * Answers of all runs on this machine, one file for each, by the digest of what was asked and of where: two services may call different models alike. Safe to use from
 * several processes; a file that cannot be read counts as not there. Any of it may be deleted.
 */
export function openReplyCache(directory: HostPath, { origin }: Pick<Model, "origin">): ReplyStore {
  const fileOf = (key: string): HostPath => {
    const name = digestOf({ key, origin }).replace("sha256:", "");
    return joinPath(directory, name.slice(0, 2), `${name.slice(2)}.json`);
  };
  return {
    find: (key) => readReply(fileOf(key)),
    keep(reply) {
      // What one run was refused another may be given.
      if (reply.failure !== undefined) return;
      const file = fileOf(reply.key);
      mkdirSync(asHostPath(dirname(file)), { recursive: true });
      writeFileAtomically(file, JSON.stringify(reply));
    },
  };
}

/** The answers of a run before those of all runs: what is found in the second is kept in the first as well, as taken from there, and what is kept goes to both. */
export function withFallback(first: ReplyStore, second: ReplyStore): ReplyStore {
  return {
    find(key) {
      const own = first.find(key);
      if (own !== undefined) return own;
      const kept = second.find(key);
      if (kept === undefined) return undefined;
      const found: RecordedReply = { ...kept, taken_from: "cache" };
      first.keep(found);
      return found;
    },
    keep(reply) {
      first.keep(reply);
      second.keep(reply);
    },
    note: (prompts) => first.note?.(prompts),
  };
}

function readReply(file: HostPath): RecordedReply | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return recordedReply.safeParse(JSON.parse(readFileSync(file, "utf8"))).data;
  } catch {
    return undefined;
  }
}
