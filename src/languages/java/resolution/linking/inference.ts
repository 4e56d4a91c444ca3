import { boxed } from "./compatibility.ts";
import {
  ancestorsOf,
  hasUnknownAncestor,
  asSupertype,
  boundOf,
  objectClass,
  upperBound,
} from "./hierarchy.ts";
import { rawType } from "./symbols.ts";
import { isSameType, isVoid, mentions, substitute, UNKNOWN } from "./types.ts";
import type { ClassSymbol, ClassType, Substitution, Type, TypeVariable } from "./model.ts";

type Relation = "below" | "same" | "above";

interface Bounds {
  readonly same: Type[];
  readonly below: Type[];
  readonly above: Type[];
}

/** Types may be nested so deep in each other; what is deeper is not looked at. */
const MAX_DEPTH = 12;

/**
 * What type parameters stand for in one call, from what is given for what is asked (a simplification of JLS 18: bounds are collected, not
 * incorporated into each other). A parameter is what it is bound to equal, else the nearest common supertype of what was given for it, else what
 * the result has to be.
 */
export class Inference {
  readonly #bounds: ReadonlyMap<TypeVariable, Bounds>;
  readonly variables: ReadonlySet<TypeVariable>;

  readonly #seen: Substitution;

  /** `seen` is what bounds of the parameters mean where the method is called. */
  constructor(variables: readonly TypeVariable[], seen: Substitution = new Map()) {
    this.#seen = seen;
    this.variables = new Set(variables);
    this.#bounds = new Map(variables.map((each) => [each, { same: [], below: [], above: [] }]));
  }

  /** Notes that `actual` is below, the same as or above `formal`, which mentions the parameters. */
  constrain(actual: Type, formal: Type, relation: Relation = "below", depth = 0): void {
    if (depth > MAX_DEPTH || actual.kind === "unknown" || isVoid(actual) || this.variables.size === 0) return;
    switch (formal.kind) {
      case "variable":
        this.#note(actual, formal, relation);
        return;
      case "wildcard":
        if (formal.bound === "extends")
          this.constrain(boundOf(actual), formal.of, relation === "above" ? "above" : "below", depth + 1);
        if (formal.bound === "super") this.constrain(boundOf(actual), formal.of, "above", depth + 1);
        return;
      case "array":
        if (actual.kind === "array" && actual.item.kind !== "primitive")
          this.constrain(actual.item, formal.item, relation, depth + 1);
        else if (actual.kind === "array" && formal.item.kind === "primitive") return;
        return;
      case "class":
        this.#constrainClass(actual, formal, relation, depth);
        return;
      default:
        return;
    }
  }

  #note(actual: Type, variable: TypeVariable, relation: Relation): void {
    const bounds = this.#bounds.get(variable);
    if (bounds === undefined || actual === variable || actual.kind === "null") return;
    bounds[relation].push(boxed(actual));
  }

  #constrainClass(actual: Type, formal: ClassType, relation: Relation, depth: number): void {
    if (formal.arguments.length === 0 || !mentions(formal, this.variables)) return;
    const given =
      actual.kind === "variable" || actual.kind === "intersection"
        ? classesOf(actual)
        : [boxed(upperBound(actual))];
    for (const type of given) {
      if (type.kind !== "class") continue;
      const seen = relation === "above" ? type : asSupertype(type, formal.symbol);
      const asked = relation === "above" ? asSupertype(formal, type.symbol) : formal;
      if (seen === undefined || asked === undefined) continue;
      seen.arguments.forEach((argument, index) => {
        this.#constrainArgument(argument, asked.arguments[index] ?? UNKNOWN, relation, depth + 1);
      });
    }
  }

  #constrainArgument(actual: Type, formal: Type, relation: Relation, depth: number): void {
    if (formal.kind === "wildcard") this.constrain(actual, formal, "below", depth);
    else if (actual.kind === "wildcard") {
      // What is asked is contained in what is given: `Box<T>` in `Box<? super X>` makes `T` something above `X`.
      const flipped: Relation =
        relation === "above" ? (actual.bound === "super" ? "below" : "above") : "same";
      if (actual.bound !== "none")
        this.constrain(relation === "above" ? actual.of : actual, formal, flipped, depth);
    } else this.constrain(actual, formal, "same", depth);
  }

  /** What a parameter stands for, as far as it can be told now. */
  find(variable: TypeVariable): Type | undefined {
    const bounds = this.#bounds.get(variable);
    if (bounds === undefined) return undefined;
    const closed = (types: readonly Type[]): readonly Type[] =>
      types.filter((type) => !mentions(type, this.variables));
    const [same] = closed(bounds.same);
    if (same !== undefined) return same;
    const below = closed(bounds.below);
    if (below.length > 0) return commonSupertype(below);
    return closed(bounds.above)[0];
  }

  /** `type` with what is known put in; the rest stays. */
  apply(type: Type): Type {
    const known = [...this.variables].flatMap((variable) => {
      const found = this.find(variable);
      return found === undefined ? [] : [[variable, found] as const];
    });
    return substitute(type, new Map(known));
  }

  /** `type` with all parameters put in: of one that nothing is known of, what it extends, or the unknown. */
  finish(type: Type): Type {
    if (!mentions(type, this.variables)) return type;
    const known = new Map<TypeVariable, Type>();
    for (const variable of this.variables) known.set(variable, this.find(variable) ?? UNKNOWN);
    for (const variable of this.variables) {
      if (this.find(variable) === undefined) known.set(variable, this.#boundOfUnknown(variable, known));
    }
    return substitute(type, known);
  }

  /** What a parameter extends is all that is known of it; `Object` says nothing. */
  #boundOfUnknown(variable: TypeVariable, known: Substitution): Type {
    const [bound] = variable.bounds();
    if (bound === undefined || (bound.kind === "class" && bound.symbol === objectClass())) return UNKNOWN;
    return substitute(substitute(bound, this.#seen), known);
  }
}

/** The class types that a value of a type is known to have. */
export function classesOf(type: Type, depth = 0): readonly ClassType[] {
  if (depth > MAX_DEPTH) return [];
  switch (type.kind) {
    case "class":
      return [type];
    case "variable": {
      const classes = type.bounds().flatMap((bound) => classesOf(bound, depth + 1));
      return classes.length === 0 ? [rawType(objectClass())] : classes;
    }
    case "intersection":
      return type.types.flatMap((each) => classesOf(each, depth + 1));
    case "wildcard":
      return type.bound === "extends" ? classesOf(type.of, depth + 1) : [rawType(objectClass())];
    default:
      return [];
  }
}

/** The nearest type that all are below. */
export function commonSupertype(types: readonly Type[]): Type {
  const [first, ...rest] = types.filter((type) => type.kind !== "null");
  if (first === undefined) return types[0] ?? UNKNOWN;
  return rest.reduce<Type>(joined, first);
}

function joined(left: Type, right: Type): Type {
  if (isSameType(left, right)) return left;
  if (left.kind === "unknown" || right.kind === "unknown") return UNKNOWN;
  const rights = classesOf(boxed(right));
  const shared = classesOf(boxed(left)).flatMap((type) =>
    [...ancestorsOf(type.symbol).keys()]
      .filter((ancestor) => rights.some(({ symbol }) => ancestorsOf(symbol).has(ancestor)))
      .map((ancestor) => asSupertype(type, ancestor) ?? rawType(ancestor)),
  );
  const nearest = shared.filter(
    ({ symbol }) => !shared.some((other) => isProperAncestor(symbol, other.symbol)),
  );
  const known = nearest.map((type) => mergedArguments(type, rights));
  const [only] = known;
  const isOfUnknown =
    classesOf(left).some(({ symbol }) => hasUnknownAncestor(symbol)) ||
    rights.some(({ symbol }) => hasUnknownAncestor(symbol));
  if (only === undefined || (isOfUnknown && only.symbol === objectClass()))
    return isOfUnknown ? UNKNOWN : rawType(objectClass());
  return known.length === 1 ? only : { kind: "intersection", types: known };
}

function isProperAncestor(symbol: ClassSymbol, of: ClassSymbol): boolean {
  return symbol !== of && ancestorsOf(of).has(symbol);
}

function mergedArguments(type: ClassType, others: readonly ClassType[]): ClassType {
  const other = others.map((each) => asSupertype(each, type.symbol)).find((each) => each !== undefined);
  if (other === undefined || type.arguments.length === 0) return type;
  return {
    ...type,
    arguments: type.arguments.map((argument, index) =>
      isSameType(argument, other.arguments[index] ?? UNKNOWN) ? argument : UNKNOWN,
    ),
  };
}
