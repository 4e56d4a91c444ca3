import type ts from "typescript-api";

import type { FilePlace } from "../../../rename-outcome.ts";
import { byteOffsets, lastAtMost } from "../../../text-offsets.ts";
import { findRepositoryPath } from "../virtual-files.ts";
import type { NamePosition } from "./name-spots.ts";

/** A stretch of a program's file, in bytes. */
export function placeOf(
  program: ts.Program,
  { file, at, end }: NamePosition & { readonly end: number },
): FilePlace {
  const bytes = byteOffsets(program.getSourceFile(file)?.text ?? "");
  return {
    path: findRepositoryPath(file) ?? "",
    span: { start: bytes?.[at] ?? at, end: bytes?.[end] ?? end },
  };
}

/** The character that stands at a byte. */
export function toUnit({ text }: ts.SourceFile, byte: number): number {
  const bytes = byteOffsets(text);
  return bytes === undefined ? byte : lastAtMost(bytes, byte);
}
