import { applyEdits } from "../../base/index.ts";
import type { Complaint, LoneTarget } from "./lone-target.ts";

/** The code of an answer, or what is wrong with it. */
export type ReadCode =
  | { readonly status: "read"; readonly text: string }
  | { readonly status: "refused"; readonly complaint: Complaint };

/** The file of an answer, which defines the target; whether it does so unchanged is another question (`findChange`). */
export function readScript(answer: string, target: LoneTarget): ReadCode {
  const [top = ""] = target.name.split(".");
  const read = readCode(answer, top, target);
  if (read.status === "refused") return read;
  const { declarations } = target.language.structure.read(target.path, read.text);
  const found = declarations.filter(({ name }) => name === target.name).length;
  if (found === 1) return read;
  const how = found === 0 ? "does not define" : "defines more than once";
  return refuse("no_target", `Your file ${how} \`${target.name}\`.`);
}

/** The test function of an answer. */
export function readTest(answer: string, target: LoneTarget): ReadCode {
  const read = readCode(answer, target.test, target);
  if (read.status === "refused") return read;
  const { definitions } = target.language.syntax.parse(target.path, read.text);
  const test = definitions.find(({ name }) => name === target.test);
  if (test !== undefined && test.parameters.length === 0) return read;
  return refuse("no_test", `Your answer does not define \`${target.test}()\` without parameters.`);
}

/** An answer that is the file with its test, taken apart; undefined where it is not. */
export function readBoth(
  answer: string,
  target: LoneTarget,
): { readonly script: string; readonly test: string } | undefined {
  const read = readScript(answer, target);
  if (read.status === "refused") return undefined;
  const { definitions } = target.language.syntax.parse(target.path, read.text);
  const test = definitions.find(({ name }) => name === target.test);
  if (test === undefined) return undefined;
  const { start, end } = test.spans.whole;
  const bytes = Buffer.from(read.text);
  const script = `${bytes.subarray(0, start).toString()}${bytes.subarray(end).toString()}`;
  return { script: `${script.trim()}\n`, test: bytes.subarray(start, end).toString() };
}

/** What a file that defines the target has otherwise than the repository; undefined where it is the same, byte for byte. */
export function findChange(script: string, target: LoneTarget): Complaint | undefined {
  const { definitions } = target.language.syntax.parse(target.path, script);
  const definition = definitions.find(({ name }) => name === target.name);
  const { start, end } = definition?.spans.whole ?? { start: 0, end: 0 };
  const own = Buffer.from(script).subarray(start, end).toString();
  if (own === target.text) return undefined;
  const [lines, wanted] = [own.split("\n"), target.text.split("\n")];
  const at = wanted.findIndex((line, index) => line !== lines[index]);
  const text = [
    `The definition of \`${target.name}\` is not that of the repository. The first line that differs is line ${Math.max(at, 0) + 1} of it:`,
    `is:        ${lines[Math.max(at, 0)] ?? "(nothing)"}`,
    `should be: ${wanted[Math.max(at, 0)] ?? "(nothing)"}`,
  ];
  return { reason: "target_changed", text: text.join("\n") };
}

/** The code text of an answer that defines `top` at its outermost level, or else the first one. */
function readCode(answer: string, top: string, { path, slice, language }: LoneTarget): ReadCode {
  const { structure, rewriting } = language;
  const known = structure.read(path, slice.map(({ text }) => text).join("\n"));
  const declarations = known.declarations.filter(({ name, parent }) => parent === undefined && name === top);
  const wanted = { path, text: "", structure: { ...known, declarations, syntaxErrorLines: [] } };
  const empty = { path, text: "", structure: structure.read(path, "") };
  let rebuilt = rewriting.placing.rebuild(wanted, undefined, answer);
  if (rebuilt.status === "refused" && rebuilt.reason === "wrong_definition")
    rebuilt = rewriting.placing.rebuild(empty, undefined, answer);
  if (rebuilt.status === "rebuilt") return { status: "read", text: applyEdits("", rebuilt.edits) };
  if (rebuilt.reason === "no_code") return refuse("no_code", "Your answer holds no code.");
  if (rebuilt.reason === "elided") return refuse("elided", "Your answer leaves out code.");
  return refuse("syntax_error", "The code of your answer has a syntax error.");
}

function refuse(reason: Complaint["reason"], text: string): ReadCode {
  return { status: "refused", complaint: { reason, text } };
}
