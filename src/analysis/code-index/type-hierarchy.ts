import type { ByteSpan } from "../../spec/index.ts";
import type { CodeView } from "../code-view.ts";
import { isTypeDeclaration, type DeclarationTable, type DeclaredCode } from "./declaration-table.ts";

/** Which types of a view inherit from which, types of the repository alone. */
export class TypeHierarchy {
  readonly #above: ReadonlyMap<DeclaredCode, readonly DeclaredCode[]>;
  readonly #below = new Map<DeclaredCode, DeclaredCode[]>();

  /** Resolves the names of the view. */
  constructor(view: CodeView, table: DeclarationTable) {
    const types = table.all.filter(({ declaration }) => isTypeDeclaration(declaration));
    this.#above = new Map(types.map((type) => [type, findBases(view, table, type)]));
    for (const [type, bases] of this.#above)
      for (const base of bases) this.#below.set(base, [...(this.#below.get(base) ?? []), type]);
  }

  /** What a type inherits from directly or implements, as written from left to right. */
  parentsOf(type: DeclaredCode): readonly DeclaredCode[] {
    return this.#above.get(type) ?? [];
  }

  childrenOf(type: DeclaredCode): readonly DeclaredCode[] {
    return this.#below.get(type) ?? [];
  }

  /**
   * All that a type inherits from, in the order in which members are looked up: the C3 linearisation (Barrett et al., OOPSLA 1996), which languages with
   * one parent class agree with; where there is none, depth first from left to right.
   */
  ancestorsOf(type: DeclaredCode): readonly DeclaredCode[] {
    const [, ...ancestors] = this.#linearise(type, []) ?? this.#depthFirst(type);
    return ancestors;
  }

  /** All that inherit from a type, nearest first. */
  descendantsOf(type: DeclaredCode): readonly DeclaredCode[] {
    const found = new Set([type]);
    for (const one of found) for (const child of this.childrenOf(one)) found.add(child);
    found.delete(type);
    return [...found];
  }

  /** Descendants of a type's grandparents but for itself and its parents (RepoClassBench, section on relatives). */
  relativesOf(type: DeclaredCode): readonly DeclaredCode[] {
    const parents = this.parentsOf(type);
    const grandparents = parents.flatMap((parent) => this.parentsOf(parent));
    const relatives = new Set(grandparents.flatMap((one) => this.descendantsOf(one)));
    for (const own of [type, ...parents]) relatives.delete(own);
    return [...relatives];
  }

  #linearise(type: DeclaredCode, below: readonly DeclaredCode[]): readonly DeclaredCode[] | undefined {
    if (below.includes(type)) return undefined;
    const parents = this.parentsOf(type);
    const lists: (readonly DeclaredCode[])[] = [];
    for (const parent of parents) {
      const list = this.#linearise(parent, [...below, type]);
      if (list === undefined) return undefined;
      lists.push(list);
    }
    const merged = merge([...lists, parents]);
    return merged === undefined ? undefined : [type, ...merged];
  }

  #depthFirst(type: DeclaredCode): readonly DeclaredCode[] {
    const found = new Set<DeclaredCode>();
    const visit = (one: DeclaredCode): void => {
      if (found.has(one)) return;
      found.add(one);
      this.parentsOf(one).forEach(visit);
    };
    visit(type);
    return [...found];
  }
}

/** The merge step of C3; undefined where the orders contradict one another. */
function merge(lists: readonly (readonly DeclaredCode[])[]): readonly DeclaredCode[] | undefined {
  const merged: DeclaredCode[] = [];
  let open = lists.filter(({ length }) => length > 0);
  while (open.length > 0) {
    const isFree = (one: DeclaredCode): boolean => !open.some((list) => list.indexOf(one) > 0);
    const next = open.map(([first]) => first).find((first) => first !== undefined && isFree(first));
    if (next === undefined) return undefined;
    merged.push(next);
    open = open.map((list) => (list[0] === next ? list.slice(1) : list)).filter(({ length }) => length > 0);
  }
  return merged;
}

function findBases(view: CodeView, table: DeclarationTable, type: DeclaredCode): readonly DeclaredCode[] {
  const { place, declaration } = type;
  if (declaration.bases.length === 0) return [];
  const bytes = Buffer.from(view.text(place.path) ?? "");
  const { header, name } = declaration.spans;
  let from = name.end;
  const bases = declaration.bases.flatMap((written) => {
    const span = findWritten(bytes, written, { start: from, end: header.end });
    if (span === undefined) return [];
    from = span.end;
    const meant = view.resolved().findDeclaration(place.path, span.start + lastNameIn(written));
    const base = meant === undefined ? undefined : table.find(meant);
    return base === undefined || base === type || !isTypeDeclaration(base.declaration) ? [] : [base];
  });
  return [...new Set(bases)];
}

/** Where a text stands in a stretch of a file. */
function findWritten(bytes: Buffer, written: string, { start, end }: ByteSpan): ByteSpan | undefined {
  const found = bytes.indexOf(written, start);
  const after = found + Buffer.byteLength(written);
  return found < 0 || after > end ? undefined : { start: found, end: after };
}

/** Bytes from the start of a base as written (`module.Base[Item]`, `Base<Item>`, `make(Base)`) to the name that says what it is. */
function lastNameIn(written: string): number {
  const [head = ""] = /^[^[<(]*/u.exec(written) ?? [];
  const at = head.search(/[\p{L}\p{N}_$]+\s*$/u);
  return at < 0 ? 0 : Buffer.byteLength(head.slice(0, at));
}
