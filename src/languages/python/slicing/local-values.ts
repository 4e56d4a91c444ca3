import { identifierText } from "../identifiers.ts";
import { codeChildren, findField, listField, walk, type SyntaxNode } from "../syntax-tree.ts";
import { annotatedValue, type LocalValue } from "./annotated-value.ts";
import { boundIn, storedBy } from "./scopes.ts";

const SCALAR_NODES = new Set([
  "string",
  "concatenated_string",
  "integer",
  "float",
  "true",
  "false",
  "none",
  "not_operator",
]);
const CONTAINER_NODES = new Set([
  "list",
  "tuple",
  "dictionary",
  "set",
  "list_comprehension",
  "set_comprehension",
  "dictionary_comprehension",
  "generator_expression",
]);
const TESTS = new Set(["is", "is not", "in", "not in"]);
/** Calls of these give texts, numbers and truths. */
const GIVES_SCALARS =
  /^(isinstance|issubclass|callable|hasattr|len|bool|str|repr|int|float|ord|chr|any|all|id)$/;
/** These methods of texts give texts and numbers. */
const TEXT_METHODS =
  /^(capitalize|casefold|center|count|decode|encode|endswith|expandtabs|find|format|index|is\w+|join|ljust|lower|lstrip|removeprefix|removesuffix|replace|rfind|rindex|rjust|rstrip|startswith|strip|swapcase|title|translate|upper|zfill)$/;
/** Functions of the standard library that give nothing of the repository, nor anything that holds it. */
const GIVES_OUTSIDE =
  /^(re\.\w+|os\.\w+|os\.path\.\w+|math\.\w+|time\.\w+|json\.dumps|datetime\.(\w+\.)?\w+|inspect\.is\w+|textwrap\.\w+|unicodedata\.\w+)$/;
/** Calls of these give containers, whatever is in them. */
const GIVES_CONTAINERS =
  /^(range|list|tuple|dict|set|frozenset|sorted|enumerate|zip|open|bytearray|OrderedDict|defaultdict|Counter|deque)$/;

/** Expressions that are nested deeper than this say nothing. */
const MOST_DEPTH = 12;

/** True for an expression whose value can only be a text, a number, a truth or nothing. */
export function isScalarValue(node: SyntaxNode | undefined, text: string, depth = MOST_DEPTH): boolean {
  if (node === undefined || depth === 0) return false;
  const areAll = (...nodes: readonly (SyntaxNode | undefined)[]): boolean =>
    nodes.every((one) => isScalarValue(one, text, depth - 1));
  switch (node.type) {
    case "parenthesized_expression":
      return areAll(...codeChildren(node));
    case "binary_operator":
      if (isFormatting(node)) return true;
      return areAll(findField(node, "left"), findField(node, "right"));
    case "boolean_operator":
      return areAll(findField(node, "left"), findField(node, "right"));
    case "conditional_expression":
      return areAll(codeChildren(node)[0], codeChildren(node)[2]);
    case "comparison_operator":
      return node.children.filter(({ type }) => TESTS.has(type)).length === codeChildren(node).length - 1;
    case "subscript":
      return areAll(findField(node, "value"));
    case "call":
      return (
        GIVES_SCALARS.test(calledName(node, text)) ||
        GIVES_OUTSIDE.test(writtenCallee(node, text)) ||
        areAll(textOfCall(node, text))
      );
    case "identifier":
      return localValue(node, text) === "scalar";
    case "attribute":
      return attributeValue(node, text) === "scalar";
    default:
      return SCALAR_NODES.has(node.type);
  }
}

/** `"…" % …` gives a text. */
function isFormatting(node: SyntaxNode): boolean {
  return (
    findField(node, "left")?.type.endsWith("string") === true &&
    node.children.some(({ type }) => type === "%")
  );
}

/** True for an expression whose value can only be of a built-in type; what containers hold may be anything. */
export function isBuiltinValue(node: SyntaxNode | undefined, text: string): boolean {
  if (node === undefined) return false;
  if (node.type === "call" && GIVES_CONTAINERS.test(calledName(node, text))) return true;
  if (node.type === "identifier" && localValue(node, text) === "builtin") return true;
  if (node.type === "attribute" && attributeValue(node, text) === "builtin") return true;
  return CONTAINER_NODES.has(node.type) || isScalarValue(node, text);
}

/** What a method is called of that gives a text or a number where that is a text. */
function textOfCall(call: SyntaxNode, text: string): SyntaxNode | undefined {
  const callee = findField(call, "function");
  const method = callee?.type === "attribute" ? findField(callee, "attribute") : undefined;
  if (callee === undefined || method === undefined) return undefined;
  return TEXT_METHODS.test(identifierText(method, text)) ? findField(callee, "object") : undefined;
}

/** The whole dotted name of what is called; empty where it is none. */
function writtenCallee(call: SyntaxNode, text: string): string {
  const callee = findField(call, "function");
  return callee?.type === "attribute" ? text.slice(callee.start, callee.end) : "";
}

function calledName(call: SyntaxNode, text: string): string {
  const callee = findField(call, "function");
  return callee?.type === "identifier" ? text.slice(callee.start, callee.end) : "";
}

/** What a name is in the function where an identifier stands. */
export function localValue(node: SyntaxNode, text: string): LocalValue {
  const name = identifierText(node, text);
  // Names of a class body are not seen in its methods.
  let isInFunction = false;
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if ((at.type === "class_definition" && !isInFunction) || bindsInside(at, name, text)) return undefined;
    isInFunction ||= at.type === "function_definition";
    const value = /^(function_definition|module)$/.test(at.type) ? localsOf(at, text).get(name) : undefined;
    if (value !== undefined) return value();
  }
  return undefined;
}

/** What an attribute of the receiver is, as far as the class in which that stands gives it to its objects. */
export function attributeValue(node: SyntaxNode, text: string): LocalValue {
  const [object, attribute] = [findField(node, "object"), findField(node, "attribute")];
  const method = enclosing(node, "function_definition");
  const owner = method && enclosing(method, "class_definition");
  if (object?.type !== "identifier" || attribute === undefined || owner === undefined) return undefined;
  if (identifierText(object, text) !== receiverOf(method, text)) return undefined;
  return attributesOf(owner, text).get(identifierText(attribute, text))?.();
}

function enclosing(node: SyntaxNode, type: string): SyntaxNode | undefined {
  let at = node.parent;
  while (at !== undefined && at.type !== type) at = at.parent;
  return at;
}

function receiverOf(method: SyntaxNode | undefined, text: string): string | undefined {
  const parameters = method && findField(method, "parameters");
  const [first] = parameters === undefined ? [] : codeChildren(parameters);
  return first?.type === "identifier" ? identifierText(first, text) : undefined;
}

const knownAttributes = new WeakMap<SyntaxNode, Locals>();

/** What a class gives its objects by assignments in its body and to its methods' receivers. */
function attributesOf(owner: SyntaxNode, text: string): Locals {
  const before = knownAttributes.get(owner);
  if (before !== undefined) return before;
  const sources = new Map<string, (() => LocalValue)[]>();
  // Whoever sets what is only nothing here does so from elsewhere.
  const hasValue = new Set<string>();
  for (const node of walk(owner)) {
    for (const target of storedAttributes(node)) {
      const object = findField(target, "object");
      const attribute = findField(target, "attribute") ?? target;
      const isOwn =
        target.type === "identifier"
          ? enclosing(target, "class_definition") === owner &&
            enclosing(target, "function_definition") === enclosing(owner, "function_definition")
          : object !== undefined &&
            text.slice(object.start, object.end) ===
              receiverOf(enclosing(target, "function_definition"), text);
      if (!isOwn) continue;
      const name = identifierText(attribute, text);
      const isPlain = node.type.endsWith("assignment") && target.field === "left";
      const value = isPlain ? () => assignedValue(node, text) : () => undefined;
      sources.set(name, [...(sources.get(name) ?? []), value]);
      if (findField(node, "right")?.type !== "none") hasValue.add(name);
    }
  }
  const values = new Map(
    [...sources].map(([name, found]) => [name, once(() => (hasValue.has(name) ? joined(found) : undefined))]),
  );
  knownAttributes.set(owner, values);
  return values;
}

/** Names and attributes that a node assigns to; its methods and classes, for they are attributes, too. */
function storedAttributes(node: SyntaxNode): readonly SyntaxNode[] {
  const targets = [
    ...listField(node, "left"),
    ...(node.type === "as_pattern_target" ? codeChildren(node) : []),
  ];
  if (node.type === "function_definition" || node.type === "class_definition") return listField(node, "name");
  if (!/assignment$|^for_statement$|^as_pattern_target$/.test(node.type)) return [];
  return targets.flatMap((target) =>
    [...walk(target, ({ type }) => /pattern|list/.test(type))].filter(({ type }) =>
      /^(identifier|attribute)$/.test(type),
    ),
  );
}

/** True for comprehensions and lambdas that bind a name. */
function bindsInside(node: SyntaxNode, name: string, text: string): boolean {
  const holders =
    node.type === "lambda"
      ? listField(node, "parameters")
      : /comprehension|generator_expression/.test(node.type)
        ? node.children.flatMap((clause) =>
            clause.type === "for_in_clause" ? listField(clause, "left") : [],
          )
        : [];
  return holders.some((holder) =>
    [...walk(holder)].some((one) => one.type === "identifier" && identifierText(one, text) === name),
  );
}

type Locals = ReadonlyMap<string, () => LocalValue>;
type AddLocal = (name: string, value: () => LocalValue) => void;

const known = new WeakMap<SyntaxNode, Locals>();

function localsOf(node: SyntaxNode, text: string): Locals {
  const before = known.get(node);
  if (before !== undefined) return before;
  const sources = new Map<string, (() => LocalValue)[]>();
  const add: AddLocal = (name, value) => void sources.set(name, [...(sources.get(name) ?? []), value]);
  const parameters = findField(node, "parameters");
  for (const one of parameters === undefined ? [] : codeChildren(parameters)) addParameter(one, text, add);
  const body = node.type === "module" ? node : findField(node, "body");
  if (body !== undefined) addBound(body, text, add);
  const locals = new Map([...sources].map(([name, values]) => [name, once(() => joined(values))]));
  known.set(node, locals);
  return locals;
}

function addBound(body: SyntaxNode, text: string, add: AddLocal): void {
  const isOwn = ({ type }: SyntaxNode): boolean =>
    type !== "function_definition" && type !== "class_definition" && type !== "lambda";
  const seen = new Set<string>();
  for (const one of walk(body, isOwn)) {
    for (const stored of storedBy(one)) {
      const name = identifierText(stored, text);
      seen.add(name);
      const isPlain = one.type.endsWith("assignment") && stored.field === "left";
      const read = body.type === "module" ? moduleValue : assignedValue;
      add(name, isPlain ? () => read(one, text) : () => undefined);
    }
  }
  const others = new Set<string>();
  for (const name of boundIn(body, text, others)) if (!seen.has(name)) others.add(name);
  for (const { type, children } of walk(body))
    if (type === "nonlocal_statement" || type === "global_statement")
      for (const one of children) others.add(text.slice(one.start, one.end));
  for (const name of others) add(name, () => undefined);
}

/** What a module-level assignment of one name gives it; of nothing alone nobody knows what it stands for. */
export function moduleValue(assignment: SyntaxNode, text: string): LocalValue {
  return findField(assignment, "right")?.type === "none" ? undefined : assignedValue(assignment, text);
}

function assignedValue(assignment: SyntaxNode, text: string): LocalValue {
  const [right, type] = [findField(assignment, "right"), findField(assignment, "type")];
  const declared = type === undefined ? undefined : annotatedValue(text.slice(type.start, type.end));
  return declared ?? (right === undefined ? undefined : valueOf(right, text));
}

function addParameter(node: SyntaxNode, text: string, add: AddLocal): void {
  const identifier = node.type === "identifier" ? node : (findField(node, "name") ?? codeChildren(node)[0]);
  if (identifier === undefined) return;
  const isStar = node.type.endsWith("splat_pattern") || identifier.type.endsWith("splat_pattern");
  const name = text.slice(identifier.start, identifier.end).replace(/^\*+\s*/, "");
  const [annotation, value] = [findField(node, "type"), findField(node, "value")];
  const isTelling = (): boolean => value !== undefined && value.type !== "none" && isScalarValue(value, text);
  if (isStar) add(name, () => "builtin");
  else if (annotation === undefined) add(name, () => (isTelling() ? "scalar" : undefined));
  else add(name, () => annotatedValue(text.slice(annotation.start, annotation.end)));
}

/** What an expression gives. */
function valueOf(node: SyntaxNode, text: string): LocalValue {
  if (isScalarValue(node, text)) return "scalar";
  if (isBuiltinValue(node, text)) return "builtin";
  const callee = node.type === "call" ? findField(node, "function") : undefined;
  const written = callee === undefined ? "" : text.slice(callee.start, callee.end);
  return /^(\w+\.)*_*[A-Z]\w*$/.test(written) ? [written] : undefined;
}

function joined(values: readonly (() => LocalValue)[]): LocalValue {
  const all = values.map((value) => value());
  if (all.length === 0 || all.includes(undefined)) return undefined;
  const names = all.flatMap((one) => (typeof one === "object" ? one : []));
  if (names.length > 0) return [...new Set(names)];
  return all.every((one) => one === "scalar") ? "scalar" : "builtin";
}

/** Nothing is known of a value that builds on itself. */
function once(find: () => LocalValue): () => LocalValue {
  let isAsked = false;
  let value: LocalValue;
  return () => {
    if (isAsked) return value;
    isAsked = true;
    value = find();
    return value;
  };
}
