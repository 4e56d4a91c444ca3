import type { RepositoryPath } from "../../base/index.ts";
import type { StructuredFile } from "../rewriting.ts";
import type { Declaration, FileStructure } from "../structure.ts";
import type { BraceLanguage } from "./brace-language.ts";

/** Code of an answer, read. Spans are in bytes of `code`. */
export interface AnswerCode {
  readonly code: string;
  readonly structure: FileStructure;
  /** Bytes of `code` that are not the answer's: a class put around members that stand alone. */
  readonly shell: { readonly before: number; readonly after: number };
}

/** A declaration that an answer gives for one of a file. */
export interface AnswerDeclaration extends AnswerCode {
  readonly declaration: Declaration;
}

const CALLABLE = new Set<Declaration["kind"]>(["function", "method", "constructor"]);

/**
 * The last declaration of an answer that has the name and the kind of one of a file, alone or below what encloses that one; of overloads the last with its
 * parameters, if there is one.
 */
export function findAnswer(
  language: BraceLanguage,
  { path, structure }: StructuredFile,
  wanted: Declaration,
  code: string,
): AnswerDeclaration | undefined {
  const chain = enclosingNames(structure, wanted);
  const parent = wanted.parent === undefined ? undefined : structure.declarations[wanted.parent];
  const readings = [readAs(language, path, code, ["", ""])];
  const shell = parent && language.shell(parent.kind, ownName(parent));
  if (shell !== undefined) {
    // Imports above a member cannot stand in a class.
    const outside = readings[0]?.structure.imports ?? [];
    const alone = blanked(
      code,
      outside.map(({ span }) => span),
    );
    readings.push(readAs(language, path, alone, [`${shell} {\n`, "\n}"]));
  }
  for (const { structure: read, ...rest } of readings) {
    if (read.syntaxErrorLines.length > 0) continue;
    const named = read.declarations.filter(
      (one) =>
        ownName(one) === ownName(wanted) &&
        isSameKind(one, wanted) &&
        endsWith(chain, enclosingNames(read, one)),
    );
    const found = named.findLast((one) => parametersOf(one) === parametersOf(wanted)) ?? named.at(-1);
    if (found !== undefined) return { ...rest, structure: read, declaration: found };
  }
  return undefined;
}

function parametersOf({ parameters }: Declaration): string {
  return JSON.stringify(parameters.map(({ name, type }) => [name, type]));
}

/** The name of a declaration itself. */
export function ownName({ name }: Declaration): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function readAs(
  { structure }: BraceLanguage,
  path: RepositoryPath,
  code: string,
  [before, after]: readonly [string, string],
): AnswerCode {
  const whole = `${before}${code}${after}`;
  const shell = { before: Buffer.byteLength(before), after: Buffer.byteLength(after) };
  return { code: whole, structure: structure.read(path, whole), shell };
}

function blanked(code: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  const bytes = Buffer.from(code);
  for (const { start, end } of spans) bytes.fill(" ", start, end);
  return bytes.toString();
}

/** Own names of what encloses a declaration, from the outside in. */
export function enclosingNames({ declarations }: FileStructure, { parent }: Declaration): readonly string[] {
  const names: string[] = [];
  for (let at = parent; at !== undefined; ) {
    const around: Declaration | undefined = declarations[at];
    if (around === undefined) break;
    names.unshift(ownName(around));
    at = around.parent;
  }
  return names;
}

function endsWith(chain: readonly string[], end: readonly string[]): boolean {
  return (
    end.length <= chain.length && end.every((name, at) => chain[chain.length - end.length + at] === name)
  );
}

function isSameKind(one: Declaration, other: Declaration): boolean {
  return one.kind === other.kind || (CALLABLE.has(one.kind) && CALLABLE.has(other.kind));
}
