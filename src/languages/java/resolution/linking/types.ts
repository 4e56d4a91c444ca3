import type { Substitution, Type, TypeVariable, WildcardType } from "./model.ts";

export const UNKNOWN: Type = { kind: "unknown" };
export const OUTSIDE: Type = { kind: "unknown", isOutside: true };
export const NULL: Type = { kind: "null" };

const PRIMITIVE_NAMES = ["boolean", "byte", "short", "char", "int", "long", "float", "double", "void"];
const primitives = new Map<string, Type>(PRIMITIVE_NAMES.map((name) => [name, { kind: "primitive", name }]));

/** The primitive type of that name, or `void`. */
export function primitive(name: string): Type {
  return primitives.get(name) ?? UNKNOWN;
}

export function isVoid(type: Type): boolean {
  return type.kind === "primitive" && type.name === "void";
}

/** `type` with type parameters replaced. */
export function substitute(type: Type, substitution: Substitution): Type {
  if (substitution.size === 0) return type;
  switch (type.kind) {
    case "variable":
      return substitution.get(type) ?? type;
    case "class": {
      if (type.arguments.length === 0) return type;
      return { ...type, arguments: type.arguments.map((argument) => substitute(argument, substitution)) };
    }
    case "array":
      return { kind: "array", item: substitute(type.item, substitution) };
    case "wildcard":
      return wildcardOf(type.bound, substitute(type.of, substitution));
    case "intersection":
      return { kind: "intersection", types: type.types.map((each) => substitute(each, substitution)) };
    default:
      return type;
  }
}

/** `? extends (? extends X)` is one wildcard; others stay in each other, for what can be given and what is got differ. */
function wildcardOf(bound: WildcardType["bound"], of: Type): Type {
  return of.kind === "wildcard" && of.bound === bound ? of : { kind: "wildcard", bound, of };
}

/** True where a type mentions one of the type parameters. */
export function mentions(type: Type, variables: ReadonlySet<TypeVariable>): boolean {
  switch (type.kind) {
    case "variable":
      return variables.has(type);
    case "class":
      return type.arguments.some((argument) => mentions(argument, variables));
    case "array":
      return mentions(type.item, variables);
    case "wildcard":
      return mentions(type.of, variables);
    case "intersection":
      return type.types.some((each) => mentions(each, variables));
    default:
      return false;
  }
}

/** True for the same type, argument by argument. */
export function isSameType(left: Type, right: Type): boolean {
  if (left === right) return true;
  if (left.kind === "class" && right.kind === "class") {
    return (
      left.symbol === right.symbol &&
      left.arguments.length === right.arguments.length &&
      left.arguments.every((argument, index) => isSameType(argument, right.arguments[index] ?? UNKNOWN))
    );
  }
  if (left.kind === "array" && right.kind === "array") return isSameType(left.item, right.item);
  if (left.kind === "wildcard" && right.kind === "wildcard") {
    return left.bound === right.bound && (left.bound === "none" || isSameType(left.of, right.of));
  }
  return left.kind === "primitive" && right.kind === "primitive" && left.name === right.name;
}

/** The outermost class of a type's erasure, an array's or primitive's name: what tells two signatures apart. */
export function erasedName(type: Type): string {
  switch (type.kind) {
    case "class":
      return type.symbol.qualifiedName;
    case "array":
      return `${erasedName(type.item)}[]`;
    case "primitive":
      return type.name;
    case "variable": {
      const [bound] = type.bounds();
      return bound === undefined ? "java.lang.Object" : erasedName(bound);
    }
    default:
      return "?";
  }
}
