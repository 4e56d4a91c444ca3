import { quoteWord, type RepositoryPath } from "../../base/index.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import { FILES, LITERAL, textsIn, wordsOf } from "./gulp-mocha.ts";
import { dependenciesOf, pathIn, readManifest } from "./package-files.ts";

// grunt tells of no test, but where grunt-mocha-test has mocha run files that a Gruntfile names, mocha runs them as well by itself, behind the tasks before it.

/** What runs tests in the place of a task of grunt. */
export interface GruntTests {
  readonly text: string;
  /** Tasks that it runs before, each as a command. */
  readonly before: readonly string[];
}

/** Tasks that make nothing: they check how code is written, measure, or run tests in other ways. */
const CHECKS = /lint|js[hc]int|jscs|style|coverage|istanbul|watch|karma|mocha|notify/i;
const MAX_DEPTH = 6;

/** The command by which mocha runs what a task of grunt (`default`) has it run first; undefined where it runs none, or it cannot be told with which options. */
export function mochaOfGrunt(
  tasks: readonly string[],
  files: RepositoryFiles,
  folder: RepositoryPath,
): GruntTests | undefined {
  const needed = dependenciesOf(readManifest(files, folder));
  const text = ["Gruntfile.js", "gruntfile.js"]
    .map((name) => files.text(pathIn(folder, name)))
    .find((each) => each !== undefined)
    ?.replaceAll(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, "");
  const isThere = needed.has("mocha") && needed.has("grunt-mocha-test");
  if (text === undefined || !isThere || /\bglobal\.\w+\s*=|process\.env\.\w+\s*=/.test(text))
    return undefined;
  // One set of files alone, whatever it is called.
  const target = String.raw`\bmochaTest["']?\s*:\s*\{\s*["']?(\w+)["']?\s*:\s*\{\s*(?:options\s*:\s*(\{[^{}]*\})\s*,\s*)?src\s*:\s*${FILES}\s*,?\s*\}\s*,?\s*\}`;
  const [, name = "", options = "", from = ""] = new RegExp(target).exec(text) ?? [];
  const places = textsIn(from, text);
  const words = wordsOf(options);
  const all = (tasks.length === 0 ? ["default"] : tasks).flatMap((task) => tasksOf(task, text));
  const at = all.findIndex((task) => task === "mochaTest" || task === `mochaTest:${name}`);
  if (at < 0 || places.length === 0 || places.some((each) => each.startsWith("!")) || words === undefined)
    return undefined;
  return {
    text: ["mocha", ...words, ...places.map(quoteWord)].join(" "),
    before: all.slice(0, at).flatMap((task) => (CHECKS.test(task) ? [] : [`grunt ${quoteWord(task)}`])),
  };
}

/** The tasks that a task comes to, in the order in which they run. */
function tasksOf(task: string, text: string, depth = 0): readonly string[] {
  const list = String.raw`\.registerTask\(\s*["']${task.replaceAll(/[^\w]/g, "\\$&")}["']\s*,\s*(?:${LITERAL}\s*,\s*)?(\[[^\]]*\]|${LITERAL}(?=\s*\)))`;
  const called = depth > MAX_DEPTH ? undefined : new RegExp(list).exec(text)?.[1];
  if (called === undefined) return [task];
  return textsIn(called, text).flatMap((each) => tasksOf(each, text, depth + 1));
}
