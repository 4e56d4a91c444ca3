import { extname } from "node:path";

import { CodeEditor, openCodeIndex } from "../../../src/analysis/index.ts";
import { applyEdits } from "../../../src/base/index.ts";
import {
  loadParts,
  type Declaration,
  type LanguageWith,
  type RenameOutcome,
  type StructuredFile,
} from "../../../src/languages/index.ts";

export type Editable = LanguageWith<"structure" | "rewriting">;

/** A language that can be edited. */
export function givenLanguage(name: string): Promise<Editable> {
  return loadParts(name, ["structure", "rewriting"], "edit");
}

/** A file of it. */
export function givenFile({ structure }: Editable, path: string, text: string): StructuredFile {
  return { path, text, structure: structure.read(path, text) };
}

/** The declaration of a qualified name. */
export function declarationOf({ structure }: StructuredFile, name: string): Declaration {
  const found = structure.declarations.find((one) => one.name === name);
  if (found === undefined)
    throw new Error(`No ${name} among ${structure.declarations.map((one) => one.name).join(", ")}`);
  return found;
}

const SCRIPTS = ["typescript", "javascript"];
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  ".java": ["java"],
  ".js": SCRIPTS,
  ".ts": SCRIPTS,
  ".tsx": SCRIPTS,
};

/** What renaming gives in a repository: the files that changed, or the reason. `mark` is a text that begins with the name. */
export async function renamed(
  files: Readonly<Record<string, string>>,
  { path, mark, to }: { readonly path: string; readonly mark: string; readonly to: string },
): Promise<Readonly<Record<string, string>> | string> {
  const names = LANGUAGES[extname(path)] ?? ["python"];
  const languages = await Promise.all(
    names.map((name) => loadParts(name, ["structure", "resolution", "rewriting"], "rename")),
  );
  const { views } = await openCodeIndex(new Map(Object.entries(files)), { languages });
  const [view] = views;
  if (view === undefined) throw new Error("No view");
  const at = Buffer.byteLength(files[path]?.slice(0, files[path]?.indexOf(mark)) ?? "");
  const outcome: RenameOutcome = new CodeEditor(view).renameAt({ path, at, newName: to });
  if (outcome.status === "refused") return outcome.reason;
  return Object.fromEntries(
    [...Map.groupBy(outcome.edits, (edit) => edit.path)].map(([one, edits]) => [
      one,
      applyEdits(files[one] ?? "", edits),
    ]),
  );
}
