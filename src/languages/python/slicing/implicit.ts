import { codeChildren, findField, listField, walk, type SyntaxNode } from "../syntax-tree.ts";
import { isBuiltinValue, isScalarValue } from "./local-values.ts";

/**
 * Which special methods syntax and built-in functions call on objects (Python reference, section 3.3). Those that making, comparing and asking for
 * attributes calls are always needed of a class with instances, for nothing in the text shows it.
 */
export const ALWAYS_NEEDED: ReadonlySet<string> = new Set(
  (
    "__init_subclass__ __set_name__ __slots__ __getattribute__ " +
    "__setattr__ __delattr__ __get__ __set__ __delete__ __match_args__ __instancecheck__ " +
    "__subclasscheck__ __subclasshook__ __prepare__ __missing__ __class_getitem__ __mro_entries__"
  ).split(" "),
);

/** What making instances calls. */
export const MAKING: readonly string[] =
  "__new__ __init__ __post_init__ __attrs_post_init__ __attrs_pre_init__".split(" ");

/** What ordering by `functools.total_ordering` chooses from. */
export const ORDERING = ["__lt__", "__le__", "__gt__", "__ge__", "__eq__"] as const;

const ITERATING = ["__iter__", "__next__", "__getitem__", "__len__"];
/** Asked of keys and items, not of what holds them. */
const HASHING = ["__hash__", "__eq__"];
const SHOWING = ["__str__", "__repr__", "__format__"];
const TRUTH = ["__bool__", "__len__", "__nonzero__"];
/** What copying calls. */
export const COPYING: readonly string[] = (
  "__copy__ __deepcopy__ __getstate__ __setstate__ __reduce__ __reduce_ex__ __getnewargs__ " +
  "__getnewargs_ex__"
).split(" ");

const arithmetic = (name: string): string[] => [`__${name}__`, `__r${name}__`];
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  "+": arithmetic("add"),
  "-": arithmetic("sub"),
  "*": arithmetic("mul"),
  "@": arithmetic("matmul"),
  "/": [...arithmetic("truediv"), ...arithmetic("div")],
  "//": arithmetic("floordiv"),
  "%": [...arithmetic("mod"), ...SHOWING, "__getitem__"],
  "**": arithmetic("pow"),
  "<<": arithmetic("lshift"),
  ">>": arithmetic("rshift"),
  "&": arithmetic("and"),
  "|": arithmetic("or"),
  "^": arithmetic("xor"),
  "<": ["__lt__", "__gt__"],
  ">": ["__gt__", "__lt__"],
  "<=": ["__le__", "__ge__"],
  ">=": ["__ge__", "__le__"],
  "==": ["__eq__"],
  "!=": ["__ne__", "__eq__"],
  in: ["__contains__", ...HASHING, ...ITERATING],
  "not in": ["__contains__", ...HASHING, ...ITERATING],
  "+=": ["__iadd__", ...arithmetic("add")],
  "-=": ["__isub__", ...arithmetic("sub")],
  "*=": ["__imul__", ...arithmetic("mul")],
  "/=": ["__itruediv__", ...arithmetic("truediv")],
  "//=": ["__ifloordiv__", ...arithmetic("floordiv")],
  "%=": ["__imod__", ...arithmetic("mod"), ...SHOWING],
  "**=": ["__ipow__", ...arithmetic("pow")],
  "&=": ["__iand__", ...arithmetic("and")],
  "|=": ["__ior__", ...arithmetic("or")],
  "^=": ["__ixor__", ...arithmetic("xor")],
  "<<=": ["__ilshift__", ...arithmetic("lshift")],
  ">>=": ["__irshift__", ...arithmetic("rshift")],
  "@=": ["__imatmul__", ...arithmetic("matmul")],
};

const UNARY: Readonly<Record<string, string>> = { "+": "__pos__", "-": "__neg__", "~": "__invert__" };

const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  if_statement: TRUTH,
  elif_clause: TRUTH,
  while_statement: TRUTH,
  assert_statement: TRUTH,
  conditional_expression: TRUTH,
  if_clause: TRUTH,
  not_operator: TRUTH,
  boolean_operator: TRUTH,
  for_statement: [...ITERATING, "__aiter__", "__anext__"],
  for_in_clause: [...ITERATING, "__aiter__", "__anext__"],
  pattern_list: ITERATING,
  tuple_pattern: ITERATING,
  list_splat: ITERATING,
  list_pattern: ITERATING,
  yield: ITERATING,
  dictionary_splat: ["keys", "__getitem__", "__iter__", "__len__"],
  with_statement: ["__enter__", "__exit__", "__aenter__", "__aexit__"],
  await: ["__await__"],
  set: HASHING,
  dictionary: HASHING,
  set_comprehension: HASHING,
  dictionary_comprehension: HASHING,
  interpolation: SHOWING,
  print_statement: SHOWING,
  match_statement: ["__len__", "__getitem__", "__iter__", "keys", "get"],
};

const plain = (names: string): [string, readonly string[]][] =>
  names.split(" ").map((name) => [name, [`__${name}__`]]);
const alike = (names: string, methods: readonly string[]): [string, readonly string[]][] =>
  names.split(" ").map((name) => [name, methods]);

const CALLED: readonly (readonly [string, readonly string[]])[] = [
  ...plain("abs hash int float complex round divmod reversed bytes dir index pow format floor ceil trunc"),
  ...alike("len", ["__len__", "__length_hint__"]),
  ...alike("callable", ["__call__"]),
  ...alike("bool any all filter", [...TRUTH, ...ITERATING]),
  ...alike(
    "iter next list tuple set frozenset dict enumerate zip map join extend update chain deque Counter fromkeys OrderedDict defaultdict",
    ITERATING,
  ),
  ...alike("sum fsum reduce accumulate", [...ITERATING, ...arithmetic("add")]),
  ...alike("sorted sort min max bisect bisect_left bisect_right insort heappush heappop nlargest nsmallest", [
    ...ITERATING,
    "__lt__",
    "__gt__",
  ]),
  ...alike("str repr print ascii", SHOWING),
  ...alike("int float complex operator hex oct bin range slice", ["__index__", "__int__", "__float__"]),
  ...alike("index count remove", ["__eq__", ...ITERATING]),
  ...alike(
    "hash set frozenset dict fromkeys Counter add setdefault get pop discard OrderedDict defaultdict",
    HASHING,
  ),
  ...alike("open fspath Path join exists isfile", ["__fspath__"]),
  ...alike("reversed", ["__reversed__", "__len__", "__getitem__"]),
  ...alike("copy deepcopy pickle dumps loads dump load replace", COPYING),
  ...alike("round", ["__round__"]),
  ...alike("lru_cache cache", HASHING),
  ...alike("error warning info debug exception log format warn", SHOWING),
];
const CALLS = Map.groupBy(CALLED, ([name]) => name);

/** What the syntax of one node may call. */
export function implicitMembers(node: SyntaxNode, text: string): readonly string[] {
  const own = STATEMENTS[node.type];
  if (own !== undefined) return asksNothing(node, text) ? [] : own;
  switch (node.type) {
    case "binary_operator":
      return binaryMembers(node, text);
    case "subscript":
      return subscriptMembers(node, text);
    case "unary_operator":
      return node.children.flatMap(({ start, end }) => UNARY[text.slice(start, end)] ?? []);
    case "augmented_assignment":
      return holdsScalars(codeChildren(node)[1] ?? node, text) && isBuiltinValue(codeChildren(node)[0], text)
        ? []
        : operatorsOf(node, text);
    case "comparison_operator":
      return comparisonMembers(node, text);
    default:
      return [];
  }
}

/** True where all that the syntax could ask something of are built-in values. */
function asksNothing(node: SyntaxNode, text: string): boolean {
  switch (node.type) {
    case "if_statement":
    case "elif_clause":
    case "while_statement":
      return isBuiltinValue(findField(node, "condition"), text);
    case "for_statement":
    case "for_in_clause":
      return isBuiltinValue(findField(node, "right"), text);
    case "list_splat":
    case "dictionary_splat":
    case "assert_statement":
      return isBuiltinValue(codeChildren(node)[0], text);
    case "with_statement":
      return [...walk(node, ({ type }) => !/^(block|call|attribute)$/.test(type))].every(
        (one) => one.type !== "with_item" || isBuiltinValue(contextOf(one), text),
      );
    case "dictionary":
      return codeChildren(node).every(
        (pair) => pair.type === "pair" && isScalarValue(findField(pair, "key"), text),
      );
    case "interpolation":
      return isScalarValue(codeChildren(node)[0], text);
    case "set":
      return codeChildren(node).every((one) => isScalarValue(one, text));
    default:
      return false;
  }
}

/** What comparing asks of objects: of what is looked for in a container what finds it there; nothing where all are texts and numbers. */
function comparisonMembers(node: SyntaxNode, text: string): readonly string[] {
  const [left, ...others] = codeChildren(node);
  if (left === undefined || others.every((one) => isScalarValue(one, text) && isScalarValue(left, text)))
    return [];
  const isLookUp =
    others.length === 1 && node.children.some(({ type }) => type === "in" || type === "not in");
  const isLeftPlain = holdsScalars(left, text);
  if (!isLookUp)
    return isLeftPlain && others.every((one) => holdsScalars(one, text)) ? [] : operatorsOf(node, text);
  if (others.every((one) => isScalarValue(one, text))) return [];
  if (others.every((one) => isBuiltinValue(one, text))) return isLeftPlain ? [] : HASHING;
  return operatorsOf(node, text);
}

/** True for texts and numbers, and for containers of them that are written out. */
function holdsScalars(node: SyntaxNode, text: string): boolean {
  return /^(tuple|list|set)$/.test(node.type)
    ? codeChildren(node).every((one) => isScalarValue(one, text))
    : isScalarValue(node, text);
}

/** What the object of one `with` item is made by. */
function contextOf(item: SyntaxNode): SyntaxNode | undefined {
  const [value] = codeChildren(item);
  return value?.type === "as_pattern" ? codeChildren(value)[0] : value;
}

/** What is asked of an object for one of its items, and of what names the item. */
function subscriptMembers(node: SyntaxNode, text: string): readonly string[] {
  const isKeyScalar = listField(node, "subscript").every((one) => isScalarValue(one, text));
  const ofKey = isKeyScalar ? [] : [...HASHING, "__index__"];
  if (isBuiltinValue(findField(node, "value"), text)) return ofKey;
  const above = node.parent?.type === "expression_list" ? node.parent.parent : node.parent;
  if (above?.type === "delete_statement") return [...ofKey, "__delitem__"];
  const isStored = node.field === "left" || /pattern/.test(above?.type ?? "");
  if (!isStored) return [...ofKey, "__getitem__"];
  return [...ofKey, "__setitem__", ...(above?.type === "assignment" ? [] : ["__getitem__"])];
}

/** Of an operator with a built-in value on its left only what its right may answer, and the other way round. */
function binaryMembers(node: SyntaxNode, text: string): readonly string[] {
  const [left, right] = [findField(node, "left"), findField(node, "right")];
  const all = operatorsOf(node, text);
  if (left?.type === "string") return all.filter((name) => /^__(r\w+|str|repr|format|getitem)__$/.test(name));
  if (isBuiltinValue(left, text)) return all.filter((name) => name.startsWith("__r"));
  if (isBuiltinValue(right, text))
    return all.filter((name) => !name.startsWith("__r") || name === "__repr__");
  return all;
}

/** What calling something of that name may call of what it is given: of texts and numbers nothing that could be of the repository. */
export function implicitInCall(name: string, given: readonly SyntaxNode[], text: string): readonly string[] {
  // These ask their first argument alone.
  const asked = KEYED.test(name) ? given.slice(0, 1) : given;
  if (asked.length > 0 && asked.every((one) => isScalarValue(one, text))) return [];
  return (CALLS.get(name) ?? []).flatMap(([, methods]) => methods);
}

const KEYED = /^(add|setdefault|get|pop|discard)$/;

function operatorsOf({ children }: SyntaxNode, text: string): readonly string[] {
  return children
    .filter(({ isNamed, type }) => !isNamed || type === "not in")
    .flatMap(({ start, end }) => OPERATORS[text.slice(start, end).replaceAll(/\s+/g, " ")] ?? []);
}

/** The one object that the syntax of a node asks, but for keys and items; undefined where there are several. */
export function askedObject(node: SyntaxNode): SyntaxNode | undefined {
  switch (node.type) {
    case "subscript":
      return findField(node, "value");
    case "for_statement":
    case "for_in_clause":
      return findField(node, "right");
    case "if_statement":
    case "elif_clause":
    case "while_statement":
      return findField(node, "condition");
    case "not_operator":
    case "list_splat":
    case "dictionary_splat":
    case "interpolation":
    case "await":
      return codeChildren(node)[0];
    case "call": {
      const given = findField(node, "arguments");
      const list = given === undefined ? [] : codeChildren(given);
      return list.length === 1 && findField(node, "function")?.type === "identifier" ? list[0] : undefined;
    }
    default:
      return undefined;
  }
}

/** True for what is asked of keys and items. */
export function isOfItems(name: string): boolean {
  return HASHING.includes(name) || name === "__index__";
}
