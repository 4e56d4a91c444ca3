import { sha256, type RepositoryPath } from "../../base/index.ts";
import type { Resolution, Structure } from "../../languages/index.ts";
import { packText } from "./pack.ts";

/** A file to read, and what of it is wanted. */
export interface FileToExtract {
  readonly path: RepositoryPath;
  readonly text: string;
  readonly wantsStructure: boolean;
  readonly wantsSummary: boolean;
}

/** What was wanted of a file, packed. */
export interface ExtractedFile {
  readonly structure?: PackedPart;
  readonly summary?: PackedPart;
}

/** Something packed, and the digest of its JSON. */
export interface PackedPart {
  readonly digest: string;
  readonly data: Uint8Array;
}

/** What reads files of a language. */
export interface Extractors {
  readonly structure: Structure;
  readonly resolution?: Resolution | undefined;
}

/** Reads a file. Both parts are asked for in a row, so that a language can parse once for both. */
export function extract(
  { structure, resolution }: Extractors,
  { path, text, wantsStructure, wantsSummary }: FileToExtract,
): ExtractedFile {
  return {
    ...(wantsStructure ? { structure: packPart(structure.read(path, text)) } : {}),
    ...(wantsSummary && resolution !== undefined
      ? { summary: packPart(resolution.summarise(path, text)) }
      : {}),
  };
}

function packPart(value: unknown): PackedPart {
  const json = JSON.stringify(value);
  return { digest: sha256(json), data: packText(json) };
}
