import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

import { z } from "zod";

import { isSystemError, messageOf, UsageError } from "./errors.ts";
import type { HostPath } from "./paths.ts";

/** A text file that a user gave. */
export interface GivenFile {
  readonly file: HostPath;
  /** What it holds, in the plural. */
  readonly what: string;
  /** Codes of the errors about the whole file, and about one line. */
  readonly codes: { readonly file: string; readonly line: string };
}

/** A JSON Lines file that a user gave. */
export interface GivenLines<T> extends GivenFile {
  /** A line as a user would write it. */
  readonly form: string;
  readonly schema: z.ZodType<T>;
}

/** A line and its number, from 1. */
export interface GivenLine<T> {
  readonly number: number;
  readonly value: T;
}

/**
 * Reads what a user wrote: UTF-8, with or without a byte order mark, empty lines between. Throws `UsageError` with the codes that are given,
 * which says of each mistake what was found and what to do.
 */
export function readGivenLines<T>(given: GivenLines<T>): GivenLine<T>[] {
  const text = readGivenText(given);
  if (text.trimStart().startsWith("["))
    throw refuseFile(
      given,
      "it holds one JSON array",
      `Write each on a line of its own: jq -c '.[]' ${given.file}`,
    );
  return text
    .split("\n")
    .flatMap((line, index) =>
      line.trim() === "" ? [] : [{ number: index + 1, value: parseLine(given, line, index + 1) }],
    );
}

/** The text of a UTF-8 file, packed by gzip or not, without its byte order mark. Throws `UsageError` with the codes that are given. */
export function readGivenText(given: GivenFile): string {
  return decode(given, readBytes(given));
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "this user may not read it",
  EISDIR: "it is a folder",
};

/** Bytes of a packed file after unpacking. */
const MOST_BYTES = 2 ** 31;

const PACKING_FAULTS = ["Z_DATA_ERROR", "Z_BUF_ERROR", "ERR_BUFFER_TOO_LARGE"];

function readBytes(given: GivenFile): Buffer {
  try {
    const bytes = readFileSync(given.file);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return isPacked ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
  } catch (error) {
    if (isSystemError(error, ...PACKING_FAULTS))
      throw refuseFile(given, `it cannot be unpacked (${error.message})`, "Check that it is whole: gzip -t.");
    if (!isSystemError(error, ...Object.keys(UNREADABLE))) throw error;
    throw refuseFile(given, UNREADABLE[error.code ?? ""] ?? error.message, "Check the path.");
  }
}

function decode(given: GivenFile, bytes: Buffer): string {
  const [first, second] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isMarked || first === 0 || second === 0)
    throw refuseFile(given, "it is UTF-16", `Make it UTF-8: iconv -f UTF-16 -t UTF-8 ${given.file}`);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    return decoder.decode(bytes);
  } catch {
    const number =
      bytes
        .toString("latin1")
        .split("\n")
        .findIndex((line) => !isUtf8(line)) + 1;
    throw refuseLine(given, number, "it is not UTF-8", "Write the file as UTF-8.");
  }
}

function isUtf8(bytesAsLatin1: string): boolean {
  const bytes = Buffer.from(bytesAsLatin1, "latin1");
  return Buffer.from(bytes.toString("utf8")).equals(bytes);
}

function parseLine<T>(given: GivenLines<T>, line: string, number: number): T {
  const value = parseJson(given, line, number);
  const parsed = given.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const hint = `A line is ${given.form}`;
  const [issue] = parsed.error.issues;
  const field = issue?.path[0];
  if (field === undefined) throw refuseLine(given, number, `it is ${nameKind(value)}, not an object`, hint);
  const isMissing = !Object.hasOwn(value as object, field);
  const found = isMissing
    ? `it has no "${String(field)}"`
    : `its "${String(field)}" is wrong (${issue?.message})`;
  throw refuseLine(given, number, found, hint);
}

function parseJson(given: GivenLines<unknown>, line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw refuseLine(
      given,
      number,
      `it is not JSON (${messageOf(error)})`,
      `Each line is one whole object, ${given.form}; line breaks within a text are written \\n.`,
    );
  }
}

function nameKind(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}

function refuseFile({ what, file, codes }: GivenFile, found: string, hint: string): UsageError {
  return new UsageError(codes.file, `Cannot read ${what} from ${file}: ${found}.`, { hint });
}

function refuseLine({ file, codes }: GivenFile, line: number, found: string, hint: string): UsageError {
  return new UsageError(codes.line, `Cannot read line ${line} of ${file}: ${found}.`, { hint });
}
