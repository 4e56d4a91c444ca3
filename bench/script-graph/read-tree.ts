import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

import { loadParts } from "../../src/languages/index.ts";
import type { Resolution, ResolvedRepository } from "../../src/languages/index.ts";

/** A repository's scripts as they are linked. */
export interface ScriptTree {
  readonly resolution: Resolution;
  readonly texts: Map<string, string>;
  readonly projectFiles: Map<string, string>;
}

/** Reads the scripts and project files below a folder, but for `node_modules`. */
export async function readTree(root: string): Promise<ScriptTree> {
  const { resolution } = await loadParts("typescript", ["resolution"], "measure");
  const { files } = await loadParts("typescript", [], "measure");
  const scripts = (await loadParts("javascript", [], "measure")).files;
  const texts = new Map<string, string>();
  const projectFiles = new Map<string, string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join("/");
    if (/(?:^|\/)node_modules\//u.test(path)) continue;
    const read = (): string => readFileSync(join(root, path), "utf8");
    if (files.isSourceFile(path) || scripts.isSourceFile(path)) texts.set(path, read());
    else if (resolution.isProjectFile(path)) projectFiles.set(path, read());
  }
  return { resolution, texts, projectFiles };
}

/** Summarises and links a tree. */
export function linkTree({ resolution, texts, projectFiles }: ScriptTree): ResolvedRepository {
  const summaries = new Map([...texts].map(([path, text]) => [path, resolution.summarise(path, text)]));
  return resolution.link(summaries, projectFiles);
}
