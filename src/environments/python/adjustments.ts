import type { RepositoryPath } from "../../base/index.ts";
import type { DeclaredRun } from "./clues/runs.ts";
import type { VersionsOf } from "./dates.ts";

/** What is done otherwise than at first: each by something that was seen. */
export interface Adjustments {
  /** Requirements beside those that are declared. */
  readonly added: readonly string[];
  /** Names of distributions that are not asked for. */
  readonly without: readonly string[];
  /** Bounds of versions, in requirements form, for what of it is needed. */
  readonly bounds: readonly string[];
  /** Bounds of what source distributions and the repository itself are built with. */
  readonly builtWith: readonly string[];
  /** Names of distributions that are built here from their sources, also where there are wheels. */
  readonly fromSource: readonly string[];
  /** What the repository's own build needs, all of it: then it is built beside that. Empty: as its backend asks. */
  readonly buildNeeds: readonly string[];
  /** Sources of Cython's that the build expects to be translated already. */
  readonly translated: readonly RepositoryPath[];
  /** Commands that make files in the tree before its tests. */
  readonly prepared: readonly string[];
  /** Nothing newer than of that day. */
  readonly versions: VersionsOf | undefined;
  /** An exact release of Python. */
  readonly release: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /** True where the repository runs from its checkout, by what it declares, without being built. */
  readonly isUnbuilt: boolean;
  /** Folders that go on the import path, in the place of those that are found. */
  readonly roots: readonly RepositoryPath[] | undefined;
  /** Names of the repository's members that are asked for beside what its own lists need. */
  readonly members: readonly string[];
  /** How the tests are run, in the place of what pytest finds by itself. */
  readonly run: DeclaredRun | undefined;
}

/** Nothing is done otherwise. */
export const NO_ADJUSTMENTS: Adjustments = {
  added: [],
  without: [],
  bounds: [],
  builtWith: [],
  fromSource: [],
  buildNeeds: [],
  translated: [],
  prepared: [],
  versions: undefined,
  release: undefined,
  variables: {},
  isUnbuilt: false,
  roots: undefined,
  members: [],
  run: undefined,
};
