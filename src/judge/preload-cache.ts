import { digestOf } from "../base/index.ts";
import type { Trust, EditableTree } from "./judge.ts";
import { nothingLoaded, type Preload } from "./parent-setup.ts";

/**
 * What may be loaded ahead, per tree. It is found with our own text only: a candidate's import could name anything.
 * Until then parents load nothing, which costs time and changes no verdict.
 */
export class PreloadCache {
  readonly #known = new Map<string, Promise<Preload>>();

  /** `about` tells jobs of one tree apart that load other things; `probe` finds out what a job of our own may. */
  async find(
    { editableTree, trust }: { readonly editableTree: EditableTree; readonly trust: Trust },
    about: readonly unknown[],
    probe: () => Promise<Preload | undefined>,
  ): Promise<Preload> {
    const { runtime, treeDigest, editedFile, importRoots } = editableTree;
    const key = digestOf([runtime.digest, treeDigest, editedFile, importRoots, ...about]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (trust !== "own") return nothingLoaded;
    const found = probe().then((preload) => {
      if (preload === undefined) this.#known.delete(key);
      return preload ?? nothingLoaded;
    });
    this.#known.set(key, found);
    found.catch(() => this.#known.delete(key));
    return found;
  }
}
