import { existsSync, readFileSync, statSync } from "node:fs";

import { z } from "zod";

import { UsageError, type HostPath } from "../base/index.ts";

const listed = z.union([z.string(), z.looseObject({ source: z.string() })]);
const document = z.union([z.array(listed), z.looseObject({ repositories: z.array(listed) })]);

/** Whether a text names a file that lists sources. */
export function isSourceList(spec: string): boolean {
  return existsSync(spec) && statSync(spec).isFile();
}

/**
 * The sources that a file lists: what `diorama repositories` writes, a JSON array of sources or of objects with `source`, a CSV file with a column `name` of `OWNER/NAME` as SEART exports it, or a source on
 * each line (`#` begins a comment). Throws `UsageError` `bad-source-list`.
 */
export function readSourceList(file: HostPath): readonly string[] {
  const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  const sources = /^\s*[[{]/.test(text) ? readDocument(text, file) : (readTable(text) ?? readLines(text));
  if (sources.length > 0) return sources;
  throw refuse(file, "it lists no source");
}

function readDocument(text: string, file: HostPath): readonly string[] {
  try {
    const read = document.parse(JSON.parse(text));
    const all = Array.isArray(read) ? read : read.repositories;
    return all.map((one) => (typeof one === "string" ? one : one.source));
  } catch (error) {
    throw refuse(file, "its JSON is no list of sources", error);
  }
}

function readLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/(^|\s)#.*$/, "").trim());
  return lines.filter((line) => line !== "");
}

/** The column `name`; undefined where the first line is no header that has it. */
function readTable(text: string): readonly string[] | undefined {
  const [header = [], ...rows] = parseCsv(text);
  const column = header.indexOf("name");
  if (header.length < 2 || column < 0) return undefined;
  return rows.flatMap((row) =>
    row[column] === undefined || row[column] === "" ? [] : `github:${row[column]}`,
  );
}

/** Fields of lines, quoted ones as RFC 4180 has them. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "") break;
    if (end !== ",") rows.push([]);
  }
  return rows.filter((row) => row.some((field) => field !== ""));
}

function refuse(file: HostPath, why: string, cause?: unknown): UsageError {
  return new UsageError("bad-source-list", `Cannot read sources from ${file}: ${why}.`, {
    cause,
    hint: "Give one source on each line, a JSON array of them, or what `diorama repositories` wrote.",
  });
}
