import { dirname } from "node:path/posix";

import { RenameStop, type FileNames, type FilePlace, type NamePlace } from "../../../languages/index.ts";
import type { ByteSpan } from "../../../spec/index.ts";
import { relativesOf } from "./families.ts";
import { isType, type Declared, type NamedFiles, type PlacedName } from "./named-files.ts";

/** Throws where the new name of variables is taken in a scope in which it would mean something else, or would hide something. */
export function checkScopes(files: NamedFiles, places: readonly PlacedName[], newName: string): void {
  for (const [path, own] of Map.groupBy(places, (one) => one.path)) {
    const names = files.names(path);
    const variables = own.map(({ place }) => place).filter(({ role }) => role === "variable");
    const taken =
      variables.map((place) => findBetween(names, place, newName)).find((one) => one !== undefined) ??
      findCaptured(names, new Set(variables.map(({ binding }) => binding ?? 0)), newName);
    if (taken !== undefined) throw takenAt(path, taken, newName);
  }
}

function takenAt(path: string, span: ByteSpan, newName: string): RenameStop {
  return new RenameStop("name_taken", `"${newName}" is taken in ${path}`, [{ path, span }]);
}

/** A scope between a use and what binds it that binds the new name. */
function findBetween({ scopes, places }: FileNames, use: NamePlace, newName: string): ByteSpan | undefined {
  for (
    let at: number | undefined = use.scope;
    at !== undefined && at !== use.binding;
    at = scopes[at]?.parent
  ) {
    if (scopes[at]?.names.has(newName) === true)
      return places.find(({ name, binding }) => name === newName && binding === at)?.span ?? use.span;
  }
  return undefined;
}

/** A place of the new name that the renamed scopes bind already, or would. */
function findCaptured(
  { scopes, places }: FileNames,
  renamed: ReadonlySet<number>,
  newName: string,
): ByteSpan | undefined {
  return places.find(({ name, role, scope, binding }) => {
    if (role !== "variable" || name !== newName) return false;
    if (binding !== undefined && renamed.has(binding)) return true;
    for (let at: number | undefined = scope; at !== undefined && at !== binding; at = scopes[at]?.parent)
      if (renamed.has(at)) return true;
    return false;
  })?.span;
}

/** Throws where a type of the member's kin has a member of the new name already. */
export function checkMembers(files: NamedFiles, family: readonly Declared[], newName: string): void {
  const types = family.flatMap((member) => files.around(member) ?? []).filter(isType);
  for (const { path, declaration } of relativesOf(files, types)) {
    const { whole } = declaration.spans;
    const isWithin = ({ span }: FilePlace | NamePlace): boolean =>
      whole.start <= span.start && span.end <= whole.end;
    if (!files.view.text(path)?.includes(newName)) continue;
    const place = files
      .names(path)
      .places.find((one) => one.name === newName && one.role !== "keyword" && isWithin(one));
    if (place !== undefined) throw takenAt(path, place.span, newName);
  }
}

/** Throws where a name at the top of a file would stand beside another that arrives there: a module of a package, or by an import of everything. */
export function checkModule(files: NamedFiles, { path }: Declared, newName: string): void {
  const [stem = ""] = path.split("/").at(-1)?.split(".") ?? [];
  const folder = dirname(path) === "." ? "" : `${dirname(path)}/`;
  const isPackageFile = /^(?:__\w+__|index)$/u.test(stem);
  const beside = files.view.paths.find((one) =>
    new RegExp(`^${RegExp.escape(`${folder}${newName}`)}[./]`, "u").test(one),
  );
  if (isPackageFile && beside !== undefined)
    throw new RenameStop("name_taken", `"${newName}" is a module beside ${path}`);
  const module = isPackageFile ? (dirname(path).split("/").at(-1) ?? "") : stem;
  for (const other of files.filesWith(newName)) {
    const takesAll = (files.view.structure(other)?.imports ?? []).some(
      ({ imported, module: from }) => imported === "*" && from.split(/[./]/u).includes(module),
    );
    const place = takesAll
      ? files.names(other).places.find(({ name, role }) => name === newName && role === "variable")
      : undefined;
    if (place !== undefined) throw takenAt(other, place.span, newName);
  }
}
