/**
 * What of the repository's other files a target uses: what its body names, the classes that its own inherits from, and those of the objects that it is
 * given, each with its own bases. A solver who sees one file has to know how these are called and what they are.
 */
import { dedent, type RepositoryPath } from "../base/index.ts";
import type { Definition, Language, OutlineItem } from "../languages/index.ts";
import { placeOf } from "./callees.ts";
import type { CodeQueries } from "./code-index/code-queries.ts";
import type { DeclaredCode } from "./code-index/declaration-table.ts";

/** Something that another file defines. */
export interface ForeignName {
  readonly path: RepositoryPath;
  /** 1-based line on which it begins. */
  readonly line: number;
  /** A function's header, a short one whole, or a short value as it stands; of a class the headers of its methods. */
  readonly text: string;
}

/** Finds foreign names in one repository. */
export interface ForeignNames {
  /** `classes` are those of objects that the target was seen to be given, as `module:Qualified.Name`. In the order of paths and lines. */
  find(target: Definition, classes: readonly string[]): readonly ForeignName[];
}

/** Where names are looked for. */
interface Repository {
  readonly language: Pick<Language, "syntax" | "modules" | "rewriting">;
  readonly importRoots: readonly RepositoryPath[];
  /** True for files that a solver may see: nothing is told of others. */
  readonly isVisible: (path: RepositoryPath) => boolean;
}

/** What all foreign names of a target may take together, in characters: those that do not fit are left out, longest first. */
const MOST_CHARACTERS = 6_000;
/** What one of them may take. */
const MOST_CHARACTERS_EACH = 1_800;
/** A function of no more lines is shown whole: it says more of itself than words would. */
const LINES_OF_SHORT_FUNCTION = 8;
const LINE_ENDS = /\r\n|\n|\r/;

/** Reads nothing before it is asked. */
export function createForeignNames(code: CodeQueries, repository: Repository): ForeignNames {
  return {
    find(target, classes) {
      const own = code.table.find(placeOf(target))?.parent;
      const found = [
        ...namedIn(code, target, repository),
        ...classes.flatMap((name) => findClass(code, name, repository)),
      ].flatMap((one) => [one, ...code.superclassesOf(one.place)]);
      const bases = own === undefined ? [] : code.superclassesOf(own.place);
      const foreign = [...bases, ...found].filter(
        ({ place: { path } }) => path !== target.path && repository.isVisible(path),
      );
      const described = [...new Set(foreign)].flatMap((one) => describe(code, one, repository) ?? []);
      const distinct = new Map(described.map((one) => [`${one.path}:${one.line}`, one]));
      return withinRoom([...distinct.values()]).toSorted(
        (one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0) || one.line - other.line,
      );
    },
  };
}

/** What stands at the top of a file and is named in the target's body. */
function namedIn(
  code: CodeQueries,
  { path, spans: { body } }: Definition,
  { language }: Repository,
): readonly DeclaredCode[] {
  const { places = [] } = language.rewriting?.naming.names(path, code.view.text(path) ?? "") ?? {};
  const resolved = code.view.resolved();
  return places.flatMap(({ span, role }) => {
    if (role === "keyword" || span.start < body.start || span.end > body.end) return [];
    const place = resolved.findDeclaration(path, span.start);
    const found = place && code.table.find(place);
    return found === undefined || found.parent !== undefined ? [] : [found];
  });
}

function findClass(
  { table }: CodeQueries,
  name: string,
  { language: { modules }, importRoots }: Repository,
): readonly DeclaredCode[] {
  const [module = "", qualified = ""] = name.split(":");
  return table
    .named(qualified)
    .filter(({ place }) => place.name === qualified && modules.nameOf(place.path, importRoots) === module);
}

function describe(
  { view }: CodeQueries,
  { place: { path, line } }: DeclaredCode,
  { language: { syntax } }: Repository,
): ForeignName | undefined {
  const text = view.text(path) ?? "";
  const item = itemAt(syntax.outline(text)?.items ?? [], line);
  if (item === undefined) return undefined;
  const lines = text.split(LINE_ENDS);
  return { path, line: item.lines.start, text: dedent(describeItem(item, lines)).join("\n") };
}

/** The innermost function, class or value that a line belongs to. */
function itemAt(items: readonly OutlineItem[], line: number): OutlineItem | undefined {
  const around = items.find(({ lines }) => lines.start <= line && line <= lines.end);
  return around && (itemAt(around.members, line) ?? around);
}

function describeItem(item: OutlineItem, lines: readonly string[], isMember = false): string[] {
  const header = item.declaration ?? "";
  const isShort = item.lines.end - item.lines.start < LINES_OF_SHORT_FUNCTION;
  if (item.kind === "function" && isShort && !isMember)
    return lines.slice(item.lines.start - 1, item.lines.end);
  if (item.kind === "function") return (item.stub ?? "").split(LINE_ENDS);
  if (item.kind !== "class") return shorten(lines.slice(item.lines.start - 1, item.lines.end));
  const shown = item.members.filter(({ kind }) => kind === "function" || kind === "assignment");
  if (shown.length === 0) return (item.stub ?? "").split(LINE_ENDS);
  return shorten([
    ...header.split(LINE_ENDS),
    ...shown.flatMap((member) => describeItem(member, lines, true)),
  ]);
}

/** So many of the lines that they fit; the last one tells that others follow. */
function shorten(lines: readonly string[]): string[] {
  let left = MOST_CHARACTERS_EACH;
  const fitting = lines.findIndex((line) => (left -= line.length + 1) < 0);
  if (fitting === -1) return [...lines];
  const [indentation = ""] = /^\s*/u.exec(lines[fitting] ?? "") ?? [];
  return [...lines.slice(0, fitting), `${indentation}…`];
}

/** All of them, or the shortest that fit. */
function withinRoom(found: readonly ForeignName[]): ForeignName[] {
  let left = MOST_CHARACTERS;
  return found
    .toSorted((one, other) => one.text.length - other.text.length)
    .filter(({ text }) => (left -= text.length) >= 0);
}
