import { describeKnownNames, UsageError } from "../../base/index.ts";
import type { ExportFormat, ImportFormat } from "./format.ts";
import { r2eImport } from "./r2e/read.ts";
import { r2eExport } from "./r2e/write.ts";
import { repostExport, repostImport } from "./repost.ts";

/** Every format that is read, by name. */
export const importFormats = { repost: repostImport, r2e: r2eImport } satisfies Record<string, ImportFormat>;

/** Every format that is written, by name. */
export const exportFormats = { repost: repostExport, r2e: r2eExport } satisfies Record<string, ExportFormat>;

/** A name among the formats that are read. */
export type ImportFormatName = keyof typeof importFormats;

/** The name of a format that is read, as typed. Throws `UsageError` `unknown-format`. */
export function getImportFormatName(name: string): ImportFormatName {
  const names = Object.keys(importFormats) as ImportFormatName[];
  return names.find((known) => known === name) ?? refuse("import", name, names);
}

/** The format to write, as typed. Throws `UsageError` `unknown-format`. */
export function getExportFormat(name: string): ExportFormat {
  const known: Readonly<Record<string, ExportFormat>> = exportFormats;
  const found = Object.hasOwn(known, name) ? known[name] : undefined;
  return found ?? refuse("export", name, Object.keys(known));
}

function refuse(what: string, name: string, known: readonly string[]): never {
  throw new UsageError(
    "unknown-format",
    `Cannot ${what} format "${name}": there is none of that name. ${describeKnownNames(name, known)}`,
  );
}
