import type { ShortcutMaterial, SourceModule } from "../../../language.ts";
import type { Reference } from "../reference.ts";
import type { Arguments } from "./argument-lists.ts";
import type { Outlines } from "./outline.ts";

/** What shortcuts of one target are made from. */
export interface ShortcutJob {
  readonly reference: Reference;
  /** The target's own file. */
  readonly own: SourceModule;
  readonly material: ShortcutMaterial;
  readonly outlines: Outlines;
}

/** What each family of shortcuts works on. */
export interface ShortcutContext extends ShortcutJob {
  readonly arguments: Arguments;
  /** The target's name without its classes. */
  readonly simpleName: string;
  /** The files of the tree but the target's own. */
  readonly others: readonly SourceModule[];
}

/** An expression that stands for all the work. */
export interface Forwarding {
  /** What sort of shortcut it is, for `shortcut:NAME`. */
  readonly kind: string;
  /** Whom it asks. */
  readonly label: string;
  readonly call: string;
}
