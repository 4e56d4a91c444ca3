import type { RepositoryPath } from "../../base/index.ts";
import type { FileSummary, LanguageWith, SlicedRepository, Slicing } from "../../languages/index.ts";
import type { CodeView } from "../code-view.ts";

/** What keeps the summaries of files beyond this process. */
export interface SummaryStore {
  find(path: RepositoryPath, text: string): FileSummary;
  keep(path: RepositoryPath, text: string, summary: FileSummary): void;
}

/** A view as slices see it. Files are read when a slice leads there, each once. */
export class SlicedView implements SlicedRepository {
  readonly language: LanguageWith<"slicing">;
  readonly #view: Pick<CodeView, "paths" | "text">;
  readonly #store: SummaryStore | undefined;
  readonly #summaries = new Map<RepositoryPath, FileSummary>();

  constructor(
    view: Pick<CodeView, "paths" | "text">,
    language: LanguageWith<"slicing">,
    store?: SummaryStore,
  ) {
    this.#view = view;
    this.language = language;
    this.#store = store;
  }

  get paths(): readonly RepositoryPath[] {
    return this.#view.paths;
  }

  get slicing(): Slicing {
    return this.language.slicing;
  }

  text(path: RepositoryPath): string | undefined {
    return this.#view.text(path);
  }

  summary(path: RepositoryPath): FileSummary {
    const known = this.#summaries.get(path);
    if (known !== undefined) return known;
    const text = this.#view.text(path);
    if (text === undefined) return undefined;
    const stored = this.#store?.find(path, text);
    const summary = stored ?? this.slicing.summarise(path, text);
    this.#summaries.set(path, summary);
    if (stored === undefined) this.#store?.keep(path, text, summary);
    return summary;
  }

  isTestFile(path: RepositoryPath): boolean {
    return this.language.files.isTestFile(path);
  }
}
