import { joinPath, type HostPath } from "../base/index.ts";
import { COMPILED_FOLDERS, ownLibraryOf, PACKAGE_DEPTH, type Environment } from "../environments/index.ts";
import type { Language } from "../languages/index.ts";
import {
  combineLeakIndexes,
  createLeakIndex,
  KeptCode,
  type LeakIndex,
  type LeakPlace,
} from "../proof/index.ts";

/** Environments whose libraries stay in memory: sources and tasks of one come in a row. */
const KEPT_ENVIRONMENTS = 4;

/** Searches what candidates could read. Libraries are read once per environment, and kept in the cache. */
export class LeakSearch {
  readonly #language: Language;
  readonly #kept: KeptCode;
  readonly #libraries = new Map<string, Promise<LeakIndex>>();

  constructor(language: Language, cacheDirectory: HostPath) {
    this.#language = language;
    this.#kept = new KeptCode(joinPath(cacheDirectory, "code"));
  }

  /** What can be read of a tree and beside it. */
  async open(tree: HostPath, environment: Environment): Promise<LeakIndex> {
    return combineLeakIndexes(await this.#index([treePlace(tree)]), await this.#openLibraries(environment));
  }

  #openLibraries(environment: Environment): Promise<LeakIndex> {
    const known = this.#libraries.get(environment.digest) ?? this.#index(libraryPlaces(environment));
    this.#libraries.delete(environment.digest);
    this.#libraries.set(environment.digest, known);
    const [oldest] = this.#libraries.keys();
    if (this.#libraries.size > KEPT_ENVIRONMENTS && oldest !== undefined) this.#libraries.delete(oldest);
    return known;
  }

  #index(places: readonly LeakPlace[]): Promise<LeakIndex> {
    return createLeakIndex(places, this.#language, this.#kept);
  }
}

function treePlace(directory: HostPath): LeakPlace {
  return { name: "repository", directory, kind: "tree", partDepth: 0, passesOver: COMPILED_FOLDERS };
}

/** What candidates can read beside the repository: dependencies and the interpreter's own library. */
function libraryPlaces(environment: Environment): LeakPlace[] {
  const { directory, covered } = ownLibraryOf(environment);
  const passesOver = [...COMPILED_FOLDERS, "test", "tests"];
  return [
    {
      name: "dependencies",
      directory: environment.layer,
      kind: "library",
      partDepth: PACKAGE_DEPTH,
      passesOver,
    },
    {
      name: "standard library",
      directory,
      kind: "library",
      partDepth: 0,
      passesOver: [...passesOver, ...covered],
    },
  ];
}
