/** The method that an operator calls on its left operand (Python reference, section 3.3). `in` calls its on the right one. */
export const METHOD_OF_OPERATOR: Readonly<Record<string, string>> = {
  "+": "__add__",
  "-": "__sub__",
  "*": "__mul__",
  "@": "__matmul__",
  "/": "__truediv__",
  "//": "__floordiv__",
  "%": "__mod__",
  "**": "__pow__",
  "<<": "__lshift__",
  ">>": "__rshift__",
  "&": "__and__",
  "^": "__xor__",
  "|": "__or__",
  "<": "__lt__",
  "<=": "__le__",
  "==": "__eq__",
  "!=": "__ne__",
  "<>": "__ne__",
  ">": "__gt__",
  ">=": "__ge__",
  in: "__contains__",
  "not in": "__contains__",
};

const COMPARISONS = new Set(["<", "<=", "==", "!=", "<>", ">", ">=", "in", "not", "is", "not in", "is not"]);

/** True for a word or sign of a comparison. */
export function isComparison(sign: string): boolean {
  return COMPARISONS.has(sign);
}
