import type { CodePlace } from "../../../resolution.ts";
import { jdkClasses } from "../jdk/jdk-classes.ts";
import type { MethodSummary, TypeSummary, WrittenParameter } from "../summary.ts";
import { langType } from "./hierarchy.ts";
import { impliedMethods } from "./implied-methods.ts";
import type {
  Access,
  ClassSymbol,
  ClassType,
  FieldSymbol,
  MethodSymbol,
  Type,
  TypeVariable,
} from "./model.ts";
import { resolveType } from "./resolve-type.ts";
import { createScope, type FileScope, type Scope } from "./scope.ts";
import { lazily, typeOfThis } from "./symbols.ts";
import { declareTypeParameters, inDimensions, typesOf } from "./written-types.ts";

/** A class of the repository with what its members are attributed by. */
export interface DeclaredClass {
  readonly symbol: ClassSymbol;
  readonly summary: TypeSummary;
  /** Inside the class. */
  readonly scope: Scope;
  readonly methods: readonly DeclaredMethod[];
  readonly memberTypes: readonly DeclaredClass[];
}

/** A method or constructor that is written down. */
export interface DeclaredMethod {
  readonly symbol: MethodSymbol;
  readonly summary: MethodSummary;
  /** With its type parameters. */
  readonly scope: Scope;
}

/** Where a class stands. */
export interface Surroundings {
  readonly scope: Scope;
  /** The class that it is a member of. */
  readonly outer?: ClassSymbol;
  /** Qualified name of what it stands in, in its file; empty at the top. */
  readonly prefix: string;
  /** 1-based. */
  readonly lineAt: (byte: number) => number;
  /** Of an anonymous class: what it extends or implements, and the place that its code belongs to. */
  readonly anonymous?: { readonly supertype: ClassType | undefined; readonly place: CodePlace };
}

/** The symbols of a class and of all that is declared in it. Types are resolved when they are asked for. */
export function declareClass(summary: TypeSummary, around: Surroundings): DeclaredClass {
  return new ClassDeclaration(summary, around).declared;
}

class ClassDeclaration {
  readonly declared: DeclaredClass;
  readonly #summary: TypeSummary;
  readonly #around: Surroundings;
  readonly #file: FileScope;
  readonly #symbol: ClassSymbol;
  readonly #name: string;
  readonly #scope: Scope;

  constructor(summary: TypeSummary, around: Surroundings) {
    this.#summary = summary;
    this.#around = around;
    this.#file = around.scope.file;
    this.#name = [around.prefix, summary.name].filter((each) => each !== "").join(".");
    const header = createScope(around.scope, this.#file);
    const own = declareTypeParameters(summary.parameters, header);
    const methods: DeclaredMethod[] = [];
    const memberTypes: DeclaredClass[] = [];
    this.#symbol = this.#createSymbol({ own, header, methods, memberTypes });
    this.#scope = createScope(header, this.#file, this.#symbol);
    this.declared = { symbol: this.#symbol, summary, scope: this.#scope, methods, memberTypes };
    for (const member of summary.members) {
      if (member.kind === "method" || member.kind === "constructor" || member.kind === "compact") {
        methods.push(this.#declareMethod(member));
      } else if (isType(member)) {
        const { lineAt } = around;
        memberTypes.push(
          declareClass(member, { scope: this.#scope, outer: this.#symbol, prefix: this.#name, lineAt }),
        );
      }
    }
  }

  #createSymbol(parts: {
    readonly own: readonly TypeVariable[];
    readonly header: Scope;
    readonly methods: readonly DeclaredMethod[];
    readonly memberTypes: readonly DeclaredClass[];
  }): ClassSymbol {
    const { name, at, kind, modifiers } = this.#summary;
    const { outer, anonymous } = this.#around;
    const isStatic =
      modifiers.includes("static") ||
      kind !== "class" ||
      outer === undefined ||
      outer.kind === "interface" ||
      outer.kind === "annotation";
    const { packageName } = this.#file;
    const byName = lazily(
      () => this.#methodsByName(parts.methods),
      new Map<string, readonly MethodSymbol[]>(),
    );
    const fields = lazily(() => this.#declareFields(), new Map<string, FieldSymbol>());
    const types = lazily(
      () => new Map(parts.memberTypes.map(({ symbol }) => [symbol.name, symbol])),
      new Map<string, ClassSymbol>(),
    );
    return {
      name,
      qualifiedName: [packageName, this.#name, ...(kind === "anonymous" ? [`${this.#file.path}:${at}`] : [])]
        .filter((each) => each !== "")
        .join("."),
      packageName,
      kind: kind === "anonymous" ? "class" : kind,
      isStatic,
      isAbstract: modifiers.includes("abstract"),
      outer,
      place: anonymous === undefined ? this.#placeOf(this.#name, at) : undefined,
      isInRepository: true,
      typeParameters: isStatic ? parts.own : [...parts.own, ...(outer?.typeParameters ?? [])],
      supertypes: lazily(() => this.#supertypes(parts.header), []),
      findField: (field) => fields().get(field),
      methods: (method) => byName().get(method) ?? [],
      methodNames: () => byName().keys(),
      findMemberType: (type) => types().get(type),
    };
  }

  #placeOf(name: string, at: number): CodePlace {
    const { anonymous, lineAt } = this.#around;
    return anonymous?.place ?? { path: this.#file.path, name, line: lineAt(at) };
  }

  #supertypes(header: Scope): readonly ClassType[] {
    const { kind, superclass, interfaces } = this.#summary;
    const { anonymous } = this.#around;
    if (anonymous !== undefined) return anonymous.supertype === undefined ? [] : [anonymous.supertype];
    const written = [...(superclass === undefined ? [] : [superclass]), ...interfaces];
    const types = written.map((type) => resolveType(type, header)).filter((type) => type.kind === "class");
    if (kind === "enum") return [{ ...langType("Enum"), arguments: [typeOfThis(this.#symbol)] }, ...types];
    if (kind === "record") return [langType("Record"), ...types];
    return kind === "annotation"
      ? [{ kind: "class", symbol: jdkClasses().get("java.lang.annotation.Annotation"), arguments: [] }]
      : types;
  }

  #declareMethod(summary: MethodSummary): DeclaredMethod {
    const scope = createScope(this.#scope, this.#file);
    const isConstructor = summary.kind !== "method";
    const written = summary.kind === "compact" ? (this.#summary.components ?? []) : summary.parameters;
    const isInterface = this.#symbol.kind === "interface" || this.#symbol.kind === "annotation";
    const typeParameters = declareTypeParameters(summary.typeParameters, scope);
    const { returns } = summary;
    const symbol: MethodSymbol = {
      name: isConstructor ? "new" : summary.name,
      owner: this.#symbol,
      access: accessOf(summary.modifiers, isInterface),
      isStatic: summary.modifiers.includes("static"),
      isAbstract: summary.modifiers.includes("abstract") || (isInterface && summary.body === undefined),
      isVariadic: summary.kind === "compact" ? this.#summary.isVariadic === true : summary.isVariadic,
      arity: written.length,
      typeParameters,
      parameters: lazily(() => typesOf(written, scope), []),
      returns: lazily(
        () => (returns === undefined ? typeOfThis(this.#symbol) : resolveType(returns, scope)),
        typeOfThis(this.#symbol),
      ),
      place: this.#placeOf(`${this.#name}.${summary.name}`, summary.at),
    };
    return { symbol, summary, scope };
  }

  #methodsByName(declared: readonly DeclaredMethod[]): ReadonlyMap<string, readonly MethodSymbol[]> {
    const written = declared.map(({ symbol }) => symbol);
    const implied = impliedMethods({
      symbol: this.#symbol,
      summary: this.#summary,
      written,
      scope: this.#scope,
      placeOf: ({ name, at }) => this.#placeOf(`${this.#name}.${name}`, at),
    });
    return Map.groupBy([...written, ...implied], ({ name }) => name);
  }

  #declareFields(): ReadonlyMap<string, FieldSymbol> {
    const { constants = [], components = [], members } = this.#summary;
    const fields: FieldSymbol[] = constants.map(({ name, at }) => ({
      name,
      owner: this.#symbol,
      isStatic: true,
      type: () => typeOfThis(this.#symbol),
      place: this.#placeOf(`${this.#name}.${name}`, at),
    }));
    for (const component of components)
      fields.push(this.#declareField(component, { isStatic: false, type: component.type, dimensions: 0 }));
    for (const member of members) {
      if (member.kind !== "fields") continue;
      const isStatic = member.modifiers.includes("static") || this.#symbol.kind === "interface";
      for (const variable of member.variables) {
        fields.push(
          this.#declareField(variable, { isStatic, type: member.type, dimensions: variable.dimensions ?? 0 }),
        );
      }
    }
    return new Map(fields.map((each) => [each.name, each]));
  }

  #declareField(
    { name, at }: { readonly name: string; readonly at: number },
    {
      isStatic,
      type,
      dimensions,
    }: { readonly isStatic: boolean; readonly type: WrittenParameter["type"]; readonly dimensions: number },
  ): FieldSymbol {
    const unknown: Type = { kind: "unknown" };
    return {
      name,
      owner: this.#symbol,
      isStatic,
      type: lazily(
        () => (type === undefined ? unknown : inDimensions(resolveType(type, this.#scope), dimensions)),
        unknown,
      ),
      place: this.#placeOf(`${this.#name}.${name}`, at),
    };
  }
}

function isType(member: { readonly kind: string }): member is TypeSummary {
  return ["class", "interface", "enum", "record", "annotation"].includes(member.kind);
}

function accessOf(modifiers: readonly string[], isInterface: boolean): Access {
  const written = (["public", "protected", "private"] as const).find((word) => modifiers.includes(word));
  return written ?? (isInterface ? "public" : "package");
}
