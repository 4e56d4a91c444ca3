import { folderOf, isRecord, type RepositoryPath } from "../../../base/index.ts";
import { normalise } from "./repository-paths.ts";

/** What build files say, as far as it can be told without running them. */
export interface BuildEvidence {
  /** Below the root, in the order found; the empty one is the root. */
  readonly includeFolders: readonly RepositoryPath[];
  /** Macros that command lines define, whatever is asked for. */
  readonly macros: ReadonlyMap<string, readonly GivenMacro[]>;
  /** Macros that a header defines, or not, which is made while configuring. */
  readonly configured: ReadonlySet<string>;
  /** Source files that become one program or library. */
  readonly groups: readonly ReadonlySet<RepositoryPath>[];
}

/** A macro that a build file gives to the files of its folder. */
export interface GivenMacro {
  readonly folder: RepositoryPath;
  /** Undefined where it is no number. */
  readonly value: number | undefined;
  /** What it stands for, where that is a name. */
  readonly word: string | undefined;
}

type Found = {
  readonly includeFolders: Set<RepositoryPath>;
  readonly macros: Map<string, GivenMacro[]>;
  readonly configured: Set<string>;
  readonly groups: Set<RepositoryPath>[];
};

/** Folders that hold headers by custom. */
const CUSTOMARY_FOLDERS = ["include", "inc", "src", ""];

/** True for build files that are read: compilation databases, Makefiles of all kinds, CMake's lists and templates of headers. */
export function isBuildFile(path: RepositoryPath): boolean {
  return (
    isHeaderTemplate(path) ||
    /(?:^|\/)(?:compile_commands\.json|CMakeLists\.txt|(?:GNU)?[Mm]akefile(?:\.(?:am|in))?|[^/]+\.mk)$/.test(
      path,
    )
  );
}

function isHeaderTemplate(path: RepositoryPath): boolean {
  return /\.h\.(?:in|cmake|cmake\.in|meson)$/.test(path);
}

/** Reads build files, which are given by path with their texts. What cannot be understood is passed over. */
export function readBuildFiles(files: ReadonlyMap<RepositoryPath, string>): BuildEvidence {
  const found: Found = { includeFolders: new Set(), macros: new Map(), configured: new Set(), groups: [] };
  for (const path of [...files.keys()].sort()) {
    const text = files.get(path) ?? "";
    if (path.endsWith(".json")) readCompilationDatabase(text, found);
    else if (isHeaderTemplate(path)) readTemplate(text, found);
    else if (path.endsWith("CMakeLists.txt")) readCMakeLists(text, folderOf(path), found);
    else readMakefile(text, folderOf(path), found);
  }
  for (const folder of CUSTOMARY_FOLDERS) found.includeFolders.add(folder);
  return { ...found, includeFolders: [...found.includeFolders] };
}

function readCompilationDatabase(text: string, found: Found): void {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    return;
  }
  for (const entry of Array.isArray(entries) ? entries : []) {
    if (!isRecord(entry)) continue;
    const command = Array.isArray(entry["arguments"]) ? entry["arguments"].join(" ") : entry["command"];
    if (typeof command === "string") readOptions(command, "", found);
  }
}

/** Names that are filled in: `#undef X`, `#cmakedefine X`, `#mesondefine X`, `#define X @X@`. */
function readTemplate(text: string, found: Found): void {
  for (const [, name = ""] of text.matchAll(
    /^[ \t]*#[ \t]*(?:undef|cmakedefine(?:01)?|mesondefine|define(?=[ \t]+\w+[ \t].*[@$][{\w]))[ \t]+([A-Za-z_]\w*)/gm,
  )) {
    found.configured.add(name);
  }
}

/** `-I` and `-D` of a command line; what is written with variables is left out. */
function readOptions(text: string, folder: RepositoryPath, found: Found): void {
  for (const [, target] of text.matchAll(/(?<=^|[\s"'=])-(?:I|isystem|iquote)\s*"?([^\s"']+)/gm)) {
    addFolder(target ?? "", folder, found);
  }
  for (const [, macro = ""] of text.matchAll(/(?<=^|[\s"'=])-D\s*"?([A-Za-z_]\w*(?:=[^\s"']*)?)/gm)) {
    addMacro(macro, folder, found);
  }
}

/** `NAME` or `NAME=VALUE`. */
function addMacro(written: string, folder: RepositoryPath, found: Found): void {
  const [name = "", text = "1"] = written.split("=", 2);
  const value = /^-?\d+$/.test(text) ? Number(text) : undefined;
  const word = /^[A-Za-z_]\w*$/.test(text) ? text : undefined;
  const known = found.macros.get(name) ?? [];
  if (!known.some((each) => each.folder === folder))
    found.macros.set(name, [...known, { folder, value, word }]);
}

function addFolder(written: string, folder: RepositoryPath, found: Found): void {
  const top = /^(?:\$[({](?:top_srcdir|abs_top_srcdir|PROJECT_SOURCE_DIR|CMAKE_SOURCE_DIR)[)}])\/?/.exec(
    written,
  );
  const local = /^(?:\$[({](?:srcdir|CURDIR|CMAKE_CURRENT_SOURCE_DIR)[)}])\/?/.exec(written);
  const rest = written.slice((top ?? local)?.[0].length ?? 0);
  if (/[$<>]|^\//.test(rest)) return;
  const path = normalise(top === null && folder !== "" ? `${folder}/${rest}` : rest);
  if (path !== undefined) found.includeFolders.add(path);
}

function addGroup(words: readonly string[], folder: RepositoryPath, found: Found): void {
  const sources = words
    .filter((word) => /\.(?:c|o|lo|obj)$/.test(word) && !word.includes("$"))
    .map((word) => normalise(`${folder}/${word.replace(/\.(?:o|lo|obj)$/, ".c")}`) ?? "");
  if (sources.length > 1) found.groups.push(new Set(sources));
}

function readMakefile(text: string, folder: RepositoryPath, found: Found): void {
  const lines = unconditional(
    text
      .replace(/^\s*#.*$/gm, "")
      .replace(/\\\r?\n/g, " ")
      .split(/\r?\n/),
  );
  const variables = new Map<string, string>();
  for (const line of lines) {
    const assignment = /^\s*(?:export\s+)?([\w.-]+)\s*([:+?]?)=\s*([^#]*)/.exec(line);
    if (assignment === null) continue;
    const [, name = "", sign, value = ""] = assignment;
    const before = sign === "+" ? `${variables.get(name) ?? ""} ` : "";
    variables.set(name, before + value.trim());
  }
  const fill = (words: string, depth = 0): string =>
    depth > 5 || words.length > 20_000
      ? words
      : words.replace(
          /\$[({]([\w.-]+)(?::([\w.]+)=([\w.]+))?[)}]/g,
          (written, name: string, from?: string, to = "") => {
            const value = variables.get(name);
            if (value === undefined) return written;
            const filled = fill(value, depth + 1);
            if (from === undefined) return filled;
            return filled
              .replaceAll(`${from} `, `${to} `)
              .replace(new RegExp(`${from.replaceAll(".", "\\.")}$`), to);
          },
        );
  for (const line of lines) readOptions(withoutOwnWords(fill(line)), folder, found);
  for (const [name, value] of variables) {
    if (/(?:_SOURCES|OBJS?|OBJECTS|SRCS?)$/i.test(name)) addGroup(fill(value).split(/\s+/), folder, found);
  }
  for (const line of lines) {
    const rule = /^[^\s#:=][^:=]*:(?![:=])([^=]*)$/.exec(line);
    if (rule !== null) addGroup(fill(rule[1] ?? "").split(/\s+/), folder, found);
  }
}

/** A line without the words that it gives for names where it is of one target alone: other files' names stay what they are. */
function withoutOwnWords(line: string): string {
  const isOfTarget = /^(?:\t|[^\s#:=][^:=]*:(?!=))/.test(line);
  return isOfTarget ? line.replace(/(-D\s*"?[A-Za-z_]\w*=)[A-Za-z_]\w*/g, "$1") : line;
}

/** Lines without the macros that they give only under a condition. */
function unconditional(lines: readonly string[]): string[] {
  let depth = 0;
  return lines.map((line) => {
    if (/^ *(?:ifn?def|ifn?eq|if)\b/.test(line)) depth++;
    else if (/^ *endif\b/.test(line)) depth = Math.max(0, depth - 1);
    return depth === 0 ? line : line.replace(/-D\s*"?[A-Za-z_]\w*/g, "");
  });
}

function readCMakeLists(text: string, folder: RepositoryPath, found: Found): void {
  const variables = new Map<string, string>();
  const fill = (words: string): string =>
    words.replace(/\$\{(\w+)\}/g, (written, name: string) => variables.get(name) ?? written);
  let depth = 0;
  for (const [, command = "", inside = ""] of text.replace(/#.*$/gm, "").matchAll(/(\w+)\s*\(([^()]*)\)/g)) {
    const words = fill(inside).match(/[^\s"]+/g) ?? [];
    const [first = "", ...rest] = words;
    if (/^(?:if|foreach|function|macro)$/i.test(command)) depth++;
    else if (/^end(?:if|foreach|function|macro)$/i.test(command)) depth--;
    else if (/^(?:set|list)$/i.test(command)) {
      const name = /^list$/i.test(command) ? (rest[0] ?? "") : first;
      const before = /^list$/i.test(command) ? `${variables.get(name) ?? ""} ` : "";
      variables.set(name, `${before}${rest.join(" ")}`.slice(0, 20_000));
    } else if (/^add_(?:executable|library)$/i.test(command)) addGroup(rest, folder, found);
    else if (/^(?:target_)?include_directories$/i.test(command)) {
      for (const word of words) if (!/^[A-Z_]+$/.test(word)) addFolder(word, folder, found);
    } else if (depth === 0 && /^(?:add|\w+_compile)_definitions$/i.test(command)) {
      for (const word of words) {
        const macro = /^(?:-D)?([A-Za-z_]\w*(?:=\w*)?)$/.exec(word)?.[1];
        if (macro !== undefined && !/^(?:PRIVATE|PUBLIC|INTERFACE)$/.test(macro))
          addMacro(macro, folder, found);
      }
    }
  }
}
