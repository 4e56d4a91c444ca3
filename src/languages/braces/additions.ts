import type { Edit } from "../../base/index.ts";
import type { StructuredFile } from "../rewriting.ts";
import type { Declaration, ImportedSymbol } from "../structure.ts";
import type { AnswerDeclaration } from "./answer-declaration.ts";
import { ownName } from "./answer-declaration.ts";

/** What of an answer's other code joins the file: texts in bytes' places, or the name that the file has already. */
export type Additions =
  | { readonly status: "allowed"; readonly edits: readonly Edit[] }
  | { readonly status: "redefines"; readonly name: string };

/** Where declarations join the file. */
export interface Beside {
  readonly declaration: Declaration;
  /** Moves a declaration of the answer to the indentation of the target, without that of its first line. */
  place(declaration: Declaration): string;
  readonly newline: string;
  readonly indentation: string;
}

/**
 * Imports that the file lacks, below those that it has; declarations before the answer's that the file lacks, and those after it that it uses, before
 * the target. One that the file has with the same text is passed over, and so is a different one after it.
 */
export function selectAdditions(file: StructuredFile, answer: AnswerDeclaration, beside: Beside): Additions {
  const imports = newImports(file, answer);
  if (imports.status === "redefines") return imports;
  const siblings = siblingsOf(answer);
  // Several of a name are overloads.
  const taken = Map.groupBy(
    file.structure.declarations.filter(({ parent }) => parent === beside.declaration.parent),
    ownName,
  );
  const fileBytes = Buffer.from(file.text);
  const bytes = Buffer.from(answer.code);
  const textOf = ({ spans: { whole } }: Declaration): string =>
    bytes.toString("utf8", whole.start, whole.end);
  const used = textOf(answer.declaration);
  const kept: Declaration[] = [];
  for (const sibling of siblings) {
    const same = taken.get(ownName(sibling));
    const isBefore = sibling.spans.whole.end <= answer.declaration.spans.whole.start;
    if (same !== undefined) {
      const own = compact(textOf(sibling));
      const isEqual = same.some(
        ({ spans: { whole } }) => compact(fileBytes.toString("utf8", whole.start, whole.end)) === own,
      );
      if (isBefore && !isEqual) return { status: "redefines", name: sibling.name };
    } else if (isBefore || mentions(used, ownName(sibling))) kept.push(sibling);
  }
  const { whole, documentation } = beside.declaration.spans;
  const at = Math.min(whole.start, documentation?.start ?? whole.start);
  const text = kept
    .map((one) => `${beside.place(one)}${beside.newline.repeat(2)}${beside.indentation}`)
    .join("");
  return {
    status: "allowed",
    edits: [...imports.edits, ...(text === "" ? [] : [{ start: at, end: at, text }])],
  };
}

/** Declarations next to the answer's, where the answer is no class put around it by the toolkit alone. */
function siblingsOf({ structure, declaration }: AnswerDeclaration): readonly Declaration[] {
  const own = new Set<number | undefined>([structure.declarations.indexOf(declaration)]);
  return structure.declarations.filter((one, at) => one.parent === declaration.parent && !own.has(at));
}

function mentions(code: string, name: string): boolean {
  return new RegExp(`(?<![\\p{ID_Continue}$])${RegExp.escape(name)}(?![\\p{ID_Continue}$])`, "u").test(code);
}

function compact(code: string): string {
  return code.replace(/\s+/gu, "");
}

function newImports({ text, structure }: StructuredFile, answer: AnswerDeclaration): Additions {
  const known = new Set(structure.imports.map(keyOf));
  const names = new Set([
    ...structure.imports.flatMap(({ local }) => local ?? []),
    ...structure.declarations.filter(({ parent }) => parent === undefined).map(({ name }) => name),
  ]);
  const missing = answer.structure.imports.filter((one) => !known.has(keyOf(one)));
  const conflict = missing.find(({ local }) => local !== undefined && names.has(local));
  if (conflict?.local !== undefined) return { status: "redefines", name: conflict.local };
  const statements = new Map(missing.map(({ span }) => [span.start, span]));
  const bytes = Buffer.from(answer.code);
  const lines = [...statements.values()].map(({ start, end }) => bytes.toString("utf8", start, end).trim());
  if (lines.length === 0) return { status: "allowed", edits: [] };
  const newline = /\r\n|\n|\r/u.exec(text)?.[0] ?? "\n";
  const last = structure.imports.findLast(({ span }) => isOutermost(structure.declarations, span));
  const at = last === undefined ? startOfCode(text, structure.declarations) : last.span.end;
  const inserted =
    last === undefined ? lines.map((line) => `${line}${newline}`) : lines.map((line) => `${newline}${line}`);
  const behind = last !== undefined && text[at] === ";" ? at + 1 : at;
  return { status: "allowed", edits: [{ start: behind, end: behind, text: inserted.join("") }] };
}

function keyOf({ module, imported, local }: ImportedSymbol): string {
  return JSON.stringify([module, imported, local]);
}

function isOutermost(declarations: readonly Declaration[], span: { readonly start: number }): boolean {
  return declarations.every(
    ({ spans: { body } }) => body === undefined || span.start < body.start || span.start >= body.end,
  );
}

/** Before the first declaration and its documentation, or below the line that names the package. */
function startOfCode(text: string, declarations: readonly Declaration[]): number {
  const bytes = Buffer.from(text);
  const named = /^[ \t]*package\s[^;]*;[ \t]*(?:\r\n|\n|\r)/mu.exec(text);
  if (named !== null) return Buffer.byteLength(text.slice(0, named.index + named[0].length));
  const [first] = declarations;
  const at =
    first === undefined
      ? bytes.length
      : Math.min(first.spans.whole.start, first.spans.documentation?.start ?? Infinity);
  const line = bytes.subarray(0, at).lastIndexOf("\n") + 1;
  return line === 0 && text.startsWith("\uFEFF") ? 3 : line;
}
