import { readdirSync, readFileSync } from "node:fs";

import { asHostPath, joinPath, sha256, type HostPath } from "../base/index.ts";

/** A file of a task by its path below the task's folder, with what decides the task's digest. */
export interface DigestedFile {
  readonly path: string;
  /** Hexadecimal digest of its bytes. */
  readonly sha256: string;
}

/** The files of one task, in whatever form the set lies on disk. Dispose it to remove what `folder` unpacked; it stays usable. */
export interface TaskFiles extends Disposable {
  /** Where a person finds them: the task's folder, or the shard that holds it. */
  readonly location: string;
  /** What `digestFolder` gives for the task's folder. Of a packed task no content is read for it. */
  readonly digest: string;
  /** A file's text, read as UTF-8. Throws `damaged-shard` or the system's error where it cannot be had. */
  readText(path: string): string;
  /** A folder of this machine with everything below `path`; empty: the whole task. Unpacked where needed, until disposed. */
  folder(path: string): HostPath;
}

/** A task's files in the folder form. */
export function filesInFolder(directory: HostPath): TaskFiles {
  let digest: string | undefined;
  return {
    location: directory,
    get digest() {
      return (digest ??= digestFolder(directory));
    },
    readText: (path) => readFileSync(joinPath(directory, path), "utf8"),
    folder: (path) => joinPath(directory, path),
    [Symbol.dispose]: () => undefined,
  };
}

/** SHA-256 over path and content digest of every file below a folder, in code-unit order of paths (as Harbor's task digest). */
export function digestFolder(directory: HostPath): string {
  return digestFiles(filesOfFolder(directory));
}

/** Every file below a folder with the digest of its bytes. */
export function filesOfFolder(directory: HostPath): readonly DigestedFile[] {
  return listFiles(directory).map((path) => ({
    path,
    sha256: sha256(readFileSync(joinPath(directory, path))),
  }));
}

/** `digestFolder` of a folder that holds these files, in any order. */
export function digestFiles(files: readonly DigestedFile[]): string {
  const lines = files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map((file) => `${file.path}\0${file.sha256}\n`);
  return `sha256:${sha256(lines.join(""))}`;
}

function listFiles(directory: HostPath, below = ""): string[] {
  return readdirSync(asHostPath(below === "" ? directory : joinPath(directory, below)), {
    withFileTypes: true,
  }).flatMap((entry) => {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? listFiles(directory, path) : [path];
  });
}
