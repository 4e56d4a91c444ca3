import type ts from "typescript-api";

import type { FileEdit } from "../../../file-edit.ts";
import { RenameStop, type RenameRequest } from "../../../rename-outcome.ts";
import type { Renaming } from "../../../resolution.ts";
import { getCompiler } from "../compiler.ts";
import type { ScriptSources } from "../program.ts";
import { toVirtual } from "../virtual-files.ts";
import { checkRenamed, type CheckedProgram } from "./check-renamed.ts";
import { placeOf, toUnit } from "./file-places.ts";
import { findNameSpots, nodeAt, type NamePosition, type NameSpots } from "./name-spots.ts";
import { checkReadOutside } from "./read-outside.ts";
import { openTrialProgram, type TrialProgram } from "./trial-program.ts";
import { findUnknownNames } from "./unknown-names.ts";

/**
 * Renames by the compiler's language service, and then looks at the files with the new name: the same places have to mean the same thing, and the checker
 * may not find an error that it did not find before. The service starts with the first renaming.
 */
export function createRenamer(sources: ScriptSources): (request: RenameRequest) => Renaming {
  let opened: CheckedProgram | undefined;
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
    checkRenamed(opened, spots, { start, newName: own, isLocal });
    return { edits: editsOf(trial, spots), isVisible: !isLocal && !isErased(symbol) };
  };
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
    open.map((position) => placeOf(trial.program, { ...position, end: position.at + symbol.name.length })),
  );
}

function editsOf(trial: TrialProgram, spots: NameSpots): readonly FileEdit[] {
  return [...spots.values()]
    .map((spot) => {
      const { path, span } = placeOf(trial.program, spot);
      return { path, ...span, text: spot.text };
    })
    .sort((one, other) =>
      one.path === other.path ? one.start - other.start : one.path < other.path ? -1 : 1,
    );
}
