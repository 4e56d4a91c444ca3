import { RenameStop } from "../../../rename-outcome.ts";
import { findRepositoryPath } from "../virtual-files.ts";
import { placeOf } from "./file-places.ts";
import {
  findNameSpots,
  keyOfPosition,
  type NamePosition,
  type NameSpot,
  type NameSpots,
} from "./name-spots.ts";
import type { TrialProgram } from "./trial-program.ts";

/** A program, and how many errors its files have, counted when first asked for. */
export interface CheckedProgram {
  readonly trial: TrialProgram;
  readonly errors: Map<string, ReadonlyMap<number, number>>;
}

/** What was renamed: where the renaming began, to what, and whether only its file sees it. */
export interface RenamedName {
  readonly start: NamePosition;
  readonly newName: string;
  readonly isLocal: boolean;
}

/** Throws where the new name would mean something else, or would no longer fit, somewhere. */
export function checkRenamed(
  { trial, errors }: CheckedProgram,
  spots: NameSpots,
  { start, newName, isLocal }: RenamedName,
): void {
  const byFile = Map.groupBy(spots.values(), ({ file }) => file);
  const checked = isLocal
    ? trial.files.filter(({ fileName }) => byFile.has(fileName))
    : trial.filesReaching(new Set(byFile.keys()));
  for (const file of checked)
    if (!errors.has(file.fileName)) errors.set(file.fileName, trial.countErrors(file));
  const texts = new Map([...byFile].map(([file, own]) => [file, withSpots(textOf(trial, file), own)]));
  const expected = new Set([...spots.values()].map((spot) => keyOfPosition(movedTo(spot, byFile))));
  const first = spots.get(keyOfPosition(start)) ?? [...spots.values()][0];
  const places = [...spots.values()].map((spot) => placeOf(trial.program, spot));
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
