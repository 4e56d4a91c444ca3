import type { ClassSymbol, ClassType } from "./model.ts";

/** The class as it is seen from inside: its type parameters stand for themselves. */
export function typeOfThis(symbol: ClassSymbol): ClassType {
  return { kind: "class", symbol, arguments: symbol.typeParameters };
}

/** The class without type arguments. */
export function rawType(symbol: ClassSymbol): ClassType {
  return { kind: "class", symbol, arguments: [] };
}

export function isInterface({ kind }: ClassSymbol): boolean {
  return kind === "interface" || kind === "annotation";
}

/** A class of which only the name is known. */
export function opaqueClass(qualifiedName: string): ClassSymbol {
  const lastDot = qualifiedName.lastIndexOf(".");
  return {
    name: qualifiedName.slice(lastDot + 1),
    qualifiedName,
    packageName: qualifiedName.slice(0, Math.max(0, lastDot)),
    kind: "opaque",
    isStatic: true,
    isAbstract: false,
    outer: undefined,
    place: undefined,
    isInRepository: false,
    typeParameters: [],
    supertypes: () => [],
    findField: () => undefined,
    methods: () => [],
    methodNames: () => [],
    findMemberType: () => undefined,
  };
}

/** The value of `make`, made once; `whileMaking` is what it is for those who ask while it is made. */
export function lazily<Value>(make: () => Value, whileMaking: Value): () => Value {
  let state: "none" | "making" | "made" = "none";
  let value = whileMaking;
  return () => {
    if (state === "none") {
      state = "making";
      value = make();
      state = "made";
    }
    return value;
  };
}
