import { parseJson, type RepositoryPath } from "../../base/index.ts";
import { isTable, stringsOf, tableAt, type RepositoryFiles } from "../repository-files.ts";
import { pathIn, readManifest, textsAt } from "./package-files.ts";

// Scripts of a manifest, read as far as it takes to know which commands they come to.

/** Script and command, as calls of other scripts are put in their place. */
export interface Segment {
  readonly text: string;
  readonly script: string;
}

/** Scripts of the root that may make what tests need and that a test script does not run itself. */
export function buildScripts(files: RepositoryFiles): readonly string[] {
  const scripts = textsAt(readManifest(files), "scripts");
  const [build = "prepare"] = ["build", "compile"].filter((name) => scripts.has(name));
  return ["postinstall", build].filter((name) => scripts.has(name));
}

/** True for a command that makes files, by its own words or by the name of its script. */
export function isBuild({ text, script }: Segment): boolean {
  return !text.includes("--noEmit") && (BUILDS.test(script) || BUILDERS.test(text));
}

const BUILDS = /build|compile|bundle|generate|transpile/;
const BUILDERS =
  /(?:^|\s|\/)(?:tsc|tshy|tsup|tsdown|unbuild|bunchee|pkgroll|microbundle|babel|rollup|webpack|esbuild|swc|rimraf|mkdir|cp|(?:vite|tsdx|parcel|rslib|ng-packagr)\s+build|(?:node|bash|sh)\s+(?:\S*\/)?(?:build|compile|generate)[\w.-]*)(?:\s|$)/;
const MAX_DEPTH = 6;

/** The scripts of a package, and what its configuration of coverage has loaded before their code. */
export interface Scripts {
  readonly texts: ReadonlyMap<string, string>;
  readonly hooks: readonly string[];
}

/** The scripts of the package in a folder. */
export function readScripts(files: RepositoryFiles, folder: RepositoryPath): Scripts {
  return { texts: textsAt(readManifest(files, folder), "scripts"), hooks: hooksOfCoverage(files, folder) };
}

/** The commands of a script, one after the other, between those that its manager runs before and behind it. */
export function expandScript(name: string, scripts: Scripts, depth = 0): Segment[] {
  if (depth > MAX_DEPTH) return [];
  const own = expandText(name, scripts, depth);
  if (own.length === 0) return own;
  return [...expandText(`pre${name}`, scripts, depth), ...own, ...expandText(`post${name}`, scripts, depth)];
}

function expandText(name: string, scripts: Scripts, depth: number): Segment[] {
  return splitCommands(scripts.texts.get(name) ?? "").flatMap((command) => {
    const bare = withoutCoverage(command, scripts.hooks);
    const { called, variables, words } = calledScripts(bare, scripts.texts);
    if (called.length === 0) return [{ text: command, script: name }];
    return called.flatMap((each) =>
      addWords(expandScript(each, scripts, depth + 1), each, words).map((segment) => ({
        ...segment,
        text: `${variables}${segment.text}`,
      })),
    );
  });
}

/** What a call adds stands behind the last command of the script that it calls. */
function addWords(segments: readonly Segment[], script: string, words: string): Segment[] {
  const last = words === "" ? -1 : segments.findLastIndex((segment) => segment.script === script);
  return segments.map((segment, index) =>
    index === last ? { ...segment, text: `${segment.text} ${words}` } : segment,
  );
}

function splitCommands(text: string): string[] {
  return [...text.matchAll(/(?:[^'"&|;]|'[^']*'|"[^"]*"|(?<!&)&(?!&)|(?<!\|)\|(?!\|))+/g)]
    .map(([part]) => part.trim())
    .filter((part) => part !== "");
}

/** Names of the scripts that a command runs, the words that set variables for them, and those that it adds to them. */
function calledScripts(
  text: string,
  scripts: ReadonlyMap<string, string>,
): { readonly called: readonly string[]; readonly variables: string; readonly words: string } {
  const several = /^(?:npm-run-all2?|run-s|run-p)\s+(.*)$/.exec(text)?.[1];
  if (several !== undefined) {
    const patterns = several
      .split(/\s+/)
      .map((word) => word.replaceAll(/["']/g, ""))
      .filter((word) => !word.startsWith("-"));
    const called = patterns.flatMap((pattern) =>
      [...scripts.keys()].filter((name) => isNamed(name, pattern)),
    );
    return { called, variables: "", words: "" };
  }
  const [, set = "", signs] = OF_ALL_NAMED.exec(text) ?? [];
  if (signs !== undefined) {
    const pattern = new RegExp(signs);
    return { called: [...scripts.keys()].filter((name) => pattern.test(name)), variables: set, words: "" };
  }
  const [, variables = "", manager = "", run, name = "", words = ""] =
    /^((?:cross-env(?:-shell)?\s+)?(?:[A-Z_]+=(?:"[^"]*"|\S+)\s+)*)(npm|pnpm|yarn|bun)\s+(run(?:-script)?\s+)?(?:(?:-s|--silent)\s+)?([\w:.@/-]+)(?:\s+--(?=\s|$))?\s*(.*)$/.exec(
      text,
    ) ?? [];
  const called = manager === "npm" && run === undefined ? name.replace(/^t$/, "test") : name;
  const isScript = scripts.has(called) && (manager !== "npm" || run !== undefined || called === "test");
  return { called: isScript ? [called] : [], variables, words };
}

/** pnpm runs all scripts whose names match a pattern of signs that mean nothing else here. */
const OF_ALL_NAMED = /^((?:[A-Z_]+=\S+\s+)*)pnpm\s+(?:run\s+)?["']?\/(\^?[\w:.-]+\$?)\/["']?$/;

function isNamed(name: string, pattern: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/[.+?^$()[\]{}|\\]/g, "\\$&").replaceAll("*", "[^:]*")}$`).test(
    name,
  );
}

/** Words that go before the program that a command is about. */
export const STARTERS =
  /^(?:cross-env(?:-shell)?|env|nyc|c8|node|tsx|ts-node|npx|yarn|pnpm|exec|run|--?[\w-]+(?:=\S+)?|[A-Z_a-z]+=\S*)$/;
const KNOWN =
  /(?:^|\/)(?:jest|vitest|_?mocha|ava|tap|tape|node|tsx|ts-node|npm|npx|yarn|pnpm|cross-env|react-scripts)(?:\.m?js)?$/;
/** Programs that measure coverage around another one. */
const MEASURES = /^(?:\S*\/)?(?:nyc|c8|istanbul)$/;
/** Options of nyc that load a module in each process before its code. */
const LOADS = /^(?:--require|-i)$/;

/** A command without the program that measures coverage around it. What that loads before code, by its options or else by its configuration (`hooks`), is loaded all the same. */
export function withoutCoverage(text: string, hooks: readonly string[]): string {
  const words = text.split(/\s+/);
  const at = words.findIndex((word) => MEASURES.test(word));
  const tool = words[at]?.split("/").at(-1);
  if (at < 0 || !words.slice(0, at).every((word) => STARTERS.test(word))) return text;
  if (tool === "istanbul" && words[at + 1] !== "cover") return text;
  const next = words.findIndex(
    (word, index) => index > at && KNOWN.test(word) && !LOADS.test(words[index - 1] ?? ""),
  );
  if (next < 0) return text;
  const behind = words.slice(next + 1);
  const [before, command] = [
    words.slice(0, at),
    [words[next] ?? "", ...(tool === "istanbul" ? withoutOptions(behind) : behind)],
  ];
  const asked = loadedBy(words.slice(at + 1, next));
  const loaded = tool === "nyc" ? (asked.length > 0 ? asked : hooks) : [];
  return loading(
    loaded.filter((hook) => !command.includes(hook)),
    before,
    command,
  ).join(" ");
}

/** Words behind the program that istanbul is around, without its own options, which `--` ends. */
function withoutOptions(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  if (end < 0) return words;
  const first = words.findIndex((word) => word.startsWith("-"));
  return [...words.slice(0, first), ...words.slice(end + 1)];
}

/** Modules that options of nyc name. */
function loadedBy(options: readonly string[]): readonly string[] {
  return options
    .flatMap((word, index) =>
      LOADS.test(word) ? [options[index + 1] ?? ""] : (/^--require=(.+)/.exec(word)?.[1] ?? []),
    )
    .map((word) => word.replaceAll(/["']/g, ""));
}

/** A command that has modules loaded first: by mocha itself, else by each process of Node. */
function loading(
  modules: readonly string[],
  before: readonly string[],
  [program = "", ...words]: readonly string[],
): readonly string[] {
  if (modules.length === 0) return [...before, program, ...words];
  if (/(?:^|\/)_?mocha(?:\.js)?$/.test(program))
    return [...before, program, ...modules.flatMap((module) => ["--require", module]), ...words];
  const options = modules.map((module) => `--require=${module}`);
  const first = /^(?:cross-env(?:-shell)?|env)$/.test(before[0] ?? "") ? 1 : 0;
  const set = before.find((word) => word.startsWith("NODE_OPTIONS=")) ?? "NODE_OPTIONS=$NODE_OPTIONS";
  const [name, ...value] = set.split("=");
  return [
    ...before.slice(0, first),
    `${name ?? ""}="${[value.join("="), ...options].join(" ")}"`,
    ...before.slice(first).filter((word) => word !== set),
    program,
    ...words,
  ];
}

/** Modules that nyc's configuration names: its own file, else the manifest. */
export function hooksOfCoverage(files: RepositoryFiles, folder: RepositoryPath): readonly string[] {
  const own = [".nycrc", ".nycrc.json"].map((name) => parseJson(files.text(pathIn(folder, name)) ?? ""));
  const named = [...own.filter(isTable), tableAt(readManifest(files, folder), "nyc")]
    .map(({ require }) => require)
    .find((modules) => modules !== undefined);
  return stringsOf(Array.isArray(named) ? named : [named]);
}
