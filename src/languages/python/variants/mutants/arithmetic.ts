import { findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { replace, swapOperators, type MutationOperator } from "./operator.ts";

const TEXTS = new Set(["string", "concatenated_string", "list", "tuple", "list_comprehension"]);

/**
 * Arithmetic operators, where no operand is a literal that only `+`, `*` or `%` can take. Each to one or two others, not to all: what tells
 * `a * b` from `a / b` nearly always tells it from `a % b` and `a << b` too.
 */
export const arithmetic = swapOperators(
  "arithmetic",
  ["binary_operator"],
  {
    "+": ["-"],
    "-": ["+"],
    "*": ["/", "+"],
    "/": ["*", "//"],
    "//": ["/", "*"],
    "%": ["*", "//"],
    "**": ["*"],
    "@": ["*"],
  },
  (node) => partsOf(node).some((operand) => TEXTS.has(operand.type)),
);

/** `&` to `|`, shifts to the other side. */
export const bitwise = swapOperators("bitwise", ["binary_operator"], {
  "&": ["|", "^"],
  "|": ["&", "^"],
  "^": ["&", "|"],
  "<<": [">>"],
  ">>": ["<<"],
});

/** The operator of an augmented assignment, or its loss: `x += 1` to `x -= 1` and `x = 1`. */
export const augmentedAssignment = swapOperators("augmented-assignment", ["augmented_assignment"], {
  "+=": ["-=", "="],
  "-=": ["+=", "="],
  "*=": ["/=", "="],
  "/=": ["*=", "="],
  "//=": ["*=", "="],
  "%=": ["*=", "="],
  "**=": ["*=", "="],
  "@=": ["*=", "="],
  "&=": ["|=", "="],
  "|=": ["&=", "="],
  "^=": ["&=", "="],
  "<<=": [">>=", "="],
  ">>=": ["<<=", "="],
});

/** `-x`, `+x` and `~x` to `x`, `+x` and `~x` also to `-x`. Not `-x` to `~x`: that is one less, as other operators make it. */
export const unary: MutationOperator = {
  name: "unary",
  *mutate(node) {
    const argument = node.type === "unary_operator" ? findField(node, "argument") : undefined;
    if (argument === undefined) return;
    yield replace(node, argument.text);
    if (/^[+~]/.test(node.text)) yield replace(node, `-${argument.text}`);
  },
};

/** `a + b` and `a and b` to either side alone, `a < b < c` to `a < b` and `b < c`. */
export const operandRemoval: MutationOperator = {
  name: "operand-removal",
  *mutate(node) {
    if (node.type === "comparison_operator") yield* linksOf(node);
    if (node.type !== "binary_operator" && node.type !== "boolean_operator") return;
    if (isFormatting(node)) return;
    for (const side of partsOf(node)) yield replace(node, side.text);
  },
};

/** A chain of comparisons without its first or its last link. */
function* linksOf(node: SyntaxNode): Generator<ReturnType<typeof replace>> {
  const operands = partsOf(node);
  const [first, second] = operands;
  const [beforeLast, last] = operands.slice(-2);
  if (operands.length < 3 || !first || !second || !beforeLast || !last) return;
  yield replace(node, node.text.slice(0, beforeLast.end - node.start));
  yield replace(node, node.text.slice(second.start - node.start));
}

function isFormatting(node: SyntaxNode): boolean {
  const left = findField(node, "left");
  const isText = left?.type === "string" || left?.type === "concatenated_string";
  return isText && findField(node, "operator")?.text === "%";
}
