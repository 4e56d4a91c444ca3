import { quoteWord, type RepositoryPath } from "../../base/index.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import { dependenciesOf, pathIn, readManifest } from "./package-files.ts";
import { choosePackageManager } from "./package-manager.ts";

// gulp tells of no test, but where a gulpfile does no more than hand files to gulp-mocha, mocha runs them as well by itself.

/** A text, a list of texts, or a name. */
export const LITERAL = String.raw`(?:"[^"]*"|'[^']*')`;
export const FILES = String.raw`(${LITERAL}|\[\s*${LITERAL}(?:\s*,\s*${LITERAL})*\s*,?\s*\]|\w+)`;
/** Options that say how tests run, and those that change nothing about them. */
const OPTION = /^(?:(timeout|ui)\s*:\s*["']?(\w+)["']?|(?:reporter|slow|bail)\s*:\s*["']?[\w-]+["']?)$/;

/** The command by which mocha runs what gulp has it run; undefined where more than that happens, or where it cannot be told. */
export function mochaOfGulp(files: RepositoryFiles, folder: RepositoryPath): string | undefined {
  const text = ["gulpfile.js", "Gulpfile.js"]
    .map((name) => files.text(pathIn(folder, name)))
    .find((each) => each !== undefined)
    ?.replaceAll(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, "");
  if (
    text === undefined ||
    !isProgramThere(files, folder) ||
    /\bglobal\.\w+\s*=|process\.env\.\w+\s*=/.test(text)
  )
    return undefined;
  const called = /(\w+)\s*=\s*require\(\s*["']gulp-mocha["']\s*\)/.exec(text)?.[1];
  const name = called ?? (text.includes("gulp-load-plugins") ? String.raw`[\w$]+\.mocha` : undefined);
  // Nothing before it that makes files: the task has no others that it waits for.
  const task = String.raw`\.task\(\s*["'][\w:-]+["']\s*,\s*(?:function\s*\w*\s*)?\(?\w*\)?\s*(?:=>)?\s*\{?\s*(?:return\s+)?`;
  const piped = String.raw`\.src\(\s*${FILES}\s*(?:,\s*\{[^{}]*\}\s*)?\)\s*\.pipe\(\s*${name}\(\s*(\{[^{}]*\})?\s*\)`;
  const [all, runs] = [piped, String.raw`${task}\w+${piped}`].map((pattern) => [
    ...text.matchAll(new RegExp(pattern, "g")),
  ]);
  const [, from = "", options = ""] = runs?.[0] ?? [];
  if (name === undefined || all?.length !== 1 || runs?.length !== 1) return undefined;
  const places = textsIn(from, text);
  const words = wordsOf(options);
  const loaded = [...text.matchAll(/^\s*require\(\s*["']([^"']+)["']\s*\);?\s*$/gm)].map(
    ([, each = ""]) => each,
  );
  const isPlain =
    !places.some((each) => each.startsWith("!")) && !loaded.some((each) => each.startsWith("."));
  if (places.length === 0 || words === undefined || !isPlain) return undefined;
  return ["mocha", ...loaded.flatMap((each) => ["--require", each]), ...words, ...places.map(quoteWord)].join(
    " ",
  );
}

/** True where mocha is where programs are: asked for itself, or brought by gulp-mocha where npm installs. */
function isProgramThere(files: RepositoryFiles, folder: RepositoryPath): boolean {
  const needed = dependenciesOf(readManifest(files, folder));
  return needed.has("mocha") || (needed.has("gulp-mocha") && choosePackageManager(files).name === "npm");
}

/** The texts of a literal, or of that which a variable has. */
export function textsIn(literal: string, text: string): readonly string[] {
  const value = /^\w+$/.test(literal)
    ? (new RegExp(String.raw`\b${literal}\s*=\s*${FILES}`).exec(text)?.[1] ?? "")
    : literal;
  return [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other ?? "");
}

/** Options of gulp-mocha as those of mocha; undefined where there are others than it is known what they do. */
export function wordsOf(options: string): readonly string[] | undefined {
  const each = options
    .replaceAll(/^\{|\}$/g, "")
    .split(",")
    .map((option) => option.trim())
    .filter((option) => option !== "");
  const read = each.map((option) => OPTION.exec(option));
  if (read.includes(null)) return undefined;
  return read.flatMap((found) => (found?.[1] === undefined ? [] : [`--${found[1]}`, found[2] ?? ""]));
}
