/** What a repository's own files say of each name in them. */
import type { RepositoryPath } from "../../base/index.ts";
import type { Declaration, FileNames, FileStructure, LanguageWith } from "../../languages/index.ts";

/** What renaming asks of a language. */
export const RENAMING_PARTS = ["modules", "rewriting", "structure"] as const;
export type RenamingLanguage = LanguageWith<(typeof RENAMING_PARTS)[number]>;

/** A file with its names. */
export interface NamedFile {
  readonly path: RepositoryPath;
  readonly text: string;
  readonly structure: FileStructure;
  readonly names: FileNames;
}

/** Names by what they are in a repository; one can be of several sorts. */
export class Words {
  /** Declared at the top of files. */
  readonly globals = new Set<string>();
  /** Declared in classes, or assigned to what methods are called on. */
  readonly members = new Set<string>();
  readonly parameters = new Set<string>();
  /** Every variable that something of the repository binds. */
  readonly bound = new Set<string>();
  readonly classes = new Set<string>();
  /** Files and packages. */
  readonly modules = new Set<string>();
  /** Names that mean something to the language, a framework or a decorator. */
  readonly fixed = new Set<string>();
  /** Brought in from elsewhere. */
  readonly imported = new Set<string>();
  /** Variables that nothing in their file binds. */
  readonly unbound = new Set<string>();
  /** Asked of something. */
  readonly asked = new Set<string>();
  /** Arguments of calls that may reach something that takes any name, or nothing of the repository. */
  readonly openKeywords = new Set<string>();
  /** Said by texts as code would look them up. */
  readonly mentioned = new Set<string>();
  readonly beginnings = new Set<string>();
  readonly endings = new Set<string>();
  /** Members of classes with a base that nobody here knows. */
  readonly inherited = new Set<string>();
  /** Whether the repository reads what types are called and looks members up by texts. */
  namesAreRead = false;
}

/** What is known of the repository itself. */
export interface OwnRepository {
  /** Whether a module, as an import writes it, is of the repository. */
  readonly isOwn: (module: string) => boolean;
  /** What the project is called, in the ways it is written. */
  readonly titles: readonly string[];
}

/** Reads them. */
export function readWords(
  files: readonly NamedFile[],
  language: RenamingLanguage,
  { isOwn, titles }: OwnRepository,
): Words {
  const words = new Words();
  const callables = readCallables(files);
  for (const file of files) {
    readPath(file.path, words);
    readDeclarations(file, language, words);
    readPlaces(file, words, isOwn);
    readKeywords(file, callables, words);
    readTexts(file, titles, words);
  }
  const asked = (name: string): boolean => words.asked.has(name);
  words.namesAreRead = [...language.rewriting.naming.nameMembers].some(asked) && words.unbound.has("getattr");
  return words;
}

function readPath(path: RepositoryPath, words: Words): void {
  for (const part of path.replace(/\.\w+$/u, "").split("/")) words.modules.add(part);
}

function readDeclarations(
  { path, text, structure }: NamedFile,
  { rewriting: { naming } }: RenamingLanguage,
  words: Words,
): void {
  const { declarations } = structure;
  for (const declaration of declarations) {
    const name = ownName(declaration);
    const around = declaration.parent === undefined ? undefined : declarations[declaration.parent];
    if (around === undefined) words.globals.add(name);
    else if (around.kind === "class") words.members.add(name);
    if (declaration.kind === "class") words.classes.add(name);
    for (const one of declaration.parameters) words.parameters.add(one.name);
    if (naming.isNameFixed({ path, text, structure }, declaration)) words.fixed.add(name);
    if (around?.bases.some((base) => !isKnownBase(base, name)) === true) words.inherited.add(name);
  }
  function isKnownBase(base: string, name: string): boolean {
    const last = base
      .replace(/[[(].*$/su, "")
      .split(".")
      .at(-1)
      ?.trim();
    return naming.lacksMember(base, name) || declarations.some((one) => ownName(one) === last);
  }
}

function ownName({ name }: Declaration): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function readPlaces(
  { text, structure, names }: NamedFile,
  words: Words,
  isOwn: (module: string) => boolean,
): void {
  const bytes = Buffer.from(text);
  for (const { module, imported, local } of structure.imports) {
    if (isOwn(module)) continue;
    for (const name of [imported, local, ...(imported === undefined ? module.split(".") : [])])
      if (name !== undefined) words.imported.add(name);
  }
  for (const { name, role, span, isBinding, binding } of names.places) {
    if (role === "member") words.asked.add(name);
    if (role === "member" && isAssignedOnSelf(bytes, span)) words.members.add(name);
    if (role !== "variable") continue;
    if (isBinding) words.bound.add(name);
    else if (binding === undefined) words.unbound.add(name);
  }
}

/** True for `self.name = …`, also with a type, in a tuple, and with an operator. */
function isAssignedOnSelf(
  bytes: Buffer,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const before = bytes.toString("utf8", Math.max(0, start - 5), start);
  const after = bytes.toString("utf8", end, end + 40);
  return /(?:^|\W)(?:self|cls)\.$/u.test(before) && /^\s*(?:=(?!=)|:|,|[-+*/|&%@^]+=)/u.test(after);
}

/** Of what can be called in a repository, by name: whether it takes arguments of any name. */
function readCallables(files: readonly NamedFile[]): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  const add = (name: string, isOpen: boolean): void => {
    found.set(name, isOpen || found.get(name) === true);
  };
  for (const { structure } of files)
    for (const declaration of structure.declarations) {
      const isOpen = declaration.parameters.some(({ kind }) => kind === "variadic_keyword");
      add(ownName(declaration), isOpen);
      const around =
        declaration.parent === undefined ? undefined : structure.declarations[declaration.parent];
      if (around !== undefined && /^__\w+__$/u.test(ownName(declaration))) add(ownName(around), isOpen);
    }
  for (const { structure } of files)
    for (const { imported, local } of structure.imports) {
      const isOpen = imported === undefined ? undefined : found.get(imported);
      if (local !== undefined && isOpen !== undefined) add(local, isOpen);
    }
  return found;
}

function readKeywords({ names }: NamedFile, callables: ReadonlyMap<string, boolean>, words: Words): void {
  for (const { name, role, called } of names.places) {
    if (role !== "keyword" || called?.name === "cls") continue;
    if (called === undefined || (callables.get(called.name) ?? true)) words.openKeywords.add(name);
  }
}

/** What texts say: whole paths of names, pieces that a name is put together from, and places of formats. */
function readTexts({ text: whole, names }: NamedFile, titles: readonly string[], words: Words): void {
  const makesTuples = whole.includes("namedtuple");
  for (const { text, span, isCode, isPart } of names.texts) {
    const isName = names.places.some((place) => span.start <= place.span.start && place.span.end <= span.end);
    if (isCode || isName || titles.includes(text)) continue;
    if (/^[\p{L}\p{N}_.:]+$/u.test(text) || (makesTuples && /^[\w\s,]+$/u.test(text)))
      for (const word of text.split(/[.:\s,]+/u)) words.mentioned.add(word);
    for (const [, name, field] of text.matchAll(/%\((\w+)\)|\{(\w+)[^{}]*\}/gu))
      words.mentioned.add(name ?? field ?? "");
    for (const [word] of text.matchAll(/\w+/gu)) {
      if (/[^_]_$/u.test(word)) words.beginnings.add(word);
      if (/^_[^_]/u.test(word) && (isPart || /%|\{/u.test(text))) words.endings.add(word);
    }
  }
}
