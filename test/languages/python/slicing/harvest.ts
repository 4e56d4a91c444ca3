import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import {
  readView,
  sliceDefinition,
  SlicedView,
  type Slice,
  type SliceOptions,
} from "../../../../src/analysis/index.ts";
import { asHostPath } from "../../../../src/base/index.ts";
import { loadParts, type SliceFile } from "../../../../src/languages/index.ts";

/** A small repository with most ways in which Python code depends on other code. */
export const HARVEST = asHostPath(join(import.meta.dirname, "../../../fixtures/slices/harvest"));

/** Opens the repository, with other texts in the place of some of its files. */
export async function openHarvest(changes: Readonly<Record<string, string>> = {}): Promise<SlicedView> {
  const language = await loadParts("python", ["structure", "slicing"], "slice its files");
  const view = readView({ directory: HARVEST }, language).overlay(new Map(Object.entries(changes)));
  return new SlicedView(view, language);
}

/** Slices a definition of it, given as `path:name` below `src/harvest/`. */
export async function slice(target: string, options: SliceOptions = {}): Promise<Slice> {
  const [path = "", name = ""] = target.split(":");
  return sliceDefinition(await openHarvest(), { path: `src/harvest/${path}`, name, line: 1 }, options);
}

/** The names of the definitions of a slice, sorted. */
export function namesIn({ definitions }: Slice): readonly string[] {
  return definitions.map(({ name }) => name).toSorted();
}

/** Runs an expression over a slice alone: `given` is a line before it. What it prints is given back. */
export function run(files: readonly SliceFile[], importing: string, expression: string): string {
  const folder = mkdtempSync(join(tmpdir(), "slice-"));
  try {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const program = `import sys; sys.path[:0] = [${JSON.stringify(join(folder, "src"))}, ${JSON.stringify(join(folder, "src/harvest"))}]\n${importing}\nprint(${expression})`;
    return execFileSync("python3", ["-c", program], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Text of a file of the repository. */
export function harvestText(path: string): string {
  return readFileSync(join(HARVEST, path), "utf8");
}
