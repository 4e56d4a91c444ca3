import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

import type { LanguageWith, StructuredFile } from "../../src/languages/index.ts";

/** Largest file that is measured, in bytes: generated tables are larger. */
const LARGEST = 1_000_000;

const PASSED_OVER = new Set([".git", "node_modules", "dist", "build", "target"]);

/** The source files of a folder in one language, read; those that cannot be decoded or parsed at all are passed over. */
export function readFiles(folder: string, language: LanguageWith<"structure">): StructuredFile[] {
  return listFiles(folder).flatMap((path) => {
    const name = relative(folder, path);
    if (!language.files.isSourceFile(name) || statSync(path).size > LARGEST) return [];
    const decoded = language.files.decode(readFileSync(path));
    if (decoded.status === "refused") return [];
    const structure = language.structure.read(name, decoded.text);
    return structure.refused === undefined ? [{ path: name, text: decoded.text, structure }] : [];
  });
}

/** All files of a folder but those of packages, builds and git, sorted within each folder. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !PASSED_OVER.has(entry.name) && !entry.isSymbolicLink())
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : entry.isFile() ? [path] : [];
    });
}
