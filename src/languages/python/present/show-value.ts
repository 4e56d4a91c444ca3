import { canonicalJson, shorten } from "../../../base/index.ts";
import {
  classNameOf,
  elementsOf,
  isMemo,
  isPrivateName,
  ITERATORS,
  membersOf,
  nameOfClass,
  nameOfLocalClass,
  scalarText,
  taggedValue,
  type TaggedValue,
} from "../../../spec/index.ts";
import type { MetValues, ShowOptions } from "../../present.ts";
import { quotePythonText } from "../literals/quote-text.ts";
import { showRecordedCall } from "./show-call.ts";
import { isPythonNameOf } from "./show-class.ts";
import { nameInLibrary, showLibraryValue } from "./show-library-value.ts";

/** As Python would write it; objects are written `<Class attribute=value>`. */
export function showPythonValue(value: unknown, options: ShowOptions = {}): string {
  const { maxLength = 80 } = options;
  const text = new Renderer(maxLength * 2, options).render(value, 0);
  return shorten(text, maxLength);
}

function isPublic(name: string): boolean {
  return !isPrivateName(name);
}

/** What is no number, as it is written among numbers of a library. */
const NOT_FINITE: ReadonlyMap<unknown, string> = new Map([
  ["nan", "np.nan"],
  ["inf", "np.inf"],
  ["-inf", "-np.inf"],
]);

/** Room for one attribute where nobody says otherwise, in characters. */
const ATTRIBUTE_LENGTH = 1_000;
/** Attributes of this many characters are not written twice. */
const LONG_ATTRIBUTE = 100;
const AS_ABOVE = "<as above>";

/** Writes one value; `left` keeps the time bounded for values of any size. */
class Renderer {
  #left: number;
  readonly #maxDepth: number;
  readonly #attributeLength: number;
  readonly #showsAttribute: (name: string) => boolean;
  readonly #showsHidden: boolean;
  readonly #shared: readonly unknown[];
  readonly #told: Map<string, string> | undefined;
  readonly #met: MetValues | undefined;
  readonly #names: ShowOptions["names"] | undefined;
  readonly #numberOf: ShowOptions["numberOf"];
  #isInArray = false;
  /** Shared values being written: one that holds itself is written as `…`. */
  readonly #open = new Set<unknown>();
  /** What stands around the value that is being written: names of classes and types, outermost first. */
  readonly #around: string[];

  constructor(left: number, options: ShowOptions) {
    const { maxDepth = 6, showsAttribute = isPublic, shared = [], around = [], told, met } = options;
    this.#around = [...around];
    this.#attributeLength = options.attributeLength ?? ATTRIBUTE_LENGTH;
    this.#showsHidden = options.showsHidden ?? false;
    this.#left = left;
    this.#maxDepth = maxDepth;
    this.#showsAttribute = showsAttribute;
    this.#shared = shared;
    this.#told = told;
    this.#met = met;
    this.#names = options.names;
    this.#numberOf = options.numberOf;
  }

  render(value: unknown, depth: number): string {
    this.#left -= 1;
    if (this.#left <= 0 || depth > this.#maxDepth) return "…";
    if (value === null || value === undefined) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    if (typeof value === "string") return this.#text(value);
    if (typeof value === "number") return String(value);
    const elements = elementsOf(value);
    if (elements !== undefined) return this.#inside("list", () => `[${this.#all(elements, depth)}]`);
    const tagged = taggedValue(value);
    if (tagged === undefined) return "<malformed>";
    const number = tagged.tag === "object" ? this.#numberOf?.(value, this.#around.length) : undefined;
    if (number !== undefined) return `<#${number}>`;
    return this.#inside(kindOf(tagged), () => this.#tagged(tagged, depth));
  }

  /** Writes what stands in something of that name; nothing stands in what has none. */
  #inside(name: string | undefined, write: () => string): string {
    if (name === undefined) return write();
    this.#around.push(name);
    const text = write();
    this.#around.pop();
    return text;
  }

  /** What an object is beside its attributes: it stands where the object does. */
  #base(value: unknown, depth: number): string {
    const name = this.#around.pop();
    const text = this.render(value, depth);
    if (name !== undefined) this.#around.push(name);
    return text;
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
        return `complex(${(elementsOf(content) ?? []).map((part) => this.#float(part)).join(", ")})`;
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
      case "async_iterator":
        return `async_iter([${all()}])${this.#ending(end)}`;
      case "named":
      case "module":
        return this.#shorten(nameInLibrary(scalarText(content)) ?? this.#lastName(content));
      case "value":
        return this.#ofLibrary(content, depth) ?? this.#standard(content, depth);
      case "object":
        return this.#object(content, depth);
      case "made":
        return this.#made(content, depth);
      case "kept":
        return "<the same as before the call>";
      case "argument":
        return `<the argument ${this.#shorten(content)}>`;
      case "receiver":
        return "<the receiver>";
      case "ref":
        return this.#reference(content, depth);
      case "path":
        return this.#text(`<private>/${scalarText(content)}`);
      case "file":
        return `<file ${this.render(membersOf(content).get("content"), depth + 1)}${positionOf(content)}>`;
      case "function":
        return this.#function(content, depth);
      case "local_class":
        return this.#shorten(nameOfLocalClass(content));
      case "callback":
        return this.#callback(content, depth);
      default:
        return `<${tag.slice(0, 20)}>`;
    }
  }

  #float(content: unknown): string {
    if (this.#isInArray && NOT_FINITE.has(content)) return NOT_FINITE.get(content) ?? "";
    return content === "nan" || content === "inf" || content === "-inf"
      ? `float('${content}')`
      : this.#shorten(content);
  }

  #text(text: string, isBytes = false): string {
    const shown = text.slice(0, Math.max(this.#left, 1));
    this.#left -= shown.length;
    return quotePythonText(shown, isBytes);
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

  /** A value of a library as its users write it. */
  #ofLibrary(content: unknown, depth: number): string | undefined {
    const inArray = (write: () => string): string => {
      const around = this.#isInArray;
      this.#isInArray = true;
      const text = write();
      this.#isInArray = around;
      return text;
    };
    return showLibraryValue(
      { value: content },
      {
        value: (value) => inArray(() => this.render(value, depth + 1)),
        list: (values) => inArray(() => this.#rows(values, depth)),
        items: (values) => inArray(() => this.#all(values, depth)),
      },
    );
  }

  /** Rows in rows, however many dimensions there are: none of them is deeper than the array. */
  #rows(values: unknown, depth: number): string {
    const rows = elementsOf(values) ?? [];
    if (!rows.every((row) => elementsOf(row) !== undefined)) return `[${this.#all(rows, depth)}]`;
    const written: string[] = [];
    for (const row of rows) {
      if (this.#left <= 0) break;
      written.push(this.#rows(row, depth));
    }
    return `[${withoutRuns(written).join(", ")}]`;
  }

  #standard(content: unknown, depth: number): string {
    const [type, ...parts] = elementsOf(content) ?? [];
    const [first, second, ...others] = parts;
    if (type === "enum.Flag") return `${this.render(first, depth + 1)}(${this.#all(parts.slice(1), depth)})`;
    if (type === "re.Match" && typeof second === "string")
      return `${this.render(first, depth + 1)}.${second}(${this.#all(others, depth)})`;
    return `${type === "re.Pattern" ? "re.compile" : this.#lastName(type)}(${this.#all(parts, depth)})`;
  }

  #object(content: unknown, depth: number): string {
    const members = membersOf(content);
    const owner = this.#lastName(classNameOf(members));
    const rendered = [owner];
    if (members.has("base")) rendered.push(this.#base(members.get("base"), depth + 1));
    const state = [...membersOf(members.get("state")), ...membersOf(members.get("slots"))].filter(
      ([name]) => !isMemo(members, name),
    );
    const shown = state.filter(([name]) => this.#showsAttribute(name));
    const isHidden = shown.length === 0 && !members.has("base");
    for (const [name, item] of isHidden && this.#showsHidden ? state : shown) {
      if (this.#left <= 0) break;
      rendered.push(`${name}=${this.#attribute(`${owner}.${name}`, item, depth)}`);
    }
    return `<${rendered.join(" ")}>`;
  }

  /** As whoever makes it writes it. */
  #made(content: unknown, depth: number): string {
    const members = membersOf(content);
    const call = members.get("call");
    const owner = members.get("of");
    const own = owner === undefined ? this.#lastName(call) : this.render(owner, depth);
    const isOfItself = owner === undefined || call === undefined || call === "__call__";
    const method = isOfItself ? "" : `.${this.#shorten(call)}`;
    const given = call === undefined ? "" : `(${this.#arguments(members, depth)})`;
    const taken = (elementsOf(members.get("take")) ?? []).map((step) => {
      const { attribute, item } = Object.fromEntries(membersOf(step));
      return attribute === undefined ? `[${this.render(item, depth + 1)}]` : `.${this.#shorten(attribute)}`;
    });
    const since = (elementsOf(members.get("since")) ?? []).map((later) => {
      const held = membersOf(later);
      if (held.has("attribute"))
        return `.${this.#shorten(held.get("attribute"))} = ${this.render(held.get("value"), depth + 1)}`;
      return `.${this.#shorten(held.get("call"))}(${this.#arguments(held, depth)})`;
    });
    const first = [own, method, given, ...taken].join("");
    return since.length === 0 ? first : `<${first} after ${since.join(", ")}>`;
  }

  #arguments(call: ReadonlyMap<string, unknown>, depth: number): string {
    const positional = this.#all(call.get("positional"), depth);
    const keywords = [...membersOf(call.get("keywords"))].map(
      ([name, value]) => `${name}=${this.render(value, depth + 1)}`,
    );
    return [...(positional === "" ? [] : [positional]), ...keywords].join(", ");
  }

  #attribute(name: string, value: unknown, depth: number): string {
    const left = this.#left;
    if (this.#told !== undefined && !holdsReference(value)) {
      const isLong = this.#plain(value, depth).length >= LONG_ATTRIBUTE;
      if (this.#isTold(name, canonicalJson(value)) && isLong) return AS_ABOVE;
    }
    const text = this.#within(this.#attributeLength, () => this.render(value, depth + 1));
    if (this.#told === undefined || !holdsReference(value)) return text;
    // A number that is given within it would be given nowhere.
    const isWhole = text.length >= LONG_ATTRIBUTE && !/(?<!<)#\d|…/u.test(text);
    if (!isWhole || !this.#isTold(name, text)) return text;
    this.#left = left - AS_ABOVE.length;
    return AS_ABOVE;
  }

  /** Whether an attribute was last told so; it is then. */
  #isTold(name: string, content: string): boolean {
    const isTold = this.#told?.get(name) === content;
    this.#told?.set(name, content);
    return isTold;
  }

  /** A value as it is written where nothing was written before: by that two are compared. */
  #plain(value: unknown, depth: number): string {
    const plain = new Renderer(ATTRIBUTE_LENGTH, {
      maxDepth: this.#maxDepth,
      showsAttribute: this.#showsAttribute,
      showsHidden: this.#showsHidden,
      shared: this.#shared,
      ...(this.#names === undefined ? {} : { names: this.#names }),
      around: this.#around,
      numberOf: this.#numberOf,
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
    if (typeof index !== "number") return "…";
    if (value === undefined) return this.#aroundAt(index);
    const name = this.#names?.get(index);
    if (name !== undefined) return name;
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

  /** A value of an observation that the one being written stands in; of several of a name counted from the inside. */
  #aroundAt(index: number): string {
    const name = this.#around[index];
    if (name === undefined) return "…";
    const among = this.#around.slice(index).filter((other) => other === name).length;
    return among === 1 ? `<the ${name} around it>` : `<the ${name} around it, ${among - 1} further out>`;
  }

  /** As it is written; of its names those that do not say themselves what they mean. */
  #function(content: unknown, depth: number): string {
    const members = membersOf(content);
    const text = this.#shorten(members.get("text") ?? content)
      .replaceAll(/\n\s*/gu, "; ")
      .replaceAll(":; ", ": ");
    const values = [...membersOf(members.get("values"))]
      .filter(([name, value]) => !isPythonNameOf(name, value))
      .map(([name, value]) => `${name}=${this.render(value, depth + 1)}`);
    return values.length === 0 ? text : `<${text} with ${values.join(", ")}>`;
  }

  #callback(content: unknown, depth: number): string {
    const calls = (elementsOf(membersOf(content).get("calls")) ?? []).map((call) => {
      const { given, gives } = showRecordedCall(call, (value) => this.render(value, depth + 1));
      return `(${given}) ${gives}`;
    });
    return calls.length === 0 ? "<callback that is never called>" : `<callback ${calls.join("; ")}>`;
  }
}

/** Tags of values that something may stand in, where a reference leads back to them. */
const HOLDERS: ReadonlySet<string> = new Set(["tuple", "set", "frozenset", "deque", "dict"]);

function kindOf({ tag, content }: TaggedValue): string | undefined {
  if (ITERATORS.has(tag)) return "iterator";
  if (tag === "object") return nameOfClass(classNameOf(membersOf(content)));
  return HOLDERS.has(tag) || tag === "value" ? tag : undefined;
}

function positionOf(file: unknown): string {
  const position = membersOf(file).get("position");
  return typeof position === "number" && position > 0 ? ` at ${position}` : "";
}

function isCodePoint(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 0x10ffff;
}

function textOfPoints(content: unknown, most: number): string {
  const points = (elementsOf(content) ?? []).slice(0, Math.max(most, 1));
  return points.map((point) => (isCodePoint(point) ? String.fromCodePoint(point) : "?")).join("");
}

/** Equal neighbours from which on they are counted instead of written. */
const LONG_RUN = 8;

/** Items of a list, a long run of equal ones as the first of them and how many more there are. */
function withoutRuns(items: readonly string[]): string[] {
  const shown: string[] = [];
  for (let at = 0; at < items.length; ) {
    const item = items[at] ?? "";
    let length = 1;
    while (at + length < items.length && items[at + length] === item) length++;
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
  const waiting = [value];
  for (let one = waiting.pop(); one !== undefined || waiting.length > 0; one = waiting.pop()) {
    if (one === null || typeof one !== "object") continue;
    if ("ref" in one && Object.keys(one)[0] === "ref") return true;
    for (const part of Object.values(one)) waiting.push(part);
  }
  return false;
}
