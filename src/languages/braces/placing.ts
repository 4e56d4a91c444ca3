import { applyEdits, atBoundary, type Edit } from "../../base/index.ts";
import { codeTexts } from "../completion-text.ts";
import { isElided } from "../elision.ts";
import { moveLines } from "../move-lines.ts";
import type { FragmentForm, Placing, RebuildOutcome, StructuredFile } from "../rewriting.ts";
import { indexText, leadingSpace } from "../source-text.ts";
import type { Declaration, FileStructure } from "../structure.ts";
import { walk, type SyntaxNode } from "../syntax-tree.ts";
import { rebuildWholeFile, refuseAnswer, withLineEnds, withNarrowEnds } from "../whole-file.ts";
import { selectAdditions } from "./additions.ts";
import { findAnswer, ownName, type AnswerDeclaration } from "./answer-declaration.ts";
import { countErrors, readBraceTree, withoutLineEnd, type BraceLanguage } from "./brace-language.ts";
import { indentationStep } from "./indentation-step.ts";

/** Longest answer that is read, in UTF-16 code units. */
const MAX_LENGTH = 1_000_000;

/** Puts code into files of a language with braces. */
export function createBracePlacing(language: BraceLanguage): Placing {
  const { structure } = language;
  return {
    reindent: (path, code, indentation) => moveCode(language, path, code, indentation),
    rebuild(file, declaration, given) {
      const answer = withNarrowEnds(given, file.text);
      if (answer.length > MAX_LENGTH)
        return refuseAnswer(file, "too_long", "it is longer than a million characters");
      if (!answer.isWellFormed() || answer.includes("\0"))
        return refuseAnswer(file, "not_parsable", "it is no text");
      return atBoundary(
        () => {
          const form = { ...language, read: (code: string) => structure.read(file.path, code) };
          return declaration === undefined
            ? rebuildWholeFile(file, form, answer)
            : rebuildDeclaration(language, { file, declaration }, answer);
        },
        (message) => refuseAnswer(file, "not_parsable", `reading it failed (${message})`),
      );
    },
  };
}

function moveCode(language: BraceLanguage, path: string, given: string, to: string): string {
  const first = Math.max(0, given.search(/\S/u));
  const line = Math.max(given.lastIndexOf("\n", first), given.lastIndexOf("\r", first)) + 1;
  const code = given.slice(line);
  // A first line that lost its indentation had that of the last line, which closes it.
  const lines = code.split(/\r\n|\n|\r/u).filter((one) => one.trim() !== "");
  const last = leadingSpace(lines.at(-1) ?? "");
  const whole = leadingSpace(code) === "" && /^\s*[)\]}]/u.test(lines.at(-1) ?? "") ? last + code : code;
  const fixed = (): SyntaxNode[] => {
    const root = readBraceTree(language, path, whole);
    const isText = ({ type }: SyntaxNode): boolean => language.textNodes.has(type);
    return root === undefined ? [] : [...walk(root, (node) => !isText(node))].filter(isText);
  };
  return moveLines({ start: 0, end: whole.length, text: whole, fixed }, { from: leadingSpace(whole), to });
}

interface Place {
  readonly file: StructuredFile;
  readonly declaration: Declaration;
}

function rebuildDeclaration(language: BraceLanguage, place: Place, answer: string): RebuildOutcome {
  const { file, declaration } = place;
  const texts = codeTexts(answer, language).filter((text) => text.trim() !== "");
  if (texts.length === 0) return refuseAnswer(file, "no_code", "it holds no code");
  const { whole } = declaration.spans;
  const known = Buffer.from(file.text).toString("utf8", whole.start, whole.end);
  for (const text of texts) {
    const edits = directEdits(language, place, text);
    if (edits === undefined) continue;
    return isElided(text, known, language)
      ? refuseAnswer(file, "elided", "it leaves out code")
      : { status: "rebuilt", form: "definition", edits };
  }
  for (const text of texts) {
    const found = findAnswer(language, file, declaration, text);
    if (found === undefined) continue;
    const used = found.declaration.spans.whole;
    const code = Buffer.from(found.code).toString("utf8", used.start, used.end);
    if (isElided(code, known, language)) return refuseAnswer(file, "elided", "it leaves out code");
    return placeDeclaration(language, place, found);
  }
  if (texts.every((text) => isElided(text, known, language)))
    return refuseAnswer(file, "elided", "it leaves out code");
  const isOther = (text: string): boolean =>
    holdsDeclarations(language.structure.read(file.path, text), text);
  for (const text of texts.filter((one) => !isOther(one))) {
    const edits = bodyEdits(language, place, text);
    if (edits !== undefined) return { status: "rebuilt", form: "body", edits };
  }
  return texts.some(isOther)
    ? refuseAnswer(file, "wrong_definition", `it defines other names, but not ${declaration.name}`)
    : refuseAnswer(file, "not_parsable", "its syntax is wrong");
}

/** The edit by which code that is the definition, with nothing before or after it but its documentation, takes its place wherever that is. */
function directEdits(language: BraceLanguage, place: Place, code: string): readonly Edit[] | undefined {
  const { file, declaration } = place;
  const whole = withoutLineEnd(file.text, declaration.spans.whole);
  const { indentation } = layoutAt(file.text, whole.start);
  const moved = moveCode(language, file.path, stripEnds(code), indentation).slice(indentation.length);
  const text = withLineEnds(moved, file.text);
  const direct = { ...whole, text };
  const end = whole.start + Buffer.byteLength(text);
  const edited = applyEdits(file.text, [direct]);
  const found = language.structure.read(file.path, edited).declarations.find(({ name, kind, spans }) => {
    const isThere = spans.whole.start >= whole.start && withoutLineEnd(edited, spans.whole).end === end;
    return isThere && name === declaration.name && kind === declaration.kind;
  });
  if (found === undefined) return undefined;
  const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join();
  if (!isSame(found.modifiers, declaration.modifiers)) return undefined;
  if (!isSame(found.decorators, declaration.decorators)) return undefined;
  const before = found.spans.whole.start - whole.start;
  if (before > 0 && found.spans.documentation?.start !== whole.start) return undefined;
  const edits = [{ ...whole, text: Buffer.from(text).toString("utf8", before) }];
  return isSound(language, place, edits) ? edits : undefined;
}

function placeDeclaration(language: BraceLanguage, place: Place, answer: AnswerDeclaration): RebuildOutcome {
  const { file, declaration } = place;
  const { declaration: found } = answer;
  if (found.modifiers.includes("async") !== declaration.modifiers.includes("async"))
    return refuseAnswer(file, "wrong_kind", "it is async where the original is not, or the reverse");
  if (!found.decorators.every((one) => declaration.decorators.includes(one)))
    return refuseAnswer(file, "decorators_differ", "its annotations are not the original's; leave them out");
  const edit = definitionEdit(language, place, answer);
  if (edit === undefined) return refuseAnswer(file, "header_differs", "its header is not the original's");
  const { indentation, newline } = layoutAt(file.text, declaration.spans.whole.start);
  const additions = selectAdditions(file, answer, {
    declaration,
    newline,
    indentation,
    place: ({ spans: { whole } }) => cutAndMove(language, file, answer, { ...whole, indentation }),
  });
  if (additions.status === "redefines")
    return refuseAnswer(file, "redefines", `it binds "${additions.name}", which the file has already`);
  const edits = [...additions.edits, edit];
  return isSound(language, place, edits)
    ? { status: "rebuilt", form: formOf(file, answer), edits }
    : refuseAnswer(file, "not_parsable", "the file cannot be read with it");
}

/** With the answer's own header where it has the same modifiers, else with the original's, if the parameters have the same names. */
function definitionEdit(
  language: BraceLanguage,
  { file, declaration }: Place,
  answer: AnswerDeclaration,
): Edit | undefined {
  const { declaration: found } = answer;
  const { indentation } = layoutAt(file.text, declaration.spans.whole.start);
  const { header, whole, body } = declaration.spans;
  if (found.modifiers.join() === declaration.modifiers.join()) {
    const from = { start: found.spans.header.start, end: found.spans.whole.end };
    const text = cutAndMove(language, file, answer, { ...from, indentation });
    return { start: header.start, end: whole.end, text };
  }
  const names = (one: Declaration): string => one.parameters.map(({ name }) => name).join();
  if (found.spans.body === undefined || body === undefined || names(found) !== names(declaration))
    return undefined;
  return { ...body, text: cutAndMove(language, file, answer, { ...found.spans.body, indentation }) };
}

/** A stretch of an answer with its lines moved and ended as in the file, without the indentation of its first line. */
function cutAndMove(
  language: BraceLanguage,
  { path, text }: StructuredFile,
  { code }: AnswerDeclaration,
  { start, end, indentation }: { readonly start: number; readonly end: number; readonly indentation: string },
): string {
  const bytes = Buffer.from(code);
  const from = layoutAt(code, start).indentation;
  const moved = moveCode(language, path, from + bytes.toString("utf8", start, end), indentation);
  return withLineEnds(moved.slice(indentation.length), text);
}

/** Deepest indentation that is looked at, in code units. */
const LONGEST_MARGIN = 1_000;

interface Layout {
  /** White space at the start of the line. */
  readonly indentation: string;
  readonly newline: string;
}

function layoutAt(text: string, byte: number): Layout {
  const source = indexText(text);
  return {
    indentation: leadingSpace(text.slice(source.lineStart(source.indexAt(byte))).slice(0, LONGEST_MARGIN)),
    newline: source.newline,
  };
}

/** The edit by which code without a header takes the place of a body; undefined where the file cannot be read with it. */
function bodyEdits(language: BraceLanguage, place: Place, code: string): readonly Edit[] | undefined {
  const { file, declaration } = place;
  const { whole } = declaration.spans;
  if (declaration.spans.body === undefined) return undefined;
  const body = withoutLineEnd(file.text, declaration.spans.body);
  const written = Buffer.from(file.text).toString("utf8", body.start, body.end);
  const inner = code.trim();
  if (!written.startsWith("{")) {
    const edits = [{ ...body, text: withLineEnds(inner, file.text) }];
    return isSound(language, place, edits) ? edits : undefined;
  }
  const { indentation, newline } = layoutAt(file.text, whole.start);
  const inside = /(?:\r\n|\n|\r)([ \t]+)\S/u.exec(written)?.[1] ?? indentation + indentationStep(file.text);
  const braced = inner.startsWith("{") && inner.endsWith("}");
  const moved = (to: string): string =>
    withLineEnds(moveCode(language, file.path, stripEnds(code), to), file.text);
  const readings = [
    ...(braced ? [moved(indentation).slice(indentation.length)] : []),
    `{${newline}${moved(inside)}${newline}${indentation}}`,
  ];
  return readings.map((text) => [{ ...body, text }]).find((edits) => isSound(language, place, edits));
}

function stripEnds(code: string): string {
  return code.replace(/^(?:[ \t]*(?:\r\n|\n|\r))+|\s+$/gu, "");
}

/** True where a file with edits has no more errors than before, in bodies too, and everything that it declared outside of the target. */
function isSound(language: BraceLanguage, { file, declaration }: Place, edits: readonly Edit[]): boolean {
  const text = applyEdits(file.text, edits);
  const edited = language.structure.read(file.path, text);
  if (edited.refused !== undefined) return false;
  if (edited.syntaxErrorLines.length > file.structure.syntaxErrorLines.length) return false;
  if (countErrors(language, file.path, text) > countErrors(language, file.path, file.text)) return false;
  const prefix = `${declaration.name}.`;
  const outside = ({ declarations }: FileStructure): string[] =>
    declarations.map(({ name }) => name).filter((name) => !name.startsWith(prefix));
  const left = new Map<string, number>();
  for (const name of outside(edited)) left.set(name, (left.get(name) ?? 0) + 1);
  return outside(file.structure).every((name) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count > 0;
  });
}

function formOf(
  { structure }: StructuredFile,
  { declaration, structure: read, shell }: AnswerDeclaration,
): FragmentForm {
  if (declaration.parent !== undefined && shell.before === 0) return "enclosed";
  const known = new Set(structure.declarations.map(ownName));
  const others = read.declarations.filter((one) => one !== declaration && one.parent === declaration.parent);
  return others.some((one) => known.has(ownName(one))) ? "file" : "definition";
}

/** True for code that is nothing but declarations and imports. */
function holdsDeclarations({ declarations, imports }: FileStructure, code: string): boolean {
  const bytes = Buffer.from(code);
  for (const { spans } of declarations) bytes.fill(" ", spans.whole.start, spans.whole.end);
  for (const { spans } of declarations)
    if (spans.documentation !== undefined)
      bytes.fill(" ", spans.documentation.start, spans.documentation.end);
  for (const { span } of imports) bytes.fill(" ", span.start, span.end);
  return declarations.length > 0 && bytes.toString().replace(/[;\s]/gu, "") === "";
}
