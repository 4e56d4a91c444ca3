import type { Parser } from "web-tree-sitter";

import { atBoundary } from "../../../base/index.ts";
import { codeTexts, indentedTexts } from "../../completion-text.ts";
import { isElided } from "../../elision.ts";
import type { FragmentForm, Placing, RebuildOutcome, StructuredFile } from "../../rewriting.ts";
import type { Declaration, FileStructure, Structure } from "../../structure.ts";
import { toEdits } from "../../text-cuts.ts";
import { bindingsOf } from "../bindings.ts";
import { refuseAnswer, rebuildWholeFile, withNarrowEnds } from "../../whole-file.ts";
import type { Completion } from "../completion.ts";
import { readLenientTree, type FileIndex, type IndexOutcome } from "../file-index.ts";
import { isConsistentlyIndented, reindent } from "../indentation.ts";
import { PYTHON_FORM } from "../joined-lines.ts";
import type { PreparedSource } from "../sites.ts";
import { indexText } from "../source-text.ts";
import { placeCompletion, readFor } from "../splice.ts";
import { isDefinitionStatement } from "../statements.ts";
import { codeChildren, walk, type SyntaxNode } from "../syntax-tree.ts";
import { findSite } from "./find-statement.ts";

/** Puts code into Python files; answers are read as the task path reads completions. */
export function createPythonPlacing(
  parser: Parser,
  index: (text: string) => IndexOutcome,
  structure: Structure,
): Placing {
  return {
    reindent: (_path, code, indentation) => moveCode(parser, code, indentation),
    rebuild(file, declaration, given) {
      const answer = withNarrowEnds(given, file.text);
      const found = index(file.text);
      if (found.status === "refused")
        return refuseAnswer(file, "not_parsable", "the file itself cannot be read");
      return atBoundary(
        () =>
          declaration === undefined
            ? rebuildWholeFile(
                file,
                { ...PYTHON_FORM, read: (code) => readCode(parser, structure, code) },
                answer,
              )
            : rebuildDeclaration(
                parser,
                { file, declaration, index: found.index },
                withinFunction(structure, { file, declaration }, answer),
              ),
        (message) => refuseAnswer(file, "not_parsable", `reading the answer failed (${message})`),
      );
    },
  };
}

/** What stands in an answer; undefined where Python would refuse how it is indented. */
function readCode(parser: Parser, structure: Structure, code: string): FileStructure | undefined {
  const tree = readLenientTree(parser, code);
  const isRead = tree.status === "read" && isConsistentlyIndented(indexText(code), tree.root);
  return isRead ? structure.read("answer.py", code) : undefined;
}

function moveCode(parser: Parser, code: string, indentation: string): string {
  const readings = indentedTexts(code, indentation).map((text) => {
    const tree = readLenientTree(parser, text);
    const root = tree.status === "read" && tree.errors.length === 0 ? tree.root : undefined;
    return { source: indexText(text), root };
  });
  const reading = readings.find(
    ({ source, root }) => root !== undefined && isConsistentlyIndented(source, root),
  );
  if (reading?.root === undefined) return code;
  const { source, root } = reading;
  const first = codeChildren(root)[0]?.start ?? 0;
  const span = { start: source.lineStart(first), end: source.text.length };
  return reindent(source, root, span, { from: source.indentationAt(first), to: indentation });
}

interface Place {
  readonly file: StructuredFile;
  readonly declaration: Declaration;
  readonly index: FileIndex;
}

/**
 * Of an answer that gives a definition inside of a function that surrounds it, at any depth, the lines of the definition, else all of it. Of several of its name the
 * last, but where the file has as many the one in its place.
 */
function withinFunction(
  structure: Structure,
  { file, declaration }: Pick<Place, "file" | "declaration">,
  answer: string,
): string {
  if (!isInFunction(file.structure, declaration)) return answer;
  for (const text of codeTexts(answer, PYTHON_FORM)) {
    const read = structure.read("answer.py", text);
    const named = read.declarations.filter(
      (one) =>
        one.kind === declaration.kind &&
        `.${declaration.name}`.endsWith(`.${one.name}`) &&
        isInFunction(read, one),
    );
    const known = file.structure.declarations.filter(
      ({ name, kind }) => name === declaration.name && kind === declaration.kind,
    );
    const found = named.length === known.length ? named[known.indexOf(declaration)] : named.at(-1);
    if (found === undefined) continue;
    const { start, end } = found.spans.whole;
    const bytes = Buffer.from(text);
    const comment = /^[ \t]*#[^\r\n]*/u.exec(bytes.toString("utf8", end))?.[0] ?? "";
    return leadingSpaceAt(text, start) + bytes.toString("utf8", start, end) + comment;
  }
  return answer;
}

/** True for what stands in a function, also where classes are between. */
function isInFunction(structure: FileStructure, { parent }: Declaration): boolean {
  const around = parent === undefined ? undefined : structure.declarations[parent];
  return around !== undefined && (around.kind !== "class" || isInFunction(structure, around));
}

function leadingSpaceAt(text: string, byte: number): string {
  const source = indexText(text);
  return source.indentationAt(source.indexAt(byte));
}

function rebuildDeclaration(
  parser: Parser,
  { file, declaration, index }: Place,
  answer: string,
): RebuildOutcome {
  const site = findSite(index, declaration);
  if (site === undefined)
    return refuseAnswer(file, "wrong_kind", `"${declaration.name}" is no function or class`);
  const read = readFor(parser, index, site, answer);
  if (leavesOut(read, site, index)) return refuseAnswer(file, "elided", "it leaves out code");
  const placed = placeCompletion(index, site, read);
  if (placed.status === "refused") return placed;
  return { status: "rebuilt", form: formOf(read, index), edits: toEdits(index.source, placed.replacements) };
}

/** True where code of an answer has a comment, or a body of dots alone, that stands for code, and that the target does not have itself. */
function leavesOut(read: Completion, target: PreparedSource, { source: { text } }: FileIndex): boolean {
  if (read.status !== "definition" && read.status !== "body") return false;
  const { source, root } = read.code;
  const used = read.status === "definition" ? read.site.outer : root;
  const known = text.slice(target.outer.start, target.bodyEnd);
  if (isElided(source.text.slice(used.start, used.end), known, PYTHON_FORM)) return true;
  if (known.includes("...")) return false;
  return [...walk(used)].some((node) => node.type === "ellipsis" && isOnlyStatement(node, used, root));
}

function isOnlyStatement({ parent: statement }: SyntaxNode, used: SyntaxNode, root: SyntaxNode): boolean {
  const block = statement?.parent;
  if (statement?.type !== "expression_statement" || block === undefined) return false;
  const isBody = block.type === "block" && block.parent?.type === "function_definition";
  return (isBody || block === used || block === root) && codeChildren(block).at(-1) === statement;
}

function formOf(read: Completion, index: FileIndex): FragmentForm {
  if (read.status !== "definition") return "body";
  if (read.neighbours.length > 1) return "enclosed";
  const { text } = index.source;
  const known = new Set(definitionsOf(codeChildren(index.root), text));
  const others = read.neighbours.flatMap(({ before, after }) => [...before, ...after]);
  return definitionsOf(others, read.code.source.text).some((name) => known.has(name)) ? "file" : "definition";
}

function definitionsOf(statements: readonly SyntaxNode[], text: string): string[] {
  return statements
    .filter(isDefinitionStatement)
    .flatMap((one) => bindingsOf(one, text).map(({ name }) => name));
}
