/** Values of `recipe/1` and `observation/2` as Python expressions, with the helpers of `table.py.txt` for what has no literal. */

/** How one value is written. */
export interface Writing {
  /** What the helpers' names begin with. */
  readonly prefix: string;
  /** What `ref` stands for; references are written out. */
  readonly shared: readonly unknown[];
  /** Name of the receiver, where `{receiver: true}` may stand for it. */
  readonly receiver: string | undefined;
  /** Name of the parameter that an `argument` stands for. */
  argumentName(which: number | string): string | undefined;
}

/** Longer expressions are not written. */
const LONGEST = 4_000;
const DEEPEST = 12;

/** A Python expression of a value; undefined where none builds it. */
export function expressionOf(value: unknown, writing: Writing): string | undefined {
  const text = write(value, writing, 0);
  return text === undefined || text.length > LONGEST ? undefined : text;
}

/** A text as a Python literal: JSON's escapes are Python's, and nothing else of it is special there. */
export function textLiteral(text: string): string {
  return JSON.stringify(text);
}

function write(value: unknown, writing: Writing, depth: number): string | undefined {
  if (depth > DEEPEST) return undefined;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return textLiteral(value);
  if (Array.isArray(value)) return list(value, writing, depth);
  if (typeof value !== "object") return undefined;
  if ("iterator" in value)
    return iterator(value.iterator, "end" in value ? value.end : "stop", writing, depth);
  const [entry, ...others] = Object.entries(value);
  return entry === undefined || others.length > 0 ? undefined : writeTagged(entry, writing, depth);
}

function writeTagged(
  [tag, content]: readonly [string, unknown],
  writing: Writing,
  depth: number,
): string | undefined {
  const items = Array.isArray(content) ? list(content, writing, depth) : undefined;
  switch (tag) {
    case "int":
    case "special":
      return String(content);
    case "float":
      return `float(${textLiteral(String(content))})`;
    case "complex":
      return Array.isArray(content)
        ? `complex(*map(float, [${content.map((part) => textLiteral(floatText(part))).join(", ")}]))`
        : undefined;
    case "text":
      return items === undefined ? undefined : `"".join(map(chr, ${items}))`;
    case "bytes":
    case "bytearray":
      return `${tag}.fromhex("${Buffer.from(String(content), "latin1").toString("hex")}")`;
    case "tuple":
    case "set":
    case "frozenset":
      return items === undefined ? undefined : `${tag}(${items})`;
    case "deque":
      return items === undefined ? undefined : `__import__("collections").deque(${items})`;
    case "dict":
      return Array.isArray(content) ? pairs(content, writing, depth) : undefined;
    case "named":
      return `${writing.prefix}named(${textLiteral(String(content))})`;
    case "module":
      return `__import__("importlib").import_module(${textLiteral(String(content))})`;
    case "value":
      return Array.isArray(content) ? standard(content, writing, depth) : undefined;
    case "object":
      return object(content, writing, depth);
    case "receiver":
      return writing.receiver;
    case "argument":
      return typeof content === "number" || typeof content === "string"
        ? writing.argumentName(content)
        : undefined;
    case "ref":
      return typeof content === "number" && content in writing.shared
        ? write(writing.shared[content], writing, depth + 1)
        : undefined;
    default:
      return undefined;
  }
}

function floatText(part: unknown): string {
  return part !== null && typeof part === "object" && "float" in part ? String(part.float) : String(part);
}

function list(values: readonly unknown[], writing: Writing, depth: number): string | undefined {
  const parts = all(values, writing, depth);
  return parts === undefined ? undefined : `[${parts.join(", ")}]`;
}

function all(values: readonly unknown[], writing: Writing, depth: number): string[] | undefined {
  const parts: string[] = [];
  let length = 0;
  for (const value of values) {
    const part = write(value, writing, depth + 1);
    length += part?.length ?? 0;
    if (part === undefined || length > LONGEST) return undefined;
    parts.push(part);
  }
  return parts;
}

function pairs(content: readonly unknown[], writing: Writing, depth: number): string | undefined {
  const parts = content.map((pair) => (Array.isArray(pair) ? all(pair, writing, depth) : undefined));
  return parts.every((pair) => pair !== undefined && pair.length === 2)
    ? `{${parts.map((pair) => pair?.join(": ")).join(", ")}}`
    : undefined;
}

function iterator(items: unknown, end: unknown, writing: Writing, depth: number): string | undefined {
  const written = Array.isArray(items) ? list(items, writing, depth) : undefined;
  if (written === undefined) return undefined;
  const raised = end !== null && typeof end === "object" && "class" in end ? end : undefined;
  const message = raised !== undefined && "message" in raised ? String(raised.message) : "";
  const how =
    raised === undefined ? "None" : `(${textLiteral(String(raised.class))}, ${textLiteral(message)})`;
  return `${writing.prefix}items(${written}, ${how})`;
}

/** Standard types whose constructor takes what their form holds; the last argument of the first two is a keyword. */
const FOLDED = new Set(["datetime.datetime", "datetime.time"]);
const CONSTRUCTED =
  /^(?:datetime\.(?:date|timedelta|timezone)|decimal\.Decimal|fractions\.Fraction|uuid\.UUID|range|slice|collections\.(?:deque|OrderedDict|Counter|defaultdict)|pathlib\.\w+)$/;

function standard([name, ...parts]: readonly unknown[], writing: Writing, depth: number): string | undefined {
  const values = all(parts, writing, depth);
  if (typeof name !== "string" || values === undefined) return undefined;
  if (name === "re.Pattern") return `__import__("re").compile(${values.join(", ")})`;
  const module = name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : "builtins";
  const constructor = `${writing.prefix}named(${textLiteral(`${module}:${name.split(".").at(-1) ?? name}`)})`;
  if (FOLDED.has(name))
    return `${constructor}(${[...values.slice(0, -1), `fold=${values.at(-1) ?? "0"}`].join(", ")})`;
  return CONSTRUCTED.test(name) ? `${constructor}(${values.join(", ")})` : undefined;
}

function object(content: unknown, writing: Writing, depth: number): string | undefined {
  if (content === null || typeof content !== "object" || !("class" in content)) return undefined;
  if ("arguments" in content) return undefined;
  const state =
    "state" in content && content.state !== null && typeof content.state === "object" ? content.state : {};
  const slots =
    "slots" in content && content.slots !== null && typeof content.slots === "object" ? content.slots : {};
  const members = Object.entries({ ...state, ...slots }).map(([name, value]) => {
    const text = write(value, writing, depth + 1);
    return text === undefined ? undefined : `${textLiteral(name)}: ${text}`;
  });
  const base = "base" in content ? write(content.base, writing, depth + 1) : "";
  if (base === undefined || members.includes(undefined)) return undefined;
  const own = "own" in content && content.own !== "" ? content.own : content.class;
  const parts = [textLiteral(String(own)), `{${members.join(", ")}}`, ...(base === "" ? [] : [base])];
  return `${writing.prefix}built(${parts.join(", ")})`;
}
