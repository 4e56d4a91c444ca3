/**
 * The packed form of a task set: its folder with `shards/` in the place of `tasks/`, everything beside them the same.
 *
 *     shards/shards.json       what the shards were made with, and each shard's size and digest
 *     shards/index.jsonl       one line a task, in the manifest's order: where the listing of its folder lies
 *     shards/shard-00000.tar   members `files/<sha256>` and `folders/<sha256>.json`, each content once a shard
 *
 * A folder's listing names its entries and says where in the same shard their contents lie, so a task is read by
 * following listings from its line in the index, without a look at anything else; and the masked trees of one
 * repository, which differ in one file, share all other files and folders. A shard needs no other shard.
 */
import { z } from "zod";

/** Bytes of a shard between two offsets, with their digest. */
const content = z.object({
  /** Of the first byte of the content itself, after the member's header. */
  offset: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** Hexadecimal. */
  sha256: z.string(),
});
export type Content = z.infer<typeof content>;

/** An entry of a folder: a regular file or a folder, as in the folder form; links exist in neither. */
const folderEntry = z.discriminatedUnion("kind", [
  content.extend({ kind: z.literal("file"), name: z.string(), executable: z.boolean() }),
  content.extend({ kind: z.literal("folder"), name: z.string() }),
]);
export type FolderEntry = z.infer<typeof folderEntry>;

/** The content of a `folders/` member: entries in code-unit order of names. */
export const folderListing = z.array(folderEntry);

/** A line of the index. Its content is the listing of the task's folder. */
export const indexLine = content.extend({
  id: z.string(),
  /** File name. */
  shard: z.string(),
  /** The task's digest, as in the manifest. */
  digest: z.string(),
});
export type IndexLine = z.infer<typeof indexLine>;

/** One shard: what it holds, and the whole file's size and digest. */
export const shardRecord = z.object({
  shard: z.string(),
  tasks: z.int(),
  /** Files in the folders of its tasks, and the sum of their sizes there. */
  task_files: z.int(),
  task_bytes: z.int(),
  bytes: z.int(),
  sha256: z.string(),
});
export type ShardRecord = z.infer<typeof shardRecord>;

/** What decides where one shard ends and the next begins. */
const shardSizes = z.object({
  tasks_per_shard: z.int().positive(),
  /** A shard grows past it only where a single task is larger. */
  max_bytes: z.int().positive(),
});
export type ShardSizes = z.infer<typeof shardSizes>;

/** `shards/shards.json`. */
export const shardsRecord = z.object({
  format: z.literal("task-shards/1"),
  sizes: shardSizes,
  tasks: z.int(),
  shards: z.array(shardRecord),
});
export type ShardsRecord = z.infer<typeof shardsRecord>;

/** Folder of the shards in a packed set. */
export const SHARDS = "shards";

/** File name of the shard of this number. */
export function shardName(number: number): string {
  return `shard-${String(number).padStart(5, "0")}.tar`;
}
