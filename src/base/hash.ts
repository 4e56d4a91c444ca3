import { createHash } from "node:crypto";

import { canonicalJson } from "./canonical-json.ts";

/** Lower-case hexadecimal SHA-256 of bytes, or of a text's UTF-8 bytes. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** `sha256:` and the digest of a value's canonical JSON; equal values give equal digests. */
export function digestOf(value: unknown): string {
  return `sha256:${sha256(canonicalJson(value))}`;
}
