/*
 * Structure against what languages' own parsers say: `npm run bench -- spans --language NAME --folder DIRECTORY… [--show N] [--python PATH]`. Reads every source file
 * of the folders with CPython's `ast`, the TypeScript compiler, javac's Tree API or clang, and counts the definitions of which name, whole span,
 * body and parameters are the same; every body is also cut out and put back. Needs `python3`, `java` (a JDK) or the Python package libclang.
 * `--python` names the interpreter whose `ast` is asked; of version 2 it tells names, their places and parameters alone.
 * Files that their own parser refuses are counted and left out. `--show` prints that many of the differences.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { applyEdits } from "../src/base/index.ts";
import { loadParts, type Declaration, type FileStructure } from "../src/languages/index.ts";
import { readTruth } from "./spans/read-truth.ts";
import type { TrueDefinition } from "./spans/truth.ts";

const { values } = parseArgs({
  options: {
    language: { type: "string", default: "python" },
    folder: { type: "string", multiple: true, default: [] },
    show: { type: "string", default: "0" },
    python: { type: "string", default: "python3" },
  },
});
const language = await loadParts(values.language, ["structure"], "compare spans");
let shown = Number(values.show);

for (const folder of values.folder) {
  const paths = globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && language.files.isSourceFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const counts = {
    files: 0,
    refused: 0,
    definitions: 0,
    same: 0,
    missing: 0,
    roundTrips: 0,
    changed: 0,
    broken: 0,
  };
  for (const { path, definitions } of readTruth(values.language, paths, { folder, python: values.python })) {
    const decoded = language.files.decode(readFileSync(path));
    if (definitions === undefined || decoded.status === "refused") {
      counts.refused++;
      continue;
    }
    const { text } = decoded;
    const structure = language.structure.read(path, text);
    counts.files++;
    if (structure.syntaxErrorLines.length > 0) counts.broken++;
    countTrips(text, structure, counts);
    for (const truth of definitions) {
      counts.definitions++;
      const verdict = compare(text, structure, truth);
      if (verdict === "same") counts.same++;
      else if (verdict === "missing") counts.missing++;
      if (verdict !== "same" && shown-- > 0)
        console.log(`${path}: ${verdict}\n  ${JSON.stringify(truth)}\n  ${near(structure, truth)}`);
    }
  }
  const share = ((100 * counts.same) / counts.definitions).toFixed(3);
  console.log(
    `${folder}: ${counts.files} files (${counts.refused} refused by their own parser, ${counts.broken} with syntax errors to ours); ` +
      `${counts.same} of ${counts.definitions} definitions the same (${share} %), ${counts.missing} missing; ` +
      `${counts.roundTrips - counts.changed} of ${counts.roundTrips} bodies put back`,
  );
}

/** Cuts every body out of a text and puts it back. */
function countTrips(
  text: string,
  { declarations }: FileStructure,
  counts: { roundTrips: number; changed: number },
): void {
  const bytes = Buffer.from(text);
  for (const { body } of declarations.map(({ spans }) => spans)) {
    if (body === undefined) continue;
    counts.roundTrips++;
    const cut = applyEdits(text, [{ ...body, text: "" }]);
    const held = bytes.toString("utf8", body.start, body.end);
    if (applyEdits(cut, [{ start: body.start, end: body.start, text: held }]) !== text) counts.changed++;
  }
}

type Verdict = "same" | "missing" | "another span";

/** A name may be absent of the truth (a constructor's), and a class's body. */
function compare(text: string, { declarations }: FileStructure, truth: TrueDefinition): Verdict {
  const bytes = Buffer.from(text);
  const named = declarations.filter(({ spans: { name, whole }, kind }) => {
    if (truth.named !== undefined) return name.start === truth.named;
    if (truth.name === "<init>") return kind === "constructor" && whole.end === truth.whole?.[1];
    return bytes.toString("utf8", name.start, name.end) === truth.name && isAt(whole, truth.whole);
  });
  if (named.length === 0) return "missing";
  return named.some((one) => isSame(one, truth)) ? "same" : "another span";
}

function isSame({ spans, parameters, line }: Declaration, truth: TrueDefinition): boolean {
  const isBody = truth.body === undefined || isAt(spans.body, truth.body);
  const isDocumented = truth.documentation === undefined || isAt(spans.documentation, truth.documentation);
  const names = parameters.map(({ name }) => name);
  const isCalled = truth.parameters === undefined || String(names) === String(truth.parameters);
  const isWhole = truth.whole === undefined || isAt(spans.whole, truth.whole);
  return isWhole && isBody && isDocumented && isCalled && (truth.line === undefined || truth.line === line);
}

function isAt(
  span: { readonly start: number; readonly end: number } | undefined,
  truth: readonly [number, number] | null | undefined,
): boolean {
  if (span === undefined || truth === null || truth === undefined)
    return span === undefined && truth === null;
  return span.start === truth[0] && span.end === truth[1];
}

function near({ declarations }: FileStructure, truth: TrueDefinition): string {
  const at = truth.named ?? truth.whole?.[0] ?? 0;
  const found = declarations.filter(
    ({ spans }) =>
      spans.name.start === at || spans.whole.start === at || spans.whole.end === truth.whole?.[1],
  );
  return found
    .slice(0, 2)
    .map(({ name, kind, spans, parameters }) =>
      JSON.stringify({ called: name, kind, ...spans, parameters: parameters.map((one) => one.name) }),
    )
    .join("\n  ");
}
