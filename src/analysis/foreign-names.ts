/**
 * What of the repository's other files a target uses: what it imports and mentions, the classes it inherits from, and those of the objects
 * that it is given, each with its own bases. A solver who sees one file has to know how these are called and what they are.
 */
import { dedent, type RepositoryPath } from "../base/index.ts";
import type {
  Definition,
  FileOutline,
  ImportedName,
  Language,
  OutlineItem,
  References,
} from "../languages/index.ts";
import type { SourceFile } from "./source-file.ts";

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

/** What all foreign names of a target may take together, in characters: those that do not fit are left out, longest first. */
const MOST_CHARACTERS = 6_000;
/** What one of them may take. */
const MOST_CHARACTERS_EACH = 1_800;
/** A function of no more lines is shown whole: it says more of itself than words would. */
const LINES_OF_SHORT_FUNCTION = 8;
const LINE_ENDS = /\r\n|\n|\r/;
/** Files between an import and the definition of what it names. */
const MOST_STEPS = 4;

/** What of a language finding names takes. */
type NamingLanguage = Pick<Language, "syntax" | "modules" | "references">;

/** Reads nothing before it is asked. `files` are those that a solver may see. */
export function createForeignNames(
  files: readonly SourceFile[],
  language: NamingLanguage,
  importRoots: readonly RepositoryPath[],
): ForeignNames {
  const modules = new ModuleIndex(files, language, importRoots);
  return {
    find(target, classes) {
      const own = modules.at(target.path);
      if (own === undefined) return [];
      const found = [
        ...mentioned(own, target, modules, language.references),
        ...classes.map((name) => findClass(name, modules)),
      ]
        .filter((place) => place !== undefined)
        .flatMap((place) => withBases(place, modules))
        .filter(({ module }) => module.path !== target.path);
      const distinct = new Map(
        found.map((place) => [`${place.module.path}:${place.item.lines.start}`, describe(place)]),
      );
      return withinRoom([...distinct.values()]).toSorted(
        (one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0) || one.line - other.line,
      );
    },
  };
}

interface Module {
  readonly path: RepositoryPath;
  readonly module: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly outline: FileOutline;
}

interface Place {
  readonly module: Module;
  readonly item: OutlineItem;
}

/** The files of a repository by their import names, each read when it is asked for. */
class ModuleIndex {
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #names: ReadonlyMap<string, string>;
  readonly #language: NamingLanguage;
  readonly #read = new Map<string, Module | undefined>();

  constructor(
    files: readonly SourceFile[],
    language: NamingLanguage,
    importRoots: readonly RepositoryPath[],
  ) {
    this.#language = language;
    const named = files.flatMap((file) => {
      const module = language.modules.nameOf(file.parsed.path, importRoots);
      return module === undefined ? [] : [{ module, file }];
    });
    this.#files = new Map(named.map(({ module, file }) => [module, file]));
    this.#names = new Map(named.map(({ module, file }) => [file.parsed.path, module]));
  }

  at(path: RepositoryPath): Module | undefined {
    const module = this.#names.get(path);
    return module === undefined ? undefined : this.get(module);
  }

  get(module: string): Module | undefined {
    if (this.#read.has(module)) return this.#read.get(module);
    const file = this.#files.get(module);
    const outline = file && this.#language.syntax.outline(file.text);
    const read = file &&
      outline && {
        path: file.parsed.path,
        module,
        text: file.text,
        lines: file.text.split(LINE_ENDS),
        outline,
      };
    this.#read.set(module, read);
    return read;
  }

  resolve(written: string, from: Module): string | undefined {
    return this.#language.modules.resolve(written, from);
  }

  /** Where an attribute of a module is defined, through the imports of packages. */
  define(module: string, attribute: string, steps = MOST_STEPS): Place | undefined {
    const holder = this.get(module);
    if (holder === undefined || steps === 0) return undefined;
    const item = holder.outline.items.find(({ name }) => name === attribute);
    if (item !== undefined) return { module: holder, item };
    for (const { name, module: written, attribute: original } of holder.outline.imports) {
      const from = this.resolve(written, holder);
      if (from === undefined || original === undefined || (name !== attribute && name !== "*")) continue;
      const place = this.define(from, name === "*" ? attribute : original, steps - 1);
      if (place !== undefined) return place;
    }
    return undefined;
  }
}

/** What the hidden body names of what its file imports, and the classes that its own class inherits from. */
function* mentioned(
  own: Module,
  target: Definition,
  modules: ModuleIndex,
  references: References,
): Generator<Place | undefined> {
  const { start, end } = target.spans.body;
  const body = Buffer.from(own.text).subarray(start, end).toString();
  const holder = own.outline.items.find(({ name }) => name !== undefined && name === target.className);
  const names = references.readNames([body, ...(holder?.bases ?? [])].join("\n"));
  for (const imported of own.outline.imports) {
    const from = modules.resolve(imported.module, own);
    if (from !== undefined) yield* broughtBy(imported, from, { names, modules });
  }
}

interface Mentioning {
  readonly names: ReturnType<References["readNames"]>;
  readonly modules: ModuleIndex;
}

function* broughtBy(
  { name, attribute }: ImportedName,
  from: string,
  { names, modules }: Mentioning,
): Generator<Place | undefined> {
  if (attribute === "*") {
    for (const word of names.words) yield modules.define(from, word);
    return;
  }
  if (!names.words.has(name)) return;
  const place = attribute === undefined ? undefined : modules.define(from, attribute);
  if (place !== undefined) {
    yield place;
    return;
  }
  const module = attribute === undefined ? from : `${from}${from === "" ? "" : "."}${attribute}`;
  for (const [first = "", second] of names.pathsBehind(name)) {
    yield (
      modules.define(module, first) ??
        (second === undefined ? undefined : modules.define(`${module}.${first}`, second))
    );
  }
}

function findClass(name: string, modules: ModuleIndex): Place | undefined {
  const [module = "", path = ""] = name.split(":");
  const [outer = "", ...inner] = path.split(".");
  const place = modules.define(module, outer);
  return inner.reduce((found, part) => {
    const item = found?.item.members.find((member) => member.name === part);
    return found && item && { module: found.module, item };
  }, place);
}

/** A class with those that it inherits from; anything else alone. */
function withBases(place: Place, modules: ModuleIndex, steps = MOST_STEPS): readonly Place[] {
  if (steps === 0) return [place];
  const found = place.item.bases.flatMap((name) => modules.define(place.module.module, name) ?? []);
  return [
    place,
    ...found.filter(({ item }) => item !== place.item).flatMap((base) => withBases(base, modules, steps - 1)),
  ];
}

function describe({ module, item }: Place): ForeignName {
  const text = dedent(describeItem(item, module.lines)).join("\n");
  return { path: module.path, line: item.lines.start, text };
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
