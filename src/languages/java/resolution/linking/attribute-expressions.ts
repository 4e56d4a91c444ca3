import { langType } from "./hierarchy.ts";
import type { Expression } from "../summary.ts";
import { type Argument, functionTypeOf } from "./arguments.ts";
import { completeCall, completeDelegate, peekCall } from "./attribute-calls.ts";
import { completeFunction, peekReference } from "./attribute-functions.ts";
import { meaningOf } from "./attribute-names.ts";
import { completeNew, peekNew } from "./attribute-new.ts";
import { declarePattern } from "./attribute-patterns.ts";
import { completeSwitch } from "./attribute-switch.ts";
import type { Attributor, Site } from "./attributor.ts";
import { boxed, promoted } from "./compatibility.ts";
import type { Completion } from "./infer-call.ts";
import type { Type } from "./model.ts";
import { chosenType, resultOfOperator, typeOfLiteral } from "./operators.ts";
import { receiverOf } from "./receiver.ts";
import { declareVariable, ownersAround, within } from "./scope.ts";
import { typeOfThis } from "./symbols.ts";
import { primitive, UNKNOWN } from "./types.ts";

/** What is known of an argument while it is not known what it is given for. */
export function peekExpression(expression: Expression, site: Site, attributor: Attributor): Argument {
  const typed = (type: Type): Argument => ({ kind: "typed", type });
  const known = attributor.types.get(expression);
  if (known !== undefined && expression.kind !== "lambda" && expression.kind !== "reference")
    return typed(known);
  switch (expression.kind) {
    case "lambda":
      return { kind: "lambda", lambda: expression, result: () => peekResult(expression, site, attributor) };
    case "reference":
      return peekReference(expression, site, attributor);
    case "call":
      return typed(peekCall(expression, site, attributor));
    case "new":
      return typed(peekNew(expression, site, attributor));
    case "choice": {
      attributor.complete(expression.condition, site);
      const options = expression.options.map((option) => attributor.peek(option, site));
      const types = options.flatMap((option) => (option.kind === "typed" ? [option.type] : []));
      return types.length === options.length ? typed(chosenType(types)) : { kind: "options", options };
    }
    default:
      return typed(attributor.complete(expression, site));
  }
}

/** The type of a lambda's expression where it has no parameters that are to be inferred. */
function peekResult(
  lambda: Extract<Expression, { kind: "lambda" }>,
  site: Site,
  attributor: Attributor,
): Type | undefined {
  if (lambda.body.kind === "block") return undefined;
  const scope = within(site.scope);
  for (const { name, type } of lambda.parameters) {
    if (type === undefined) return undefined;
    declareVariable(scope, name, attributor.useType(type, site.scope));
  }
  const result = attributor.peek(lambda.body, { ...site, scope });
  return result.kind === "typed" ? result.type : undefined;
}

/** The type of an expression, with what it holds worked out. */
export function completeExpression(expression: Expression, site: Site, completion: Completion): Type {
  const { attributor, expected } = completion;
  switch (expression.kind) {
    case "name":
    case "select": {
      const meaning = meaningOf(expression, site, attributor);
      return meaning.kind === "value" ? meaning.type : UNKNOWN;
    }
    case "call":
      return completeCall(expression, site, completion);
    case "new":
      return completeNew(expression, site, completion);
    case "delegate":
      completeDelegate(expression, site, attributor);
      return UNKNOWN;
    case "lambda":
    case "reference": {
      const wanted = expected === undefined ? undefined : functionTypeOf(expected);
      completeFunction(expression, site, { attributor, wanted });
      return expected ?? UNKNOWN;
    }
    case "literal":
      return typeOfLiteral(expression.type);
    case "this":
      return expression.of === undefined
        ? typeOfInnermost(site)
        : ownType(receiverOf(expression.of, site, attributor).type);
    case "super":
      return receiverOf(expression, site, attributor).type;
    case "class":
      return { ...langType("Class"), arguments: [boxed(attributor.useType(expression.type, site.scope))] };
    case "switch":
      return completeSwitch(expression, site, completion);
    default:
      return completeOperation(expression, site, completion);
  }
}

type Operation = Extract<
  Expression,
  { kind: "array" | "index" | "unary" | "binary" | "assign" | "choice" | "cast" | "instanceof" | "unknown" }
>;

function completeOperation(expression: Operation, site: Site, completion: Completion): Type {
  const { attributor, expected } = completion;
  switch (expression.kind) {
    case "array":
      return completeArray(expression, site, completion);
    case "index": {
      attributor.complete(expression.index, site);
      const of = attributor.complete(expression.of, site);
      return of.kind === "array" ? of.item : UNKNOWN;
    }
    case "unary": {
      const of = attributor.complete(expression.of, site);
      if (expression.operator === "!") return primitive("boolean");
      return expression.operator === "++" ? of : promoted(of, of);
    }
    case "binary":
      return completeBinary(expression, site, attributor);
    case "assign": {
      const type = attributor.complete(expression.left, site);
      attributor.complete(expression.right, site, type);
      return type;
    }
    case "choice": {
      attributor.complete(expression.condition, site);
      return chosenType(expression.options.map((option) => attributor.complete(option, site, expected)));
    }
    case "cast": {
      const types = expression.types.map((type) => attributor.useType(type, site.scope));
      const type: Type = types.length === 1 ? (types[0] ?? UNKNOWN) : { kind: "intersection", types };
      attributor.complete(expression.of, site, type);
      return type;
    }
    case "instanceof": {
      const type = attributor.complete(expression.of, site);
      declarePattern(expression.pattern, type, { site, attributor });
      return primitive("boolean");
    }
    default:
      for (const part of expression.parts) attributor.complete(part, site);
      return UNKNOWN;
  }
}

function typeOfInnermost({ scope }: Site): Type {
  const [owner] = ownersAround(scope);
  return owner === undefined ? UNKNOWN : typeOfThis(owner);
}

/** `Outer.this` has the type arguments of the class around. */
function ownType(type: Type): Type {
  return type.kind === "class" ? typeOfThis(type.symbol) : type;
}

function completeArray(
  { type, parts }: Extract<Expression, { kind: "array" }>,
  site: Site,
  { attributor, expected }: Completion,
): Type {
  const own = type === undefined ? expected : attributor.useType(type, site.scope);
  const item = own?.kind === "array" ? own.item : undefined;
  for (const part of parts)
    attributor.complete(
      part,
      site,
      part.kind === "array" && part.type === undefined && type !== undefined ? own : item,
    );
  return own ?? UNKNOWN;
}

function completeBinary(
  { parts, operators }: Extract<Expression, { kind: "binary" }>,
  site: Site,
  attributor: Attributor,
): Type {
  const [first, ...rest] = parts.map((part) => attributor.complete(part, site));
  return rest.reduce(
    (left, right, index) => resultOfOperator(operators[index] ?? "?", left, right),
    first ?? UNKNOWN,
  );
}
