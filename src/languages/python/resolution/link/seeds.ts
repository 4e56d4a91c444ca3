/** What flows to a slot only where nothing better is known there. */
export class Seeds {
  /** By the slot that takes, the slots that give, in the order in which they came. */
  readonly #givers = new Map<number, Set<number>>();

  add(to: number, from: number): void {
    const givers = this.#givers.get(to);
    if (givers === undefined) this.#givers.set(to, new Set([from]));
    else givers.add(from);
  }

  /** Lets the givers of each slot flow to it while `isOpen` says so of it; the others wait on. True where some flowed. */
  sow(isOpen: (to: number) => boolean, flow: (from: number, to: number) => void): boolean {
    let hasFlowed = false;
    for (const [to, givers] of this.#givers) {
      for (const from of givers) {
        if (!isOpen(to)) break;
        givers.delete(from);
        flow(from, to);
        hasFlowed = true;
      }
      if (givers.size === 0) this.#givers.delete(to);
    }
    return hasFlowed;
  }
}
