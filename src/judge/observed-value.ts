import type { ValueObservation } from "../spec/index.ts";

/** Own members of a JSON object; empty for everything else. Never follows a prototype. */
export function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return new Map();
  return new Map(Object.entries(value));
}

/** Elements of a JSON array; undefined for everything else. */
export function elementsOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** A tagged value: its tag, what stands under it, and for iterators how they ended. */
export interface TaggedValue {
  readonly tag: string;
  readonly content: unknown;
  readonly end: unknown;
}

/** The tag of a JSON object of the formats `recipe/1` and `observation/1`; undefined where it is not of their shape. */
export function taggedValue(value: unknown): TaggedValue | undefined {
  const members = membersOf(value);
  if (members.has("iterator")) {
    if (members.size > 2 || (members.size === 2 && !members.has("end"))) return undefined;
    return { tag: "iterator", content: members.get("iterator"), end: members.get("end") ?? "stop" };
  }
  if (members.size !== 1) return undefined;
  for (const [tag, content] of members) return { tag, content, end: undefined };
  return undefined;
}

/** A string, number or boolean as text; never calls anything of an object. */
export function scalarText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "<malformed>";
}

/** True for `_x` and `__x`, not for `__x__`. */
export function isPrivateName(name: string): boolean {
  return name.startsWith("_") && !(name.startsWith("__") && name.endsWith("__"));
}

/** Python's float of its `repr`; undefined for anything else. */
export function parsePythonFloat(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  if (text === "nan") return Number.NaN;
  if (text === "inf" || text === "-inf") return text === "inf" ? Infinity : -Infinity;
  return /^-?\d+(\.\d+)?(e[+-]\d+)?$/u.test(text) ? Number(text) : undefined;
}

/** Compared without order: dictionaries and sets, and views of dictionaries. */
export const UNORDERED_VALUES: ReadonlySet<string> = new Set(["dict_keys", "dict_values", "dict_items"]);

/** Longest rendering of a value in a message, in characters. */
const MAX_RENDERED = 80;
const MAX_RENDERED_DEPTH = 6;

/** A value as Python would write it, cut to `maxLength` characters. For people only: different values may look alike. */
export function renderValue(value: ValueObservation, maxLength: number = MAX_RENDERED): string {
  const text = render(value, { left: maxLength * 2 }, 0);
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}

/** What rendering may still write, in pieces: keeps the time bounded for values of any size. */
interface Room {
  left: number;
}

function render(value: unknown, room: Room, depth: number): string {
  room.left -= 1;
  if (room.left <= 0 || depth > MAX_RENDERED_DEPTH) return "…";
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return renderText(value, room);
  if (typeof value === "number") return String(value);
  const elements = elementsOf(value);
  if (elements !== undefined) return `[${renderAll(elements, room, depth)}]`;
  const tagged = taggedValue(value);
  return tagged === undefined ? "<malformed>" : renderTagged(tagged, room, depth);
}

function renderText(text: string, room: Room): string {
  const shown = text.slice(0, Math.max(room.left, 1));
  room.left -= shown.length;
  const quote = shown.includes("'") && !shown.includes('"') ? '"' : "'";
  const escaped = JSON.stringify(shown).slice(1, -1).replaceAll('\\"', '"');
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}

function renderAll(values: unknown, room: Room, depth: number): string {
  const rendered: string[] = [];
  for (const value of elementsOf(values) ?? []) {
    if (room.left <= 0) break;
    rendered.push(render(value, room, depth + 1));
  }
  return rendered.join(", ");
}

function renderPairs(pairs: unknown, room: Room, depth: number): string {
  const rendered: string[] = [];
  for (const pair of elementsOf(pairs) ?? []) {
    if (room.left <= 0) break;
    const [key, item] = elementsOf(pair) ?? [];
    rendered.push(`${render(key, room, depth + 1)}: ${render(item, room, depth + 1)}`);
  }
  return rendered.join(", ");
}

function renderTagged({ tag, content }: TaggedValue, room: Room, depth: number): string {
  const all = (): string => renderAll(content, room, depth);
  switch (tag) {
    case "int":
    case "float":
    case "special":
      return shorten(content, room);
    case "text":
      return renderText(textOfPoints(content), room);
    case "bytes":
      return `b${renderText(scalarText(content), room)}`;
    case "bytearray":
      return `bytearray(b${renderText(scalarText(content), room)})`;
    case "complex":
      return `complex(${all()})`;
    case "tuple":
      return elementsOf(content)?.length === 1 ? `(${all()},)` : `(${all()})`;
    case "set":
      return elementsOf(content)?.length === 0 ? "set()" : `{${all()}}`;
    case "frozenset":
    case "deque":
      return `${tag}([${all()}])`;
    case "dict":
      return `{${renderPairs(content, room, depth)}}`;
    case "iterator":
      return `iter([${all()}])`;
    case "named":
    case "module":
      return lastName(content, room);
    case "value":
      return renderStandard(content, room, depth);
    case "object":
      return renderObject(content, room, depth);
    case "argument":
      return `<the argument ${shorten(content, room)}>`;
    case "receiver":
      return "<the receiver>";
    default:
      return `<${tag.slice(0, 20)}>`;
  }
}

function shorten(content: unknown, room: Room): string {
  const text = typeof content === "string" || typeof content === "number" ? String(content) : "…";
  return text.slice(0, Math.max(room.left, 1));
}

function textOfPoints(content: unknown): string {
  const points = (elementsOf(content) ?? []).slice(0, MAX_RENDERED);
  return points
    .map((point) =>
      typeof point === "number" && point >= 0 && point <= 0x10ffff ? String.fromCodePoint(point) : "?",
    )
    .join("");
}

function lastName(name: unknown, room: Room): string {
  return shorten(typeof name === "string" ? name.slice(name.indexOf(":") + 1) : name, room);
}

function renderStandard(content: unknown, room: Room, depth: number): string {
  const [type, ...parts] = elementsOf(content) ?? [];
  return `${lastName(type, room)}(${renderAll(parts, room, depth)})`;
}

function renderObject(content: unknown, room: Room, depth: number): string {
  const members = membersOf(content);
  const rendered = members.has("base") ? [render(members.get("base"), room, depth + 1)] : [];
  for (const [name, item] of membersOf(members.get("state"))) {
    if (room.left <= 0) break;
    if (!isPrivateName(name)) rendered.push(`${name}=${render(item, room, depth + 1)}`);
  }
  return `${lastName(members.get("class"), room)}(${rendered.join(", ")})`;
}
