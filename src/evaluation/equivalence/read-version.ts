import { editedDefinition, editTarget, referenceFile, type EditedFile } from "../../judge/index.ts";
import type { ComparedTarget } from "./compared-target.ts";

/** A version of the function in its file. */
export interface Version extends EditedFile {
  /** The definition's own text. */
  readonly definitionText: string;
}

/** The file with a version in it, or why there is none. */
export type ReadVersion =
  | { readonly status: "read"; readonly version: Version }
  | { readonly status: "refused"; readonly message: string };

/** Puts a version into the file; without one, the file's own. Runs nothing. */
export function readVersion(target: ComparedTarget, completion: string | undefined): ReadVersion {
  if (completion === undefined) return { status: "read", version: ownVersion(target) };
  const edited = editTarget(target, completion);
  if (edited.status === "refused") return edited;
  return { status: "read", version: { ...edited, definitionText: editedDefinition(edited) } };
}

function ownVersion(target: ComparedTarget): Version {
  const { start, end } = target.definition.spans.whole;
  const definitionText = Buffer.from(target.originalText).subarray(start, end).toString();
  return { ...referenceFile(target), definitionText };
}
