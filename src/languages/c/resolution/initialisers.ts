import type { Body, InitialiserTarget } from "./body.ts";
import { endOfBracket, isNameAt, MAX_READ_DEPTH, skipBracket, take, textAt } from "./cursor.ts";
import type { Named, StructEntity } from "./entities.ts";

/** Reads an initial value, or `{ … }` with those of items and fields; functions in it flow to where they are put. */
export function readInitialiser(body: Body, into: InitialiserTarget): void {
  const { cursor } = body;
  if (textAt(cursor) !== "{") {
    const value = body.readers.assignment(body);
    for (const node of value.nodes) for (const store of into.stores) body.flow.addFlow(node, store);
    return;
  }
  if (cursor.depth > MAX_READ_DEPTH) {
    skipBracket(cursor);
    return;
  }
  cursor.depth++;
  readList(body, into);
  cursor.depth--;
}

function readList(body: Body, into: InitialiserTarget): void {
  const { cursor } = body;
  const type = body.program.resolve(into.type);
  const struct = type.kind === "struct" ? type.struct : undefined;
  const end = endOfBracket(cursor, cursor.index);
  const isArray = into.dimensions > 0 && !isStructInside(body, struct, end);
  cursor.index++;
  for (let position = 0; cursor.index < end - 1; position++) {
    const before = cursor.index;
    const designated = readDesignators(body, struct);
    if (designated.position !== undefined) position = designated.position;
    const target = designated.target ?? targetAt(body, into, { struct, isArray, position });
    readInitialiser(body, target);
    take(cursor, ",");
    if (cursor.index === before) cursor.index++;
  }
  cursor.index = end;
}

/** An array of structs whose items have no braces of their own is read as fields in turn; so is `(struct s) { … }`. */
function isStructInside({ cursor }: Body, struct: StructEntity | undefined, end: number): boolean {
  if (struct === undefined) return false;
  const first = textAt(cursor, 1);
  return cursor.index + 1 < end - 1 && first !== "{" && first !== "[";
}

type ListState = {
  readonly struct: StructEntity | undefined;
  readonly isArray: boolean;
  readonly position: number;
};

function targetAt(
  body: Body,
  into: InitialiserTarget,
  { struct, isArray, position }: ListState,
): InitialiserTarget {
  if (isArray) return { ...into, dimensions: into.dimensions - 1 };
  if (struct === undefined) return { ...into, dimensions: Math.max(0, into.dimensions - 1) };
  const isItem = textAt(body.cursor) === "{" && into.dimensions > 0;
  if (isItem && position >= struct.fields.length) return { ...into, dimensions: into.dimensions - 1 };
  const place = into.dimensions > 0 ? position % Math.max(1, struct.fields.length) : position;
  return fieldTarget(body, struct, struct.fields[place]);
}

function fieldTarget(body: Body, struct: StructEntity, field: Named | undefined): InitialiserTarget {
  const name = field?.name?.text;
  if (field === undefined || name === undefined) return { type: { kind: "any" }, dimensions: 0, stores: [] };
  const stores = body.holders.canHold(field.type) ? [body.holders.field(struct, name)] : [];
  return { type: field.type, dimensions: field.dimensions, stores };
}

/** `.field =`, `[index] =`, `.field.inner =` and the old `field:`. */
function readDesignators(
  body: Body,
  struct: StructEntity | undefined,
): { readonly position: number | undefined; readonly target: InitialiserTarget | undefined } {
  const { cursor } = body;
  let current = struct;
  let target: InitialiserTarget | undefined;
  let position: number | undefined;
  const enterField = (): void => {
    const token = cursor.tokens[cursor.index++];
    if (token === undefined) return;
    const field = current && body.program.fieldOf(current, token.text);
    body.findings.seeName?.(token, { kind: "field", struct: field && current });
    if (target === undefined && current !== undefined) position = current.fields.indexOf(field as Named);
    target =
      current === undefined || field === undefined
        ? { type: { kind: "any" }, dimensions: 0, stores: [body.holders.unknownField(token.text).store] }
        : fieldTarget(body, current, field);
    const type = body.program.resolve(target.type);
    current = type.kind === "struct" ? type.struct : undefined;
  };
  for (;;) {
    if (textAt(cursor) === "." && isNameAt(cursor, 1)) {
      cursor.index++;
      enterField();
    } else if (textAt(cursor) === "[") skipIndex(body);
    else if (struct !== undefined && isNameAt(cursor) && textAt(cursor, 1) === ":") {
      enterField();
      cursor.index++;
      return { position: position ?? 0, target };
    } else break;
  }
  take(cursor, "=");
  return { position: position === -1 ? undefined : position, target };
}

function skipIndex(body: Body): void {
  body.muted++;
  skipBracket(body.cursor);
  body.muted--;
}
