import { lastPart, type RepositoryPath } from "../../base/index.ts";
import type { CodePlace, LanguageWith } from "../../languages/index.ts";
import type { CodeCache } from "../code-index/code-cache.ts";
import { CodeQueries } from "../code-index/code-queries.ts";
import { listTree, readTreeText, type CodeTree } from "../code-index/code-tree.ts";
import { findDeclared } from "../code-index/find-declared.ts";
import { openCodeIndex } from "../code-index/open-code-index.ts";
import { readTarget } from "../find-target.ts";
import { cachedSummaries } from "./cached-summaries.ts";
import { SlicedView } from "./sliced-view.ts";

type SlicedLanguage = LanguageWith<"structure" | "slicing">;

/** A tree's files of one language for slices: nothing is read before a slice leads there. */
export class SlicedTree {
  readonly sliced: SlicedView;
  readonly #language: SlicedLanguage;
  readonly #cache: CodeCache | undefined;
  readonly #texts = new Map<RepositoryPath, string | undefined>();
  readonly #tree: CodeTree;

  constructor(tree: CodeTree, language: SlicedLanguage, cache?: CodeCache) {
    this.#tree = tree;
    this.#language = language;
    this.#cache = cache;
    const paths = listTree(tree).filter((path) => language.files.isSourceFile(path));
    const store = cache === undefined ? undefined : cachedSummaries(cache, language);
    const known = new Set(paths);
    this.sliced = new SlicedView(
      { paths, text: (path) => (known.has(path) ? this.#text(path) : undefined) },
      language,
      store,
    );
  }

  /** The declaration that a user means; only files that have its name are read. Undefined where none has it. Throws `ambiguous-target`. */
  async find(target: string): Promise<CodePlace | undefined> {
    const { path, name } = readTarget(target);
    const word = lastPart(name);
    const naming = this.sliced.paths
      .filter((one) => path === undefined || one === path)
      .flatMap((one): [RepositoryPath, string][] => {
        const text = this.#text(one);
        return text?.includes(word) === true ? [[one, text]] : [];
      });
    const options = { languages: [this.#language], cache: this.#cache, reads: "structure" } as const;
    const { views } = await openCodeIndex(new Map(naming), options);
    const queries = views.map((view) => new CodeQueries(view));
    const isThere = queries.some(({ table }) => table.all.some(({ place }) => place.name === name));
    return isThere ? findDeclared(queries, target).places[0] : undefined;
  }

  #text(path: RepositoryPath): string | undefined {
    if (!this.#texts.has(path)) {
      const read = readTreeText(this.#tree, path, this.#language.files);
      this.#texts.set(path, read.status === "decoded" ? read.text : undefined);
    }
    return this.#texts.get(path);
  }
}
