import { shorten } from "../base/index.ts";
import {
  elementsOf,
  isPrivateName,
  membersOf,
  scalarText,
  taggedValue,
  type TaggedValue,
} from "./observed-value.ts";

/** How values are written for people. */
export interface RenderOptions {
  /** Longest text, in characters; what is longer ends in `…`. Default 80. */
  readonly maxLength?: number;
  /** Values nested deeper are written as `…`. Default 6. */
  readonly maxDepth?: number;
  /** Attributes of objects that are written. Default: those that are not private. */
  readonly showsAttribute?: (name: string) => boolean;
  /**
   * By class and attribute what it was last written with: a long one is not written again while it stays the same. It is brought up to date.
   * Default: all are written.
   */
  readonly told?: Map<string, string>;
  /** What the `ref` values of a recipe stand for. */
  readonly shared?: readonly unknown[];
  /** Which of these were met so far. Default: each is written anew wherever it stands. */
  readonly met?: MetValues;
}

/** What is known of the shared values of a text while it is written. */
export interface MetValues {
  /** By their places the numbers of those that were written. */
  readonly numbers: Map<number, number>;
  /** Places of those that were met more than once; brought up to date. */
  readonly again: Set<number>;
  /** Places of those that are written with their number: they will be met again. */
  readonly numbered: ReadonlySet<number>;
}

/**
 * A value of `recipe/1` or `observation/1` as Python would write it. For people only: different values may look alike. Objects, which no
 * expression builds, are written `<Class attribute=value>`.
 */
export function renderValue(value: unknown, options: RenderOptions = {}): string {
  const { maxLength = 80 } = options;
  const text = new Renderer(maxLength * 2, options).render(value, 0);
  return shorten(text, maxLength);
}

function isPublic(name: string): boolean {
  return !isPrivateName(name);
}

/** Room for one attribute, in characters. */
const ATTRIBUTE_LENGTH = 1_000;
/** Attributes of this many characters are not written twice. */
const LONG_ATTRIBUTE = 100;

/** Writes one value; `left` keeps the time bounded for values of any size. */
class Renderer {
  #left: number;
  readonly #maxDepth: number;
  readonly #showsAttribute: (name: string) => boolean;
  readonly #shared: readonly unknown[];
  readonly #told: Map<string, string> | undefined;
  readonly #met: MetValues | undefined;
  /** Shared values being written: one that holds itself is written as `…`. */
  readonly #open = new Set<unknown>();

  constructor(
    left: number,
    { maxDepth = 6, showsAttribute = isPublic, shared = [], told, met }: RenderOptions,
  ) {
    this.#left = left;
    this.#maxDepth = maxDepth;
    this.#showsAttribute = showsAttribute;
    this.#shared = shared;
    this.#told = told;
    this.#met = met;
  }

  render(value: unknown, depth: number): string {
    this.#left -= 1;
    if (this.#left <= 0 || depth > this.#maxDepth) return "…";
    if (value === null || value === undefined) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    if (typeof value === "string") return this.#text(value);
    if (typeof value === "number") return String(value);
    const elements = elementsOf(value);
    if (elements !== undefined) return `[${this.#all(elements, depth)}]`;
    const tagged = taggedValue(value);
    return tagged === undefined ? "<malformed>" : this.#tagged(tagged, depth);
  }

  #tagged({ tag, content, end }: TaggedValue, depth: number): string {
    const all = (): string => this.#all(content, depth);
    switch (tag) {
      case "int":
      case "special":
        return this.#shorten(content);
      case "float":
        return this.#float(content);
      case "text":
        return this.#text(textOfPoints(content, this.#left));
      case "bytes":
        return `b${this.#text(scalarText(content), true)}`;
      case "bytearray":
        return `bytearray(b${this.#text(scalarText(content), true)})`;
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
        return `{${this.#pairs(content, depth)}}`;
      case "iterator":
        return `iter([${all()}])${this.#ending(end)}`;
      case "named":
      case "module":
        return this.#lastName(content);
      case "value":
        return this.#standard(content, depth);
      case "object":
        return this.#object(content, depth);
      case "argument":
        return `<the argument ${this.#shorten(content)}>`;
      case "receiver":
        return "<the receiver>";
      case "ref":
        return this.#reference(content, depth);
      case "path":
        return `<directory>/${this.#shorten(content)}`;
      case "file":
        return `<file ${this.render(membersOf(content).get("content"), depth + 1)}>`;
      case "callback":
        return this.#callback(content, depth);
      default:
        return `<${tag.slice(0, 20)}>`;
    }
  }

  #float(content: unknown): string {
    return content === "nan" || content === "inf" || content === "-inf"
      ? `float('${content}')`
      : this.#shorten(content);
  }

  /** As `repr` writes it: quoted by `'` unless only that would need escaping. */
  #text(text: string, isBytes = false): string {
    const shown = text.slice(0, Math.max(this.#left, 1));
    this.#left -= shown.length;
    const quote = shown.includes("'") && !shown.includes('"') ? '"' : "'";
    const escaped = Array.from(shown, (character) => escapeCharacter(character, quote, isBytes));
    return quote + escaped.join("") + quote;
  }

  #all(values: unknown, depth: number): string {
    const rendered: string[] = [];
    for (const value of elementsOf(values) ?? []) {
      if (this.#left <= 0) break;
      rendered.push(this.render(value, depth + 1));
    }
    return withoutRuns(rendered).join(", ");
  }

  #pairs(pairs: unknown, depth: number): string {
    const rendered: string[] = [];
    for (const pair of elementsOf(pairs) ?? []) {
      if (this.#left <= 0) break;
      const [key, item] = elementsOf(pair) ?? [];
      rendered.push(`${this.render(key, depth + 1)}: ${this.render(item, depth + 1)}`);
    }
    return rendered.join(", ");
  }

  #shorten(content: unknown): string {
    const text = typeof content === "string" || typeof content === "number" ? String(content) : "…";
    return text.slice(0, Math.max(this.#left, 1));
  }

  #lastName(name: unknown): string {
    return this.#shorten(typeof name === "string" ? name.slice(name.indexOf(":") + 1) : name);
  }

  #ending(end: unknown): string {
    if (end === "stop") return "";
    const raised = membersOf(end).get("class");
    return raised === undefined ? " …" : ` then raises ${this.#lastName(raised)}`;
  }

  #standard(content: unknown, depth: number): string {
    const [type, ...parts] = elementsOf(content) ?? [];
    return `${this.#lastName(type)}(${this.#all(parts, depth)})`;
  }

  #object(content: unknown, depth: number): string {
    const members = membersOf(content);
    const owner = this.#lastName(members.get("class"));
    const rendered = [owner];
    if (members.has("base")) rendered.push(this.render(members.get("base"), depth + 1));
    const state = [...membersOf(members.get("state")), ...membersOf(members.get("slots"))];
    for (const [name, item] of state) {
      if (this.#left <= 0) break;
      if (this.#showsAttribute(name))
        rendered.push(`${name}=${this.#attribute(`${owner}.${name}`, item, depth)}`);
    }
    return `<${rendered.join(" ")}>`;
  }

  #attribute(name: string, value: unknown, depth: number): string {
    if (this.#told !== undefined && !holdsReference(value)) {
      const plain = this.#plain(value, depth);
      if (plain.length >= LONG_ATTRIBUTE && this.#told.get(name) === plain) return "<as above>";
      this.#told.set(name, plain);
    }
    return this.#within(ATTRIBUTE_LENGTH, () => this.render(value, depth + 1));
  }

  /** A value as it is written where nothing was written before: by that two are compared. */
  #plain(value: unknown, depth: number): string {
    const plain = new Renderer(ATTRIBUTE_LENGTH, {
      maxDepth: this.#maxDepth,
      showsAttribute: this.#showsAttribute,
      shared: this.#shared,
    });
    for (const open of this.#open) plain.#open.add(open);
    return shorten(plain.render(value, depth + 1), ATTRIBUTE_LENGTH);
  }

  /** Renders with at most so much room, so that one long attribute does not keep the others from being seen. */
  #within(room: number, render: () => string): string {
    const before = this.#left;
    this.#left = Math.min(before, room);
    const text = render();
    this.#left = before - Math.min(text.length, room);
    return shorten(text, room);
  }

  #reference(index: unknown, depth: number): string {
    const value = typeof index === "number" ? this.#shared[index] : undefined;
    if (typeof index !== "number" || value === undefined) return "…";
    const number = this.#met?.numbers.get(index);
    if (number !== undefined) {
      this.#met?.again.add(index);
      return `<#${number}>`;
    }
    if (this.#open.has(value)) return "…";
    const isNumbered = this.#met?.numbered.has(index) === true;
    const own = (this.#met?.numbers.size ?? 0) + 1;
    this.#met?.numbers.set(index, own);
    this.#open.add(value);
    const text = this.render(value, depth + 1);
    this.#open.delete(value);
    return isNumbered ? withNumber(text, own) : text;
  }

  #callback(content: unknown, depth: number): string {
    const calls = (elementsOf(membersOf(content).get("calls")) ?? []).map((call) => {
      const members = membersOf(call);
      const outcome = members.has("raises") ? "raises" : this.render(members.get("returns"), depth + 1);
      return `(${this.#all(members.get("positional"), depth)}) → ${outcome}`;
    });
    return calls.length === 0 ? "<callback that is never called>" : `<callback ${calls.join("; ")}>`;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };

function escapeCharacter(character: string, quote: string, isBytes: boolean): string {
  if (character === quote) return `\\${quote}`;
  const known = ESCAPES[character];
  if (known !== undefined) return known;
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x20 || point === 0x7f || (isBytes && point > 0x7f)) return `\\x${hexadecimal(point, 2)}`;
  if (!/[\p{C}\p{Z}]/u.test(character) || character === " ") return character;
  if (point <= 0xff) return `\\x${hexadecimal(point, 2)}`;
  return point <= 0xffff ? `\\u${hexadecimal(point, 4)}` : `\\U${hexadecimal(point, 8)}`;
}

function hexadecimal(point: number, digits: number): string {
  return point.toString(16).padStart(digits, "0");
}

function textOfPoints(content: unknown, most: number): string {
  const points = (elementsOf(content) ?? []).slice(0, Math.max(most, 1));
  return points
    .map((point) =>
      typeof point === "number" && point >= 0 && point <= 0x10ffff ? String.fromCodePoint(point) : "?",
    )
    .join("");
}

/** Equal neighbours from which on they are counted instead of written. */
const LONG_RUN = 8;

/** Items of a list, a long run of equal ones as the first of them and how many more there are. */
function withoutRuns(items: readonly string[]): string[] {
  const shown: string[] = [];
  for (let at = 0; at < items.length; ) {
    const item = items[at] ?? "";
    const end = items.findIndex((other, index) => index > at && other !== item);
    const length = (end === -1 ? items.length : end) - at;
    const isLong = length >= LONG_RUN;
    shown.push(...(isLong ? [item, `<${length - 1} more of these>`] : items.slice(at, at + length)));
    at += length;
  }
  return shown;
}

/** An object's number stands behind its class, that of anything else before it. */
function withNumber(text: string, number: number): string {
  const [, begin] = /^(<[A-Za-z_][\w.]*)(?=[ >])/u.exec(text) ?? [];
  return begin === undefined ? `#${number}=${text}` : `${begin} #${number}${text.slice(begin.length)}`;
}

function holdsReference(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).includes('{"ref":');
}
