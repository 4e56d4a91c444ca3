import type { MaskedFile } from "./judge.ts";

/** Masked files whose code one parent keeps: targets of one file take turns in few of them. */
const slots = 4;

/** Which masked files a parent keeps, under which numbers; the one unused for the longest makes room. */
export class MaskedSlots {
  /** Least recently used first. */
  readonly #kept = new Map<MaskedFile, number>();

  /** The number of a file; new where the parent does not have it under that number yet. Files are told apart as objects. */
  take(masked: MaskedFile): { readonly slot: number; readonly isNew: boolean } {
    const known = this.#kept.get(masked);
    const slot = known ?? this.#freeSlot();
    this.#kept.delete(masked);
    this.#kept.set(masked, slot);
    return { slot, isNew: known === undefined };
  }

  #freeSlot(): number {
    if (this.#kept.size < slots) return this.#kept.size;
    const [oldest] = this.#kept;
    if (oldest === undefined) return 0;
    this.#kept.delete(oldest[0]);
    return oldest[1];
  }
}
