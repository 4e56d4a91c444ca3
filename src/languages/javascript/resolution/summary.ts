import { isRecord } from "../../../base/index.ts";
import type { FileSummary } from "../../resolution.ts";

/** Longer files are data or bundles. */
const MOST_CHARACTERS = 1_000_000;

/** From this length on, files whose lines are this long on average are taken for minified ones. */
const MINIFIED = { characters: 50_000, perLine: 500 };

/** What linking takes of a file: its text, or why it is passed over. */
export type ScriptSummary = { readonly text: string } | { readonly skipped: "too_large" | "minified" };

/** Keeps the text, because the compiler reads texts. Files that nobody wrote by hand are passed over, by their size alone. */
export function summarise(text: string): ScriptSummary {
  if (text.length > MOST_CHARACTERS) return { skipped: "too_large" };
  if (text.length < MINIFIED.characters) return { text };
  const lines = text.split("\n").length;
  return text.length / lines > MINIFIED.perLine ? { skipped: "minified" } : { text };
}

/** The text that a summary holds; undefined for a file that is passed over. */
export function findText(summary: FileSummary): string | undefined {
  return isRecord(summary) && typeof summary.text === "string" ? summary.text : undefined;
}
