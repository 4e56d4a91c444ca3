import type { CaseRecipe } from "../spec/index.ts";
import { varyValue, type VariationSource } from "./vary-value.ts";

/** Paths of a case's files; folders end with a slash. */
function filesOf({ files }: Pick<CaseRecipe, "files">): readonly string[] {
  return Object.keys(files).filter((path) => !path.endsWith("/"));
}

/** True where a case finds files. */
export function hasFiles(recipe: CaseRecipe): boolean {
  return filesOf(recipe).length > 0;
}

/** One file of a case with another text, its lines or its words varied, or without it. Files that hold no text are only taken away. */
export function varyFiles(
  recipe: CaseRecipe,
  source: Omit<VariationSource, "siblings" | "partsSeen"> & { readonly corpus: readonly CaseRecipe[] },
): CaseRecipe {
  const { random, corpus } = source;
  const path = random.pick(filesOf(recipe));
  const text = textOf(recipe.files[path] ?? "");
  if (text === undefined || random.next() < 0.1) return withoutFile(recipe, path);
  const siblings = corpus.flatMap((other) =>
    filesOf(other).flatMap((name) => textOf(other.files[name] ?? "") ?? []),
  );
  const varying = { ...source, siblings, partsSeen: () => [] };
  const lines = text.split("\n");
  const isByLine = lines.length > 2 && random.next() < 0.5;
  const varied = varyValue(isByLine ? lines : text, { ...varying, siblings: isByLine ? [] : siblings });
  const content = Array.isArray(varied) ? varied.join("\n") : typeof varied === "string" ? varied : text;
  return { ...recipe, files: { ...recipe.files, [path]: Buffer.from(content).toString("latin1") } };
}

function withoutFile(recipe: CaseRecipe, path: string): CaseRecipe {
  const { [path]: _, ...files } = recipe.files;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return { ...recipe, files: folder === "" ? files : { [folder]: "", ...files } };
}

/** Bytes, written as Latin-1, read as UTF-8; undefined where they are none, or hold zeros. */
function textOf(bytes: string): string | undefined {
  const text = Buffer.from(bytes, "latin1").toString();
  return text.includes("\0") || text.includes("\ufffd") ? undefined : text;
}
