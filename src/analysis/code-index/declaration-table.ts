import { lastPart, type RepositoryPath } from "../../base/index.ts";
import type { CodePlace, Declaration } from "../../languages/index.ts";
import type { CodeView } from "../code-view.ts";
import { placeKey } from "./packed-links.ts";

/** A declaration and where it stands. */
export interface DeclaredCode {
  readonly place: CodePlace;
  readonly declaration: Declaration;
  /** The declaration that it stands in; undefined at the top of its file. */
  readonly parent: DeclaredCode | undefined;
}

/** What code of a module or class body is called in a `CodePlace`. */
export const MODULE = "<module>";

const TYPE_KINDS: ReadonlySet<Declaration["kind"]> = new Set([
  "class",
  "interface",
  "enum",
  "record",
  "struct",
  "union",
]);
const CALLABLE_KINDS: ReadonlySet<Declaration["kind"]> = new Set(["function", "method", "constructor"]);

/** True for what has members and can be inherited from. */
export function isTypeDeclaration({ kind }: Declaration): boolean {
  return TYPE_KINDS.has(kind);
}

/** True for what is called and has a body of its own. */
export function isCallable({ kind }: Declaration): boolean {
  return CALLABLE_KINDS.has(kind);
}

/** All declarations of a view by place, name and file. */
export class DeclarationTable {
  /** In the order of files, then of the source. */
  readonly all: readonly DeclaredCode[];
  readonly #byPlace: ReadonlyMap<string, DeclaredCode>;
  readonly #byName: ReadonlyMap<string, readonly DeclaredCode[]>;
  readonly #byParent: ReadonlyMap<DeclaredCode | RepositoryPath, readonly DeclaredCode[]>;

  /** Of some of a view's files; absent `paths`: of all. */
  constructor(view: CodeView, paths: readonly RepositoryPath[] = view.paths) {
    this.all = paths.flatMap((path) => declaredIn(view, path));
    this.#byPlace = new Map(this.all.toReversed().map((one) => [placeKey(one.place), one]));
    this.#byName = Map.groupBy(this.all, ({ place }) => lastPart(place.name));
    this.#byParent = Map.groupBy(this.all, ({ parent, place }) => parent ?? place.path);
  }

  /** What stands at a place; undefined for code of modules, and for what is not in the view. */
  find(place: CodePlace): DeclaredCode | undefined {
    return this.#byPlace.get(placeKey(place));
  }

  /** All of a name: of a qualified one what is called so or ends with it. */
  named(name: string): readonly DeclaredCode[] {
    const alike = this.#byName.get(lastPart(name)) ?? [];
    return alike.filter(({ place }) => place.name === name || place.name.endsWith(`.${name}`));
  }

  /** What stands directly in a declaration. */
  membersOf(owner: DeclaredCode): readonly DeclaredCode[] {
    return this.#byParent.get(owner) ?? [];
  }

  /** What stands at the top of a file. */
  topOf(path: RepositoryPath): readonly DeclaredCode[] {
    return this.#byParent.get(path) ?? [];
  }
}

function declaredIn(view: CodeView, path: RepositoryPath): readonly DeclaredCode[] {
  const declared: DeclaredCode[] = [];
  for (const declaration of view.structure(path)?.declarations ?? []) {
    const { name, line, parent } = declaration;
    declared.push({
      place: { path, name, line },
      declaration,
      parent: parent === undefined ? undefined : declared[parent],
    });
  }
  return declared;
}
