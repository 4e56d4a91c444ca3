import { readFileSync } from "node:fs";

import { parse } from "smol-toml";

import { joinPath, parseIni, type HostPath, type IniSections, type RepositoryPath } from "../base/index.ts";

/** A repository's tree for static reading: which files there are, and the text of a few of them. */
export interface RepositoryFiles {
  readonly directory: HostPath;
  /** All files, sorted. */
  readonly paths: readonly RepositoryPath[];
  has(path: RepositoryPath): boolean;
  /** Text of a file, or undefined where there is none or it is longer than 2 MB. */
  text(path: RepositoryPath): string | undefined;
}

/** The files below a folder, by their paths as seen from it. */
export function filesBelow(files: RepositoryFiles, folder: RepositoryPath): RepositoryFiles {
  const prefix = `${folder}/`;
  return {
    directory: joinPath(files.directory, folder),
    paths: files.paths.flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : [])),
    has: (path) => files.has(`${prefix}${path}`),
    text: (path) => files.text(`${prefix}${path}`),
  };
}

const MAX_BYTES = 2_000_000;

/** Opens a tree for static reading. `sizes` gives each file's length in bytes. */
export function openRepositoryFiles(
  directory: HostPath,
  files: readonly { readonly path: RepositoryPath; readonly bytes: number }[],
): RepositoryFiles {
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  return {
    directory,
    paths: files.map(({ path }) => path),
    has: (path) => sizes.has(path),
    text(path) {
      const bytes = sizes.get(path);
      if (bytes === undefined || bytes > MAX_BYTES) return undefined;
      return readFileSync(joinPath(directory, path), "utf8");
    },
  };
}

/** A TOML file of the tree as data; empty where it is missing or broken. */
export function readToml(files: RepositoryFiles, path: RepositoryPath): TomlTable {
  const text = files.text(path);
  if (text === undefined) return {};
  try {
    return parse(text);
  } catch {
    return {};
  }
}

/** An INI file of the tree; empty where it is missing. */
export function readIni(files: RepositoryFiles, path: RepositoryPath): IniSections {
  return parseIni(files.text(path) ?? "");
}

/** A table of a TOML document. */
export type TomlTable = Readonly<Record<string, unknown>>;

/** The table at a path of keys; empty where any of them is missing or something else. */
export function tableAt(document: TomlTable, ...keys: string[]): TomlTable {
  let value: unknown = document;
  for (const key of keys) value = isTable(value) ? value[key] : undefined;
  return isTable(value) ? value : {};
}

/** The strings of a TOML array; other items are left out, and so is everything where it is no array. */
export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** The value where it is a text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** True for a TOML table. */
export function isTable(value: unknown): value is TomlTable {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);
}
