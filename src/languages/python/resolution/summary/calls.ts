import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import { NONE, type Draft } from "./draft.ts";
import { patternOfFormat } from "./name-patterns.ts";
import { ownerOf, readName } from "./variables.ts";
import { Argument, Op, Reference } from "./summary.ts";

/** A call. The method of a chain over several lines is called where its name stands. */
export function readCall(draft: Draft, node: SyntaxNode): number {
  const called = findField(node, "function");
  const list = findField(node, "arguments");
  if (called === undefined) return NONE;
  const own = readOwnSuper(draft, called, list);
  if (own !== undefined) return own;
  const from = draft.readValue(called);
  const passed = readArguments(draft, list, from);
  const word = called.type === "attribute" ? (findField(called, "attribute") ?? called) : node;
  const to = draft.emitTo(Op.Call, from, draft.site(word, called), ...passed);
  draft.scope.callSlots.add(to);
  noteNewInstance(draft, { called, from, to, passed });
  const pattern = patternOfFormat(draft, called);
  return pattern === undefined ? to : draft.constantText(`'${pattern}`);
}

/** `super()` and `super(Class, self)`. */
function readOwnSuper(draft: Draft, called: SyntaxNode, list: SyntaxNode | undefined): number | undefined {
  if (called.type !== "identifier" || draft.textOf(called) !== "super") return undefined;
  if (ownerOf(draft.scope, "super") !== undefined) return undefined;
  const method = methodAround(draft);
  const given = list === undefined ? [] : codeChildren(list);
  if (given.length > 0) for (const one of given) draft.read(one);
  if (method === undefined || method.receiver === NONE || method.ownClass === NONE) return draft.newSlot();
  return draft.emitTo(Op.Super, method.ownClass, method.receiver);
}

function methodAround({ scope }: Draft): Draft["scope"] | undefined {
  for (let one: Draft["scope"] | undefined = scope; one !== undefined; one = one.outer)
    if (one.kind === "function" && one.outer?.kind === "class") return one;
  return undefined;
}

/** Arguments as `Op.Call` lists them. */
export function readArguments(draft: Draft, list: SyntaxNode | undefined, called: number): number[] {
  if (list === undefined) return [];
  if (list.type === "generator_expression") return [Argument.positional, draft.readValue(list)];
  const passed: number[] = [];
  for (const argument of codeChildren(list)) {
    if (argument.type === "keyword_argument") {
      const [name, value] = [findField(argument, "name"), findField(argument, "value")];
      if (name === undefined || value === undefined) continue;
      draft.refer(name, Reference.keyword, called);
      passed.push(draft.identifier(name), draft.readValue(value));
    } else if (argument.type === "list_splat")
      passed.push(Argument.spread, draft.readValue(codeChildren(argument)[0] ?? argument));
    else if (argument.type === "dictionary_splat")
      passed.push(Argument.spreadDictionary, draft.readValue(codeChildren(argument)[0] ?? argument));
    else passed.push(Argument.positional, draft.readValue(argument));
  }
  return passed;
}

interface MadeCall {
  readonly called: SyntaxNode;
  readonly from: number;
  readonly to: number;
  readonly passed: readonly number[];
}

/** `cls(…)`, `self.__class__(…)`, `type(self)(…)` and `….__new__(cls)` make instances of the first parameter. */
function noteNewInstance(draft: Draft, { called, from, to, passed }: MadeCall): void {
  const { scope } = draft;
  if (scope.receiver === NONE) return;
  const own = scope.receiver;
  const isOwn = (node: SyntaxNode | undefined): boolean =>
    node?.type === "identifier" && readName(draft, draft.textOf(node)) === own;
  const isMade =
    from === own ||
    (called.type === "attribute" &&
      draft.textOf(findField(called, "attribute") ?? called) === "__class__" &&
      isOwn(findField(called, "object"))) ||
    (called.type === "attribute" &&
      draft.textOf(findField(called, "attribute") ?? called) === "__new__" &&
      passed[1] === own) ||
    (called.type === "call" &&
      draft.textOf(findField(called, "function") ?? called) === "type" &&
      isOwn(codeChildren(findField(called, "arguments") ?? called)[0]));
  if (isMade) scope.newInstances.add(to);
}
