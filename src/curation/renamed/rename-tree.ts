import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { listRepositoryFiles } from "../../analysis/index.ts";
import { joinPath, type HostPath } from "../../base/index.ts";
import type { Renaming } from "./renaming.ts";
import type { RenamedRepository } from "./renamed-repository.ts";

/** Copies what a renamed variant keeps of a tree to a folder that does not exist yet; `edited` is a file's new text, by its new path. */
export function copyRenamedTree(
  from: HostPath,
  to: HostPath,
  { renaming, keeps }: RenamedRepository,
  edited: { readonly path: string; readonly text: string },
): void {
  mkdirSync(to, { recursive: true });
  for (const path of listRepositoryFiles(from)) {
    const metadata = METADATA.test(path) ? renameMetadata(joinPath(from, path), renaming) : undefined;
    if (metadata !== undefined) {
      mkdirSync(joinPath(to, dirname(path), "..", metadata.folder), { recursive: true });
      writeFileSync(joinPath(to, dirname(path), "..", metadata.folder, "METADATA"), metadata.text);
    }
    if (!keeps(path)) continue;
    const place = joinPath(to, renaming.path(path));
    mkdirSync(dirname(place), { recursive: true });
    const renamed = renaming.bytes(path, readFileSync(joinPath(from, path)));
    if (renamed === undefined) cpSync(joinPath(from, path), place);
    else writeFileSync(place, renamed);
  }
  writeFileSync(joinPath(to, edited.path), edited.text);
}

const METADATA = /\.(?:dist|egg)-info\/(?:METADATA|PKG-INFO)$/u;

/** What tells a running program the version of the project, and nothing else; undefined for that of other projects. */
function renameMetadata(
  path: HostPath,
  renaming: Renaming,
): { readonly folder: string; readonly text: string } | undefined {
  const written = readFileSync(path, "utf8");
  const field = (name: string): string => new RegExp(`^${name}: *(.*)$`, "mu").exec(written)?.[1] ?? "";
  const title = renaming.title(field("Name"));
  if (title === undefined) return undefined;
  const version = field("Version");
  return {
    folder: `${title}-${version}.dist-info`,
    text: `Metadata-Version: 2.1\nName: ${title}\nVersion: ${version}\n`,
  };
}
