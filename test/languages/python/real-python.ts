import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { applyEdits } from "../../../src/base/index.ts";
import type { Definition, Editing, SpliceOutcome, Syntax } from "../../../src/languages/language.ts";
import { createPythonParser } from "../../../src/languages/python/parser.ts";
import { createPythonSyntax } from "../../../src/languages/python/syntax.ts";

export async function givenPythonSyntax(): Promise<{ syntax: Syntax; editing: Editing }> {
  return createPythonSyntax(await createPythonParser());
}

/** Runs a script that reads JSON from its stdin in the machine's Python 3; gives what it writes to stdout as JSON. */
export function runPython(script: string, input: unknown): unknown {
  const output = execFileSync("python3", ["-W", "ignore", "-c", script], {
    input: JSON.stringify(input),
    maxBuffer: 1 << 28,
  });
  return JSON.parse(output.toString()) as unknown;
}

const AST_SCRIPT = `
import ast, hashlib, json, sys
def digest(text):
    try:
        return hashlib.sha256(ast.dump(ast.parse(text)).encode("utf-8", "surrogatepass")).hexdigest()
    except SyntaxError as error:
        return "SyntaxError: %s" % error
json.dump([digest(text) for text in json.load(sys.stdin)], sys.stdout)
`;

/** Digest of what Python itself understands each text as, or its syntax error. */
export function syntaxDigests(texts: readonly string[]): string[] {
  return runPython(AST_SCRIPT, texts) as string[];
}

/** Files of the machine's own standard library, by name, with their text. */
export function readStandardLibrary(names: readonly string[]): { path: string; text: string }[] {
  const script = 'import sysconfig; print(sysconfig.get_path("stdlib"), end="")';
  const folder = execFileSync("python3", ["-W", "ignore", "-c", script], { encoding: "utf8" });
  return names.map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}

/** The bytes of a span as text. */
export function cut(text: string, span: { start: number; end: number }): string {
  return Buffer.from(text).subarray(span.start, span.end).toString();
}

export function getDefinition(syntax: Syntax, text: string, name: string, kind?: string): Definition {
  const found = syntax
    .parse("module.py", text)
    .definitions.find((one) => one.name === name && (kind === undefined || one.kind === kind));
  if (found === undefined) throw new Error(`no definition ${name} in ${JSON.stringify(text)}`);
  return found;
}

/** The new text of a file, or the reason why there is none. */
export function resultOf(text: string, outcome: SpliceOutcome): string {
  return outcome.status === "spliced" ? applyEdits(text, outcome.edits) : outcome.reason;
}
