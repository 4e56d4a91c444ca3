import type { RepositoryPath } from "../../../base/index.ts";
import {
  RenameStop,
  type CodePlace,
  type Declaration,
  type FileNames,
  type FilePlace,
  type NamePlace,
  type Naming,
} from "../../../languages/index.ts";
import type { CodeView } from "../../code-view.ts";

/** A declaration and its file. */
export interface Declared {
  readonly path: RepositoryPath;
  readonly declaration: Declaration;
}

/** A name's place and its file. */
export interface PlacedName extends FilePlace {
  readonly place: NamePlace;
}

/** The names of a view's files, read once for one renaming, and only where a word stands. */
export class NamedFiles {
  readonly view: CodeView;
  readonly naming: Naming;
  readonly #names = new Map<RepositoryPath, FileNames>();

  constructor(view: CodeView, naming: Naming) {
    this.view = view;
    this.naming = naming;
  }

  /** Throws `RenameStop` where a file cannot be read. */
  names(path: RepositoryPath): FileNames {
    const known = this.#names.get(path);
    if (known !== undefined) return known;
    const text = this.view.text(path);
    const names = text === undefined ? undefined : this.naming.names(path, text);
    if (names === undefined) throw new RenameStop("uncertain_uses", `${path} cannot be read`);
    this.#names.set(path, names);
    return names;
  }

  /** Files whose text has a word. */
  *filesWith(word: string): Generator<RepositoryPath> {
    for (const path of this.view.paths) if (this.view.text(path)?.includes(word) === true) yield path;
  }

  /** Places of a name in all files. */
  *placesOf(name: string, role: NamePlace["role"]): Generator<PlacedName> {
    for (const path of this.filesWith(name)) {
      for (const place of this.names(path).places)
        if (place.role === role && place.name === name) yield { path, place, span: place.span };
    }
  }

  /** The declaration of a place of code. */
  find({ path, name, line }: CodePlace): Declared | undefined {
    const all = (this.view.structure(path)?.declarations ?? []).filter((one) => one.name === name);
    const declaration = all.find((one) => one.line === line) ?? all[0];
    return declaration && { path, declaration };
  }

  /** The declaration around another; undefined at the top of a file. */
  around({ path, declaration: { parent } }: Declared): Declared | undefined {
    const declaration = parent === undefined ? undefined : this.view.structure(path)?.declarations[parent];
    return declaration && { path, declaration };
  }
}

/** The name of a declaration itself. */
export function ownName({ declaration: { name } }: Declared): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** As resolution names a declaration. */
export function placeOf({ path, declaration: { name, line } }: Declared): CodePlace {
  return { path, name, line };
}

const TYPES = new Set<Declaration["kind"]>(["class", "interface", "enum", "record", "struct", "union"]);

/** True for a declaration with members. */
export function isType({ declaration: { kind } }: Declared): boolean {
  return TYPES.has(kind);
}
