import type { LambdaExpression, ReferenceExpression, Statement } from "../summary.ts";
import { isCompatible, type Conversion } from "./compatibility.ts";
import { argumentsOf, asSupertype, boundOf, functionOf } from "./hierarchy.ts";
import { isVoid, substitute, UNKNOWN } from "./types.ts";
import type { MethodSymbol, Type } from "./model.ts";

/** What is known of an argument before it is known what it is given for. */
export type Argument =
  | { readonly kind: "typed"; readonly type: Type }
  | LambdaArgument
  | ReferenceArgument
  /** Of `a ? b : c`. */
  | { readonly kind: "options"; readonly options: readonly Argument[] };

export interface LambdaArgument {
  readonly kind: "lambda";
  readonly lambda: LambdaExpression;
  /** The type of its expression, where that does not depend on parameters without types. */
  readonly result: () => Type | undefined;
}

export interface ReferenceArgument {
  readonly kind: "reference";
  readonly reference: ReferenceExpression;
  /** The one method of that name, and whether it is named through its class. */
  readonly exact: { readonly method: MethodSymbol; readonly isThroughType: boolean } | undefined;
}

/** Parameters and result of a functional interface's method. */
export interface FunctionType {
  readonly parameters: readonly Type[];
  readonly returns: Type;
}

/** The function that a type asks for; undefined where it is no functional interface, or not known. */
export function functionTypeOf(type: Type): FunctionType | undefined {
  const plain = boundOf(type);
  if (plain.kind === "intersection")
    return plain.types.map(functionTypeOf).find((each) => each !== undefined);
  const found = plain.kind === "class" ? functionOf(plain.symbol) : undefined;
  if (found === undefined || plain.kind !== "class") return undefined;
  const seen = asSupertype(plain, found.member.owner) ?? found.from;
  const substitution = argumentsOf(seen);
  return {
    parameters: found.member.parameters().map((parameter) => boundOf(substitute(parameter, substitution))),
    returns: boundOf(substitute(found.member.returns(), substitution)),
  };
}

/** True where an argument can be given for a parameter (JLS 15.12.2.1 for lambdas and method references). */
export function fits(argument: Argument, formal: Type, conversion: Conversion): boolean {
  if (argument.kind === "typed") return isCompatible(argument.type, formal, conversion);
  if (argument.kind === "options")
    return argument.options.every((option) => fits(option, formal, conversion));
  const asked = boundOf(formal);
  if (asked.kind === "unknown" || asked.kind === "variable")
    return asked.kind === "unknown" || conversion.free.has(asked);
  if (asked.kind === "class" && asked.symbol.kind === "opaque") return true;
  const wanted = functionTypeOf(asked);
  if (wanted === undefined) return false;
  const loose = { ...conversion, isLoose: true };
  return argument.kind === "lambda"
    ? lambdaFits(argument, wanted, loose)
    : referenceFits(argument, wanted, loose);
}

function lambdaFits(
  { lambda, result }: LambdaArgument,
  { parameters, returns }: FunctionType,
  conversion: Conversion,
): boolean {
  if (lambda.parameters.length !== parameters.length) return false;
  const shape = shapeOf(lambda.body);
  if (isVoid(returns)) return shape.canBeVoid;
  const given = shape.canBeValue ? result() : undefined;
  return shape.canBeValue && (given === undefined || isCompatible(given, returns, conversion));
}

function referenceFits(
  { exact }: ReferenceArgument,
  { parameters, returns }: FunctionType,
  conversion: Conversion,
): boolean {
  if (exact === undefined) return true;
  const { method, isThroughType } = exact;
  const isUnbound = isThroughType && !method.isStatic && method.name !== "new";
  const arity = method.arity + (isUnbound ? 1 : 0);
  const given = method.name === "new" ? UNKNOWN : method.returns();
  const isGeneric = given.kind === "variable" || given.kind === "array";
  if (!isVoid(returns) && !isGeneric && !isCompatible(given, returns, conversion)) return false;
  return method.isVariadic ? parameters.length >= arity - 1 : parameters.length === arity;
}

interface Shape {
  readonly canBeVoid: boolean;
  readonly canBeValue: boolean;
}

const STATEMENT_EXPRESSIONS = new Set(["call", "new", "assign"]);

/** Whether a lambda's body gives a value, nothing, or either (JLS 15.27.2). */
export function shapeOf(body: LambdaExpression["body"]): Shape {
  if (body.kind !== "block") {
    const isStatement =
      STATEMENT_EXPRESSIONS.has(body.kind) || (body.kind === "unary" && body.operator === "++");
    return { canBeVoid: isStatement, canBeValue: true };
  }
  const returns = returnsOf(body.body);
  const hasValue = returns.some((each) => each.hasValue);
  const hasNone = returns.some((each) => !each.hasValue);
  return { canBeVoid: !hasValue, canBeValue: hasValue || (!hasNone && endsWithThrow(body.body)) };
}

function returnsOf(statements: readonly Statement[]): readonly { readonly hasValue: boolean }[] {
  return statements.flatMap((statement) => {
    switch (statement.kind) {
      case "return":
        return [{ hasValue: statement.value !== undefined }];
      case "block":
        return returnsOf(statement.body);
      case "each":
      case "catch":
        return returnsOf([statement.body]);
      case "expression":
        return statement.value.kind === "switch"
          ? statement.value.cases.flatMap(({ body }) => returnsOf(body))
          : [];
      default:
        return [];
    }
  });
}

/** A body that only throws may stand where a value is asked for; loops without end are not told. */
function endsWithThrow(statements: readonly Statement[]): boolean {
  const last = statements.at(-1);
  if (last?.kind === "block") return endsWithThrow(last.body);
  return last?.kind === "throw";
}
