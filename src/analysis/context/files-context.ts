/**
 * Whole other files, as ExecRepoBench chooses them: how many of a file's imports name it, then BM25 of its words against those of the target's file
 * (k1 1.5, b 0.75), scaled to at most 1. The first that does not fit is cut behind its last line that does.
 */
import { estimateTokens, type RepositoryPath } from "../../base/index.ts";
import type { CodeView } from "../code-view.ts";
import type { ContextMaterial, PromptContext } from "./context.ts";
import { pathLine } from "./file-blocks.ts";

const K1 = 1.5;
const B = 0.75;

/** Other files of the repository. */
export function filesContext({ text, outline, budgetTokens, repository }: ContextMaterial): PromptContext {
  const { queries, place } = repository();
  const comment = outline?.lineComment ?? "";
  const imports = (outline?.imports ?? []).map(({ module }) => module.split(".").at(-1) ?? "");
  const ranked = rankFiles(queries.view, place.path, { text, imports });
  const parts: string[] = [];
  const leftOut: string[] = [];
  let isFull = false;
  for (const path of ranked) {
    const whole = [pathLine(path, comment), ...(queries.view.text(path) ?? "").trimEnd().split(/\r\n|\n|\r/)];
    const fitting: number = isFull ? 0 : linesThatFit(whole, budgetTokens, parts);
    isFull ||= fitting < whole.length;
    const isWorth = fitting > 1;
    if (isWorth) parts.push(whole.slice(0, fitting).join("\n"));
    leftOut.push(...whole.slice(isWorth ? fitting : 1));
  }
  const shown = parts.join("\n\n");
  return {
    text: shown,
    tokens: estimateTokens(shown),
    leftOut: {
      lines: leftOut.filter((line) => line.trim() !== "").length,
      tokens: estimateTokens(leftOut.map((line) => `${line}\n`).join("")),
    },
  };
}

function linesThatFit(lines: readonly string[], budgetTokens: number, parts: readonly string[]): number {
  let fitting = 0;
  for (let count = 1; count <= lines.length; count++) {
    const text = [...parts, lines.slice(0, count).join("\n")].join("\n\n");
    if (estimateTokens(text) > budgetTokens) break;
    fitting = count;
  }
  return fitting;
}

function rankFiles(
  view: CodeView,
  own: RepositoryPath,
  file: { readonly text: string; readonly imports: readonly string[] },
): readonly RepositoryPath[] {
  const others = view.paths.filter((path) => path !== own);
  const counts = new Map(others.map((path) => [path, countWords(view.text(path) ?? "")]));
  const scores = bm25(counts, new Set(countWords(file.text).keys()));
  const most = Math.max(1e-9, ...scores.values());
  const named = (path: RepositoryPath): number =>
    file.imports.filter(
      (name) =>
        name !== "" &&
        path
          .replace(/\.\w+$/u, "")
          .split("/")
          .includes(name),
    ).length;
  const relevance = new Map(others.map((path) => [path, named(path) + (scores.get(path) ?? 0) / most]));
  return others.toSorted((a, b) => (relevance.get(b) ?? 0) - (relevance.get(a) ?? 0));
}

function bm25(
  counts: ReadonlyMap<RepositoryPath, ReadonlyMap<string, number>>,
  asked: ReadonlySet<string>,
): ReadonlyMap<RepositoryPath, number> {
  const sizes = new Map(
    [...counts].map(([path, words]) => [path, [...words.values()].reduce((a, b) => a + b, 0)]),
  );
  const mean = [...sizes.values()].reduce((a, b) => a + b, 0) / Math.max(1, sizes.size);
  const holding = new Map<string, number>();
  for (const words of counts.values())
    for (const word of words.keys()) if (asked.has(word)) holding.set(word, (holding.get(word) ?? 0) + 1);
  return new Map(
    [...counts].map(([path, words]) => {
      let score = 0;
      for (const [word, files] of holding) {
        const count = words.get(word) ?? 0;
        const rarity = Math.log(1 + (counts.size - files + 0.5) / (files + 0.5));
        score += (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * (sizes.get(path) ?? 0)) / mean));
      }
      return [path, score];
    }),
  );
}

function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[A-Za-z_]\w*/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
