import { NONE, type Draft } from "./draft.ts";
import type { Scope } from "./scope.ts";

/** What a name holds where it is read, in whichever scope it is bound. */
export function readName(draft: Draft, name: string): number {
  const { scope } = draft;
  const here = scope.current(name);
  if (here !== undefined) return here;
  const owner = ownerOf(scope, name);
  if (owner === undefined) return draft.global(draft.name(name));
  return temporary(owner, name, scope) ?? owner.shared(draft, name);
}

/** The variable of a comprehension around a lambda. */
function temporary(owner: Scope, name: string, scope: Scope): number | undefined {
  return owner !== scope && !owner.locals.has(name) ? owner.current(name) : undefined;
}

/** The scope whose variable a name is; undefined where it is a built-in or comes by a star. */
export function ownerOf(scope: Scope, name: string): Scope | undefined {
  const elsewhere = scope.elsewhere.get(name);
  if (elsewhere === "global") return moduleOf(scope, name);
  if (elsewhere === undefined && scope.locals.has(name)) return scope;
  for (let outer = scope.outer; outer !== undefined; outer = outer.outer) {
    if (outer.kind === "class") continue;
    if (outer.locals.has(name) || (outer.kind === "function" && outer.current(name) !== undefined))
      return outer.elsewhere.get(name) === "global" ? moduleOf(outer, name) : outer;
  }
  return undefined;
}

function moduleOf(scope: Scope, name: string): Scope | undefined {
  let module = scope;
  while (module.outer !== undefined) module = module.outer;
  return module.locals.has(name) ? module : undefined;
}

/** A new version of a name, in the scope that binds it. */
export function assignName(draft: Draft, name: string, slot: number): void {
  const { scope } = draft;
  const owner = scope.elsewhere.has(name) ? ownerOf(scope, name) : scope;
  if (slot === NONE) {
    assignName(draft, name, draft.newSlot());
  } else if (owner === scope) scope.assign(draft, name, slot);
  else if (owner !== undefined) draft.copy(owner.shared(draft, name), slot);
}
