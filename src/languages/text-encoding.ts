import type { DecodedSource } from "./source-files.ts";

/** An encoding, both ways; undefined where what is given has no place in it. */
export interface Codec {
  decode(bytes: Buffer): string | undefined;
  encode(text: string): Buffer | undefined;
}

/** UTF-8; a byte order mark stays in the text as U+FEFF. */
export const utf8: Codec = {
  decode: (bytes) => decodeWith("utf-8", bytes),
  encode: (text) => (text.isWellFormed() ? Buffer.from(text) : undefined),
};

/** ISO 8859-1: every byte is the character of its number, so that any file can be read and written back. */
export const latin1: Codec = {
  decode: (bytes) => bytes.toString("latin1"),
  encode: (text) => (/[\u{100}-\u{10ffff}]/u.test(text) ? undefined : Buffer.from(text, "latin1")),
};

const utf16: Codec = {
  decode: (bytes) => decodeWith("utf-16le", bytes),
  encode: (text) => (text.isWellFormed() ? Buffer.from(text, "utf16le") : undefined),
};

/** Bytes in an encoding that the platform knows by name; undefined where they break it. A byte order mark stays. */
export function decodeWith(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The text of a source of a language whose files declare no encoding, and the way back, byte for byte: UTF-16 where a byte order mark of it comes
 * first, else UTF-8 where the bytes are that, else ISO 8859-1. What has a zero byte is no text.
 */
export function decodeUndeclared(bytes: Uint8Array): DecodedSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWide = buffer[0] === 0xff && buffer[1] === 0xfe;
  if (!isWide && buffer.includes(0)) return { status: "refused", reason: "nul_byte" };
  const [encoding, codec] = isWide
    ? (["utf-16le", utf16] as const)
    : utf8.decode(buffer) === undefined
      ? (["iso-8859-1", latin1] as const)
      : (["utf-8", utf8] as const);
  const text = codec.decode(buffer);
  if (text === undefined || !(codec.encode(text)?.equals(buffer) ?? false))
    return { status: "refused", reason: `not valid ${encoding}` };
  return { status: "decoded", text, encoding, encode: (changed) => codec.encode(changed) };
}
