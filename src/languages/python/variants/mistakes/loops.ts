import { contains, findChild, findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { atEnd } from "./insertions.ts";
import { instead, type MistakeOperator } from "./mistake.ts";

/** A loop that ends with its first item, or with the first that a condition in it holds for. */
export const stopsAtFirst: MistakeOperator = {
  name: "stops-at-first",
  *slip(node, reference) {
    const isLoop = LOOPS.has(node.type);
    const isBranch = node.type === "if_statement" && LOOPS.has(node.parent?.parent?.type ?? "");
    const block = isLoop ? findField(node, "body") : isBranch ? findField(node, "consequence") : undefined;
    if (block !== undefined) yield* atEnd(reference, block, "break");
  },
};

const LOOPS = new Set(["for_statement", "while_statement"]);

/** The last match for the first: a loop that leaves early, run from the end. */
export const lastMatch: MistakeOperator = {
  name: "last-match",
  *slip(node) {
    const items = node.type === "for_statement" ? findField(node, "right") : undefined;
    if (items === undefined || findChild(node, "async") !== undefined) return;
    if (contains(node, "return_statement", "break_statement"))
      yield instead(items, `reversed(list(${items.text}))`);
  },
};

/** A collection that is gone over by taking everything out of it. */
export const collectionEmptied: MistakeOperator = {
  name: "collection-emptied",
  *slip(node) {
    const items = node.type === "for_statement" ? findField(node, "right") : undefined;
    if (items === undefined || findChild(node, "async") !== undefined) return;
    const pairs = /^([\w.]+)\.items\(\)$/.exec(items.text)?.[1];
    const list = /^[\w.]+$/.exec(items.text)?.[0];
    if (pairs !== undefined) yield instead(items, `[${pairs}.popitem() for _ in range(len(${pairs}))]`);
    if (list !== undefined) yield instead(items, `[${list}.pop(0) for _ in range(len(${list}))]`);
  },
};

/** The first or the last item left out. */
export const itemLeftOut: MistakeOperator = {
  name: "item-left-out",
  *slip(node) {
    const isLoop = node.type === "for_statement" || node.type === "for_in_clause";
    const items = isLoop && findChild(node, "async") === undefined ? findField(node, "right") : undefined;
    if (items === undefined || items.type === "tuple" || items.text.startsWith("range(")) return;
    yield instead(items, `list(${items.text})[1:]`);
    yield instead(items, `list(${items.text})[:-1]`);
  },
};

/** Items that are numbered when those that are not wanted have been left out: `enumerate` around a filter for a filter around `enumerate`. */
export const numberedTooLate: MistakeOperator = {
  name: "numbered-too-late",
  *slip(node) {
    const clause = node.parent === undefined ? undefined : findChild(node.parent, "if_clause");
    const [left, right] =
      node.type === "for_in_clause" ? [findField(node, "left"), findField(node, "right")] : [];
    const [, item] = left === undefined ? [] : partsOf(left);
    const items = /^enumerate\(([^,]+)\)$/su.exec(right?.text ?? "")?.[1];
    const condition = clause && partsOf(clause)[0];
    if (right === undefined || item === undefined || items === undefined || condition === undefined) return;
    yield instead(right, `enumerate([${item.text} for ${item.text} in ${items} if ${condition.text}])`);
  },
};

/** What is to be repeated until nothing is left, done once. */
export const onceForWhile: MistakeOperator = {
  name: "once-for-while",
  *slip(node) {
    const keyword = node.type === "while_statement" ? findChild(node, "while") : undefined;
    if (keyword !== undefined && !leavesItself(node)) yield instead(keyword, "if");
  },
};

/** True for loops with a `break` or `continue` of their own, and those that never end by themselves. */
function leavesItself(loop: SyntaxNode): boolean {
  const isOwn = (node: SyntaxNode): boolean => node === loop || !LOOPS.has(node.type);
  const find = (node: SyntaxNode): boolean =>
    node.type === "break_statement" ||
    node.type === "continue_statement" ||
    node.children.some((child) => isOwn(child) && find(child));
  return find(loop);
}

/** One level deep: where a function comes back to itself, what it would go into is taken as it is. */
export const oneLevelDeep: MistakeOperator = {
  name: "one-level-deep",
  *slip(node, { definition }) {
    const name = definition.name.split(".").at(-1) ?? "";
    const called = node.type === "call" ? findField(node, "function") : undefined;
    if (called === undefined || !new RegExp(`^(?:self\\.|cls\\.)?${name}$`).test(called.text)) return;
    const list = findField(node, "arguments");
    const [first] = list === undefined ? [] : partsOf(list);
    const isPlain = first !== undefined && !/_splat$|^keyword_argument$/.test(first.type);
    yield instead(node, isPlain ? `(${first.text})` : "None", "itself");
  },
};
