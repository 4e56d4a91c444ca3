/** A submodule as `.gitmodules` describes it. */
export interface DeclaredSubmodule {
  readonly name: string;
  readonly path: string;
  /** As it stands there: an address, or relative to the repository's own. */
  readonly url: string | undefined;
}

/** Reads the text of a `.gitmodules` file (`git-config(1)`, Syntax). Lines that fit nowhere are passed over. */
export function parseGitmodules(text: string): DeclaredSubmodule[] {
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[\s*submodule\s+"((?:[^"\\]|\\.)*)"\s*\]/i.exec(line);
    if (header?.[1] !== undefined) {
      section = new Map();
      sections.set(header[1].replaceAll(/\\(.)/g, "$1"), section);
      continue;
    }
    if (/^\s*\[/.test(line)) section = undefined;
    const [, key, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) section?.set(key.toLowerCase(), unquoted(value));
  }
  return [...sections].flatMap(([name, values]) => {
    const path = values.get("path")?.replace(/\/+$/, "");
    return path === undefined || path === "" ? [] : [{ name, path, url: values.get("url") }];
  });
}

function unquoted(value: string): string {
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"/.exec(value) ?? [];
  return quoted?.replaceAll(/\\(.)/g, "$1") ?? value.replace(/\s+[#;].*$/, "");
}
