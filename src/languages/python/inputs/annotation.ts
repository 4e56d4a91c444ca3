/**
 * Reads type annotations as far as inputs can be made from them: built-in scalars and containers, `Optional`, unions,
 * `Literal`, and the abstract containers of `typing` and `collections.abc`. Anything else is unknown and makes nothing.
 */
import { ownMember } from "../../../base/index.ts";
import type { ValueRecipe } from "../../../spec/index.ts";
import type { AnnotatedValues } from "../../inputs.ts";

/** An annotation as a tree: `dict[str, int | None]` is `{name: "dict", parts: [str, {name: "Union", …}]}`. */
interface TypeExpression {
  readonly name: string;
  readonly parts: readonly TypeExpression[];
}

const SCALARS: Readonly<Record<string, readonly ValueRecipe[]>> = {
  str: ["", "a", "Hello World", "  two  words ", "a,b;c", "42", "ÄÖ-x_y"],
  int: [0, 1, 2, -1, 7, 10, 100],
  float: [{ float: "0.0" }, { float: "1.5" }, { float: "-2.25" }, { float: "1000000.0" }],
  bool: [true, false],
  bytes: [{ bytes: "" }, { bytes: "abc" }, { bytes: "\u0000\u00ff" }],
  None: [null],
  complex: [{ complex: ["1.0", "-2.0"] }],
  object: [1, "a", null],
  Any: [1, "a", null, [1, 2]],
};

const CONTAINERS: Readonly<Record<string, string>> = {
  list: "list",
  List: "list",
  Sequence: "list",
  MutableSequence: "list",
  Collection: "list",
  Iterable: "list",
  tuple: "tuple",
  Tuple: "tuple",
  set: "set",
  Set: "set",
  MutableSet: "set",
  AbstractSet: "set",
  frozenset: "frozenset",
  FrozenSet: "frozenset",
  Iterator: "iterator",
  Generator: "iterator",
  deque: "deque",
  dict: "dict",
  Dict: "dict",
  Mapping: "dict",
  MutableMapping: "dict",
};

/** Types and examples of an annotation; a name that its file gives to a type is that type. */
export function readAnnotation(annotation: string, fileText = ""): AnnotatedValues {
  const expression = resolveNames(parseAnnotation(annotation), fileText, 0);
  const saysItems = annotation.includes("[");
  if (expression === undefined) return { types: [], values: [], saysItems };
  return { types: typesOf(expression), values: valuesOf(expression, 0), saysItems };
}

/** Names of types that stand for others, at most. */
const DEEPEST_NAME = 4;

/** The expression with what the file's own names of types stand for (`Frame = Literal["day", "week"]`, `type Rows = list[int]`, `Id = NewType("Id", int)`). */
function resolveNames(
  expression: TypeExpression | undefined,
  fileText: string,
  depth: number,
): TypeExpression | undefined {
  if (expression === undefined || expression.name === "Literal") return expression;
  const { name, parts } = expression;
  if (parts.length > 0)
    return { name, parts: parts.map((part) => resolveNames(part, fileText, depth) ?? part) };
  const written = depth < DEEPEST_NAME && isUnknown(name) ? typeNamed(name, fileText) : undefined;
  return (written === undefined ? undefined : resolveNames(written, fileText, depth + 1)) ?? expression;
}

function isUnknown(name: string): boolean {
  return /^[A-Za-z_]\w*$/u.test(name) && !Object.hasOwn(SCALARS, name) && !Object.hasOwn(CONTAINERS, name);
}

/** The type that a statement of the file gives a name to; undefined where none does. */
function typeNamed(name: string, fileText: string): TypeExpression | undefined {
  if (!fileText.includes(name)) return undefined;
  const statement = new RegExp(
    `^[ \\t]*(?:type[ \\t]+)?${name}[ \\t]*(?::[ \\t]*(?:[\\w.]+\\.)?TypeAlias)?[ \\t]*=[ \\t]*(?=[^=])`,
    "mu",
  ).exec(fileText);
  if (statement === null) return undefined;
  const behind = fileText.slice(statement.index + statement[0].length);
  const [, based] = /^(?:\w+\.)?NewType\([^,()]*,\s*([^()]+?)\s*,?\s*\)/u.exec(behind) ?? [];
  return parseAnnotation(based ?? expressionAt(behind));
}

/** The expression at the start of a text, up to the end of a line outside of brackets; without the brackets around it, and without comments. */
function expressionAt(text: string): string {
  let [depth, at] = [0, 0];
  for (; at < text.length; at++) {
    const sign = text.charAt(at);
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    else if (sign === "\n" && depth <= 0) break;
  }
  const written = text
    .slice(0, at)
    .replaceAll(/#[^\n]*/gu, "")
    .trim();
  return /^\(.*\)$/su.test(written) ? written.slice(1, -1).trim() : written;
}

/** Example values of a type as contracts name it, as far as they can be made without knowing more. */
export function examplesOfType(type: string): readonly ValueRecipe[] {
  if (type === "null") return [null];
  const name = Object.keys(CONTAINERS).find((known) => CONTAINERS[known] === type) ?? type;
  return Object.hasOwn(SCALARS, name) || name in CONTAINERS ? valuesOf({ name, parts: [] }, 0) : [];
}

function typesOf({ name, parts }: TypeExpression): readonly string[] {
  if (name === "Union") return parts.some((part) => typesOf(part).length === 0) ? [] : parts.flatMap(typesOf);
  if (name === "Literal")
    return [
      ...new Set(
        parts.map(({ name }) =>
          /^["']/.test(name)
            ? "str"
            : name === "None"
              ? "null"
              : /^(?:True|False)$/.test(name)
                ? "bool"
                : "int",
        ),
      ),
    ];
  if (name === "None") return ["null"];
  if (name === "float") return ["float", "int"];
  if (name === "Sequence") return ["list", "tuple"];
  if (name === "Iterable" || name === "Collection")
    // Texts and dictionaries are iterable too, but seldom meant.
    return ["list", "tuple", "set", "iterator", "frozenset", "deque"];
  if (name === "Any" || name === "object") return [];
  const container = ownMember(CONTAINERS, name);
  if (container !== undefined) return [container];
  return Object.hasOwn(SCALARS, name) ? [name] : [];
}

function valuesOf({ name, parts }: TypeExpression, depth: number): readonly ValueRecipe[] {
  if (name === "Union") return interleave(parts.map((part) => valuesOf(part, depth)));
  if (name === "Literal") return parts.flatMap(({ name }) => literalValue(name));
  const scalar = ownMember(SCALARS, name);
  if (scalar !== undefined) return scalar;
  const tag = ownMember(CONTAINERS, name);
  if (tag === undefined || depth > 2) return [];
  if (tag === "dict") return dictionaries(parts, depth);
  if (tag === "tuple" && parts.length > 0 && parts.at(-1)?.name !== "...") return fixedTuples(parts, depth);
  const items = parts[0] === undefined ? [1, "a"] : valuesOf(parts[0], depth + 1);
  if (items.length === 0) return [];
  const lists = [
    items.slice(0, 3),
    [],
    items.slice(0, 1),
    [...items.slice(1, 4), ...items.slice(0, 1)],
    items.slice(0, 6),
  ];
  return lists.map((list) => (tag === "list" ? list : { [tag]: list }));
}

function dictionaries(parts: readonly TypeExpression[], depth: number): readonly ValueRecipe[] {
  const keys = parts[0] === undefined ? ["a", "b", "c"] : valuesOf(parts[0], depth + 1);
  const values = parts[1] === undefined ? [1, "x", null] : valuesOf(parts[1], depth + 1);
  if (keys.length === 0 || values.length === 0) return [];
  const pairs = keys.slice(0, 4).map((key, index) => [key, values[index % values.length] ?? null]);
  return [pairs.slice(0, 2), [], pairs.slice(0, 1), pairs].map((dict) => ({ dict }));
}

function fixedTuples(parts: readonly TypeExpression[], depth: number): readonly ValueRecipe[] {
  const columns = parts.map((part) => valuesOf(part, depth + 1));
  if (columns.some((column) => column.length === 0)) return [];
  return [0, 1, 2].map((row) => ({
    tuple: columns.map((column, at) => column[(row + at) % column.length] ?? null),
  }));
}

function literalValue(source: string): readonly ValueRecipe[] {
  if (/^(["']).*\1$/s.test(source)) return [source.slice(1, -1)];
  if (source === "None") return [null];
  if (source === "True" || source === "False") return [source === "True"];
  return /^-?\d+$/.test(source) ? [Number(source)] : [];
}

function interleave<T>(columns: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...columns.map(({ length }) => length));
  return Array.from({ length: longest }, (_, row) =>
    columns.flatMap((column) => (row < column.length ? [column[row] as T] : [])),
  ).flat();
}

function parseAnnotation(source: string): TypeExpression | undefined {
  const quoted = /^(["'])(.*)\1$/s.exec(source.trim());
  const tokens = (quoted?.[2] ?? source).match(/"[^"]*"|'[^']*'|\.\.\.|[\w.-]+|[[\],|]/g) ?? [];
  let at = 0;
  const single = (): TypeExpression | undefined => {
    const token = tokens[at++];
    if (token === undefined || /^[[\],|]$/.test(token)) return undefined;
    const name = /^["']/.test(token) || token === "..." ? token : (token.split(".").at(-1) ?? token);
    const parts: TypeExpression[] = [];
    if (tokens[at] === "[") {
      do {
        at++;
        if (parts.length > 0 && tokens[at] === "]") break;
        const part = tokens[at] === "[" ? undefined : union();
        if (part === undefined) return undefined;
        parts.push(part);
      } while (tokens[at] === ",");
      if (tokens[at++] !== "]") return undefined;
    }
    if (name === "Optional") return { name: "Union", parts: [...parts, { name: "None", parts: [] }] };
    if (name === "Annotated" || name === "Final" || name === "ClassVar") return parts[0];
    return { name, parts };
  };
  const union = (): TypeExpression | undefined => {
    const parts: TypeExpression[] = [];
    do {
      if (tokens[at] === "|") at++;
      const part = single();
      if (part === undefined) return undefined;
      parts.push(part);
    } while (tokens[at] === "|");
    return parts.length === 1 ? parts[0] : { name: "Union", parts };
  };
  const expression = union();
  return at >= tokens.length ? expression : undefined;
}
