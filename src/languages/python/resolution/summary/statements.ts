import { codeChildren, findField, listField, type SyntaxNode } from "../../syntax-tree.ts";
import { readAnnotation } from "./annotations.ts";
import { readBoundNames } from "./bound-names.ts";
import { readConditions } from "./conditions.ts";
import { readClass, readFunction, returnValue } from "./definitions.ts";
import { NONE, type Draft } from "./draft.ts";
import { readExpression, readValue } from "./expressions.ts";
import { readExported } from "./exported.ts";
import { readImport, readImportFrom } from "./imports.ts";
import { METHOD_OF_OPERATOR } from "./operators.ts";
import { readMatch } from "./patterns.ts";
import type { Environment } from "./scope.ts";
import { Op } from "./summary.ts";
import { assignTarget } from "./targets.ts";

type Reader = (draft: Draft, node: SyntaxNode) => void;

const READERS: Readonly<Record<string, Reader>> = {
  expression_statement: readExpressionStatement,
  function_definition: (draft, node) => readFunction(draft, node, []),
  class_definition: (draft, node) => readClass(draft, node, []),
  decorated_definition: readDecorated,
  if_statement: readIf,
  for_statement: readFor,
  while_statement: readWhile,
  try_statement: readTry,
  with_statement: readWith,
  match_statement: readMatch,
  return_statement: readReturn,
  raise_statement: readRaise,
  delete_statement: readDelete,
  assert_statement: readAssert,
  import_statement: readImport,
  import_from_statement: readImportFrom,
  type_alias_statement: readTypeAlias,
  break_statement: endBranch,
  continue_statement: endBranch,
  block: readBlock,
};

/** Reads statements from top to bottom. */
export function readBlock(draft: Draft, block: SyntaxNode): void {
  for (const statement of codeChildren(block)) readStatement(draft, statement);
}

function readStatement(draft: Draft, node: SyntaxNode): void {
  const reader = READERS[node.type];
  if (reader !== undefined) reader(draft, node);
  else if (node.type === "ERROR") readBroken(draft, node);
  else for (const child of codeChildren(node)) readExpression(draft, child);
}

/** Around a syntax error statements stand where none are expected. */
function readBroken(draft: Draft, node: SyntaxNode): void {
  for (const child of codeChildren(node)) {
    if (READERS[child.type] !== undefined || child.type === "ERROR") readStatement(draft, child);
    else readExpression(draft, child);
  }
}

function endBranch({ scope }: Draft): void {
  scope.environment.isDead = true;
}

function readDecorated(draft: Draft, node: SyntaxNode): void {
  const decorators = node.children.filter(({ type }) => type === "decorator");
  const definition = findField(node, "definition");
  if (definition?.type === "function_definition") readFunction(draft, definition, decorators);
  if (definition?.type === "class_definition") readClass(draft, definition, decorators);
}

function readExpressionStatement(draft: Draft, node: SyntaxNode): void {
  for (const child of codeChildren(node)) {
    if (child.type === "assignment") readAssignment(draft, child);
    else if (child.type === "augmented_assignment") readAugmented(draft, child);
    else readExpression(draft, child);
  }
}

function readAssignment(draft: Draft, node: SyntaxNode): number {
  const [left, right, type] = [findField(node, "left"), findField(node, "right"), findField(node, "type")];
  if (left === undefined) return NONE;
  let slot = NONE;
  if (right !== undefined)
    slot = right.type === "assignment" ? readAssignment(draft, right) : readExpression(draft, right);
  if (type !== undefined) slot = annotate(draft, left, slot, readAnnotation(draft, type));
  readExported(draft, left, right);
  assignTarget(draft, left, slot);
  if (type !== undefined && draft.scope.kind === "class" && left.type === "identifier")
    draft.scope.fields.push([draft.textOf(left), slot, right === undefined ? 0 : 1]);
  return slot;
}

/** A variable with a type holds what is assigned, or where nobody knows that, what the type says. */
function annotate(draft: Draft, left: SyntaxNode, slot: number, declared: number): number {
  if (declared === NONE) return slot === NONE ? draft.newSlot() : slot;
  const to = draft.newSlot();
  draft.copy(to, slot);
  draft.emit(Op.Seed, to, declared);
  return left.type === "identifier" || left.type === "attribute" ? to : slot;
}

function readAugmented(draft: Draft, node: SyntaxNode): void {
  const [left, right] = [findField(node, "left"), findField(node, "right")];
  const sign = findField(node, "operator")?.type.slice(0, -1) ?? "";
  if (left === undefined || right === undefined) return;
  const before = readValue(draft, left);
  const method = METHOD_OF_OPERATOR[sign]?.replace("__", "__i") ?? "__iadd__";
  const after = draft.emitTo(
    Op.Binary,
    before,
    readValue(draft, right),
    draft.name(method),
    draft.site(node),
  );
  assignTarget(draft, left, after);
}

function readIf(draft: Draft, node: SyntaxNode): void {
  const alternatives = listField(node, "alternative");
  readBranches(draft, node, alternatives);
}

function readBranches(draft: Draft, node: SyntaxNode, [next, ...more]: readonly SyntaxNode[]): void {
  const [condition, consequence] = [findField(node, "condition"), findField(node, "consequence")];
  if (condition === undefined) return;
  const { scope } = draft;
  const { whenTrue, whenFalse } = readConditions(draft, condition);
  const branches: Environment[] = [
    scope.branch(() => {
      whenTrue();
      if (consequence !== undefined) readBlock(draft, consequence);
    }),
    scope.branch(() => {
      whenFalse();
      if (next?.type === "elif_clause") readBranches(draft, next, more);
      else if (next !== undefined) readBlock(draft, findField(next, "body") ?? next);
    }),
  ];
  scope.join(draft, branches);
}

function namesBoundIn(draft: Draft, nodes: readonly SyntaxNode[]): ReadonlySet<string> {
  return readBoundNames(nodes, (node) => draft.textOf(node)).names;
}

/** A stretch that runs any number of times: its names may hold what any turn of it has left. */
function readLoop(draft: Draft, parts: readonly SyntaxNode[], turn: () => void): void {
  const { scope } = draft;
  const names = namesBoundIn(draft, parts);
  const open = scope.openSlots(draft, names);
  for (const [name, slot] of open) scope.bindHere(name, slot);
  scope.withOpen(open, () => {
    scope.branch(turn);
  });
  for (const [name, slot] of open) scope.bindHere(name, slot);
}

function readElse(draft: Draft, node: SyntaxNode): void {
  const clause = findField(node, "alternative");
  if (clause === undefined) return;
  const { scope } = draft;
  const taken = scope.branch(() => readBlock(draft, findField(clause, "body") ?? clause));
  const passed = scope.branch(() => {});
  scope.join(draft, taken.isDead ? [passed] : [taken, passed]);
}

function readFor(draft: Draft, node: SyntaxNode): void {
  const [left, right, body] = [findField(node, "left"), findField(node, "right"), findField(node, "body")];
  if (left === undefined || right === undefined) return;
  const iterated = readValue(draft, right);
  const isAsync = node.children[0]?.type === "async" ? 1 : 0;
  const site = draft.site(right);
  readLoop(draft, [node], () => {
    assignTarget(draft, left, draft.emitTo(Op.Iterate, iterated, site, isAsync));
    if (body !== undefined) readBlock(draft, body);
  });
  readElse(draft, node);
}

function readWhile(draft: Draft, node: SyntaxNode): void {
  const [condition, body] = [findField(node, "condition"), findField(node, "body")];
  if (condition === undefined) return;
  readLoop(draft, [node], () => {
    readConditions(draft, condition).whenTrue();
    if (body !== undefined) readBlock(draft, body);
  });
  readElse(draft, node);
}

function readTry(draft: Draft, node: SyntaxNode): void {
  const { scope } = draft;
  const body = findField(node, "body");
  if (body === undefined) return;
  let whole: Environment | undefined;
  const seen = scope.openSlots(draft, namesBoundIn(draft, [body]));
  scope.withOpen(seen, () => {
    whole = scope.branch(() => {
      readBlock(draft, body);
      const clause = node.children.find(({ type }) => type === "else_clause");
      if (clause !== undefined) readBlock(draft, findField(clause, "body") ?? clause);
    });
  });
  const handlers = node.children.filter(
    ({ type }) => type === "except_clause" || type === "except_group_clause",
  );
  const branches = handlers.map((handler) =>
    scope.branch(() => {
      for (const [name, slot] of seen) scope.bindHere(name, slot);
      readHandler(draft, handler);
    }),
  );
  if (whole !== undefined) scope.join(draft, [whole, ...branches]);
  const last = node.children.find(({ type }) => type === "finally_clause");
  const isDead = scope.environment.isDead;
  if (last !== undefined) for (const block of codeChildren(last)) readStatement(draft, block);
  scope.environment.isDead ||= isDead;
}

function readHandler(draft: Draft, handler: SyntaxNode): void {
  for (const part of codeChildren(handler)) {
    if (part.type === "block") readBlock(draft, part);
    else if (part.type === "as_pattern") {
      const [caught] = codeChildren(part);
      const target = findField(part, "alias");
      if (caught === undefined || target === undefined) continue;
      assignTarget(draft, target, draft.emitTo(Op.Caught, readValue(draft, caught)));
    } else readExpression(draft, part);
  }
}

function readWith(draft: Draft, node: SyntaxNode): void {
  const isAsync = node.children[0]?.type === "async" ? 1 : 0;
  const items = node.children
    .filter(({ type }) => type === "with_clause")
    .flatMap((clause) => codeChildren(clause));
  for (const item of items) {
    const value = findField(item, "value") ?? item;
    const alias = value.type === "as_pattern" ? findField(value, "alias") : undefined;
    const manager = value.type === "as_pattern" ? (codeChildren(value)[0] ?? value) : value;
    const entered = draft.emitTo(Op.Enter, readValue(draft, manager), draft.site(manager), isAsync);
    if (alias !== undefined) assignTarget(draft, alias, entered);
  }
  const body = findField(node, "body");
  if (body !== undefined) readBlock(draft, body);
}

function readReturn(draft: Draft, node: SyntaxNode): void {
  const [value] = codeChildren(node);
  returnValue(draft, value === undefined ? draft.builtin("None") : readExpression(draft, value));
  endBranch(draft);
}

function readRaise(draft: Draft, node: SyntaxNode): void {
  for (const [index, raised] of codeChildren(node).entries()) {
    const slot = readExpression(draft, raised);
    if (index === 0 && slot !== NONE && raised.type !== "call")
      draft.emit(Op.Raise, slot, draft.site(raised));
  }
  endBranch(draft);
}

function readDelete(draft: Draft, node: SyntaxNode): void {
  for (const target of codeChildren(node).flatMap((one) =>
    one.type === "expression_list" ? codeChildren(one) : [one],
  )) {
    const value = target.type === "subscript" ? findField(target, "value") : undefined;
    const key = target.type === "subscript" ? findField(target, "subscript") : undefined;
    if (value === undefined || key === undefined) readExpression(draft, target);
    else draft.emit(Op.DeleteItem, readValue(draft, value), readValue(draft, key), draft.site(target));
  }
}

function readAssert(draft: Draft, node: SyntaxNode): void {
  const [condition, ...more] = codeChildren(node);
  if (condition === undefined) return;
  const { whenTrue } = readConditions(draft, condition);
  for (const one of more) readExpression(draft, one);
  whenTrue();
}

function readTypeAlias(draft: Draft, node: SyntaxNode): void {
  const [left, right] = [findField(node, "left"), findField(node, "right")];
  const [name] = left === undefined ? [] : codeChildren(left);
  if (name?.type === "identifier" && right !== undefined)
    assignTarget(draft, name, readExpression(draft, right));
}
