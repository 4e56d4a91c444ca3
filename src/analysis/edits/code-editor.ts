import { UsageError, type Edit, type RepositoryPath } from "../../base/index.ts";
import {
  withParts,
  type CodePlace,
  type Declaration,
  type Naming,
  type RebuildOutcome,
  type RenameOutcome,
  type RenameRequest,
  type Rewriting,
  type StructuredFile,
} from "../../languages/index.ts";
import type { IndexedView } from "../code-index/indexed-view.ts";
import { hideBodies } from "./hide-bodies.ts";
import { insertBeside, replaceDeclaration } from "./place-code.ts";
import { removeDeclarations, takenElsewhere, type Removal } from "./remove-declarations.ts";
import { rename } from "./rename/rename.ts";

type PlaceInFile = Pick<CodePlace, "name" | "line">;

/**
 * Exact edits of a view's files. Answers are edits in bytes of a file's text (`applyEdits` makes them, `invertEdits` tells how to take them back);
 * neither the view nor a file is changed, and all outside of an edit stays byte for byte. Methods throw `UsageError`: `unknown-target`, `language-lacks`.
 */
export class CodeEditor {
  readonly #view: IndexedView;

  constructor(view: IndexedView) {
    this.#view = view;
  }

  /** Hides bodies of definitions of one file, and leaves headers and documentation; those without a body are passed over. */
  hide(path: RepositoryPath, places: readonly PlaceInFile[]): readonly Edit[] {
    return hideBodies(this.#rewritingOf(path), ...this.#declared(path, places));
  }

  /** Takes definitions of one file out, with the imports that nothing else uses; undefined where one shares its statement with something that stays. */
  remove(path: RepositoryPath, places: readonly PlaceInFile[]): Removal | undefined {
    const [file, declarations] = this.#declared(path, places);
    return removeDeclarations(this.#rewritingOf(path), file, declarations, takenElsewhere(this.#view, path));
  }

  /** Puts code in the place of a definition, decorators included, indented as it was. */
  replace(place: CodePlace, code: string): Edit {
    return replaceDeclaration(this.#rewritingOf(place.path), ...this.#one(place), code);
  }

  /** Puts code beside a definition, indented like it. */
  insert(side: "before" | "after", place: CodePlace, code: string): Edit {
    const [file, declaration] = this.#one(place);
    return insertBeside(this.#rewritingOf(place.path), file, { declaration, side }, code);
  }

  /** Puts a model's answer (a body, a definition, its class, a file; fenced or not, indented anyhow) in the place of a definition, or says why it cannot be. */
  rebuild(place: CodePlace, answer: string): RebuildOutcome {
    return this.#rewritingOf(place.path).placing.rebuild(...this.#one(place), answer);
  }

  /** The same for a whole file. */
  rebuildFile(path: RepositoryPath, answer: string): RebuildOutcome {
    return this.#rewritingOf(path).placing.rebuild(this.#file(path), undefined, answer);
  }

  /** Gives a definition another name, with every place of the view that names it, or says why it cannot be. */
  rename(place: CodePlace, newName: string): RenameOutcome {
    const [, { spans }] = this.#one(place);
    return this.renameAt({ path: place.path, at: spans.name.start, newName });
  }

  /** The same for whatever is named at a byte of a file: a parameter or a local variable too. */
  renameAt(request: RenameRequest): RenameOutcome {
    return rename(this.#view, { naming: this.#namingFrom(request.path) }, request);
  }

  /** What a file's language says of names, with each file read in its own: a program can have files of several. */
  #namingFrom(path: RepositoryPath): Naming {
    const { naming } = this.#rewritingOf(path);
    return {
      lookUps: naming.lookUps,
      nameMembers: naming.nameMembers,
      findNameFault: (name) => naming.findNameFault(name),
      lacksMember: (base, name) => naming.lacksMember(base, name),
      names: (other, text) => this.#rewritingOf(other).naming.names(other, text),
      isNameFixed: (file, declaration) => this.#rewritingOf(file.path).naming.isNameFixed(file, declaration),
    };
  }

  #rewritingOf(path: RepositoryPath): Rewriting {
    const language = this.#view.languageOf(path);
    if (language === undefined) throw unknownFile(path);
    return withParts(language, ["rewriting"], "change its files").rewriting;
  }

  #file(path: RepositoryPath): StructuredFile {
    const text = this.#view.text(path);
    const structure = this.#view.structure(path);
    if (text === undefined || structure === undefined) throw unknownFile(path);
    return { path, text, structure };
  }

  #one(place: CodePlace): [StructuredFile, Declaration] {
    const file = this.#file(place.path);
    const declaration = file.structure.declarations.find(
      ({ name, line }) => name === place.name && line === place.line,
    );
    if (declaration === undefined)
      throw new UsageError(
        "unknown-target",
        `Cannot change "${place.path}:${place.name}": the file has no such definition in line ${place.line}.`,
      );
    return [file, declaration];
  }

  #declared(path: RepositoryPath, places: readonly PlaceInFile[]): [StructuredFile, readonly Declaration[]] {
    return [this.#file(path), places.map(({ name, line }) => this.#one({ path, name, line })[1])];
  }
}

function unknownFile(path: RepositoryPath): UsageError {
  return new UsageError("unknown-target", `Cannot change "${path}": the view has no such file.`);
}
