import type { RepositoryPath } from "../../../base/index.ts";
import type { CodePlace, NameUse, ResolvedRepository } from "../../resolution.ts";
import { meaningByName, readMeanings, type NameMeaning, type SourceWorld } from "./meanings.ts";
import { bytesAt } from "./summary.ts";
import { isSame, symbolsOf, type Symbol } from "./symbols.ts";
import { tokenise, type Token } from "./tokens.ts";

/** Answers where declarations are used and what names mean. Files are read again when something is asked of them. */
export function createUses(world: SourceWorld): Pick<ResolvedRepository, "findUses" | "findDeclaration"> {
  const { units, program } = world;
  const byPath = new Map(units.map((unit) => [unit.path, unit]));

  const findSymbol = ({ path, name, line }: CodePlace): Symbol | undefined => {
    const unit = byPath.get(path);
    if (unit === undefined) return undefined;
    let found: Symbol | undefined;
    for (const symbol of symbolsOf(program, unit)) {
      if (symbol.name !== name) continue;
      if (symbol.line === line) return symbol;
      found ??= symbol;
    }
    return found;
  };
  const findUses = (declaration: CodePlace): readonly NameUse[] => {
    const target = findSymbol(declaration);
    if (target === undefined) return [];
    const { text } = target.token;
    const word = new RegExp(`(?<![\\w$])${text.replaceAll("$", "\\$")}(?![\\w$])`);
    return units.flatMap((unit) => (word.test(unit.summary.code) ? usesIn(unit.index, target) : []));
  };
  const usesIn = (unit: number, target: Symbol): NameUse[] => {
    const source = units[unit];
    if (source === undefined) return [];
    const meanings = readMeanings(world, unit, target.token.text);
    const uses = writtenNames(world, unit, target.token.text).flatMap((token) => {
      const how = howUsed(world, { token, target, meaning: meanings.get(token.at) });
      return how === undefined ? [] : [{ at: token.at, how }];
    });
    const starts = bytesAt(
      source.summary,
      uses.map(({ at }) => at),
    );
    return uses.map(({ how }, index): NameUse => {
      const start = starts[index] ?? 0;
      return { path: source.path, span: { start, end: start + Buffer.byteLength(target.token.text) }, how };
    });
  };
  return { findUses, findDeclaration: (path, at) => findDeclaration(world, byPath.get(path)?.index, at) };
}

type AskedUse = { readonly token: Token; readonly target: Symbol; readonly meaning: NameMeaning | undefined };

function howUsed(world: SourceWorld, { token, target, meaning }: AskedUse): NameUse["how"] | undefined {
  const isTarget = (symbol: Symbol): boolean => isSame(symbol, target);
  const isExpanded = target.kind === "macro";
  if (meaning !== undefined && !isExpanded) {
    if (meaning.symbols.some(isTarget)) return "declared";
    return target.kind === "field" && !meaning.isSure ? "name" : undefined;
  }
  if (target.kind === "field") return undefined;
  const { symbols, isSure } = meaningByName(world, token);
  if (!symbols.some(isTarget)) return undefined;
  return isSure ? "declared" : "name";
}

/** The names of a file that are written so, those in directives and in branches that are left out included. */
function writtenNames({ units }: SourceWorld, unit: number, name: string): Token[] {
  const source = units[unit];
  if (source === undefined) return [];
  return tokenise(source.summary, unit)
    .flatMap(({ tokens }) => tokens)
    .filter(({ kind, text }) => kind === "name" && text === name);
}

function findDeclaration(world: SourceWorld, unit: number | undefined, at: number): CodePlace | undefined {
  const source = unit === undefined ? undefined : world.units[unit];
  if (source === undefined) return undefined;
  const tokens = tokenise(source.summary, source.index).flatMap((piece) => piece.tokens);
  const starts = bytesAt(
    source.summary,
    tokens.map((token) => token.at),
  );
  const index = starts.findLastIndex((start) => start <= at);
  const token = tokens[index];
  if (token?.kind !== "name" || at >= (starts[index] ?? 0) + Buffer.byteLength(token.text)) return undefined;
  const read = readMeanings(world, source.index, token.text).get(token.at);
  const [symbol] = (read ?? meaningByName(world, token)).symbols;
  return symbol && placeOf(world, symbol);
}

function placeOf({ units }: SourceWorld, { unit, name, line }: Symbol): CodePlace {
  const path: RepositoryPath = units[unit]?.path ?? "";
  return { path, name, line };
}
