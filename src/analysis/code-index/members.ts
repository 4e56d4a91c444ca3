import type { CallGraph } from "./call-graph.ts";
import { isCallable, type DeclarationTable, type DeclaredCode } from "./declaration-table.ts";
import { lastPart } from "../../base/index.ts";
import { placeKey } from "./packed-links.ts";
import type { TypeHierarchy } from "./type-hierarchy.ts";

/** A member of a type and the type that it is declared in. */
export interface TypeMember extends DeclaredCode {
  readonly owner: DeclaredCode;
}

/** What members are found with. */
export interface MemberRelations {
  readonly table: DeclarationTable;
  readonly hierarchy: TypeHierarchy;
  readonly calls: CallGraph;
}

/** The members of a type: its own, then those that it inherits and nothing nearer hides, nearest first. */
export function membersOf(
  type: DeclaredCode,
  { table, hierarchy, calls }: MemberRelations,
): readonly TypeMember[] {
  const nearer: TypeMember[] = [];
  const visible: TypeMember[] = [];
  for (const owner of [type, ...hierarchy.ancestorsOf(type)]) {
    const own = table.membersOf(owner).map((member) => ({ ...member, owner }));
    visible.push(...own.filter((member) => !nearer.some((one) => hides(one, member, calls))));
    nearer.push(...own);
  }
  return visible;
}

/**
 * True where a member of a nearer type stands for one of its name farther away: where it overrides it, where either is not called, and where both take as
 * many arguments; where languages have overloads another number means another member.
 */
function hides(near: TypeMember, far: TypeMember, calls: CallGraph): boolean {
  if (lastPart(near.place.name) !== lastPart(far.place.name)) return false;
  if (!isCallable(near.declaration) || !isCallable(far.declaration)) return true;
  if (near.declaration.parameters.length === far.declaration.parameters.length) return true;
  return calls.above(near.place).some((above) => placeKey(above) === placeKey(far.place));
}
