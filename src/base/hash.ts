import { hash } from "node:crypto";

import { canonicalJson } from "./canonical-json.ts";

/** Lower-case hexadecimal SHA-256 of bytes, or of a text's UTF-8 bytes. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content);
}

/** `sha256:` and the digest of a value's canonical JSON; equal values give equal digests. */
export function digestOf(value: unknown): string {
  return `sha256:${sha256(canonicalJson(value))}`;
}

/** A 32-bit hash that is the same on every machine, for comparing many short texts: FNV-1a over UTF-16 code units. */
export function hash32(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}
