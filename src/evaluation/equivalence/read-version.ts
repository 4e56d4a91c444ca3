import type { Definition } from "../../languages/index.ts";
import type { ComparedTarget } from "./compared-target.ts";

/** A version of the function in its file. */
export interface Version {
  readonly text: string;
  /** 1-based lines of the definition, decorators included. */
  readonly lines: { readonly start: number; readonly end: number };
  /** The definition's own text. */
  readonly definitionText: string;
}

/** The file with a version in it, or why there is none. */
export type ReadVersion =
  | { readonly status: "read"; readonly version: Version }
  | { readonly status: "refused"; readonly message: string };

/** Puts a version into the file; without one, the file's own. Runs nothing. */
export function readVersion(target: ComparedTarget, completion: string | undefined): ReadVersion {
  const { originalText, definition, language } = target;
  if (completion === undefined) return { status: "read", version: ownVersion(originalText, definition) };
  const spliced = language.editing.splice(originalText, definition, completion);
  if (spliced.status === "refused") return spliced;
  const { text, lines } = spliced;
  const definitionText = text
    .split("\n")
    .slice(lines.start - 1, lines.end)
    .join("\n");
  return { status: "read", version: { text, lines, definitionText } };
}

function ownVersion(text: string, { spans, lines }: Definition): Version {
  const bytes = Buffer.from(text);
  const before = bytes.subarray(0, spans.whole.start).toString();
  return {
    text,
    lines: { start: before.split("\n").length, end: lines.end },
    definitionText: bytes.subarray(spans.whole.start, spans.whole.end).toString(),
  };
}
