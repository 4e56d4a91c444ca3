import { ancestorsOf, boundOf, erasureOf, hasUnknownAncestor, langType, objectClass } from "./hierarchy.ts";
import { isVoid, primitive, substitute, UNKNOWN } from "./types.ts";
import type { ClassSymbol, Substitution, Type, TypeVariable } from "./model.ts";

/** How far an argument may be converted (JLS 15.12.2): by subtyping alone, or by boxing too; `free` are type parameters that are to be inferred. */
export interface Conversion {
  readonly isLoose: boolean;
  readonly free: ReadonlySet<TypeVariable>;
  /** What bounds of those mean where the method is called. */
  readonly seen?: Substitution;
}

const BOXES = new Map([
  ["boolean", "Boolean"],
  ["byte", "Byte"],
  ["short", "Short"],
  ["char", "Character"],
  ["int", "Integer"],
  ["long", "Long"],
  ["float", "Float"],
  ["double", "Double"],
  ["void", "Void"],
]);
const UNBOXED = new Map([...BOXES].map(([name, box]) => [`java.lang.${box}`, name]));
/** From narrow to wide; `char` stands beside. */
const NUMBERS = ["byte", "short", "int", "long", "float", "double"];
const FINAL = new Set(["java.lang.String", "java.lang.Class", ...UNBOXED.keys()]);

/** The class of a primitive type; other types as they are. */
export function boxed(type: Type): Type {
  const box = type.kind === "primitive" ? BOXES.get(type.name) : undefined;
  return box === undefined ? type : langType(box);
}

/** The primitive type in a box; other types as they are. */
export function unboxed(type: Type): Type {
  const name = type.kind === "class" ? UNBOXED.get(type.symbol.qualifiedName) : undefined;
  return name === undefined ? type : primitive(name);
}

/** The type of an arithmetic operation on both (JLS 5.6). */
export function promoted(left: Type, right: Type): Type {
  const ranks = [left, right].map((type) => {
    const plain = unboxed(type);
    return plain.kind === "primitive" ? NUMBERS.indexOf(plain.name) : -1;
  });
  if (left.kind === "unknown" && right.kind === "unknown") return UNKNOWN;
  return primitive(NUMBERS[Math.max(2, ...ranks)] ?? "int");
}

function isWidening(from: string, to: string): boolean {
  if (from === to) return true;
  if (from === "char") return NUMBERS.indexOf(to) >= 2;
  const start = NUMBERS.indexOf(from);
  return start >= 0 && start <= NUMBERS.indexOf(to);
}

/** True where a class is, or may be, below another. */
export function isSubclass(symbol: ClassSymbol, target: ClassSymbol): boolean {
  if (symbol === target || target === objectClass()) return true;
  if (ancestorsOf(symbol).has(target)) return true;
  // What is not known cannot extend the repository's own classes or a final one.
  return !target.isInRepository && !FINAL.has(target.qualifiedName) && hasUnknownAncestor(symbol);
}

/** True where an argument of type `actual` can be given for `formal`; type arguments are not looked at, what is not known fits. */
export function isCompatible(actual: Type, formal: Type, conversion: Conversion): boolean {
  if (actual.kind === "unknown" || formal.kind === "unknown" || actual === formal) return true;
  if (isVoid(actual) || isVoid(formal)) return false;
  if (actual.kind === "primitive" && formal.kind === "primitive") return isWidening(actual.name, formal.name);
  if (actual.kind === "primitive")
    return conversion.isLoose && isCompatible(boxed(actual), formal, conversion);
  if (formal.kind === "primitive") {
    const plain = unboxed(boundOf(erasedVariable(actual)));
    if (plain.kind === "unknown") return true;
    return conversion.isLoose && plain.kind === "primitive" && isWidening(plain.name, formal.name);
  }
  return isReferenceCompatible(actual, formal, conversion);
}

function erasedVariable(type: Type): Type {
  return type.kind === "variable" ? erasureOf(type) : type;
}

function isReferenceCompatible(actual: Type, formal: Type, conversion: Conversion): boolean {
  if (actual.kind === "null") return true;
  switch (formal.kind) {
    case "wildcard":
      return isCompatible(actual, boundOf(formal), conversion);
    case "intersection":
      return formal.types.every((each) => isCompatible(actual, each, conversion));
    case "variable":
      return fitsVariable(actual, formal, conversion);
    case "array":
      return fitsArray(actual, formal.item, conversion);
    case "class":
      return fitsClass(actual, formal.symbol, conversion);
    default:
      return false;
  }
}

const NOTHING: Substitution = new Map();

function fitsVariable(actual: Type, formal: TypeVariable, conversion: Conversion): boolean {
  if (conversion.free.has(formal)) {
    const free = new Set([...conversion.free].filter((each) => each !== formal));
    return formal.bounds().every((written) => {
      const bound = substitute(written, conversion.seen ?? NOTHING);
      return isCompatible(actual, bound, {
        ...conversion,
        free: bound.kind === "variable" ? free : conversion.free,
      });
    });
  }
  if (actual.kind === "variable")
    return actual.bounds().some((bound) => bound !== actual && isCompatible(bound, formal, conversion));
  if (actual.kind === "wildcard")
    return actual.bound !== "extends" || isCompatible(actual.of, formal, conversion);
  return (
    actual.kind === "intersection" && actual.types.some((each) => isCompatible(each, formal, conversion))
  );
}

function fitsArray(actual: Type, item: Type, conversion: Conversion): boolean {
  if (actual.kind === "variable")
    return actual.bounds().some((bound) => isCompatible(bound, { kind: "array", item }, conversion));
  if (actual.kind === "wildcard") return isCompatible(boundOf(actual), { kind: "array", item }, conversion);
  if (actual.kind !== "array") return false;
  if (actual.item.kind === "primitive" || item.kind === "primitive") {
    return actual.item === item || actual.item.kind === "unknown" || item.kind === "unknown";
  }
  return isCompatible(actual.item, item, { ...conversion, isLoose: false });
}

const OF_ARRAYS = new Set(["java.lang.Object", "java.lang.Cloneable", "java.io.Serializable"]);

function fitsClass(actual: Type, target: ClassSymbol, conversion: Conversion): boolean {
  if (target === objectClass()) return true;
  switch (actual.kind) {
    case "class":
      return isSubclass(actual.symbol, target);
    case "array":
      return OF_ARRAYS.has(target.qualifiedName);
    case "variable":
      return actual.bounds().some((bound) => bound !== actual && fitsClass(bound, target, conversion));
    case "wildcard":
      return actual.bound !== "extends" || fitsClass(actual.of, target, conversion);
    case "intersection":
      return actual.types.some((each) => fitsClass(each, target, conversion));
    default:
      return actual.kind === "unknown";
  }
}
