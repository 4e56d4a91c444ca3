import { gunzipSync, gzipSync } from "node:zlib";

/** A value as it is kept. */
export function pack(value: unknown): Uint8Array {
  return packText(JSON.stringify(value));
}

/** The same of its JSON. */
export function packText(json: string): Uint8Array {
  return gzipSync(json, { level: 1 });
}

/** What was packed; undefined where bytes were damaged. */
export function unpack(data: Uint8Array): unknown {
  try {
    return JSON.parse(gunzipSync(data).toString());
  } catch {
    return undefined;
  }
}
