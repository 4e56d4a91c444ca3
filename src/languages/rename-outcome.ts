import type { RepositoryPath } from "../base/index.ts";
import type { ByteSpan } from "../spec/index.ts";
import type { FileEdit } from "./file-edit.ts";

/**
 * Why a name stays. `not_a_name`: the new name cannot be one; `unknown_name`: nothing that can be renamed is named there; `name_fixed`: the language, a
 * framework or a decorator takes the old name for something; `uncertain_uses`: places may or may not mean it; `overrides_outside`: code outside of the
 * repository may call it by name; `name_taken`: the new name would mean something else somewhere, or hide something; `mentioned_in_text`: a text says the
 * old name as code would look it up (`getattr`, `"module.name"`).
 */
export type RenameRefusal =
  | "not_a_name"
  | "unknown_name"
  | "name_fixed"
  | "uncertain_uses"
  | "overrides_outside"
  | "name_taken"
  | "mentioned_in_text";

/** What is renamed: the name that stands at a byte of a file. */
export interface RenameRequest {
  readonly path: RepositoryPath;
  readonly at: number;
  readonly newName: string;
}

/** A stretch of a file. */
export interface FilePlace {
  readonly path: RepositoryPath;
  readonly span: ByteSpan;
}

/** What a renaming comes to. Names in comments, documentation and sentences are left as they are. */
export type RenameOutcome =
  /** In the order of paths and places. */
  | { readonly status: "renamed"; readonly edits: readonly FileEdit[] }
  | {
      readonly status: "refused";
      readonly reason: RenameRefusal;
      /** One sentence. */
      readonly message: string;
      /** Where the reason stands, as far as it stands somewhere. */
      readonly places: readonly FilePlace[];
    };

/** Thrown inside a renaming where it ends; turned into its outcome. */
export class RenameStop extends Error {
  readonly reason: RenameRefusal;
  readonly places: readonly FilePlace[];

  constructor(reason: RenameRefusal, why: string, places: readonly FilePlace[] = []) {
    super(why);
    this.reason = reason;
    this.places = places;
  }
}
