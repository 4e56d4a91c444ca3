import { globSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** Texts of a folder's Python files by path; what cannot be decoded is left out. */
export function readTexts(
  root: string,
  decode: (
    bytes: Uint8Array,
  ) => { readonly status: "decoded"; readonly text: string } | { readonly status: "refused" },
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const file of globSync(join(root, "**/*.py")).sort()) {
    const decoded = statSync(file).isFile() ? decode(readFileSync(file)) : undefined;
    if (decoded?.status === "decoded") texts.set(relative(root, file), decoded.text);
  }
  return texts;
}
