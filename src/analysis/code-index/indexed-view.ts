import type { RepositoryPath } from "../../base/index.ts";
import {
  withParts,
  type FileStructure,
  type LanguageWith,
  type ResolvedRepository,
} from "../../languages/index.ts";
import type { CodeView } from "../code-view.ts";
import type { CodeCache } from "./code-cache.ts";
import { IndexedFile } from "./indexed-file.ts";
import { LinkedProgram } from "./linked-program.ts";

/** What a path has in an overlay: another text, or `undefined` where the file is left out. */
export type Overlay = ReadonlyMap<RepositoryPath, string | undefined>;

/** Source files that are linked with one another: those of one language, or of several that make one program. */
export interface Program {
  /** The first that has files gives its name to the view. */
  readonly languages: readonly LanguageWith<"structure">[];
  readonly files: readonly IndexedFile[];
  /** Files beside the sources that resolution reads, with their texts. */
  readonly projectFiles: ReadonlyMap<RepositoryPath, string>;
  readonly cache?: CodeCache | undefined;
}

/** A view over files that were read. It never changes, and nothing is written through it but the cache. */
export class IndexedView implements CodeView {
  readonly language: string;
  readonly paths: readonly RepositoryPath[];
  readonly #program: Program;
  readonly #files: ReadonlyMap<RepositoryPath, IndexedFile>;
  #resolved: ResolvedRepository | undefined;

  constructor(program: Program) {
    const sorted = program.files.toSorted(byPath);
    this.#program = program;
    this.#files = new Map(sorted.map((file) => [file.path, file]));
    this.paths = sorted.map(({ path }) => path);
    this.language =
      (
        program.languages.find(({ name }) => sorted.some((file) => file.language.name === name)) ??
        program.languages[0]
      )?.name ?? "";
  }

  text(path: RepositoryPath): string | undefined {
    return this.#files.get(path)?.text;
  }

  structure(path: RepositoryPath): FileStructure | undefined {
    return this.#files.get(path)?.structure;
  }

  /** Of a file: a view can have several, where they make one program. */
  languageOf(path: RepositoryPath): LanguageWith<"structure"> | undefined {
    return this.#files.get(path)?.language;
  }

  /** Structures of all files in their order, each made for the caller alone: nothing of them stays behind. */
  *structures(): Generator<readonly [RepositoryPath, FileStructure], void, undefined> {
    for (const [path, file] of this.#files) yield [path, file.readStructure()];
  }

  /** True where its languages can say what names mean. */
  get isResolved(): boolean {
    return this.#program.languages.every(({ resolution }) => resolution !== undefined);
  }

  /** Throws `language-lacks` where its language cannot say what names mean. */
  resolved(): ResolvedRepository {
    if (this.#resolved !== undefined) return this.#resolved;
    const { languages, projectFiles, cache } = this.#program;
    const [language] = languages;
    if (language === undefined) throw new TypeError("A program has at least one language.");
    const { resolution } = withParts(language, ["resolution"], "tell what names mean");
    return (this.#resolved = new LinkedProgram({
      language: language.name,
      resolution,
      files: this.#files,
      projectFiles,
      cache,
    }));
  }

  /**
   * The same files with others in the place of some, without some, or with more: what a task hides, or an edit that was not made yet. Only what changes
   * is read again, and nothing of it gets into the cache.
   */
  overlay(changes: Overlay): IndexedView {
    const { languages, projectFiles: before, files } = this.#program;
    const changed = [...changes].flatMap(([path, text]) => {
      const language = languages.find((one) => one.files.isSourceFile(path));
      return text === undefined || language === undefined ? [] : [new IndexedFile({ path, text }, language)];
    });
    const projectFiles = new Map(before);
    for (const [path, text] of changes) {
      if (text === undefined) projectFiles.delete(path);
      else if (languages.some(({ resolution }) => resolution?.isProjectFile(path) === true))
        projectFiles.set(path, text);
    }
    const kept = files.filter(({ path }) => !changes.has(path));
    return new IndexedView({ languages, files: [...kept, ...changed], projectFiles });
  }
}

function byPath({ path: one }: IndexedFile, { path: other }: IndexedFile): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
