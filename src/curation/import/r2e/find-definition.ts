import type { SourceFile } from "../../../analysis/index.ts";
import type { R2EFunction } from "../../../datasets/index.ts";
import type { Definition, Language } from "../../../languages/index.ts";
import type { RejectionReason } from "../../../spec/index.ts";

/** The definition that a row is about, or why there is none in the repository. */
export type FoundDefinition =
  | { readonly status: "found"; readonly definition: Definition }
  | { readonly status: "rejected"; readonly reason: RejectionReason; readonly detail: string };

/**
 * Finds a row's function in its repository: by the file's real path where the row tells it, else by the file whose dotted path is the row's; of
 * several of its name the last, which is the one that importing leaves. It must be the row's own code: R2E writes code anew from its syntax tree,
 * so names count, and brackets, quotes and comments do not. A row without code is about whatever has its name.
 */
export function findDefinition(
  row: R2EFunction,
  files: readonly SourceFile[],
  language: Language,
): FoundDefinition {
  const name = row.identifier.slice(row.module.length + 1);
  const own = files.filter(({ parsed }) => isFileOf(row, parsed.path));
  const named = own.flatMap((file) =>
    file.parsed.definitions.filter((one) => one.name === name).map((definition) => ({ definition, file })),
  );
  if (named.length === 0) {
    const where = own.map(({ parsed }) => parsed.path).join(", ");
    const detail = where === "" ? `no file is ${row.module}` : `${where} does not define ${name}`;
    return { status: "rejected", reason: "not_found", detail };
  }
  const given = namesOf(row.code, undefined, language);
  const same = named.filter(({ definition, file }) => namesOf(file.text, definition, language) === given);
  const claimsNothing = row.code.trim() === "";
  const [last] = (claimsNothing ? named : same).toReversed();
  if ((claimsNothing || given !== undefined) && last !== undefined)
    return { status: "found", definition: last.definition };
  return {
    status: "rejected",
    reason: "code_differs",
    detail: `${named[0]?.definition.path}:${name} is other code than the row's; give the commit that the rows were made from`,
  };
}

function isFileOf({ module, extension }: R2EFunction, path: string): boolean {
  if (extension !== undefined) return path === extension.path;
  const dotted = path.replace(/\.py$/, "").replaceAll("/", ".");
  return dotted === module || dotted === `${module}.__init__`;
}

/** The names in a body, one after the other; undefined where no definition can be read. */
function namesOf(text: string, given: Definition | undefined, { syntax }: Language): string | undefined {
  const definition = given ?? syntax.parse("row.py", text).definitions[0];
  if (definition === undefined) return undefined;
  const names = syntax.bodyTokens(text, definition).filter(({ kind }) => kind === "name");
  return names.map((token) => token.text).join(" ");
}
