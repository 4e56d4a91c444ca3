/**
 * An INI file as Python's `RawConfigParser` reads one: section name to option to value. Option names are lower case with
 * `-` for `_`; indented lines continue the value above them. Lines that fit no form are passed over.
 */
export function parseIniFile(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  let option: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*([#;]|$)/.test(line)) continue;
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    if (header !== undefined) {
      section = sections.get(header) ?? new Map<string, string>();
      sections.set(header, section);
      option = undefined;
    } else if (/^\s/.test(line) && section !== undefined && option !== undefined) {
      section.set(option, `${section.get(option) ?? ""}\n${line.trim()}`.trim());
    } else {
      const [, name, value] = /^([^=:]+?)\s*[=:]\s*(.*)$/.exec(line) ?? [];
      option = name?.trim().toLowerCase().replaceAll("_", "-");
      if (option !== undefined) section?.set(option, (value ?? "").trim());
    }
  }
  return sections;
}
