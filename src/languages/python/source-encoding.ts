import type { DecodedSource } from "../source-files.ts";
import { decodeWith, latin1, utf8, type Codec } from "../text-encoding.ts";

/** PEP 263: in the first two lines, the second only where the first holds no code. */
const COOKIE = /^[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)/;
const NO_CODE = /^[ \t\f]*(?:#[^\r\n]*)?$/;

/**
 * The text of a Python source and the way back, byte for byte. UTF-8 unless a coding cookie says otherwise;
 * encodings of one byte a character are read, others and files that break their own encoding are refused.
 * A byte order mark stays in the text as U+FEFF.
 */
export function decodeSource(bytes: Uint8Array): DecodedSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.includes(0)) return { status: "refused", reason: "nul_byte" };
  const hasMark = buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf;
  const encoding = normaliseName(hasMark ? "utf-8" : (findCookie(buffer) ?? "utf-8"));
  const codec = findCodec(encoding);
  if (codec === undefined) return { status: "refused", reason: `encoding ${encoding}` };
  const text = codec.decode(buffer);
  if (text === undefined || !(codec.encode(text)?.equals(buffer) ?? false)) {
    return { status: "refused", reason: `not valid ${encoding}` };
  }
  return { status: "decoded", text, encoding, encode: (changed) => codec.encode(changed) };
}

function findCookie(buffer: Buffer): string | undefined {
  const [first = "", second = ""] = buffer
    .subarray(0, 4096)
    .toString("latin1")
    .split(/\r\n|\n|\r/);
  return COOKIE.exec(first)?.[1] ?? (NO_CODE.test(first) ? COOKIE.exec(second)?.[1] : undefined);
}

function normaliseName(name: string): string {
  const lower = name.toLowerCase().replaceAll("_", "-");
  if (/^utf-?8(-|$)/.test(lower)) return "utf-8";
  if (/^(latin-?1|iso-?8859-1|l1)(-|$)/.test(lower)) return "iso-8859-1";
  return /^(us-)?ascii$/.test(lower) ? "ascii" : lower.replace(/^cp(125\d)$/, "windows-$1");
}

function findCodec(encoding: string): Codec | undefined {
  if (encoding === "utf-8") return utf8;
  if (encoding === "ascii")
    return tableCodec(Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)));
  if (encoding === "iso-8859-1") return latin1;
  if (!/^(iso-?8859-\d+|windows-\d+|koi8-[ru]|cp866|macintosh)$/.test(encoding)) return undefined;
  const table = Array.from({ length: 256 }, (_, code) => decodeWith(encoding, Buffer.of(code)));
  return table[65] === "A" ? tableCodec(table) : undefined;
}

function tableCodec(table: readonly (string | undefined)[]): Codec {
  const codes = new Map(table.map((character, code) => [character, code]));
  return {
    decode(buffer) {
      const characters = Array.from(buffer, (byte) => table[byte]);
      return characters.includes(undefined) ? undefined : characters.join("");
    },
    encode(text) {
      const bytes = Array.from(text, (character) => codes.get(character));
      return bytes.includes(undefined) ? undefined : Buffer.from(bytes.map((byte) => byte ?? 0));
    },
  };
}
