import {
  ancestorsOf,
  contains,
  findChild,
  findField,
  partsOf,
  walk,
  type SyntaxNode,
} from "../syntax-node.ts";
import { atEnd, endsInJump } from "./insertions.ts";
import { instead, type MistakeOperator } from "./mistake.ts";

/** `elif` for `if`, `else` for always: what should be done instead is done as well. */
export const branchAsWell: MistakeOperator = {
  name: "branch-as-well",
  *slip(node) {
    if (node.parent?.type !== "if_statement") return;
    const before = node.parent.children.filter(({ start, type }) => start < node.start && type !== "comment");
    const arms = before.flatMap((arm) =>
      arm.type === "block" ? [arm] : (findField(arm, "consequence") ?? []),
    );
    if (arms.every(endsInJump)) return;
    const keyword = findChild(node, node.type === "elif_clause" ? "elif" : "else");
    if (keyword !== undefined && (node.type === "elif_clause" || node.type === "else_clause"))
      yield instead(keyword, node.type === "elif_clause" ? "if" : "if True");
  },
};

/** Two branches looked at in the other order: the narrower one comes too late. */
export const branchOrder: MistakeOperator = {
  name: "branch-order",
  *slip(node) {
    const next = node.type === "if_statement" ? findChild(node, "elif_clause") : undefined;
    const [own, other] = [node, next].map((arm) => ({
      condition: arm && findField(arm, "condition"),
      block: arm && findField(arm, "consequence"),
    }));
    if (!own?.condition || !own.block || !other?.condition || !other.block) return;
    const between = node.text.slice(own.block.end - node.start, other.condition.start - node.start);
    const head = node.text.slice(own.condition.end - node.start, own.block.start - node.start);
    if (/#/.test(between + head)) return;
    yield {
      start: own.condition.start,
      end: other.block.end,
      replacement: `${other.condition.text}${head}${other.block.text}${between}${own.condition.text}${head}${own.block.text}`,
    };
  },
};

const ARMS = new Set([
  "if_statement",
  "elif_clause",
  "else_clause",
  "try_statement",
  "except_clause",
  "for_statement",
]);

/** An early return: a branch that ends the function, so that the effects and steps below it do not happen. */
export const earlyReturn: MistakeOperator = {
  name: "early-return",
  *slip(node, reference) {
    const arm = node.type === "block" && ARMS.has(node.parent?.type ?? "") ? node.parent : undefined;
    if (arm === undefined || isNested(node, reference.body)) return;
    const last = partsOf(reference.body).at(-1);
    if (last === undefined || last.end <= arm.end) return;
    const isReturn = last.type === "return_statement" && !contains(reference.body, "yield");
    yield* atEnd(reference, node, isReturn ? last.text : "return");
  },
};

function isNested(node: SyntaxNode, body: SyntaxNode): boolean {
  for (const above of ancestorsOf(node)) {
    if (above === body) return false;
    if (above.type === "function_definition" || above.type === "class_definition") return true;
  }
  return false;
}

const MOVED = new Set(["expression_statement", "if_statement"]);

/** Two statements in the other order: an effect before the check, a value used before it is changed. */
export const statementOrder: MistakeOperator = {
  name: "statement-order",
  *slip(node) {
    if (!MOVED.has(node.type) || node.parent?.type !== "block") return;
    const statements = partsOf(node.parent);
    const next = statements[statements.indexOf(node) + 1];
    if (next === undefined || !MOVED.has(next.type) || !mayDepend(node, next)) return;
    const between = node.parent.text.slice(node.end - node.parent.start, next.start - node.parent.start);
    if (between.includes("#") || between.includes(";")) return;
    yield { start: node.start, end: next.end, replacement: next.text + between + node.text };
  },
};

/** False for two plain assignments that have no variable or attribute in common. */
function mayDepend(one: SyntaxNode, other: SyntaxNode): boolean {
  if (isDocstring(one)) return false;
  if ([one, other].some((statement) => contains(statement, "call", "if_statement", "await", "yield")))
    return true;
  const namesOf = (node: SyntaxNode): Set<string> =>
    new Set(
      [...walk(node, ({ parent }) => parent?.type === "attribute")]
        .filter(({ type }) => type === "identifier" || type === "attribute")
        .map(({ text }) => text),
    );
  return namesOf(one).intersection(namesOf(other)).size > 0;
}

/** What another branch gives: of every `return` the value of the one above it and of the one below it. */
export const otherReturn: MistakeOperator = {
  name: "other-return",
  *slip(node, { body }) {
    const value = node.type === "return_statement" ? partsOf(node)[0] : undefined;
    if (value === undefined || isNested(node, body)) return;
    const all = [...walk(body, ({ type }) => type === "function_definition" || type === "lambda")].flatMap(
      (one) => (one.type === "return_statement" ? (partsOf(one)[0] ?? []) : []),
    );
    const at = all.indexOf(value);
    for (const other of new Set([all[at - 1]?.text, all[at + 1]?.text]))
      if (other !== undefined && at >= 0) yield instead(value, other);
  },
};

function isDocstring(node: SyntaxNode): boolean {
  return /^(?:concatenated_)?string$/.test(partsOf(node)[0]?.type ?? "");
}
