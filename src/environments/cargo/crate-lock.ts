import { z } from "zod";

import { lockForm } from "../lock-text.ts";

/** What an environment of Rust is made of again: crates with their hashes, and the manifests for which they are compiled. */
const crateLock = z.object({
  format: z.literal("cargo-crates/1"),
  cargo_lock: z.string(),
  /** Manifests of the tree's crates, and cargo's own settings there, by path. */
  files: z.record(z.string(), z.string()),
  /** Sources that the manifests name or cargo finds by their place, sorted. */
  sources: z.array(z.string()),
  /** The tree's crates. */
  crates: z.array(z.string()),
  /** Options of cargo that choose features. */
  options: z.array(z.string()),
});
export type CrateLock = z.infer<typeof crateLock>;

/** How recipes hold it. */
export const crateLocks = lockForm(crateLock, "Rust");
