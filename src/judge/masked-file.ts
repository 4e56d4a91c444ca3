import { lineOfByte } from "../base/index.ts";
import type { Definition } from "../languages/index.ts";
import type { MaskedFile } from "./judge.ts";
import type { TargetInTree } from "./target.ts";

/** A masked file, and what a candidate's file begins and ends with that differs from it in the body alone. */
interface Mask {
  readonly file: MaskedFile;
  readonly head: string;
  readonly tail: string;
}

type Subject = Pick<TargetInTree, "language" | "originalText" | "definition">;

const masks = new WeakMap<Definition, Mask>();

/** The subject's file with its body hidden, one object for each definition; undefined where `text` differs in more than the body. */
export function findMasked(subject: Subject, text: string): MaskedFile | undefined {
  const mask = masks.get(subject.definition) ?? maskOf(subject);
  masks.set(subject.definition, mask);
  const { file, head, tail } = mask;
  const fits = text.length >= head.length + tail.length && text.startsWith(head) && text.endsWith(tail);
  return fits ? file : undefined;
}

function maskOf({ language, originalText, definition }: Subject): Mask {
  const { spans, signature } = definition;
  const original = Buffer.from(originalText);
  const { text, edit } = language.editing.mask(originalText, definition);
  const hiddenEnd = edit.span.start + Buffer.byteLength(edit.placeholder);
  const headerEnd = spans.definition.start + Buffer.byteLength(signature);
  return {
    file: {
      text,
      lines: { start: lineOfByte(originalText, spans.whole.start), end: lineOfByte(text, hiddenEnd) },
    },
    head: original.toString("utf8", 0, headerEnd),
    tail: original.toString("utf8", edit.span.end),
  };
}
