import { textValue } from "../../strings.ts";
import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import { NONE, type Draft } from "./draft.ts";
import { ownerOf } from "./variables.ts";
import { Op, Part } from "./summary.ts";

/** Annotations that say nothing about a value, or nothing that is followed. */
const SILENT = new Set([
  "Any",
  "Literal",
  "TypeVar",
  "NoReturn",
  "Never",
  "ParamSpec",
  "TypeGuard",
  "TypeIs",
]);
/** Those that stand for what they hold. */
const WRAPPERS = new Set([
  "Optional",
  "Union",
  "ClassVar",
  "Final",
  "Annotated",
  "Required",
  "NotRequired",
  "ReadOnly",
  "InitVar",
  "Unpack",
]);
/** What a generic of the standard library is to the analysis, by its last name. */
const KINDS: Readonly<Record<string, string>> = {
  list: "list",
  List: "list",
  Sequence: "list",
  MutableSequence: "list",
  Collection: "list",
  deque: "list",
  Deque: "list",
  set: "set",
  Set: "set",
  FrozenSet: "set",
  frozenset: "set",
  AbstractSet: "set",
  MutableSet: "set",
  Iterable: "iterator",
  Iterator: "iterator",
  Generator: "iterator",
  AsyncIterator: "iterator",
  AsyncIterable: "iterator",
  AsyncGenerator: "iterator",
  Awaitable: "awaitable",
  Coroutine: "awaitable",
  ContextManager: "context",
  AbstractContextManager: "context",
  AsyncContextManager: "context",
  dict: "dict",
  Dict: "dict",
  Mapping: "dict",
  MutableMapping: "dict",
  DefaultDict: "dict",
  defaultdict: "dict",
  OrderedDict: "dict",
  ChainMap: "dict",
  tuple: "tuple",
  Tuple: "tuple",
  Callable: "callable",
};

/** The slot of values that a type names (instances of its classes), or `NONE`. */
export function readAnnotation(draft: Draft, node: SyntaxNode): number {
  switch (node.type) {
    case "type":
    case "parenthesized_expression": {
      const [inner] = codeChildren(node);
      return inner === undefined ? NONE : readAnnotation(draft, inner);
    }
    case "none":
      return draft.builtin("None");
    case "string":
    case "concatenated_string":
      return readQuoted(draft, node);
    case "identifier":
    case "attribute":
      return readNamedType(draft, node);
    case "binary_operator":
      return joinTypes(
        draft,
        [findField(node, "left"), findField(node, "right")].filter((side) => side !== undefined),
      );
    case "union_type":
      return joinTypes(draft, codeChildren(node));
    case "member_type":
      return NONE;
    case "generic_type":
    case "subscript":
      return readGeneric(draft, node);
    default:
      return NONE;
  }
}

function joinTypes(draft: Draft, types: readonly SyntaxNode[]): number {
  const slots = types.map((type) => readAnnotation(draft, type)).filter((slot) => slot !== NONE);
  if (slots.length < 2) return slots[0] ?? NONE;
  const to = draft.newSlot();
  for (const slot of slots) draft.copy(to, slot);
  return to;
}

function readNamedType(draft: Draft, node: SyntaxNode): number {
  const last = lastName(draft, node);
  if (last === "Self") return ownInstance(draft);
  const from = draft.read(node);
  if (SILENT.has(last) || from === NONE) return NONE;
  const kind = KINDS[last];
  if (kind !== undefined && isForeign(draft, node)) return draft.emitTo(Op.New, draft.name(kind));
  return draft.emitTo(Op.Instance, from);
}

/** False for a class of the file that is called like one of the standard library. */
function isForeign(draft: Draft, node: SyntaxNode): boolean {
  if (node.type !== "identifier") return true;
  const name = draft.textOf(node);
  return ownerOf(draft.scope, name) === undefined || !draft.definedClasses.has(name);
}

function ownInstance(draft: Draft): number {
  for (let one: Draft["scope"] | undefined = draft.scope; one !== undefined; one = one.outer)
    if (one.kind === "class" && one.selfType !== NONE) return one.selfType;
  return NONE;
}

function readQuoted(draft: Draft, node: SyntaxNode): number {
  const written = textValue(node, draft.text);
  if (written === undefined || written.length > 300) return NONE;
  const inner = draft.parseExpression(written.trim());
  return inner === undefined ? NONE : draft.readingOther(written.trim(), () => readAnnotation(draft, inner));
}

function readGeneric(draft: Draft, node: SyntaxNode): number {
  const base = findField(node, "value") ?? codeChildren(node)[0];
  if (base === undefined) return NONE;
  const given = typeArguments(node, base);
  const last = lastName(draft, base);
  if (WRAPPERS.has(last)) return joinTypes(draft, last === "Annotated" ? given.slice(0, 1) : given);
  if (SILENT.has(last)) return NONE;
  if ((last === "Type" || last === "type") && given[0] !== undefined)
    return draft.read(unquoted(draft, given[0]));
  const kind = isForeign(draft, base) ? KINDS[last] : undefined;
  if (kind === undefined) {
    const from = draft.read(base);
    return from === NONE ? NONE : draft.emitTo(Op.Instance, from);
  }
  draft.read(base);
  return draft.emitTo(Op.New, draft.name(kind), ...partsOf(draft, kind, last, given));
}

function unquoted(_draft: Draft, node: SyntaxNode): SyntaxNode {
  return node.type === "type" ? (codeChildren(node)[0] ?? node) : node;
}

function typeArguments(node: SyntaxNode, base: SyntaxNode): readonly SyntaxNode[] {
  const list = node.children.find(({ type }) => type === "type_parameter");
  if (list !== undefined) return codeChildren(list);
  const given = node.children.filter((child) => child.field === "subscript" && child !== base);
  const [only] = given;
  return given.length === 1 && only?.type === "tuple" ? codeChildren(only) : given;
}

function partsOf(draft: Draft, kind: string, last: string, given: readonly SyntaxNode[]): number[] {
  const [first, second] = given;
  const part = (key: number, type: SyntaxNode | undefined): number[] => {
    const slot = type === undefined ? NONE : readAnnotation(draft, type);
    return slot === NONE ? [] : [key, slot];
  };
  if (kind === "dict") return [...part(Part.key, first), ...part(Part.any, second)];
  if (kind === "callable") return part(Part.any, given.at(-1));
  if (kind === "awaitable") return part(Part.any, last === "Coroutine" ? given.at(-1) : first);
  if (kind !== "tuple") return part(Part.any, first);
  if (
    second?.type === "ellipsis" ||
    codeChildren(second ?? ({ children: [] } as never))[0]?.type === "ellipsis"
  )
    return part(Part.any, first);
  return given.flatMap((type, index) => part(draft.name(`#${index}`), type));
}

function lastName(draft: Draft, node: SyntaxNode): string {
  const name = node.type === "attribute" ? (findField(node, "attribute") ?? node) : node;
  return draft.textOf(name);
}
