import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

// The interpreter itself, for a launcher in front of it may cost more than what it runs.
const [PYTHON = "python3", LIBRARY = ""] = execFileSync(
  "python3",
  ["-c", "import os, sys; print(sys.executable); print(os.path.dirname(os.__file__))"],
  { encoding: "utf8" },
).split("\n");

/** The text of a module of the real standard library. */
export function readLibrary(path: string): string {
  return readFileSync(join(LIBRARY, path), "utf8");
}

/** Runs a program in an isolated Python, with a JSON value as its standard input; gives back the JSON value that it prints. */
export function runPython(program: string, input: unknown): unknown {
  const done = spawnSync(PYTHON, ["-I", "-W", "ignore", "-c", program], {
    input: JSON.stringify(input),
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (done.status !== 0) throw new Error(`Python ended with ${done.status}: ${done.stderr.slice(-4000)}`);
  return JSON.parse(done.stdout);
}

/** What compiling each text gives: null, or the error. */
export function compileAll(texts: readonly string[]): readonly (string | null)[] {
  return runPython(COMPILE, texts) as (string | null)[];
}

const COMPILE = `
import json, sys
found = []
for text in json.load(sys.stdin):
    try:
        compile(text, "variant", "exec", dont_inherit=True)
        found.append(None)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        found.append(repr(error))
print(json.dumps(found))
`;
