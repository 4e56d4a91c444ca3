import type { Expression, LambdaExpression } from "../summary.ts";
import { functionTypeOf } from "./arguments.ts";
import { completeFunction } from "./attribute-functions.ts";
import type { Attributor, ChosenCall, Site } from "./attributor.ts";
import { Inference } from "./inference.ts";
import type { Type } from "./model.ts";
import { formalAt, type Selection } from "./overloads.ts";
import { mentions, substitute } from "./types.ts";

export function formalOf({ method, substitution, isSpread }: Selection, index: number): Type {
  return substitute(formalAt(method.parameters(), index, isSpread), substitution);
}

/** What is asked of an expression, and by whom it is worked out. */
export interface Completion {
  readonly attributor: Attributor;
  readonly expected: Type | undefined;
}

export interface InferredCall {
  readonly chosen: ChosenCall;
  readonly selection: Selection;
  readonly inference: Inference;
  readonly site: Site;
  readonly attributor: Attributor;
  /** What the call gives as declared, and what is asked of it. */
  readonly result: { readonly type: Type; readonly expected: Type | undefined };
}

/**
 * What is known without asking tells most; then what lambdas say of their parameters, and what the result is for; then lambdas and generic calls,
 * which follow from the rest.
 */
export function inferFrom(expressions: readonly Expression[], call: InferredCall): void {
  const { chosen, selection, inference, site, attributor, result } = call;
  chosen.given.forEach((argument, index) => {
    const formal = formalOf(selection, index);
    const expression = expressions[index];
    if (argument.kind === "typed" && isKnown(argument.type)) inference.constrain(argument.type, formal);
    else if (expression?.kind === "lambda") learnParameters(expression, formal, call);
  });
  if (result.expected !== undefined && result.expected.kind !== "primitive") {
    inference.constrain(result.expected, result.type, "above");
  }
  expressions.forEach((expression, index) => {
    const formal = formalOf(selection, index);
    if (expression.kind === "lambda" || expression.kind === "reference") {
      completeFunctionArgument(expression, formal, call);
      return;
    }
    const type = attributor.complete(expression, site, inference.finish(formal));
    if (WAITING.has(expression.kind)) inference.constrain(type, formal);
  });
}

/** Expressions whose type may depend on what is asked of them. */
const WAITING = new Set<Expression["kind"]>(["call", "new", "choice", "switch"]);

/** True for a type of which nothing is left open. */
function isKnown(type: Type): boolean {
  switch (type.kind) {
    case "unknown":
      return false;
    case "class":
      return type.arguments.every(isKnown);
    case "array":
      return isKnown(type.item);
    case "wildcard":
      return type.bound === "none" || isKnown(type.of);
    default:
      return true;
  }
}

/** Types that are written for a lambda's parameters say what is asked. */
function learnParameters(
  lambda: LambdaExpression,
  formal: Type,
  { inference, site, attributor }: InferredCall,
): void {
  const wanted = functionTypeOf(formal);
  lambda.parameters.forEach(({ type }, index) => {
    const asked = wanted?.parameters[index];
    if (type !== undefined && asked !== undefined) {
      inference.constrain(attributor.useType(type, site.scope), asked, "same");
    }
  });
}

function completeFunctionArgument(
  expression: Extract<Expression, { kind: "lambda" | "reference" }>,
  formal: Type,
  { inference, site, attributor }: InferredCall,
): void {
  const wanted = functionTypeOf(formal);
  if (wanted === undefined) {
    completeFunction(expression, site, { attributor, wanted: undefined });
    return;
  }
  const results = completeFunction(expression, site, {
    attributor,
    wanted,
    // What a lambda's parameters are must be known before its body is read.
    resolve: (type) => inference.finish(type),
    learn: (actual, asked) => inference.constrain(actual, asked, "same"),
    isOpen: (type) =>
      mentions(type, inference.variables) && mentions(inference.apply(type), inference.variables),
  });
  for (const result of results) inference.constrain(result, wanted.returns);
}

/** Completes arguments of which nothing is asked. */
export function completeAll(expressions: readonly Expression[], site: Site, attributor: Attributor): void {
  for (const expression of expressions) attributor.complete(expression, site);
}
