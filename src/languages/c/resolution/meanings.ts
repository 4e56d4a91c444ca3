import { NO_TYPES, readBodies } from "./bodies.ts";
import type { BodyFindings, Meaning } from "./body.ts";
import type { Configuration } from "./conditions.ts";
import { readDefinitions } from "./definitions.ts";
import type { CType, StructEntity } from "./entities.ts";
import { createFlow } from "./flow.ts";
import { createHolders } from "./holders.ts";
import { openCursor, type PreparedFile } from "./prepared-file.ts";
import type { Program } from "./program.ts";
import type { SourceUnit } from "./source-unit.ts";
import { symbolOf, symbolOfField, symbolOfMacro, symbolOfTag, symbolsOf, type Symbol } from "./symbols.ts";
import type { Token } from "./tokens.ts";

/** What a repository's files are made of, to ask what names in them mean. */
export interface SourceWorld {
  readonly units: readonly SourceUnit[];
  readonly program: Program;
  readonly configuration: Configuration;
  readonly prepare: (unit: number) => PreparedFile;
}

/** What a name at a place means: symbols, of which the first is the likeliest; `isSure` is false where only the name fits. */
export interface NameMeaning {
  readonly symbols: readonly Symbol[];
  readonly isSure: boolean;
}

const LOCAL: NameMeaning = { symbols: [], isSure: true };

/** Reads a file again and tells what one name means wherever it is written in it, by code unit; names of locals mean no symbol. */
export function readMeanings(
  world: SourceWorld,
  unit: number,
  name: string,
): ReadonlyMap<number, NameMeaning> {
  const { program, units } = world;
  const found = new Map<number, NameMeaning>();
  const see = (token: Pick<Token, "file" | "at" | "text">, meaning: NameMeaning): void => {
    if (token.text === name && token.file === unit && token.at >= 0 && !found.has(token.at))
      found.set(token.at, meaning);
  };
  const source = units[unit];
  if (source === undefined) return found;
  for (const symbol of symbolsOf(program, source))
    see(symbol.token, { symbols: [definedBy(world, symbol)], isSure: true });
  readTypes(world, unit, (token, meaning) => see(token, toSymbols(world, meaning, token)));
  const flow = createFlow();
  const ignore = (): void => undefined;
  const findings: BodyFindings = {
    addDirectCall: ignore,
    addIndirectCall: ignore,
    addPrototypeCall: ignore,
    addOutsideCall: ignore,
    seeName: (token, meaning) => {
      if (token.text === name) see(token, toSymbols(world, meaning, token));
    },
  };
  const holders = createHolders(program, flow);
  readBodies({ program, flow, holders, findings, addStruct: numberStructs() }, unit, world.prepare(unit));
  return found;
}

/** What a name means by the file that it stands in alone, wherever in it: in directives, and in code that was not read. */
export function meaningByName({ program, configuration, units }: SourceWorld, token: Token): NameMeaning {
  const { text, file, line } = token;
  const macros = configuration.macrosOf(text, file, line);
  const own = units[file]?.macros.get(text)?.find(({ macro }) => macro?.line === line)?.macro;
  if (own !== undefined) return { symbols: [symbolOfMacro(own)], isSure: true };
  if (macros.length > 0) return { symbols: macros.map(symbolOfMacro), isSure: macros.length === 1 };
  const entities = [...program.functionsOf(text, file), ...program.variablesOf(text, file)];
  const others = [program.typeNamed(text, file), program.enumeratorNamed(text, file)].filter(
    (each) => each !== undefined,
  );
  const tag = program.structTagged(text, file);
  const symbols = [...entities, ...others].map(symbolOf);
  const tagSymbol = tag && symbolOfTag(tag);
  const all = tagSymbol === undefined ? symbols : [...symbols, tagSymbol];
  return {
    symbols: all,
    isSure: all.length === 1 && /^(?:typedef|tag|enumerator)$/.test(all[0]?.kind ?? ""),
  };
}

/** A prototype means the definition, where there is one; so does `extern`. */
function definedBy({ program }: SourceWorld, symbol: Symbol): Symbol {
  if (symbol.kind === "prototype")
    return firstSymbol(program.functionsOf(symbol.name, symbol.unit)) ?? symbol;
  if (symbol.kind === "variable") return firstSymbol(program.variablesOf(symbol.name, symbol.unit)) ?? symbol;
  return symbol;
}

function firstSymbol(entities: readonly Parameters<typeof symbolOf>[0][]): Symbol | undefined {
  return entities[0] && symbolOf(entities[0]);
}

function toSymbols({ program }: SourceWorld, meaning: Meaning, token: Token): NameMeaning {
  if (meaning.kind === "local") return LOCAL;
  if (meaning.kind === "entities") return { symbols: meaning.entities.map(symbolOf), isSure: true };
  if (meaning.kind === "type") {
    const symbol = typeSymbol(program, meaning.type, token.text);
    return symbol === undefined ? LOCAL : { symbols: [symbol], isSure: true };
  }
  const symbol = meaning.struct && symbolOfField(program, meaning.struct, token.text);
  return symbol === undefined ? { symbols: [], isSure: false } : { symbols: [symbol], isSure: true };
}

function typeSymbol(program: Program, type: CType, name: string): Symbol | undefined {
  if (type.kind === "tag") {
    const struct = program.structTagged(name, type.unit);
    return struct && symbolOfTag(struct);
  }
  const typedef = type.kind === "alias" ? program.typeNamed(name, type.unit) : undefined;
  return typedef && symbolOf(typedef);
}

/** Names of types in declarations outside of functions. */
function readTypes(
  { prepare }: SourceWorld,
  unit: number,
  see: (token: Token, meaning: Meaning) => void,
): void {
  const cursor = openCursor(prepare(unit), unit, {
    ...NO_TYPES,
    addStruct: numberStructs(),
    addEnumerator: () => undefined,
    seeType: (token, type) => see(token, { kind: "type", type }),
  });
  const into = { functions: [], prototypes: [], variables: [], typedefs: [], structs: [], enumerators: [] };
  readDefinitions(cursor, into, { functions: 0, variables: 0 });
}

/** Numbers of their own, below zero, for structs that are read a second time. */
function numberStructs(): (struct: Omit<StructEntity, "id">) => StructEntity {
  let id = 0;
  return (struct) => ({ ...struct, id: --id });
}
