import type { RepositoryPath } from "../../../../base/index.ts";
import { lastAtMost } from "../../../text-offsets.ts";
import { jdkClasses } from "../jdk/jdk-classes.ts";
import type { ImportSummary, JavaFileSummary } from "../summary.ts";
import { declareClass, type DeclaredClass } from "./declare.ts";
import { findMemberType } from "./hierarchy.ts";
import { createScope, type FileScope, type Scope } from "./scope.ts";
import type { ClassSymbol } from "./model.ts";

/** A file with its classes declared. */
export interface SourceFile {
  readonly path: RepositoryPath;
  readonly summary: JavaFileSummary;
  readonly scope: Scope;
  readonly classes: readonly DeclaredClass[];
  /** 1-based. */
  readonly lineAt: (byte: number) => number;
}

/** Declares the classes of all files, in the order of paths. */
export function declareProgram(
  summaries: ReadonlyMap<RepositoryPath, JavaFileSummary>,
): readonly SourceFile[] {
  const classes = new Map<string, ClassSymbol[]>();
  const paths = [...summaries.keys()].sort();
  const register = ({ symbol, memberTypes }: DeclaredClass): void => {
    const same = classes.get(symbol.qualifiedName);
    if (same === undefined) classes.set(symbol.qualifiedName, [symbol]);
    else same.push(symbol);
    memberTypes.forEach(register);
  };
  const find = (name: string, path: string): ClassSymbol | undefined =>
    nearest(classes.get(name), path) ?? jdkClasses().find(name);
  return paths.flatMap((path) => {
    const summary = summaries.get(path);
    if (summary === undefined) return [];
    const file = declareFile(path, summary, find);
    file.classes.forEach(register);
    return [file];
  });
}

type FindClass = (qualifiedName: string, path: string) => ClassSymbol | undefined;

/** Of classes with one name (a repository may hold several programs) the one that shares most of the path. */
function nearest(symbols: readonly ClassSymbol[] | undefined, path: string): ClassSymbol | undefined {
  if (symbols === undefined || symbols.length <= 1) return symbols?.[0];
  const shared = (symbol: ClassSymbol): number => {
    const other = symbol.place?.path ?? "";
    let length = 0;
    while (length < path.length && path[length] === other[length]) length++;
    return length;
  };
  return symbols.reduce((best, symbol) => (shared(symbol) > shared(best) ? symbol : best));
}

function declareFile(path: RepositoryPath, summary: JavaFileSummary, find: FindClass): SourceFile {
  const lines = Uint32Array.from(summary.lines);
  const lineAt = (byte: number): number => lastAtMost(lines, byte) + 1;
  const scope = createScope(undefined, createFileScope(path, summary, find));
  const classes = summary.types.map((type) => declareClass(type, { scope, prefix: "", lineAt }));
  return { path, summary, scope, classes, lineAt };
}

function createFileScope(path: RepositoryPath, summary: JavaFileSummary, find: FindClass): FileScope {
  const findQualified = (name: string): ClassSymbol | undefined => find(name, path);
  const imports = Map.groupBy(
    summary.imports,
    ({ isStar, isStatic }) => (isStatic ? "static " : "") + (isStar ? "all" : "one"),
  );
  const ones = imports.get("one") ?? [];
  const staticOnes = imports.get("static one") ?? [];
  const searches: readonly ((name: string) => ClassSymbol | undefined)[] = [
    (name) =>
      firstOf(ones, (each) => (lastName(each) === name ? importedClass(each, findQualified) : undefined)),
    (name) =>
      firstOf(staticOnes, (each) =>
        lastName(each) === name ? memberOf(ownerOf(each, findQualified), name) : undefined,
      ),
    (name) => findQualified(summary.package === "" ? name : `${summary.package}.${name}`),
    (name) =>
      firstOf(
        imports.get("all") ?? [],
        (each) =>
          findQualified(`${dotted(each)}.${name}`) ?? memberOf(findNested(dotted(each), findQualified), name),
      ),
    (name) =>
      firstOf(imports.get("static all") ?? [], (each) =>
        memberOf(findNested(dotted(each), findQualified), name),
      ),
    (name) => jdkClasses().find(`java.lang.${name}`),
  ];
  return {
    path,
    packageName: summary.package,
    findType: remember((name) => firstOf(searches, (search) => search(name))),
    findQualified,
    opaque: (name) => jdkClasses().get(name),
    staticOwners: remember((name) => {
      const named = staticOnes
        .filter((each) => lastName(each) === name)
        .map((each) => ownerOf(each, findQualified));
      const all = (imports.get("static all") ?? []).map((each) => findNested(dotted(each), findQualified));
      return [...named, ...all].filter((symbol) => symbol !== undefined);
    }),
  };
}

function remember<Found>(find: (name: string) => Found): (name: string) => Found {
  const known = new Map<string, { readonly found: Found }>();
  return (name) => {
    const entry = known.get(name) ?? { found: find(name) };
    known.set(name, entry);
    return entry.found;
  };
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function dotted({ path }: ImportSummary): string {
  return path.map(({ name }) => name).join(".");
}

function lastName({ path }: ImportSummary): string | undefined {
  return path.at(-1)?.name;
}

type FindQualified = (name: string) => ClassSymbol | undefined;

function importedClass(each: ImportSummary, findQualified: FindQualified): ClassSymbol {
  return findNested(dotted(each), findQualified) ?? jdkClasses().get(dotted(each));
}

function ownerOf({ path }: ImportSummary, findQualified: FindQualified): ClassSymbol | undefined {
  const owner = path
    .slice(0, -1)
    .map(({ name }) => name)
    .join(".");
  return findNested(owner, findQualified) ?? jdkClasses().get(owner);
}

/** A class by its full name; its last parts may be inherited members of a class. */
export function findNested(name: string, findQualified: FindQualified): ClassSymbol | undefined {
  const found = findQualified(name);
  if (found !== undefined) return found;
  const lastDot = name.lastIndexOf(".");
  if (lastDot < 0) return undefined;
  return memberOf(findNested(name.slice(0, lastDot), findQualified), name.slice(lastDot + 1));
}

function memberOf(symbol: ClassSymbol | undefined, name: string): ClassSymbol | undefined {
  return symbol === undefined ? undefined : findMemberType(symbol, name);
}
