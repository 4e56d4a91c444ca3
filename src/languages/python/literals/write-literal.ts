import type { ValueRecipe } from "../../../spec/index.ts";
import { quotePythonText } from "./quote-text.ts";

/** Values nested deeper are not written. */
const DEEPEST = 100;

/**
 * A value of `recipe/1` in Python's notation of plain data, much as `repr` writes it: `readPythonLiteral` reads it back to the same value.
 * Undefined where the value is no plain data (objects, functions, files, shared values).
 */
export function writePythonLiteral(value: ValueRecipe): string | undefined {
  return write(value, 0);
}

function write(value: unknown, depth: number): string | undefined {
  if (depth > DEEPEST) return undefined;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return quotePythonText(value, false);
  if (Array.isArray(value)) return enclose("[", value, "]", depth);
  if (typeof value !== "object") return undefined;
  const [entry, ...others] = Object.entries(value);
  return entry === undefined || others.length > 0 ? undefined : writeTagged(entry[0], entry[1], depth);
}

function writeTagged(tag: string, content: unknown, depth: number): string | undefined {
  switch (tag) {
    case "int":
    case "float":
    case "special":
      return String(content);
    case "bytes":
      return `b${quotePythonText(String(content), true)}`;
    case "bytearray":
      return `bytearray(b${quotePythonText(String(content), true)})`;
    case "text":
      return Array.isArray(content)
        ? quotePythonText(String.fromCodePoint(...(content as number[])), false)
        : undefined;
    case "complex":
      return Array.isArray(content) ? writeComplex(content.map(String)) : undefined;
    case "value":
      return Array.isArray(content) ? writeStandard(content, depth) : undefined;
    default:
      return Array.isArray(content) ? writeContainer(tag, content, depth) : undefined;
  }
}

function writeComplex([real = "0.0", imaginary = "0.0"]: readonly string[]): string {
  const [left, right] = [real, imaginary].map((part) => part.replace(/\.0$/, ""));
  if (real === "0.0") return `${right}j`;
  return `(${left}${imaginary.startsWith("-") ? "" : "+"}${right}j)`;
}

function writeContainer(tag: string, items: readonly unknown[], depth: number): string | undefined {
  switch (tag) {
    case "tuple":
      return enclose("(", items, items.length === 1 ? ",)" : ")", depth);
    case "set":
      return items.length === 0 ? "set()" : enclose("{", items, "}", depth);
    case "frozenset":
      return items.length === 0 ? "frozenset()" : enclose("frozenset({", items, "})", depth);
    case "deque":
      return enclose("deque([", items, "])", depth);
    case "dict":
      return enclosePairs(items, depth);
    default:
      return undefined;
  }
}

function enclose(open: string, items: readonly unknown[], close: string, depth: number): string | undefined {
  const parts = items.map((item) => write(item, depth + 1));
  return parts.includes(undefined) ? undefined : `${open}${parts.join(", ")}${close}`;
}

function enclosePairs(pairs: readonly unknown[], depth: number): string | undefined {
  const parts = pairs.map((pair) => {
    const [key, item] = Array.isArray(pair) ? pair.map((each) => write(each, depth + 1)) : [];
    return key === undefined || item === undefined ? undefined : `${key}: ${item}`;
  });
  return parts.includes(undefined) ? undefined : `{${parts.join(", ")}}`;
}

/** What `repr` calls types by whose arguments stand as they are. */
const PLAIN: Readonly<Record<string, string>> = {
  range: "range",
  slice: "slice",
  "decimal.Decimal": "Decimal",
  "fractions.Fraction": "Fraction",
  "pathlib.PosixPath": "PosixPath",
  "pathlib.PurePosixPath": "PurePosixPath",
  "pathlib.PureWindowsPath": "PureWindowsPath",
  "datetime.date": "datetime.date",
  "datetime.timezone": "datetime.timezone",
  "collections.OrderedDict": "OrderedDict",
  "collections.Counter": "Counter",
};

function writeStandard([name, ...parts]: readonly unknown[], depth: number): string | undefined {
  const written = parts.map((part) => write(part, depth + 1));
  if (typeof name !== "string" || written.includes(undefined)) return undefined;
  const plain = Object.hasOwn(PLAIN, name) ? PLAIN[name] : undefined;
  if (plain !== undefined) return `${plain}(${written.join(", ")})`;
  switch (name) {
    case "collections.deque":
      return `deque(${written[0] ?? "[]"}, maxlen=${written[1] ?? "None"})`;
    case "uuid.UUID":
      return `UUID(${String(written[0]).replace(/(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})/, "$1-$2-$3-$4-$5")})`;
    case "datetime.timedelta":
      return `datetime.timedelta(days=${written[0] ?? 0}, seconds=${written[1] ?? 0}, microseconds=${written[2] ?? 0})`;
    case "datetime.datetime":
      return writeMoment(name, parts, written, 7);
    case "datetime.time":
      return writeMoment(name, parts, written, 4);
    default:
      return undefined;
  }
}

function writeMoment(
  name: string,
  parts: readonly unknown[],
  written: readonly (string | undefined)[],
  units: number,
): string | undefined {
  if (parts.length > units + 2) return undefined;
  const [zone = null, fold = 0] = parts.slice(units);
  const named = [
    ...(zone === null ? [] : [`tzinfo=${written[units]}`]),
    ...(fold === 0 ? [] : [`fold=${written[units + 1]}`]),
  ];
  return `${name}(${[...written.slice(0, units), ...named].join(", ")})`;
}
