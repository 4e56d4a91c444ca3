import { basename } from "node:path";

import { isRecord, readGivenText, type HostPath } from "../../base/index.ts";

/** A record of a public set: all its texts together. */
export interface PublicText {
  /** Name of the file, and the record's own id or its number in the file, from 1. */
  readonly source: string;
  readonly text: string;
}

/**
 * Reads what was public: JSON Lines or a JSON array, each record one text, also packed by gzip; any other file is one text. Throws `UsageError`
 * `unreadable-public-set`.
 */
export function readPublicTexts(file: HostPath): readonly PublicText[] {
  const name = basename(file);
  const code = "unreadable-public-set";
  const text = readGivenText({ file, what: "public texts", codes: { file: code, line: code } });
  const records = parseRecords(text);
  if (records === undefined) return [{ source: name, text }];
  return records.map((record, index) => ({
    source: `${name} ${idOf(record) ?? index + 1}`,
    text: textsIn(record).join("\n"),
  }));
}

/** Undefined where it is neither a JSON array nor JSON Lines of objects. */
function parseRecords(text: string): readonly unknown[] | undefined {
  const start = text.trimStart()[0];
  try {
    if (start === "[") return JSON.parse(text) as unknown[];
    if (start !== "{") return undefined;
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return lines.map((line): unknown => JSON.parse(line));
  } catch {
    return undefined;
  }
}

function idOf(record: unknown): string | undefined {
  if (!isRecord(record)) return undefined;
  const id = record["task_id"] ?? record["id"] ?? record["name"];
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}
