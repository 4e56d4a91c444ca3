import type { Expression, ReferenceExpression } from "../summary.ts";
import { meaningOf } from "./attribute-names.ts";
import type { Attributor, Site } from "./attributor.ts";
import { objectClass, upperBound } from "./hierarchy.ts";
import { classesOf } from "./inference.ts";
import type { Viewpoint } from "./overloads.ts";
import { ownersAround, type Scope } from "./scope.ts";
import { rawType } from "./symbols.ts";
import { UNKNOWN } from "./types.ts";
import type { ClassSymbol, ClassType, Type } from "./model.ts";

/** What a call is made on. */
export interface Receiver {
  readonly type: Type;
  readonly isType: boolean;
  /** True for a package or class that nobody knows. */
  readonly isOutside: boolean;
}

/** The package and file that decide what a call may see. */
export function viewpointOf({ file }: Scope): Viewpoint {
  return { packageName: file.packageName, path: file.path };
}

/** What a call is made on, the class of `super` included. */
export function receiverOf(expression: Expression, site: Site, attributor: Attributor): Receiver {
  if (expression.kind === "super") {
    return { type: superOf(expression, site, attributor) ?? UNKNOWN, isType: false, isOutside: false };
  }
  const meaning = meaningOf(expression, site, attributor);
  if (meaning.kind === "package") return { type: UNKNOWN, isType: true, isOutside: true };
  const isOutside = meaning.type.kind === "unknown" && meaning.type.isOutside === true;
  return { type: meaning.type, isType: meaning.kind === "type", isOutside };
}

/** The type that `super` means: what is inherited, or the interface or enclosing class that is named. */
function superOf(
  expression: Extract<Expression, { kind: "super" }>,
  site: Site,
  attributor: Attributor,
): Type | undefined {
  const [owner] = ownersAround(site.scope);
  if (owner === undefined) return undefined;
  if (expression.of === undefined) return inheritedBy(owner);
  const named = meaningOf(expression.of, site, attributor);
  if (named.kind !== "type") return undefined;
  const direct = owner.supertypes().find(({ symbol }) => symbol === named.type.symbol);
  return direct ?? inheritedBy(named.type.symbol);
}

function inheritedBy(symbol: ClassSymbol): Type {
  const [superclass] = symbol.supertypes();
  return superclass === undefined || superclass.symbol.kind === "interface"
    ? rawType(objectClass())
    : superclass;
}

/** The classes whose methods can be called on a value of a type; an array has those of `Object`. */
export function receivingClasses(type: Type): readonly ClassType[] {
  return type.kind === "array" ? [rawType(objectClass())] : classesOf(upperBound(type));
}

/** What stands before the `::` of a method reference. */
export interface ReferenceReceiver {
  readonly types: readonly ClassType[];
  readonly isType: boolean;
  /** True for a generic class without type arguments. */
  readonly isRaw: boolean;
  readonly isOutside: boolean;
  /** The array type of `int[]::new`. */
  readonly arrayOf: Type | undefined;
  readonly viewpoint: Viewpoint;
}

export function receiverForReference(
  reference: ReferenceExpression,
  site: Site,
  attributor: Attributor,
): ReferenceReceiver {
  const { of } = reference;
  const viewpoint = viewpointOf(site.scope);
  const { type, isType, isOutside } =
    of.kind === "type"
      ? { type: attributor.useType(of.type, site.scope), isType: true, isOutside: false }
      : receiverOf(of, site, attributor);
  const types = receivingClasses(type);
  const isRaw = types.some((each) => each.arguments.length < each.symbol.typeParameters.length);
  const outside = isOutside || types.some(({ symbol }) => !symbol.isInRepository);
  const arrayOf = type.kind === "array" && isType && reference.name === "new" ? type : undefined;
  return { types, isType, isRaw, isOutside: outside, arrayOf, viewpoint };
}
