import type { CodeEdge, CodePlace } from "../../../resolution.ts";
import type { DeclaredClass } from "./declare.ts";
import { ancestorsOf, haveSameParameters, type Inherited } from "./hierarchy.ts";
import { isInterface, typeOfThis } from "./symbols.ts";
import type { ClassSymbol, MethodSymbol } from "./model.ts";

/** The compiler's own rule decides (JLS 8.4.8.1). */
const SURE = 0.99;

/** Edges from the methods of a class, and of the classes in it, to what they override or implement in the repository: the nearest on each way up. */
export function overridesOf({ symbol, methods, memberTypes }: DeclaredClass): readonly CodeEdge[] {
  const own = methods.flatMap(({ symbol: method }) => {
    const { place } = method;
    if (place === undefined || !canOverride(method)) return [];
    return overriddenBy(method, symbol).flatMap((member) =>
      member.place === undefined ? [] : [overrideEdge(place, method, { member, place: member.place })],
    );
  });
  return [...own, ...memberTypes.flatMap(overridesOf)];
}

function canOverride({ name, isStatic, access }: MethodSymbol): boolean {
  return name !== "new" && !isStatic && access !== "private";
}

function overriddenBy(method: MethodSymbol, symbol: ClassSymbol): readonly MethodSymbol[] {
  const own: Inherited<MethodSymbol> = { member: method, from: typeOfThis(symbol) };
  const found: MethodSymbol[] = [];
  for (const [ancestor, from] of ancestorsOf(symbol)) {
    if (ancestor === symbol || found.some(({ owner }) => ancestorsOf(owner).has(ancestor))) continue;
    const same = ancestor
      .methods(method.name)
      .find(
        (member) =>
          canOverride(member) && isVisible(member, symbol) && haveSameParameters(own, { member, from }),
      );
    if (same !== undefined) found.push(same);
  }
  return found.filter(
    (member) => !found.some(({ owner }) => owner !== member.owner && ancestorsOf(owner).has(member.owner)),
  );
}

function isVisible({ access, owner }: MethodSymbol, { packageName }: ClassSymbol): boolean {
  return access !== "package" || owner.packageName === packageName;
}

function overrideEdge(
  caller: CodePlace,
  method: MethodSymbol,
  { member, place }: { readonly member: MethodSymbol; readonly place: CodePlace },
): CodeEdge {
  const kind = isInterface(member.owner) && !isInterface(method.owner) ? "implementation" : "override";
  return { kind, caller, callee: place, at: null, how: "declared", confidence: SURE };
}
