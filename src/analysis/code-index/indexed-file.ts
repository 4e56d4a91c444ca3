import { sha256, type RepositoryPath } from "../../base/index.ts";
import type { FileStructure, FileSummary, LanguageWith } from "../../languages/index.ts";
import type { CacheEntry, CacheKey, CodeCache } from "./code-cache.ts";
import { extract, type ExtractedFile, type FileToExtract, type PackedPart } from "./extract.ts";
import { unpack } from "./pack.ts";

type Part = "structure" | "summary";

/**
 * A source file with what is known of it by its path and text alone. What was read of it is kept packed, and unpacked when it is first asked for: of most
 * files nobody asks.
 */
export class IndexedFile {
  readonly path: RepositoryPath;
  readonly text: string;
  readonly language: LanguageWith<"structure">;
  /** Digest of path and text. */
  readonly content: string;
  readonly #cache: CodeCache | undefined;
  readonly #packed: { structure?: Uint8Array; summary?: Uint8Array } = {};
  #summaryDigest: string | undefined;
  #structure: FileStructure | undefined;
  #summary: FileSummary;

  /** Without a cache nothing of it is kept beyond this process. */
  constructor(
    { path, text }: Pick<IndexedFile, "path" | "text">,
    language: LanguageWith<"structure">,
    cache?: CodeCache,
  ) {
    this.path = path;
    this.text = text;
    this.language = language;
    this.content = sha256(`${path}\0${text}`);
    this.#cache = cache;
  }

  /** What stands in it, the same object each time. */
  get structure(): FileStructure {
    return (this.#structure ??= this.readStructure());
  }

  /** The same, made anew unless it is kept already: for those who go through many files once. */
  readStructure(): FileStructure {
    return this.#structure ?? (this.#read("structure") as FileStructure);
  }

  /** What linking takes of it. Its language resolves names. */
  get summary(): FileSummary {
    return (this.#summary ??= this.#read("summary"));
  }

  /** Digest of its summary, by which two states of a file are told apart that link alike. */
  get summaryDigest(): string {
    if (this.#summaryDigest === undefined) this.#extract({ wantsStructure: false, wantsSummary: true });
    return this.#summaryDigest ?? "";
  }

  /** Where the cache has a part of it. */
  keyOf(part: Part): CacheKey {
    const { name, structure, resolution } = this.language;
    const version = part === "structure" ? structure.version : (resolution?.version ?? "");
    return { kind: part, language: name, version, content: this.content };
  }

  /** Takes over that the cache has its summary, with this digest. */
  knowSummary(digest: string): void {
    this.#summaryDigest = digest;
  }

  /** Takes over what was read of it; gives what the cache shall keep. */
  accept({ structure, summary }: ExtractedFile): readonly CacheEntry[] {
    if (structure !== undefined) this.#packed.structure = structure.data;
    if (summary !== undefined) {
      this.#packed.summary = summary.data;
      this.#summaryDigest = summary.digest;
    }
    return [...this.#entry("structure", structure), ...this.#entry("summary", summary)];
  }

  #entry(part: Part, packed: PackedPart | undefined): readonly CacheEntry[] {
    return packed === undefined ? [] : [{ ...this.keyOf(part), ...packed }];
  }

  /** Damaged bytes of the cache are read anew from the text. */
  #read(part: Part): unknown {
    const kept = this.#packed[part] ?? this.#cache?.find(this.keyOf(part));
    const value = kept === undefined ? undefined : unpack(kept);
    if (value !== undefined) {
      delete this.#packed[part];
      return value;
    }
    this.#extract({ wantsStructure: part === "structure", wantsSummary: part === "summary" });
    const read = this.#packed[part];
    return read === undefined ? undefined : unpack(read);
  }

  #extract(wanted: Pick<FileToExtract, "wantsStructure" | "wantsSummary">): void {
    const { path, text } = this;
    const entries = this.accept(extract(this.language, { path, text, ...wanted }));
    this.#cache?.keep(entries);
  }
}
