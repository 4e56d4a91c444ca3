import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { dirname, join } from "node:path";

import { scriptSpans } from "./script-spans.ts";
import type { TrueFile } from "./truth.ts";

/** What the language's own parser says of files of a folder, in their order. `python` is the interpreter that reads Python, of version 3 or 2. */
export function readTruth(
  language: string,
  paths: readonly string[],
  { folder, python }: { readonly folder: string; readonly python: string },
): Iterable<TrueFile> {
  if (language === "javascript" || language === "typescript") return scriptSpans(paths);
  const program = (name: string): string => join(import.meta.dirname, name);
  if (language === "python") {
    const { stdout } = spawnSync(python, ["-c", "import sys; print(sys.version_info[0])"], {
      encoding: "utf8",
    });
    return run(python, [program(stdout.trim() === "2" ? "python2_spans.py" : "python_spans.py")], paths);
  }
  if (language === "java") return run("java", [...COMPILER_TREES, program("JavaSpans.java")], paths);
  if (language === "c") return run("python3", [program("c_spans.py"), ...headerFolders(folder)], paths);
  throw new Error(`Nothing is known of the parsers of ${language}.`);
}

const COMPILER_TREES = ["tree", "code"].flatMap((name) => [
  "--add-exports",
  `jdk.compiler/com.sun.tools.javac.${name}=ALL-UNNAMED`,
]);

function run(command: string, words: readonly string[], paths: readonly string[]): readonly TrueFile[] {
  const { stdout, stderr, status } = spawnSync(command, words, {
    input: paths.map((path) => `${path}\n`).join(""),
    maxBuffer: 2 ** 31,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr.slice(-2_000)}`);
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as TrueFile);
}

/** Folders with headers, for want of a build. */
function headerFolders(folder: string): readonly string[] {
  return [...new Set(globSync("**/*.h", { cwd: folder }).map((path) => join(folder, dirname(path))))]
    .sort()
    .slice(0, 60);
}
