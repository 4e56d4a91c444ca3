import {
  declareLocal,
  isTypeName,
  type Aside,
  type Body,
  type BodyFindings,
  type BodyReaders,
  type Local,
} from "./body.ts";
import { isAtEnd, matchBrackets, type ReaderEvents } from "./cursor.ts";
import { ANY, type FileDeclarations, type FunctionEntity, type StructEntity } from "./entities.ts";
import { isType, readAssignment, readExpression } from "./expressions.ts";
import type { Flow } from "./flow.ts";
import type { Holders } from "./holders.ts";
import { readInitialiser } from "./initialisers.ts";
import { openCursor, separateAsides, type PreparedFile } from "./prepared-file.ts";
import type { Program } from "./program.ts";
import { readTypeName } from "./specifiers.ts";
import { readBlock, readStatements } from "./statements.ts";

/** What bodies of one repository have in common. */
export interface BodyWorld {
  readonly program: Program;
  readonly flow: Flow;
  readonly holders: Holders;
  readonly findings: BodyFindings;
  /** Gives a struct that is defined inside of a function its number. */
  readonly addStruct: (struct: Omit<StructEntity, "id">) => StructEntity;
}

const readers: BodyReaders = {
  block: readBlock,
  initialiser: readInitialiser,
  assignment: readAssignment,
  expression: readExpression,
  asides: readAsides,
  isType,
};

/** Reads the initial values and the function bodies of a file. */
export function readBodies(world: BodyWorld, unit: number, file: PreparedFile): void {
  const declarations = world.program.declarations[unit];
  if (declarations === undefined) return;
  readInitialValues(world, { unit, file, declarations });
  let nextAside = 0;
  for (const caller of declarations.functions) {
    const [start, end] = caller.body;
    const tokens = file.tokens.slice(start, end);
    while ((file.asides[nextAside]?.index ?? Infinity) <= start) nextAside++;
    const asides: Aside[] = [];
    for (
      let aside = file.asides[nextAside];
      aside !== undefined && aside.index < end;
      aside = file.asides[++nextAside]
    ) {
      asides.push({ index: aside.index - start, tokens: aside.tokens });
    }
    const body = openBody(world, { unit, file: { tokens, ends: matchBrackets(tokens), asides }, caller });
    caller.parameters.forEach((parameter, position) => {
      if (parameter.name === undefined) return;
      const { type, dimensions } = parameter;
      const node = world.holders.canHold(type) ? world.holders.parameter(caller, position) : undefined;
      body.scopes[0]?.set(parameter.name.text, { type, dimensions, node, isTypedef: false });
      world.findings.seeName?.(parameter.name, { kind: "local" });
    });
    readBlock(body);
    readAsides(body);
  }
}

type BodyFile = { readonly unit: number; readonly file: PreparedFile };

function readInitialValues(
  world: BodyWorld,
  { unit, file, declarations }: BodyFile & { readonly declarations: FileDeclarations },
): void {
  for (const variable of declarations.variables) {
    if (variable.initialiser === undefined) continue;
    const [start, end] = variable.initialiser;
    const tokens = file.tokens.slice(start, end);
    const body = openBody(world, {
      unit,
      file: { tokens, ends: matchBrackets(tokens), asides: [] },
      caller: undefined,
    });
    const { type, dimensions } = variable;
    const stores = world.holders.canHold(type) ? [world.holders.variable(variable)] : [];
    readInitialiser(body, { type, dimensions, stores });
  }
}

function openBody(
  world: BodyWorld,
  { unit, file, caller }: BodyFile & { readonly caller: FunctionEntity | undefined },
): Body {
  const { program, flow, holders, findings } = world;
  const scopes: Map<string, Local>[] = [new Map()];
  const events: ReaderEvents = {
    addStruct: world.addStruct,
    addEnumerator: (name) =>
      void declareLocal(body, name, { type: { kind: "plain" }, dimensions: 0, isTypedef: false }),
    seeType: (token, type) => findings.seeName?.(token, { kind: "type", type }),
    isType: (name) => isTypeName(body, name),
    typeOf: () => {
      if (isType(body, body.cursor.index)) return readTypeName(body.cursor, ")");
      body.muted++;
      const { type } = readExpression(body);
      body.muted--;
      return type;
    },
  };
  const cursor = openCursor(file, unit, events);
  const body: Body = {
    program,
    flow,
    holders,
    findings,
    caller,
    unit,
    cursor,
    scopes,
    muted: 0,
    asides: file.asides.toReversed(),
    isAside: false,
    readers,
  };
  return body;
}

/** Reads what stands aside up to the next token as statements of the same function, in the same scopes. */
function readAsides(body: Body): void {
  if (body.isAside) return;
  const { cursor } = body;
  for (
    let aside = body.asides.at(-1);
    aside !== undefined && aside.index <= cursor.index;
    aside = body.asides.at(-1)
  ) {
    body.asides.pop();
    body.isAside = true;
    const file = separateAsides(aside.tokens);
    body.cursor = openCursor(file, body.unit, cursor);
    while (!isAtEnd(body.cursor)) readStatements(body, file.tokens.length);
    body.cursor = cursor;
    body.isAside = false;
  }
}

/** For readers outside of functions: nothing is known of any name yet. */
export const NO_TYPES: Pick<ReaderEvents, "isType" | "typeOf" | "seeType"> = {
  isType: () => undefined,
  typeOf: () => ANY,
  seeType: () => undefined,
};
