/** What calls lead to, as far as it is known. */
export class CallLog {
  readonly #callees = new Map<number, Set<number>>();
  readonly #outside = new Set<number>();

  /** Notes that a site calls a function; classes whose making runs no function of the program are noted as `~class`. */
  note(site: number, callee: number): void {
    if (site < 0) return;
    const known = this.#callees.get(site);
    if (known === undefined) this.#callees.set(site, new Set([callee]));
    else known.add(callee);
  }

  /** Notes that a site calls something of outside. */
  noteOutside(site: number): void {
    this.#outside.add(site);
  }

  calleesOf(site: number): ReadonlySet<number> | undefined {
    return this.#callees.get(site);
  }

  get sites(): Iterable<number> {
    return this.#callees.keys();
  }

  isOutside(site: number): boolean {
    return this.#outside.has(site);
  }
}
