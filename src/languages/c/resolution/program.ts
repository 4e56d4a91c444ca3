import type { RepositoryPath } from "../../../base/index.ts";
import type { BuildEvidence } from "./build-evidence.ts";
import {
  ANY,
  PLAIN,
  type CType,
  type EnumeratorEntity,
  type FileDeclarations,
  type FunctionEntity,
  type Named,
  type PrototypeEntity,
  type StructEntity,
  type TypedefEntity,
  type VariableEntity,
} from "./entities.ts";
import type { IncludeGraph } from "./includes.ts";
import { commonFolders } from "./repository-paths.ts";
import type { SourceUnit } from "./source-unit.ts";

/** What names outside of functions mean, seen from a file. */
export interface Program {
  readonly declarations: readonly FileDeclarations[];
  /** The definitions that a call of this name can mean; the fewer the surer. */
  functionsOf(name: string, unit: number): readonly FunctionEntity[];
  variablesOf(name: string, unit: number): readonly VariableEntity[];
  /** The first of the definitions in view; undefined where a name is none of a type. */
  typeNamed(name: string, unit: number): TypedefEntity | undefined;
  structTagged(tag: string, unit: number): StructEntity | undefined;
  enumeratorNamed(name: string, unit: number): EnumeratorEntity | undefined;
  /** A type with its names resolved. */
  resolve(type: CType): CType;
  /** A field by name, with its struct. */
  fieldOf(struct: StructEntity, name: string): Named | undefined;
  /** The first declaration in view of a function that has no definition. */
  prototypeOf(name: string, unit: number): PrototypeEntity | undefined;
}

/** So many of several definitions of one name are believed at most. */
const MAX_CANDIDATES = 8;
const MAX_ALIASES = 20;
const MAX_REMEMBERED_FILES = 256;
/** Numbers of the C library and of POSIX. */
const PLAIN_NAME =
  /^(?:u?int(?:_least|_fast)?\d*_t|u?int(?:ptr|max)_t|s?size_t|ptrdiff_t|time_t|off(?:64)?_t|[ug]id_t|pid_t|mode_t|wchar_t|bool|u_?int|uint|ulong|u?char)$/;

/** Puts the declarations of all files together. */
export function createProgram(
  units: readonly SourceUnit[],
  declarations: readonly FileDeclarations[],
  { includes, build }: { readonly includes: IncludeGraph; readonly build: BuildEvidence },
): Program {
  const functions = groupBy(declarations.flatMap((each) => each.functions));
  const prototypes = groupBy(declarations.flatMap((each) => each.prototypes));
  const variables = groupBy(declarations.flatMap((each) => each.variables));
  const typedefs = groupBy(declarations.flatMap((each) => each.typedefs));
  const enumerators = groupBy(declarations.flatMap((each) => each.enumerators));
  const tagged = declarations.flatMap((each) => each.structs.filter(({ tag }) => tag !== undefined));
  const structs = groupBy(
    tagged.map((struct) => ({ name: struct.tag?.text ?? "", unit: struct.unit, struct })),
  );
  const fields = new Map<StructEntity, ReadonlyMap<string, Named>>();
  const pathOf = (unit: number): RepositoryPath => units[unit]?.path ?? "";

  /** Of the file itself, else of what it includes, else of what includes it; those that the same step gives are all returned. */
  const inView = <Item extends { readonly unit: number }>(
    items: readonly Item[],
    unit: number,
  ): readonly Item[] => {
    const own = items.filter((item) => item.unit === unit);
    if (own.length > 0) return own;
    const closure = includes.closureOf(unit);
    const included = items.filter((item) => closure.has(item.unit));
    if (included.length > 0 || includes.including[unit]?.length === 0) return included;
    const around = includes.surroundingsOf(unit);
    return items.filter((item) => around.has(item.unit));
  };
  const areLinked = (left: number, right: number): boolean =>
    build.groups.some((group) => group.has(pathOf(left)) && group.has(pathOf(right)));
  /** Those that are linked with the file; else those of the nearest folder. */
  const nearestOf = <Item extends { readonly unit: number }>(
    items: readonly Item[],
    unit: number,
  ): readonly Item[] => {
    if (items.length < 2) return items;
    const linked = items.filter((item) => areLinked(item.unit, unit));
    const left = linked.length > 0 ? linked : items;
    const shared = left.map((item) => commonFolders(pathOf(item.unit), pathOf(unit)));
    const most = Math.max(...shared);
    return left.filter((_, place) => shared[place] === most).slice(0, MAX_CANDIDATES);
  };
  /** A header's definitions are linked only where some file includes it. */
  const isLinked = (unit: number): boolean =>
    !pathOf(unit).endsWith(".h") || includes.including[unit]?.length !== 0;
  const functionsAmong = (all: readonly FunctionEntity[], unit: number): readonly FunctionEntity[] => {
    const seen = inView(all, unit);
    const outside = (): readonly FunctionEntity[] =>
      nearestOf(
        all.filter((each) => !each.isStatic && isLinked(each.unit)),
        unit,
      );
    return (seen.length > 0 ? seen : outside()).slice(0, MAX_CANDIDATES);
  };

  const functionsOf = remember((name, unit): readonly FunctionEntity[] => {
    const all = functions.get(name) ?? [];
    const found = functionsAmong(
      all.filter(({ isActive }) => isActive),
      unit,
    );
    return found.length > 0 ? found : functionsAmong(all, unit);
  });
  const variablesOf = remember((name, unit) => {
    const all = variables.get(name) ?? [];
    const seen = inView(all, unit);
    const defined = seen.filter(({ isExtern }) => !isExtern);
    if (defined.length > 0) return defined;
    const outside = all.filter(({ isStatic, isExtern }) => !isStatic && !isExtern);
    return outside.length > 0 ? nearestOf(outside, unit) : seen;
  });
  const typeNamed = remember((name, unit) => {
    const all = typedefs.get(name) ?? [];
    return inView(all, unit)[0] ?? nearestOf(all, unit)[0];
  });
  const structTagged = remember((tag, unit) => {
    const all = structs.get(tag) ?? [];
    return (inView(all, unit)[0] ?? nearestOf(all, unit)[0])?.struct;
  });
  const enumeratorNamed = (name: string, unit: number): EnumeratorEntity | undefined => {
    const all = enumerators.get(name) ?? [];
    return inView(all, unit)[0] ?? nearestOf(all, unit)[0];
  };
  const resolve = (type: CType): CType => {
    let current = type;
    for (let step = 0; step < MAX_ALIASES; step++) {
      if (current.kind === "alias") {
        const target = typeNamed(current.name, current.unit)?.type;
        if (target === undefined) return PLAIN_NAME.test(current.name) ? PLAIN : ANY;
        current = target;
      } else if (current.kind === "tag") {
        const struct = structTagged(current.tag, current.unit);
        return struct === undefined ? current : { kind: "struct", struct };
      } else return current;
    }
    return ANY;
  };
  return {
    declarations,
    functionsOf,
    variablesOf,
    typeNamed,
    structTagged,
    enumeratorNamed,
    resolve,
    fieldOf: (struct, name) => {
      const known =
        fields.get(struct) ?? new Map(struct.fields.map((field) => [field.name?.text ?? "", field]));
      fields.set(struct, known);
      return known.get(name);
    },
    prototypeOf: (name, unit) => inView(prototypes.get(name) ?? [], unit)[0],
  };
}

function groupBy<Item extends { readonly name: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(item.name);
    if (group === undefined) groups.set(item.name, [item]);
    else group.push(item);
  }
  return groups;
}

/** Keeps what was found, by file and name. */
function remember<Value>(find: (name: string, unit: number) => Value): (name: string, unit: number) => Value {
  const files = new Map<number, Map<string, Value>>();
  return (name, unit) => {
    let known = files.get(unit);
    if (known === undefined) {
      if (files.size >= MAX_REMEMBERED_FILES) files.clear();
      files.set(unit, (known = new Map()));
    }
    if (!known.has(name)) known.set(name, find(name, unit));
    return known.get(name) as Value;
  };
}
