import { findChild, type SyntaxNode } from "../syntax-node.ts";
import { replace, type MutationOperator } from "./operator.ts";

/** Integers: one more, one less, and zero. */
export const integerConstant: MutationOperator = {
  name: "integer-constant",
  *mutate(node) {
    const value = node.type === "integer" ? parseInteger(node.text) : undefined;
    if (value === undefined) return;
    for (const other of new Set([value + 1n, value - 1n, 0n])) {
      if (other !== value) yield replace(node, negativeInParentheses(node, String(other)));
    }
  },
};

/** Floats: one more, one less, and zero; written as sums, for the exact value would need Python. */
export const floatConstant: MutationOperator = {
  name: "float-constant",
  *mutate(node) {
    if (node.type !== "float" || /j$/i.test(node.text) || isPattern(node)) return;
    yield replace(node, `(${node.text} + 1)`);
    yield replace(node, `(${node.text} - 1)`);
    if (Number(node.text.replaceAll("_", "")) !== 0) yield replace(node, "0.0");
  },
};

/** Imaginary numbers: one more in their real part, and zero. */
export const complexConstant: MutationOperator = {
  name: "complex-constant",
  *mutate(node) {
    if (!/^(integer|float)$/.test(node.type) || !/j$/i.test(node.text) || isPattern(node)) return;
    yield replace(node, `(${node.text} + 1)`);
    if (/[1-9]/.test(node.text)) yield replace(node, "0j");
  },
};

/** Texts and bytes: emptied, lengthened, or no longer empty. */
export const stringConstant: MutationOperator = {
  name: "string-constant",
  *mutate(node) {
    if (node.type !== "string") return;
    const first = findChild(node, "string_start");
    const last = findChild(node, "string_end");
    if (first === undefined || last === undefined) return;
    yield { start: first.end, end: first.end, replacement: "XX" };
    if (last.start > first.end) yield { start: first.end, end: last.start, replacement: "" };
  },
};

/**
 * Letters of texts and bytes in the other case; not those of escapes, format specifications and interpolations, nor names of encodings, which
 * mean the same in both.
 */
export const stringCase: MutationOperator = {
  name: "string-case",
  *mutate(node) {
    if (node.type !== "string") return;
    for (const content of node.children.filter(({ type }) => type === "string_content")) {
      const swapped = content.text.replace(KEPT_OR_LETTER, (text, kept?: string) =>
        kept === undefined ? swapCase(text) : text,
      );
      if (swapped !== content.text && !ENCODING.test(content.text)) yield replace(content, swapped);
    }
  },
};

const ESCAPE = String.raw`\\(?:N\{[^}]*\}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[\s\S])`;
const KEPT_OR_LETTER = new RegExp(
  String.raw`(${ESCAPE}|%[-#+ \d.*]*(?:\(\w*\))?[-#+ \d.*]*\w|\{[^{}]*\})|[a-zA-Z]`,
  "g",
);

const ENCODING =
  /^(?:us-?ascii|ascii|utf[-_]?(?:7|8|16|32)(?:[-_]?(?:le|be|sig))?|latin[-_]?1|iso[-_]?8859[-_]\d+|cp\d+)$/i;

function swapCase(letter: string): string {
  const upper = letter.toUpperCase();
  return letter === upper ? letter.toLowerCase() : upper;
}

/** `True` to `False` and back, `None` to `True` (not where identity is asked for: negation covers that). */
export const namedConstant: MutationOperator = {
  name: "named-constant",
  *mutate(node) {
    if (node.type === "true") yield replace(node, "False");
    if (node.type === "false") yield replace(node, "True");
    const isReturned = node.parent?.type === "return_statement";
    if (node.type === "none" && node.parent?.type !== "comparison_operator" && !isReturned) {
      yield replace(node, "True");
    }
  },
};

function parseInteger(text: string): bigint | undefined {
  const digits = text.replaceAll("_", "").toLowerCase();
  const isPlain = /^(0x[0-9a-f]+|0o[0-7]+|0b[01]+|0+|[1-9][0-9]*)$/.test(digits);
  return isPlain ? BigInt(digits) : undefined;
}

/** `x ** 0` and `0 .real` may not become `x ** -1`-like texts that bind otherwise. */
function negativeInParentheses(node: SyntaxNode, text: string): string {
  const binds = ["binary_operator", "unary_operator", "attribute", "await"].includes(node.parent?.type ?? "");
  return text.startsWith("-") && binds ? `(${text})` : text;
}

function isPattern(node: SyntaxNode): boolean {
  return node.parent?.type === "case_pattern" || node.parent?.parent?.type === "case_pattern";
}
