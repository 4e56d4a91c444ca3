import type ts from "typescript-api";

import type { FileEdit } from "../../../file-edit.ts";
import { RenameStop, type FilePlace, type RenameRequest } from "../../../rename-outcome.ts";
import type { Renaming } from "../../../resolution.ts";
import { byteOffsets, lastAtMost } from "../../../text-offsets.ts";
import { getCompiler } from "../compiler.ts";
import type { ScriptSources } from "../program.ts";
import { findRepositoryPath, toVirtual } from "../virtual-files.ts";
import {
  findNameSpots,
  keyOfPosition,
  nodeAt,
  type NamePosition,
  type NameSpot,
  type NameSpots,
} from "./name-spots.ts";
import { checkReadOutside } from "./read-outside.ts";
import { openTrialProgram, type TrialProgram } from "./trial-program.ts";
import { findUnknownNames } from "./unknown-names.ts";

/**
 * Renames by the compiler's language service, and then looks at the files with the new name: the same places have to mean the same thing, and the checker
 * may not find an error that it did not find before. The service starts with the first renaming.
 */
export function createRenamer(sources: ScriptSources): (request: RenameRequest) => Renaming {
  let opened: Opened | undefined;
  return ({ path, at, newName }) => {
    opened ??= { trial: openTrialProgram(sources), errors: new Map() };
    const { trial } = opened;
    const file = trial.program.getSourceFile(toVirtual(path));
    const start = file && { file: file.fileName, at: toUnit(file, at) };
    const symbol = start && findSymbol(trial, start);
    if (start === undefined || symbol === undefined)
      throw new RenameStop("unknown_name", `nobody can tell what stands there in ${path}`);
    const own = symbol.name.startsWith("__#") ? `#${newName}` : newName;
    const spots = findNameSpots(trial, start, own);
    if (spots.size === 0)
      throw new RenameStop("unknown_name", `what is named there in ${path} cannot be renamed`);
    const isMember = isMemberOf(symbol);
    const isLocal = !isMember && isSeenByFileOnly(symbol, trial, spots);
    checkReadOutside(trial, spots);
    if (!isLocal) checkUnknown(trial, spots, { symbol, isMember });
    checkAfterwards(opened, spots, { start, newName: own, isLocal });
    return { edits: editsOf(trial, spots), isVisible: !isLocal && !isErased(symbol) };
  };
}

/** A program and the errors of its files, counted when first asked for. */
interface Opened {
  readonly trial: TrialProgram;
  readonly errors: Map<string, ReadonlyMap<number, number>>;
}

function findSymbol({ program }: TrialProgram, { file, at }: NamePosition): ts.Symbol | undefined {
  const node = nodeAt(program.getSourceFile(file), at);
  const checker = program.getTypeChecker();
  const symbol = node && checker.getSymbolAtLocation(node);
  if (symbol === undefined) return undefined;
  return symbol.flags & getCompiler().SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function isMemberOf({ flags }: ts.Symbol): boolean {
  const { SymbolFlags } = getCompiler();
  return (flags & (SymbolFlags.ClassMember | SymbolFlags.EnumMember)) !== 0;
}

/** True for what exists for the checker alone: no running program finds it by a text. */
function isErased({ flags }: ts.Symbol): boolean {
  const { SymbolFlags } = getCompiler();
  return (flags & ~(SymbolFlags.Interface | SymbolFlags.TypeAlias | SymbolFlags.TypeParameter)) === 0;
}

function isSeenByFileOnly(symbol: ts.Symbol, { program }: TrialProgram, spots: NameSpots): boolean {
  if (new Set([...spots.values()].map(({ file }) => file)).size !== 1) return false;
  const ts = getCompiler();
  const checker = program.getTypeChecker();
  return (symbol.declarations ?? []).every((declaration) => {
    const file = declaration.getSourceFile();
    const module = checker.getSymbolAtLocation(file);
    const isExported = module !== undefined && checker.getExportsOfModule(module).includes(symbol);
    // What a script without imports and exports declares, other scripts see.
    const isScript = !ts.isExternalModule(file) && !/\b(?:require|exports)\b/u.test(file.text);
    return !isExported && !(isScript && isAtTop(declaration));
  });
}

function isAtTop(node: ts.Node): boolean {
  const ts = getCompiler();
  const list = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  return ts.isSourceFile(list.parent);
}

function checkUnknown(
  trial: TrialProgram,
  spots: NameSpots,
  { symbol, isMember }: { readonly symbol: ts.Symbol; readonly isMember: boolean },
): void {
  const isOptional = (symbol.flags & getCompiler().SymbolFlags.Optional) !== 0;
  const open = findUnknownNames(trial, spots, { name: symbol.name, isMember, isOptional });
  if (open.length === 0) return;
  const count = `${open.length} ${open.length === 1 ? "place" : "places"}`;
  throw new RenameStop(
    "uncertain_uses",
    `${count} may mean it or something else of that name`,
    open.map((position) => placeOf(trial, { ...position, end: position.at + symbol.name.length })),
  );
}

/** Throws where the new name would mean something else, or would no longer fit, somewhere. */
function checkAfterwards(
  { trial, errors }: Opened,
  spots: NameSpots,
  {
    start,
    newName,
    isLocal,
  }: { readonly start: NamePosition; readonly newName: string; readonly isLocal: boolean },
): void {
  const byFile = Map.groupBy(spots.values(), ({ file }) => file);
  const checked = trial.files.filter(({ fileName }) => !isLocal || byFile.has(fileName));
  for (const file of checked)
    if (!errors.has(file.fileName)) errors.set(file.fileName, trial.countErrors(file));
  const texts = new Map([...byFile].map(([file, own]) => [file, withSpots(textOf(trial, file), own)]));
  const expected = new Set([...spots.values()].map((spot) => keyOfPosition(movedTo(spot, byFile))));
  const first = spots.get(keyOfPosition(start)) ?? [...spots.values()][0];
  const places = [...spots.values()].map((spot) => placeOf(trial, spot));
  trial.tryTexts(texts, () => {
    const again =
      first === undefined ? new Map<string, NameSpot>() : findNameSpots(trial, movedTo(first, byFile), "_");
    if (again.size !== expected.size || [...again.keys()].some((key) => !expected.has(key)))
      throw new RenameStop("name_taken", `"${newName}" means something else in places`, places);
    for (const { fileName } of checked) {
      const file = trial.program.getSourceFile(fileName);
      if (file === undefined) continue;
      const before = errors.get(fileName);
      const isWorse = [...trial.countErrors(file)].some(([code, count]) => count > (before?.get(code) ?? 0));
      if (isWorse)
        throw new RenameStop(
          "uncertain_uses",
          `${findRepositoryPath(fileName)} would have an error of types`,
          places,
        );
    }
  });
}

function textOf({ program }: TrialProgram, file: string): string {
  return program.getSourceFile(file)?.text ?? "";
}

function withSpots(text: string, spots: readonly NameSpot[]): string {
  return spots
    .toSorted((one, other) => other.at - one.at)
    .reduce((left, { at, end, text: written }) => left.slice(0, at) + written + left.slice(end), text);
}

/** Where the new name of a spot begins once all are written. */
function movedTo(
  { file, at, lead }: NameSpot,
  byFile: ReadonlyMap<string, readonly NameSpot[]>,
): NamePosition {
  const before = (byFile.get(file) ?? []).filter((one) => one.at < at);
  return { file, at: before.reduce((sum, one) => sum + one.text.length - (one.end - one.at), at) + lead };
}

function editsOf(trial: TrialProgram, spots: NameSpots): readonly FileEdit[] {
  return [...spots.values()]
    .map((spot) => {
      const { path, span } = placeOf(trial, spot);
      return { path, ...span, text: spot.text };
    })
    .sort((one, other) =>
      one.path === other.path ? one.start - other.start : one.path < other.path ? -1 : 1,
    );
}

function placeOf(
  { program }: TrialProgram,
  { file, at, end }: NamePosition & { readonly end: number },
): FilePlace {
  const bytes = byteOffsets(program.getSourceFile(file)?.text ?? "");
  return {
    path: findRepositoryPath(file) ?? "",
    span: { start: bytes?.[at] ?? at, end: bytes?.[end] ?? end },
  };
}

function toUnit({ text }: ts.SourceFile, byte: number): number {
  const bytes = byteOffsets(text);
  return bytes === undefined ? byte : lastAtMost(bytes, byte);
}
