import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import { NONE, type Draft } from "./draft.ts";
import { patternOfTest } from "./name-patterns.ts";
import { ownerOf, readName } from "./variables.ts";
import { Op } from "./summary.ts";

/** A condition that was read: its value, and what is known in either branch. */
export interface Condition {
  readonly slot: number;
  readonly whenTrue: () => void;
  readonly whenFalse: () => void;
}

const nothing = (): void => {};

/** Reads a condition; asks its value whether it is true. */
export function readConditions(draft: Draft, node: SyntaxNode): Condition {
  if (node.type === "parenthesized_expression") {
    const [inner] = codeChildren(node);
    if (inner !== undefined) return readConditions(draft, inner);
  }
  if (node.type === "not_operator") {
    const argument = findField(node, "argument");
    if (argument === undefined) return { slot: NONE, whenTrue: nothing, whenFalse: nothing };
    const { whenTrue, whenFalse } = readConditions(draft, argument);
    return { slot: draft.builtin("bool"), whenTrue: whenFalse, whenFalse: whenTrue };
  }
  if (node.type === "boolean_operator") return readBoolean(draft, node);
  return readTest(draft, node);
}

function readBoolean(draft: Draft, node: SyntaxNode): Condition {
  const [left, right] = [findField(node, "left"), findField(node, "right")];
  if (left === undefined || right === undefined) return { slot: NONE, whenTrue: nothing, whenFalse: nothing };
  const isAnd = findField(node, "operator")?.type === "and";
  const first = readConditions(draft, left);
  const to = draft.newSlot();
  draft.copy(to, isAnd || first.slot === NONE ? first.slot : draft.emitTo(Op.NotNone, first.slot));
  let second: Condition | undefined;
  const bound = draft.scope.branch(() => {
    if (isAnd) first.whenTrue();
    else first.whenFalse();
    second = readConditions(draft, right);
    draft.copy(to, second.slot);
  });
  const keep = (): void => {
    for (const [name, slot] of bound.values) if (!bound.narrowed.has(name)) draft.scope.bindHere(name, slot);
  };
  keep();
  const both = (which: "whenTrue" | "whenFalse") => (): void => {
    first[which]();
    second?.[which]();
  };
  return {
    slot: to,
    whenTrue: isAnd ? both("whenTrue") : nothing,
    whenFalse: isAnd ? nothing : both("whenFalse"),
  };
}

function readTest(draft: Draft, node: SyntaxNode): Condition {
  const slot = draft.read(node);
  if (slot !== NONE && node.type !== "comparison_operator") draft.emit(Op.Truth, slot, draft.site(node));
  return { slot, ...narrowingOf(draft, node, slot) };
}

function narrowingOf(
  draft: Draft,
  node: SyntaxNode,
  slot: number,
): Pick<Condition, "whenTrue" | "whenFalse"> {
  const narrow =
    (name: string | undefined, operation: number, ...more: number[]) =>
    () => {
      if (name === undefined) return;
      const before = readName(draft, name);
      const slot = draft.emitTo(operation, before, ...more);
      const parameter = draft.scope.parameterSlots.get(before);
      if (parameter !== undefined && operation === Op.NotNone)
        draft.scope.parameterSlots.set(slot, parameter);
      draft.scope.narrow(name, slot);
    };
  if (node.type === "identifier" && slot !== NONE)
    return { whenTrue: narrow(variable(draft, node), Op.NotNone), whenFalse: nothing };
  if (node.type === "named_expression") {
    const name = findField(node, "name");
    return { whenTrue: narrow(name && variable(draft, name), Op.NotNone), whenFalse: nothing };
  }
  const tested = patternOfTest(draft, node);
  if (tested !== undefined)
    return { whenTrue: () => fitPattern(draft, tested.name, tested.pattern), whenFalse: nothing };
  const asked = instanceTest(draft, node);
  if (asked !== undefined)
    return {
      whenTrue: narrow(asked.name, Op.Narrow, asked.classes, 1),
      whenFalse: narrow(asked.name, Op.Narrow, asked.classes, 0),
    };
  const none = noneTest(draft, node);
  if (none === undefined) return { whenTrue: nothing, whenFalse: nothing };
  const isSome = narrow(none.name, Op.NotNone);
  const guard = (isNone: boolean) => () => {
    if (none.name === undefined) return;
    const tested = readName(draft, none.name);
    if (draft.scope.parameterSlots.has(tested)) draft.scope.environment.guards.push({ slot: tested, isNone });
  };
  const some = (): void => {
    guard(false)();
    isSome();
  };
  return none.isNone
    ? { whenTrue: guard(true), whenFalse: some }
    : { whenTrue: some, whenFalse: guard(true) };
}

/** A name of which a part is known stands for all that fit, too. */
function fitPattern(draft: Draft, tested: SyntaxNode, pattern: string): void {
  const name = variable(draft, tested);
  if (name === undefined) return;
  const slot = draft.newSlot();
  draft.copy(slot, readName(draft, name));
  draft.copy(slot, draft.constantText(`'${pattern}`));
  draft.scope.narrow(name, slot);
}

function variable(draft: Draft, node: SyntaxNode): string | undefined {
  const name = draft.textOf(node).normalize("NFKC");
  return ownerOf(draft.scope, name) === undefined ? undefined : name;
}

/** `isinstance(name, classes)` */
function instanceTest(
  draft: Draft,
  node: SyntaxNode,
): { readonly name: string | undefined; readonly classes: number } | undefined {
  if (node.type !== "call") return undefined;
  const called = findField(node, "function");
  if (called === undefined || draft.textOf(called) !== "isinstance") return undefined;
  const [tested, classes] = codeChildren(findField(node, "arguments") ?? node);
  if (tested?.type !== "identifier" || classes === undefined) return undefined;
  const references = draft.references.length;
  const slot = draft.readValue(classes);
  // They have been read before, as arguments.
  draft.references.length = references;
  return { name: variable(draft, tested), classes: slot };
}

/** `name is None`, `name is not None` */
function noneTest(
  draft: Draft,
  node: SyntaxNode,
): { readonly name: string | undefined; readonly isNone: boolean } | undefined {
  if (node.type !== "comparison_operator") return undefined;
  const match = /^(\w+)\s+is\s+(not\s+)?None$/u.exec(draft.textOf(node));
  const [first] = node.children;
  if (match === null || first?.type !== "identifier") return undefined;
  return { name: variable(draft, first), isNone: match[2] === undefined };
}
