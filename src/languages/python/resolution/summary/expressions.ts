import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import { readCall } from "./calls.ts";
import { readConditions } from "./conditions.ts";
import { bindingReference, NONE, type Draft } from "./draft.ts";
import { readKey, readText } from "./literals.ts";
import { patternOfOperation } from "./name-patterns.ts";
import { readKeys } from "./keys.ts";
import { isComparison, METHOD_OF_OPERATOR } from "./operators.ts";
import { ownerOf, readName } from "./variables.ts";
import { Flag, Op, Part, Reference } from "./summary.ts";
import { assignTarget } from "./targets.ts";

type Reader = (draft: Draft, node: SyntaxNode) => number;

const READERS: Readonly<Record<string, Reader>> = {
  identifier: readIdentifier,
  string: readText,
  concatenated_string: readText,
  integer: (draft, node) => {
    const written = draft.textOf(node);
    return /^\d{1,3}$/u.test(written) ? draft.constantText(`#${Number(written)}`) : draft.builtin("int");
  },
  float: (draft) => draft.builtin("float"),
  true: (draft) => draft.builtin("bool"),
  false: (draft) => draft.builtin("bool"),
  none: (draft) => draft.builtin("None"),
  parenthesized_expression: (draft, node) => readLast(draft, codeChildren(node)),
  attribute: readAttribute,
  subscript: readSubscript,
  call: readCall,
  list: (draft, node) => readItems(draft, "list", codeChildren(node)),
  set: (draft, node) => readItems(draft, "set", codeChildren(node)),
  tuple: (draft, node) => readItems(draft, "tuple", codeChildren(node)),
  expression_list: (draft, node) => readItems(draft, "tuple", codeChildren(node)),
  pattern_list: (draft, node) => readItems(draft, "tuple", codeChildren(node)),
  dictionary: readDictionary,
  list_comprehension: (draft, node) => readComprehension(draft, "list", node),
  set_comprehension: (draft, node) => readComprehension(draft, "set", node),
  dictionary_comprehension: (draft, node) => readComprehension(draft, "dict", node),
  generator_expression: (draft, node) => readComprehension(draft, "iterator", node),
  binary_operator: readBinary,
  boolean_operator: (draft, node) => readConditions(draft, node).slot,
  not_operator: (draft, node) => readConditions(draft, node).slot,
  comparison_operator: readComparison,
  unary_operator: readUnary,
  conditional_expression: readConditional,
  named_expression: readNamed,
  lambda: (draft, node) => draft.readers.lambda(draft, node),
  await: (draft, node) => {
    const [awaited] = codeChildren(node);
    return awaited === undefined ? NONE : draft.emitTo(Op.Await, readValue(draft, awaited), draft.site(node));
  },
  yield: readYield,
  list_splat: (draft, node) => readLast(draft, codeChildren(node)),
  type: (draft, node) => readLast(draft, codeChildren(node)),
};

/** Reads an expression for its value; the slot that holds it, or `NONE`. */
export function readExpression(draft: Draft, node: SyntaxNode): number {
  const reader = READERS[node.type];
  return reader === undefined ? readLast(draft, codeChildren(node)) : reader(draft, node);
}

/** The same with a slot in every case. */
export function readValue(draft: Draft, node: SyntaxNode): number {
  const slot = readExpression(draft, node);
  return slot === NONE ? draft.newSlot() : slot;
}

function readLast(draft: Draft, nodes: readonly SyntaxNode[]): number {
  let last = NONE;
  for (const node of nodes) last = readExpression(draft, node);
  return last;
}

function readIdentifier(draft: Draft, node: SyntaxNode): number {
  const name = draft.textOf(node).normalize("NFKC");
  const owner = ownerOf(draft.scope, name);
  const [kind, operand] = owner === undefined ? [Reference.global, NONE] : bindingReference(owner);
  draft.refer(node, kind, operand);
  return readName(draft, name);
}

function readAttribute(draft: Draft, node: SyntaxNode): number {
  const object = findField(node, "object");
  const name = findField(node, "attribute");
  if (object === undefined || name === undefined) return NONE;
  const from = readValue(draft, object);
  draft.refer(name, Reference.attribute, from);
  return draft.emitTo(Op.Get, from, draft.identifier(name), draft.site(name));
}

function readSubscript(draft: Draft, node: SyntaxNode): number {
  const value = findField(node, "value");
  if (value === undefined) return NONE;
  const from = readValue(draft, value);
  const keys = node.children.filter(({ field }) => field === "subscript");
  const { key, slot } = readKeys(draft, keys);
  return draft.emitTo(Op.Item, from, key, slot, draft.site(node));
}

/** A display of items, some of them spread out. */
export function readItems(draft: Draft, kind: string, items: readonly SyntaxNode[]): number {
  const parts: number[] = [];
  let isSpread = false;
  for (const [index, item] of items.entries()) {
    const isSplat = item.type === "list_splat" || item.type === "list_splat_pattern";
    const slot = readExpression(draft, item);
    isSpread ||= isSplat;
    if (slot === NONE) continue;
    if (isSplat) parts.push(Part.spread, draft.emitTo(Op.Iterate, slot, draft.site(item), 0));
    else
      parts.push(
        isSpread || kind === "set" || index >= MOST_INDEXES ? Part.any : draft.name(`#${index}`),
        slot,
      );
  }
  return draft.emitTo(Op.New, draft.name(kind), ...parts);
}

/** Items of a list or tuple that are told apart. */
const MOST_INDEXES = 12;
/** Entries of a display of a dictionary that are told apart; generated tables have more. */
const MOST_KEYS = 300;

function readDictionary(draft: Draft, node: SyntaxNode): number {
  const parts: number[] = [];
  for (const [index, item] of codeChildren(node).entries()) {
    if (item.type === "dictionary_splat") {
      const slot = readLast(draft, codeChildren(item));
      if (slot !== NONE) parts.push(Part.spreadDictionary, slot);
      continue;
    }
    const [key, value] = [findField(item, "key"), findField(item, "value")];
    if (key === undefined || value === undefined) continue;
    const keySlot = readExpression(draft, key);
    const slot = readExpression(draft, value);
    const name = index < MOST_KEYS ? readKey(draft, key) : NONE;
    if (slot !== NONE) parts.push(name === NONE ? Part.any : name, slot);
    if (keySlot !== NONE) parts.push(Part.key, keySlot);
  }
  return draft.emitTo(Op.New, draft.name("dict"), ...parts);
}

function readComprehension(draft: Draft, kind: string, node: SyntaxNode): number {
  const parts: number[] = [];
  draft.scope.branch(() => {
    for (const clause of node.children) {
      if (clause.type === "for_in_clause") readClause(draft, clause);
      if (clause.type === "if_clause")
        for (const test of codeChildren(clause)) readConditions(draft, test).whenTrue();
    }
    const body = findField(node, "body");
    if (body?.type === "pair") {
      const [key, value] = [findField(body, "key"), findField(body, "value")];
      if (key !== undefined) parts.push(Part.key, readValue(draft, key));
      if (value !== undefined) parts.push(Part.any, readValue(draft, value));
    } else if (body !== undefined) parts.push(Part.any, readValue(draft, body));
  });
  return draft.emitTo(Op.New, draft.name(kind), ...parts);
}

function readClause(draft: Draft, clause: SyntaxNode): void {
  const [left, ...right] = [
    findField(clause, "left"),
    ...clause.children.filter(({ field }) => field === "right"),
  ];
  const [iterated] = right;
  if (left === undefined || iterated === undefined) return;
  const isAsync = clause.children[0]?.type === "async" ? 1 : 0;
  const item = draft.emitTo(Op.Iterate, readValue(draft, iterated), draft.site(iterated), isAsync);
  assignTarget(draft, left, item, { isTemporary: true });
}

function readBinary(draft: Draft, node: SyntaxNode): number {
  const [left, operator, right] = [
    findField(node, "left"),
    findField(node, "operator"),
    findField(node, "right"),
  ];
  if (left === undefined || right === undefined || operator === undefined) return NONE;
  const of = readValue(draft, left);
  const with_ = readValue(draft, right);
  const method = METHOD_OF_OPERATOR[operator.type] ?? "__add__";
  if (operator.type === "%" && isText(left))
    draft.emit(Op.Show, with_, draft.name("__str__"), draft.site(node));
  const computed = draft.emitTo(Op.Binary, of, with_, draft.name(method), draft.site(node));
  const pattern = patternOfOperation(draft, left, operator.type, right);
  return pattern === undefined ? computed : draft.constantText(`'${pattern}`);
}

function isText(node: SyntaxNode): boolean {
  return node.type === "string" || node.type === "concatenated_string";
}

function readComparison(draft: Draft, node: SyntaxNode): number {
  const to = draft.newSlot();
  draft.copy(to, draft.builtin("bool"));
  let left: number | undefined;
  let operator = "";
  for (const child of node.children) {
    if (child.field === "operators" || (!child.isNamed && isComparison(child.type))) {
      operator = operator === "" ? child.type : `${operator} ${child.type}`;
      continue;
    }
    if (child.type === "comment") continue;
    const right = readValue(draft, child);
    const method = METHOD_OF_OPERATOR[operator];
    if (left !== undefined && method !== undefined) {
      const operands = method === "__contains__" ? [right, left] : [left, right];
      const compared = draft.emitTo(Op.Compare, ...operands, draft.name(method), draft.site(node));
      if (method !== "__contains__") draft.copy(to, compared);
    }
    [left, operator] = [right, ""];
  }
  return to;
}

function readUnary(draft: Draft, node: SyntaxNode): number {
  const argument = findField(node, "argument");
  const sign = findField(node, "operator")?.type;
  if (argument === undefined) return NONE;
  if (sign === "-" && argument.type === "integer") {
    const written = draft.textOf(argument);
    if (/^\d$/u.test(written)) return draft.constantText(`#-${written}`);
  }
  const method = sign === "-" ? "__neg__" : sign === "+" ? "__pos__" : "__invert__";
  return draft.emitTo(Op.Unary, readValue(draft, argument), draft.name(method), draft.site(node));
}

function readConditional(draft: Draft, node: SyntaxNode): number {
  const [chosen, condition, other] = codeChildren(node);
  if (chosen === undefined || condition === undefined || other === undefined) return NONE;
  const { whenTrue, whenFalse } = readConditions(draft, condition);
  const to = draft.newSlot();
  const branches = [
    draft.scope.branch(() => {
      whenTrue();
      draft.copy(to, readExpression(draft, chosen));
    }),
    draft.scope.branch(() => {
      whenFalse();
      draft.copy(to, readExpression(draft, other));
    }),
  ];
  draft.scope.join(draft, branches);
  return to;
}

function readNamed(draft: Draft, node: SyntaxNode): number {
  const [name, value] = [findField(node, "name"), findField(node, "value")];
  if (name === undefined || value === undefined) return NONE;
  const slot = readValue(draft, value);
  assignTarget(draft, name, slot);
  return slot;
}

function readYield(draft: Draft, node: SyntaxNode): number {
  const { scope } = draft;
  const [value] = codeChildren(node);
  scope.flags |= Flag.generator;
  const slot = value === undefined ? draft.builtin("None") : readValue(draft, value);
  if (!node.children.some(({ type }) => type === "from")) {
    draft.copy(scope.yielded, slot);
    return draft.newSlot();
  }
  draft.copy(scope.yielded, draft.emitTo(Op.Iterate, slot, draft.site(node), 0));
  return draft.emitTo(Op.Await, slot, draft.site(node));
}
