import { DioramaError } from "../base/index.ts";
import type { Definition, Language } from "../languages/index.ts";
import { findMaskedTarget } from "./find-target.ts";
import { maskDefinitions } from "./mask-definitions.ts";

/** A target in a text of its file. */
export interface TargetFile {
  readonly text: string;
  readonly definition: Definition;
}

/** The file in which a target is proven and candidates are graded: as solvers see it, without its twins' bodies, but with its own. */
export function gradedFile(
  { editing, syntax }: Pick<Language, "editing" | "syntax">,
  { text, definition }: TargetFile,
  twins: readonly Definition[],
): TargetFile {
  const graded = maskDefinitions(editing, text, twins).text;
  const { edits } = maskDefinitions(editing, text, [definition, ...twins]);
  const parsed = syntax.parse(definition.path, graded);
  const found = findMaskedTarget(parsed, editing.describe(definition), edits);
  if (found !== undefined) return { text: graded, definition: found };
  throw new DioramaError("bug", `${definition.name} is not in ${definition.path} without its twins.`);
}
