/** How many tasks of one place, or of one kind, a set takes. */
export interface Caps {
  readonly perFile: number;
  readonly perClass: number;
  /** Tasks of a source's scripts together: of files that are no part of its packages. */
  readonly perScripts: number;
  /** Absent: no limit. */
  readonly perSource?: number | undefined;
  /** Tasks whose references are near copies of each other. */
  readonly perCluster: number;
}

/**
 * No file that people write by hand reaches the cap (of ten packages, the largest, more-itertools' `more.py`, has 113 core-shaped
 * functions): it bites where a generated or collected one would fill a set. A dozen of a class's methods show what it is about (of eight
 * packages, 12 of 379 classes have more that are core-shaped, up to 58), and scripts are not what a repository is for.
 */
export const DEFAULT_CAPS: Caps = { perFile: 250, perClass: 12, perScripts: 5, perCluster: 1 };
