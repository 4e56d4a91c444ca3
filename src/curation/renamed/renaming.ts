import { applyEdits, type Edit, type RepositoryPath } from "../../base/index.ts";
import type { NamedFile, OwnRepository, RenamingLanguage } from "./read-words.ts";

/** Gives a repository's code, its paths and what is said of it other names, by one map from word to word. */
export class Renaming {
  readonly #language: RenamingLanguage;
  readonly #names: ReadonlyMap<string, string>;
  readonly #isOwn: (module: string) => boolean;
  /** What the project is called, in the ways it is written. */
  readonly #titles: readonly string[];
  /** What the project is called. */
  readonly newTitle: string;

  constructor(
    language: RenamingLanguage,
    names: ReadonlyMap<string, string>,
    own: OwnRepository & { readonly newTitle: string },
  ) {
    this.#language = language;
    this.#names = names;
    this.#isOwn = own.isOwn;
    this.newTitle = own.newTitle;
    this.#titles = own.titles;
  }

  /** One name, also of a member that is hidden by its class (`_Class__name`). */
  name(name: string): string {
    const hidden = /^_(\w*?[^_])(__\w+)$/u.exec(name);
    const own = this.#names.get(name);
    if (own !== undefined || hidden === null) return own ?? name;
    return `_${this.name(hidden[1] ?? "")}${this.name(hidden[2] ?? "")}`;
  }

  /** Names with dots between. */
  qualified(name: string): string {
    return name
      .split(".")
      .map((part) => this.name(part))
      .join(".");
  }

  /** `module:Qualified.name`, or a module; others than the repository's stay. */
  reference(reference: string): string {
    const [module = "", name] = reference.split(":", 2);
    if (!this.isOwn(module)) return reference;
    return name === undefined ? this.qualified(module) : `${this.qualified(module)}:${this.qualified(name)}`;
  }

  isOwn(module: string): boolean {
    return this.#isOwn(module);
  }

  /** What the project is called now; undefined for what was not its name. */
  title(title: string): string | undefined {
    return this.#titles.includes(title) ? this.newTitle : undefined;
  }

  path(path: RepositoryPath): RepositoryPath {
    return path
      .split("/")
      .map((part) => part.replace(/^[^.]+/u, (stem) => this.name(stem)))
      .join("/");
  }

  /** A source file; undefined for others, and for those that cannot be read. */
  bytes(path: RepositoryPath, content: Uint8Array): Uint8Array | undefined {
    const { files } = this.#language;
    const decoded = files.isSourceFile(path) ? files.decode(content) : undefined;
    return decoded?.status === "decoded" ? decoded.encode(this.code(path, decoded.text)) : undefined;
  }

  /** A file's text, or a piece of one: names in its code, and in comments and documentation. Lines stay where they are. */
  code(path: RepositoryPath, text: string): string {
    const { rewriting, structure } = this.#language;
    const names = rewriting.naming.names(path, text);
    if (names === undefined) return text;
    return this.#file({ path, text, names, structure: structure.read(path, text) });
  }

  #file({ text, names, structure }: NamedFile): string {
    const bytes = Buffer.from(text);
    const edits: Edit[] = names.places.flatMap(({ name, span }) => {
      const other = this.name(name);
      return other === name ? [] : [{ ...span, text: other }];
    });
    const prose = (names.prose ?? []).map((span) => {
      const written = bytes.toString("utf8", span.start, span.end);
      return { ...span, text: withoutAttributions(this.prose(written)) };
    });
    const isInProse = (edit: Edit): boolean =>
      prose.some(({ start, end }) => start <= edit.start && edit.end <= end);
    const modules = structure.imports.flatMap(({ module, imported, span }): Edit[] => {
      if (imported === undefined || !this.#isOwn(module)) return [];
      const statement = bytes.toString("utf8", span.start, span.end);
      const match = /^from\s+(\.*)/u.exec(statement);
      if (match === null) return [];
      const start = span.start + Buffer.byteLength(match[0]);
      const written = module.replace(/^\.+/u, "");
      return written === "" ? [] : [{ start, end: start + written.length, text: this.qualified(written) }];
    });
    const titles = names.texts
      .filter(({ text: said }) => this.title(said) !== undefined)
      .map(({ span }) => ({ ...span, text: this.newTitle }));
    const once = new Map([...edits, ...modules, ...titles].map((edit) => [edit.start, edit]));
    const all = [...once.values()].filter((edit) => !isInProse(edit));
    return withoutSignatures(applyEdits(text, [...all, ...prose]));
  }

  /** Sentences: names that stand there as whole words, and what the project is called. */
  prose(text: string): string {
    const named = text.replaceAll(/[\p{L}_][\p{L}\p{N}_]*/gu, (word) => this.#wordOfProse(word));
    return this.#titles.reduce(
      (said, title) => said.replaceAll(new RegExp(`\\b${RegExp.escape(title)}\\b`, "giu"), this.newTitle),
      named,
    );
  }

  /** A word of a sentence, also where it begins one with a capital. */
  #wordOfProse(word: string): string {
    const small = word.slice(0, 1).toLowerCase() + word.slice(1);
    if (COMMON.has(small)) return word;
    const own = this.name(word);
    const other = this.name(small);
    return own !== word || other === small ? own : other.slice(0, 1).toUpperCase() + other.slice(1);
  }
}

/** Names that sentences have as words. */
const COMMON = new Set(
  "about above after again all also and another any are because been before being below between both but can cannot could does each either else even every first for from given has have here how into its just last less like made make may more most must need never new next not now off once one only other our out over own same see should since some such than that the their them then there these they this those through too two under until use used uses using very was way well were what when where which while who whole why will with without would yet you your return returns true false none self".split(
    " ",
  ),
);

/** Lines that say who wrote it, or where it is found, emptied but for the marks of a comment or text. */
function withoutAttributions(prose: string): string {
  return prose.replaceAll(/[^\r\n]+/gu, (line) => {
    if (
      !/\bhttps?:\/\/|\bwww\.|@\w+\.\w+|\bcopyright\b|\(c\)\s*\d|\blicen[sc]ed?\b|\bauthors?\b/iu.test(line)
    )
      return line;
    const [opening = ""] = /^\s*(?:#|[a-zA-Z]{0,2}(?:"""|'''|"|'))?/u.exec(line) ?? [];
    const [closing = ""] = /(?:"""|'''|"|')?\s*$/u.exec(line.slice(opening.length)) ?? [];
    return opening + (prose.trimEnd().endsWith(line.trim()) ? closing : "");
  });
}

/** Module variables that only say who wrote it, with their texts emptied. */
function withoutSignatures(text: string): string {
  return text.replaceAll(
    /^(__(?:author|authors|email|url|uri|copyright|license|maintainer|credits|contact|homepage)__\s*=\s*)(["'])[^"'\n]*\2/gmu,
    "$1$2$2",
  );
}
