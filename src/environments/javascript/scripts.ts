import type { RepositoryFiles } from "../repository-files.ts";
import { readManifest, textsAt } from "./package-files.ts";

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
  /(?:^|\s|\/)(?:tsc|tsup|tsdown|unbuild|babel|rollup|webpack|esbuild|swc|rimraf|mkdir|cp)(?:\s|$)/;
const MAX_DEPTH = 6;

/** The commands of a script, one after the other, between those that its manager runs before and behind it. */
export function expandScript(name: string, scripts: ReadonlyMap<string, string>, depth = 0): Segment[] {
  if (depth > MAX_DEPTH) return [];
  const own = expandText(name, scripts, depth);
  if (own.length === 0) return own;
  return [...expandText(`pre${name}`, scripts, depth), ...own, ...expandText(`post${name}`, scripts, depth)];
}

function expandText(name: string, scripts: ReadonlyMap<string, string>, depth: number): Segment[] {
  return splitCommands(scripts.get(name) ?? "").flatMap((command) => {
    const { called, variables, words } = calledScripts(withoutCoverage(command), scripts);
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
  const [, variables = "", manager = "", run, name = "", words = ""] =
    /^((?:cross-env(?:-shell)?\s+)?(?:[A-Z_]+=\S+\s+)*)(npm|pnpm|yarn|bun)\s+(run(?:-script)?\s+)?(?:(?:-s|--silent)\s+)?([\w:.@/-]+)(?:\s+--(?=\s|$))?\s*(.*)$/.exec(
      text,
    ) ?? [];
  const called = manager === "npm" && run === undefined ? name.replace(/^t$/, "test") : name;
  const isScript = scripts.has(called) && (manager !== "npm" || run !== undefined || called === "test");
  return { called: isScript ? [called] : [], variables, words };
}

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
/** A command without the program that measures coverage around it. */
export function withoutCoverage(text: string): string {
  const words = text.split(/\s+/);
  const at = words.findIndex((word) => /^(?:nyc|c8)$/.test(word));
  if (at < 0 || !words.slice(0, at).every((word) => STARTERS.test(word))) return text;
  const next = words.findIndex((word, index) => index > at && KNOWN.test(word));
  return next < 0 ? text : [...words.slice(0, at), ...words.slice(next)].join(" ");
}
