import { createWordRecord } from "./word-record.ts";

/** Sections of an INI file: `sections[section][key]`, keys in lower case, continued lines joined by line feeds. */
export type IniSections = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Reads an INI file as Python's `configparser` does (setup.cfg, tox.ini, pip.conf): `=` or `:` separates, an
 * indented line continues the value above it, `#` and `;` at the start of a line are comments. Lines that fit nowhere
 * are passed over: a broken file must not stop the reading of others.
 */
export function parseIni(text: string): IniSections {
  const sections = createWordRecord<Record<string, string>>();
  let section: Record<string, string> | undefined;
  let key: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    if (/^[#;]/.test(trimmed)) continue;
    if (/^\s/.test(line) && section !== undefined && key !== undefined) {
      if (trimmed !== "") section[key] = `${section[key]}\n${trimmed}`;
      continue;
    }
    const header = /^\[([^\]]+)\]/.exec(trimmed);
    if (header?.[1] !== undefined) {
      section = sections[header[1]] ??= createWordRecord<string>();
      key = undefined;
      continue;
    }
    const entry = /^([^=:]+?)\s*[=:]\s*(.*)$/.exec(trimmed);
    if (entry?.[1] === undefined || section === undefined) continue;
    key = entry[1].toLowerCase();
    section[key] = entry[2] ?? "";
  }
  return sections;
}

/** The items of a value that lists them one a line (or, in older files, separated by commas). */
export function iniList(value: string | undefined): string[] {
  if (value === undefined) return [];
  const lines = value.includes("\n") ? value.split("\n") : value.split(/,(?![^[]*\])/);
  return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
}
