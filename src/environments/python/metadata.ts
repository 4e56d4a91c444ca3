import { iniList } from "../../base/index.ts";
import { isTable, readIni, readToml, tableAt, type RepositoryFiles } from "../repository-files.ts";

/** Core metadata of a distribution as header lines, in the order of the file. */
export type MetadataFields = readonly (readonly [name: string, value: string])[];

/** Fields that programs ask for; the rest (description, format version, licence files) depends on the build tool. */
const KEPT = new Set(
  [
    "Name",
    "Version",
    "Summary",
    "Home-page",
    "Author",
    "Author-email",
    "Maintainer",
    "Maintainer-email",
    "License",
    "License-Expression",
    "Keywords",
    "Classifier",
    "Project-URL",
    "Requires-Python",
    "Requires-Dist",
    "Provides-Extra",
  ].map((name) => name.toLowerCase()),
);

/** Reads the header of a METADATA or PKG-INFO file. */
export function parseMetadata(text: string): MetadataFields {
  const header = text.split(/\r?\n\r?\n/, 1)[0] ?? "";
  const unfolded = header.replace(/\r?\n[ \t]+/g, " ");
  return unfolded.split(/\r?\n/).flatMap((line) => {
    const match = /^([A-Za-z-]+):\s*(.*)$/.exec(line);
    return match?.[1] === undefined ? [] : [[match[1], match[2] ?? ""] as const];
  });
}

/** A METADATA file of these fields that does not depend on which build tool and version wrote them. */
export function canonicalMetadata(fields: MetadataFields): string {
  const kept = fields.filter(([name]) => KEPT.has(name.toLowerCase()));
  return `${[["Metadata-Version", "2.1"] as const, ...kept].map(([name, value]) => `${name}: ${value}`).join("\n")}\n`;
}

/** First value of a field, whatever its case. */
export function fieldOf(fields: MetadataFields, name: string): string | undefined {
  return fields.find(([field]) => field.toLowerCase() === name.toLowerCase())?.[1];
}

/** All values of a field. */
export function fieldsOf(fields: MetadataFields, name: string): string[] {
  return fields.filter(([field]) => field.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}

/** `entry_points.txt` as a repository declares it without being built; undefined where it declares none. */
export function staticEntryPoints(files: RepositoryFiles): string | undefined {
  const pyproject = readToml(files, "pyproject.toml");
  const project = tableAt(pyproject, "project");
  const poetry = tableAt(pyproject, "tool", "poetry");
  const groups = new Map<string, string[]>();
  const add = (group: string, table: unknown): void => {
    if (!isTable(table)) return;
    const lines = Object.entries(table).flatMap(([name, value]) =>
      typeof value === "string" ? [`${name} = ${value}`] : [],
    );
    if (lines.length > 0) groups.set(group, [...(groups.get(group) ?? []), ...lines]);
  };
  add("console_scripts", project["scripts"]);
  add("gui_scripts", project["gui-scripts"]);
  add("console_scripts", poetry["scripts"]);
  for (const table of [tableAt(project, "entry-points"), tableAt(poetry, "plugins")])
    for (const [group, entries] of Object.entries(table)) add(group, entries);
  for (const [group, value] of Object.entries(readIni(files, "setup.cfg")["options.entry_points"] ?? {}))
    groups.set(group, [...(groups.get(group) ?? []), ...iniList(value)]);
  if (groups.size === 0) return undefined;
  return [...groups].map(([group, lines]) => `[${group}]\n${lines.join("\n")}\n`).join("\n");
}
