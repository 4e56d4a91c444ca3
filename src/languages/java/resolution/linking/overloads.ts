import { fits, functionTypeOf, type Argument, type FunctionType } from "./arguments.ts";
import { isCompatible, type Conversion } from "./compatibility.ts";
import { ancestorsOf, argumentsOf, asSupertype, erasureOf, methodsNamed, objectClass } from "./hierarchy.ts";
import { isInterface } from "./symbols.ts";
import { erasedName, isVoid, substitute, UNKNOWN } from "./types.ts";
import type { ClassSymbol, ClassType, MethodSymbol, Substitution, Type, TypeVariable } from "./model.ts";

/** A method that a call could mean, seen through what it is called on. */
export interface Candidate {
  readonly method: MethodSymbol;
  /** The declaring class as the receiver's type has it. */
  readonly from: ClassType;
  readonly substitution: Substitution;
}

/** The method that a call means. */
export interface Selection extends Candidate {
  /** True where several arguments become one array. */
  readonly isSpread: boolean;
  /** True where what is not known of the arguments leaves more than one. */
  readonly isAmbiguous: boolean;
}

/** Where a call stands, for what it may see. */
export interface Viewpoint {
  readonly packageName: string;
  readonly path: string;
}

/** Methods of a name (`new` for constructors) that can be called on a type from a place. */
export function candidatesOn(type: ClassType, name: string, viewpoint: Viewpoint): readonly Candidate[] {
  return methodsNamed(type.symbol, name)
    .filter(({ member }) => isAccessible(member, type.symbol, viewpoint))
    .map(({ member }) => {
      const from = asSupertype(type, member.owner) ?? type;
      return { method: member, from, substitution: argumentsOf(from) };
    });
}

function isAccessible(
  { access, owner, place }: MethodSymbol,
  site: ClassSymbol,
  { packageName, path }: Viewpoint,
): boolean {
  if (access === "private") return owner === site && place?.path === path;
  return access !== "package" || owner.packageName === packageName;
}

interface Phase {
  readonly isLoose: boolean;
  readonly isSpread: boolean;
}

const PHASES: readonly Phase[] = [
  { isLoose: false, isSpread: false },
  { isLoose: true, isSpread: false },
  { isLoose: true, isSpread: true },
];

/**
 * The method that the compiler picks (JLS 15.12.2): of what is nearest, what needs the least conversion, the most specific. `nearest` lists
 * candidates from the innermost class outwards.
 */
export function selectMethod(
  nearest: readonly (readonly Candidate[])[],
  given: readonly Argument[],
): Selection | undefined {
  for (const phase of PHASES) {
    for (const candidates of nearest) {
      const applicable = candidates.filter((candidate) => isApplicable(candidate, given, phase));
      const found = mostSpecific(applicable, given, phase);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function isApplicable(
  { method, substitution }: Candidate,
  given: readonly Argument[],
  { isLoose, isSpread }: Phase,
): boolean {
  if (isSpread ? !method.isVariadic || given.length < method.arity - 1 : given.length !== method.arity)
    return false;
  const parameters = method.parameters();
  const conversion: Conversion = { isLoose, free: freeOf(method), seen: substitution };
  return given.every((argument, index) =>
    fits(argument, substitute(formalAt(parameters, index, isSpread), substitution), conversion),
  );
}

/** Type parameters that a call of the method infers; those of a constructor's class with them. */
function freeOf(method: MethodSymbol): ReadonlySet<TypeVariable> {
  return new Set(
    method.name === "new"
      ? [...method.typeParameters, ...method.owner.typeParameters]
      : method.typeParameters,
  );
}

/** What the parameter for an argument asks for. */
export function formalAt(parameters: readonly Type[], index: number, isSpread: boolean): Type {
  const last = parameters.length - 1;
  if (!isSpread || index < last) return parameters[index] ?? UNKNOWN;
  const variadic = parameters[last];
  return variadic?.kind === "array" ? variadic.item : UNKNOWN;
}

function mostSpecific(
  applicable: readonly Candidate[],
  given: readonly Argument[],
  { isSpread }: Phase,
): Selection | undefined {
  const [first] = applicable;
  if (first === undefined) return undefined;
  if (applicable.length === 1) return { ...first, isSpread, isAmbiguous: false };
  const best = applicable.filter((candidate) =>
    applicable.every((other) => other === candidate || isMoreSpecific(candidate, other, { given, isSpread })),
  );
  const found = preferred(best) ?? mostExact(applicable, given) ?? first;
  return { ...found, isSpread, isAmbiguous: best.length === 0 };
}

/** Of methods with the same parameters, the one with a body, then the one of the nearest class. */
function preferred(candidates: readonly Candidate[]): Candidate | undefined {
  return (
    candidates.find(({ method }) => !method.isAbstract) ??
    candidates.find(({ method }) => !isInterface(method.owner)) ??
    candidates[0]
  );
}

/** Where what is not known leaves several, the one whose parameters are what was given. */
function mostExact(candidates: readonly Candidate[], given: readonly Argument[]): Candidate | undefined {
  const exactness = ({ method, substitution }: Candidate): number =>
    given.filter((argument, index) => {
      const formal = method.parameters()[index];
      // An array is rarely given for a variadic parameter.
      if (argument.kind === "typed" && argument.type.kind === "unknown")
        return !method.isVariadic || index < method.arity - 1;
      return (
        argument.kind === "typed" &&
        formal !== undefined &&
        erasedName(argument.type) === erasedName(substitute(formal, substitution))
      );
    }).length;
  const best = Math.max(...candidates.map(exactness));
  return candidates.find((candidate) => exactness(candidate) === best);
}

interface Comparison {
  readonly given: readonly Argument[];
  readonly isSpread: boolean;
}

function isMoreSpecific(left: Candidate, right: Candidate, { given, isSpread }: Comparison): boolean {
  const count = isSpread ? Math.max(given.length, left.method.arity, right.method.arity) : given.length;
  const conversion: Conversion = {
    isLoose: false,
    free: freeOf(right.method),
    seen: right.substitution,
  };
  for (let index = 0; index < count; index++) {
    const argument = given[index];
    const own = substitute(formalAt(left.method.parameters(), index, isSpread), left.substitution);
    const other = substitute(formalAt(right.method.parameters(), index, isSpread), right.substitution);
    if (!isMoreSpecificType(own, other, { argument, conversion })) return false;
  }
  return true;
}

interface ArgumentComparison {
  readonly argument: Argument | undefined;
  readonly conversion: Conversion;
}

function isMoreSpecificType(own: Type, other: Type, { argument, conversion }: ArgumentComparison): boolean {
  if (argument === undefined || argument.kind === "typed") return isBelow(own, other, conversion);
  if (argument.kind === "options") {
    return argument.options.every((option) =>
      isMoreSpecificType(own, other, { argument: option, conversion }),
    );
  }
  if (isBelow(own, other, conversion)) return true;
  const [left, right] = [functionTypeOf(own), functionTypeOf(other)];
  // An interface that nobody knows need not be functional.
  if (left !== undefined && right === undefined)
    return other.kind === "class" && other.symbol.kind === "opaque";
  return left !== undefined && right !== undefined && isMoreSpecificFunction(left, right, argument);
}

function isBelow(own: Type, other: Type, conversion: Conversion): boolean {
  if (own.kind === "unknown" || other.kind === "unknown") return erasedName(own) === erasedName(other);
  if (
    own.kind === "class" &&
    other.kind === "class" &&
    (own.symbol.kind === "opaque" || other.symbol.kind === "opaque")
  ) {
    return (
      own.symbol === other.symbol ||
      other.symbol === objectClass() ||
      ancestorsOf(own.symbol).has(other.symbol)
    );
  }
  if (own.kind === "variable" && !conversion.free.has(own))
    return isCompatible(erasureOf(own), other, conversion) || own === other;
  return isCompatible(own, other, conversion);
}

/** Which of two functional interfaces fits a lambda better (JLS 15.12.2.5). */
function isMoreSpecificFunction(
  left: FunctionType,
  right: FunctionType,
  argument: Extract<Argument, { kind: "lambda" | "reference" }>,
): boolean {
  if (isVoid(right.returns)) return true;
  if (isVoid(left.returns)) return false;
  const isPrimitive = left.returns.kind === "primitive";
  if (isPrimitive === (right.returns.kind === "primitive"))
    return isCompatible(left.returns, right.returns, { isLoose: false, free: new Set() });
  const result = argument.kind === "lambda" ? argument.result() : argument.exact?.method.returns();
  return result !== undefined && (result.kind === "primitive") === isPrimitive;
}
