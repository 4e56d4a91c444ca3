import type { RepositoryPath } from "../../../base/index.ts";
import {
  RenameStop,
  type Declaration,
  type FileEdit,
  type FilePlace,
  type NamePlace,
  type Naming,
  type RenameOutcome,
  type RenameRequest,
} from "../../../languages/index.ts";
import type { CodeView } from "../../code-view.ts";
import { checkMembers, checkModule, checkScopes } from "./conflicts.ts";
import { checkBasesOutside, familyOf } from "./families.ts";
import { keywordArguments } from "./keyword-arguments.ts";
import { isType, NamedFiles, ownName, placeOf, type Declared, type PlacedName } from "./named-files.ts";
import { checkTexts } from "./text-mentions.ts";

/**
 * The edits that give a declaration, a parameter or a local variable another name, with every place that names it: overriding and overridden members,
 * imports and what is passed on, keyword arguments, lists of what a file gives out. Refused with the reason where the program could mean something else
 * afterwards, or where nobody can tell.
 */
export function rename(
  view: CodeView,
  { naming }: { readonly naming: Naming },
  request: RenameRequest,
): RenameOutcome {
  const { newName } = request;
  try {
    const fault = naming.findNameFault(newName);
    if (fault !== undefined) throw new RenameStop("not_a_name", `"${newName}" is ${fault}`);
    const files = new NamedFiles(view, naming);
    return { status: "renamed", edits: findChecked(files, request) ?? findByNames(files, request) };
  } catch (error) {
    if (!(error instanceof RenameStop)) throw error;
    const message = `Cannot rename to "${newName}": ${error.message}.`;
    return {
      status: "refused",
      reason: error.reason,
      message,
      places: error.places.map(({ path, span }) => ({ path, span })),
    };
  }
}

/** By the language's own checker; undefined where it has none. What the checker does not see is looked at here: names that mean something, and texts. */
function findChecked(files: NamedFiles, request: RenameRequest): readonly FileEdit[] | undefined {
  const renaming = files.view.resolved().findRenaming?.(request);
  if (renaming === undefined) return undefined;
  const { edits, isVisible } = renaming;
  const renamed = edits.flatMap(({ path, start }) => {
    const declarations = files.view.structure(path)?.declarations ?? [];
    return declarations
      .filter(({ spans: { name } }) => name.start <= start && start < name.end)
      .map((declaration) => ({ path, declaration }));
  });
  checkFixed(files, renamed);
  const [first] = edits;
  const name =
    first && Buffer.from(files.view.text(first.path) ?? "").toString("utf8", first.start, first.end);
  if (!isVisible || name === undefined) return edits;
  const skipped = new Set(edits.map(({ path, start, end }) => keyOf({ path, span: { start, end } })));
  checkTexts(files, name, { skipped, inSentences: renamed.some(isType) && readsNames(files) });
  return edits;
}

function findByNames(files: NamedFiles, request: RenameRequest): readonly FileEdit[] {
  return findPlaces(files, request).map(({ path, span }) => ({ path, ...span, text: request.newName }));
}

function findPlaces(files: NamedFiles, { path, at, newName }: RenameRequest): readonly PlacedName[] {
  const place = files
    .names(path)
    .places.find(({ span, role }) => span.start <= at && at < span.end && role !== "exported");
  if (place === undefined) throw new RenameStop("unknown_name", `no name stands there in ${path}`);
  if (place.name === newName) throw new RenameStop("name_taken", "that is its name already");
  const declared = findDeclared(files, path, place);
  if (declared !== undefined) return declaredPlaces(files, declared, newName);
  if (place.role !== "variable" || place.binding === undefined || place.binding === 0)
    throw new RenameStop("unknown_name", `nobody can tell what "${place.name}" means there`);
  return localPlaces(files, { path, place, span: place.span }, newName);
}

/** The declaration that a place means, unless only its function sees it. */
function findDeclared(files: NamedFiles, path: RepositoryPath, place: NamePlace): Declared | undefined {
  const { view } = files;
  const declarations = view.structure(path)?.declarations ?? [];
  const isNamedThere = ({ spans: { name } }: Declaration): boolean =>
    name.start === place.span.start && name.end === place.span.end;
  const isBoundAlike = (declaration: Declaration): boolean =>
    bindingAt(files, { path, declaration }) === place.binding &&
    ownName({ path, declaration }) === place.name;
  const isVariable = place.role === "variable" && place.binding !== undefined;
  const own = declarations.find(isNamedThere) ?? (isVariable ? declarations.find(isBoundAlike) : undefined);
  if (own !== undefined) return { path, declaration: own };
  if (place.role === "variable" && place.binding !== undefined && place.binding !== 0) return undefined;
  const meant = view.resolved().findDeclaration(path, place.span.start);
  return meant && files.find(meant);
}

/** The scope in which a declaration's name is bound. */
function bindingAt(files: NamedFiles, { path, declaration }: Declared): number | undefined {
  const { start } = declaration.spans.name;
  return files.names(path).places.find(({ span, role }) => span.start === start && role === "variable")
    ?.binding;
}

function declaredPlaces(files: NamedFiles, declared: Declared, newName: string): readonly PlacedName[] {
  const name = ownName(declared);
  const around = files.around(declared);
  const isMember = around !== undefined && isType(around);
  const family = isMember ? familyOf(files, declared) : [declared];
  checkFixed(files, family);
  if (isMember) checkBasesOutside(files, family);
  const places = usesOf(files, [...family, ...constructorsOf(files, declared)], name);
  const exported = around === undefined ? exportedPlaces(files, places, name) : [];
  if (isMember) checkFields(files, family, places);
  const all = sorted([...places, ...exported]);
  const inSentences = isType(declared) && readsNames(files);
  checkTexts(files, name, { skipped: new Set(all.map(keyOf)), inSentences });
  checkScopes(files, all, newName);
  if (isMember) checkMembers(files, family, newName);
  else if (around === undefined) checkModule(files, declared, newName);
  return all;
}

/** Throws where the language, a framework or a decorator takes one of the names for something. */
function checkFixed(files: NamedFiles, declared: readonly Declared[]): void {
  for (const { path, declaration } of declared) {
    const structure = files.view.structure(path);
    const file = structure && { path, text: files.view.text(path) ?? "", structure };
    if (file === undefined || files.naming.isNameFixed(file, declaration))
      throw new RenameStop("name_fixed", `"${declaration.name}" is found by its name`, [
        { path, span: declaration.spans.name },
      ]);
  }
}

/** Constructors that have the name of their type. */
function constructorsOf(files: NamedFiles, type: Declared): readonly Declared[] {
  const declarations = files.view.structure(type.path)?.declarations ?? [];
  return declarations
    .map((declaration) => ({ path: type.path, declaration }))
    .filter(
      (one) =>
        one.declaration.kind === "constructor" &&
        files.around(one)?.declaration === type.declaration &&
        ownName(one) === ownName(type),
    );
}

/** True where the program reads what its types are called. */
function readsNames(files: NamedFiles): boolean {
  return [...files.naming.nameMembers].some((member) => !files.placesOf(member, "member").next().done);
}

/** Everything that names one of a family. Throws where a place may mean something else as well, or may mean it without being known to. */
function usesOf(files: NamedFiles, family: readonly Declared[], name: string): readonly PlacedName[] {
  const all = new Map<string, PlacedName>();
  for (const role of ["variable", "member", "keyword"] as const)
    for (const one of files.placesOf(name, role)) all.set(keyOf(one), one);
  const found = new Map<string, PlacedName>();
  const uncertain = new Map<string, PlacedName>();
  for (const one of family) {
    const own = all.get(keyOf({ path: one.path, span: one.declaration.spans.name }));
    if (own !== undefined) found.set(keyOf(own), own);
    // Where something is called otherwise (`import name as other`) it stays.
    for (const use of files.view.resolved().findUses(placeOf(one))) {
      const place = all.get(keyOf(use));
      if (place !== undefined) (use.how === "name" ? uncertain : found).set(keyOf(use), place);
    }
  }
  const same = sameVariables(files, [...found.values()], all);
  checkImports(
    files,
    same.filter((one) => !found.has(keyOf(one))),
  );
  for (const place of same) found.set(keyOf(place), place);
  const shared = new Set(otherUses(files, family, name));
  const open = [...all].filter(([key, place]) => {
    if (found.has(key)) return shared.has(key);
    return uncertain.has(key) || mayMean(files, family, place);
  });
  if (open.length === 0) return [...found.values()];
  const count = `${open.length} ${open.length === 1 ? "place" : "places"}`;
  throw new RenameStop(
    "uncertain_uses",
    `${count} may mean it or something else of that name`,
    open.map(([, place]) => place),
  );
}

/** Throws where an import binds one of the places by the name that something has elsewhere. */
function checkImports(files: NamedFiles, places: readonly PlacedName[]): void {
  const foreign = places.filter(({ path, place: { name, isBinding }, span }) =>
    (files.view.structure(path)?.imports ?? []).some(({ module, imported, local, span: statement }) => {
      const isHere = isBinding && statement.start <= span.start && span.end <= statement.end;
      return isHere && local === name && (imported ?? module.split(".")[0]) === name;
    }),
  );
  if (foreign.length > 0)
    throw new RenameStop("uncertain_uses", "an import binds the same name to something else", foreign);
}

/** The other places of variables that some places bind or name, as scopes tell. */
function sameVariables(
  files: NamedFiles,
  places: readonly PlacedName[],
  all: ReadonlyMap<string, PlacedName>,
): readonly PlacedName[] {
  const variable = ({ path, place }: PlacedName): string => `${path}:${place.binding}`;
  const known = new Set(
    places
      .filter(({ path, place }) => place.binding !== undefined && files.names(path).scopes.length > 0)
      .map(variable),
  );
  return [...all.values()].filter((one) => known.has(variable(one)));
}

/** Where other declarations of the name are used, as far as types tell. */
function otherUses(files: NamedFiles, family: readonly Declared[], name: string): readonly string[] {
  const key = ({ path, declaration }: Declared): string => `${path}:${declaration.name}`;
  const own = new Set(family.map(key));
  return [...files.filesWith(name)].flatMap((path) =>
    (files.view.structure(path)?.declarations ?? [])
      .map((declaration) => ({ path, declaration }))
      .filter((one) => ownName(one) === name && !own.has(key(one)))
      .flatMap((one) => files.view.resolved().findUses(placeOf(one)))
      .filter(({ how }) => how !== "name")
      .map(keyOf),
  );
}

/**
 * True for a member that nobody knows the owner of: it may be a member of the family, or of a module of the repository. One that is asked of a module from
 * outside is none.
 */
function mayMean(files: NamedFiles, family: readonly Declared[], { path, place, span }: PlacedName): boolean {
  if (place.role !== "member" || files.view.resolved().findDeclaration(path, span.start) !== undefined)
    return false;
  const isMember = family.some((one) => files.around(one) !== undefined);
  const receiver = files
    .names(path)
    .places.find((one) => one.role === "variable" && one.binding === 0 && one.span.end + 1 === span.start);
  const imported = (files.view.structure(path)?.imports ?? []).find(({ local }) => local === receiver?.name);
  if (receiver === undefined || imported === undefined) return isMember;
  const module = imported.imported ?? imported.module.split(/[./]/u).findLast((part) => part !== "") ?? "";
  const isInside = files.view.paths.some((one) => one.split(/[./]/u).includes(module));
  const known = files.view.resolved().findDeclaration(path, receiver.span.start);
  return known === undefined ? isInside : isMember;
}

/** A field that arguments of a constructor name: throws where some are not known to. */
function checkFields(files: NamedFiles, family: readonly Declared[], places: readonly PlacedName[]): void {
  if (!family.some(({ declaration: { kind } }) => kind === "variable")) return;
  const known = new Set(places.map(keyOf));
  const open = family
    .slice(0, 1)
    .flatMap((one) => [...files.placesOf(ownName(one), "keyword")])
    .filter((one) => !known.has(keyOf(one)));
  if (open.length > 0) throw new RenameStop("uncertain_uses", "arguments of that name may set it", open);
}

/** Items of lists of what files give out, in the files at whose top the name stands. */
function exportedPlaces(
  files: NamedFiles,
  places: readonly PlacedName[],
  name: string,
): readonly PlacedName[] {
  const paths = new Set(places.filter(({ place }) => place.binding === 0).map(({ path }) => path));
  return [...paths].flatMap((path) =>
    files
      .names(path)
      .places.filter((place) => place.role === "exported" && place.name === name)
      .map((place) => ({ path, place, span: place.span })),
  );
}

/** A parameter or local variable, by its scope; of a parameter also the arguments that name it. */
function localPlaces(files: NamedFiles, { path, place }: PlacedName, newName: string): readonly PlacedName[] {
  const names = files.names(path);
  const { name, binding } = place;
  const scope = binding === undefined ? undefined : names.scopes[binding];
  if (scope === undefined) throw new RenameStop("unknown_name", `nobody can tell what "${name}" means there`);
  const isWithin = (span: { readonly start: number; readonly end: number }): boolean =>
    scope.span.start <= span.start && span.end <= scope.span.end;
  const own = names.places
    .filter((one) => one.role === "variable" && one.name === name && one.binding === binding)
    .map((one) => ({ path, place: one, span: one.span }));
  const lookUp = names.places.find(
    (one) => one.binding === undefined && files.naming.lookUps.has(one.name) && isWithin(one.span),
  );
  if (lookUp !== undefined)
    throw new RenameStop("uncertain_uses", `"${lookUp.name}" can look names up`, [
      { path, span: lookUp.span },
    ]);
  checkImports(files, own);
  checkTexts(files, name, { within: { path, span: scope.span }, skipped: new Set() });
  const called = parameterOf(files, path, own);
  const keywords = called === undefined ? [] : keywordArguments(files, called, name);
  checkScopes(files, own, newName);
  return sorted([...own, ...keywords]);
}

/** The function that one of the places is a parameter of, and that can be called with its name. Throws for one whose parameters' names mean something. */
function parameterOf(
  files: NamedFiles,
  path: RepositoryPath,
  places: readonly PlacedName[],
): Declared | undefined {
  const structure = files.view.structure(path);
  const name = places[0]?.place.name;
  const declaration = structure?.declarations.find(({ spans: { parameters }, parameters: written }) => {
    const isNamed = written.some((one) => one.name === name);
    return (
      isNamed &&
      places.some(
        ({ span, place }) =>
          place.isBinding &&
          parameters !== undefined &&
          parameters.start <= span.start &&
          span.end <= parameters.end,
      )
    );
  });
  if (structure === undefined || declaration === undefined) return undefined;
  const kind = declaration.parameters.find((one) => one.name === name)?.kind;
  const file = { path, text: files.view.text(path) ?? "", structure };
  const own = { path, declaration };
  const isSpecial = /^__\w+__$/u.test(ownName(own));
  if (!isSpecial && files.naming.isNameFixed(file, declaration))
    throw new RenameStop("name_fixed", `"${declaration.name}" may be called with its parameters' names`, [
      { path, span: declaration.spans.name },
    ]);
  return kind === "positional" || kind === "keyword_only" ? own : undefined;
}

function keyOf({ path, span }: FilePlace): string {
  return `${path}:${span.start}`;
}

function sorted(places: readonly PlacedName[]): readonly PlacedName[] {
  const unique = new Map(places.map((one) => [keyOf(one), one]));
  return [...unique.values()].sort((a, b) =>
    a.path === b.path ? a.span.start - b.span.start : a.path < b.path ? -1 : 1,
  );
}
