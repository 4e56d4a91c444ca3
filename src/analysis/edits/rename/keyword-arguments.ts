import { RenameStop } from "../../../languages/index.ts";
import { familyOf } from "./families.ts";
import { ownName, placeOf, type Declared, type NamedFiles, type PlacedName } from "./named-files.ts";

/**
 * Keyword arguments by which calls give a parameter of a function. Throws where it cannot be told whether a call with such an argument is one of
 * this function, or where it also reaches an overriding function.
 */
export function keywordArguments(
  files: NamedFiles,
  called: Declared,
  parameter: string,
): readonly PlacedName[] {
  const found = [...files.placesOf(parameter, "keyword")].filter((one) => isCallOf(files, called, one));
  if (found.length > 0 && familyOf(files, called).length > 1)
    throw new RenameStop(
      "uncertain_uses",
      `calls name the parameter, and other functions override "${called.declaration.name}"`,
      found,
    );
  return found;
}

/** Throws where nobody can tell. */
function isCallOf(files: NamedFiles, called: Declared, { path, place, span }: PlacedName): boolean {
  if (place.called === undefined) return false;
  const { at, name } = place.called;
  const makes = called.declaration.kind === "constructor" || /^__\w+__$/u.test(ownName(called));
  const names = [ownName(called), ...(makes ? [ownName(files.around(called) ?? called)] : [])];
  const meant = files.view.resolved().findDeclaration(path, at);
  const own = placeOf(called);
  if (meant !== undefined) {
    if (meant.path === own.path && meant.name === own.name) return true;
    const type = makes ? files.around(called) : undefined;
    if (type !== undefined && meant.path === type.path && meant.name === type.declaration.name) return true;
    const declared = files.find(meant);
    const isOther = declared !== undefined && !(makes && declared.declaration.bases.length > 0);
    if (isOther && !familyOf(files, called).some((one) => placeOf(one).name === meant.name)) return false;
  } else if (!names.includes(name) && !isPassedOn(files, called)) return false;
  throw new RenameStop("uncertain_uses", `a call of "${name}" may be one of "${called.declaration.name}"`, [
    { path, span },
  ]);
}

/** True where a function is named without being called there: then calls by other names can reach it. */
function isPassedOn(files: NamedFiles, called: Declared): boolean {
  const { name } = called.declaration.spans;
  return files.view
    .resolved()
    .findUses(placeOf(called))
    .some(({ path, span }) => {
      if (path === called.path && span.start === name.start) return false;
      const text = Buffer.from(files.view.text(path) ?? "");
      const isImport = (files.view.structure(path)?.imports ?? []).some(
        (one) => one.span.start <= span.start && span.end <= one.span.end,
      );
      return !isImport && !/^\s*\(/u.test(text.toString("utf8", span.end, span.end + 100));
    });
}
