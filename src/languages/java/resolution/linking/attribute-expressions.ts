import type { Expression, Pattern, SwitchExpression, WrittenType } from "../summary.ts";
import { functionTypeOf, type Argument } from "./arguments.ts";
import {
  completeCall,
  completeDelegate,
  completeNew,
  peekCall,
  peekNew,
  type Completion,
} from "./attribute-calls.ts";
import { completeFunction, peekReference } from "./attribute-functions.ts";
import { meaningOf } from "./attribute-names.ts";
import type { Attributor, ResultTarget, Site } from "./attributor.ts";
import { boxed, promoted, unboxed } from "./compatibility.ts";
import { argumentsOf, findField, langType, upperBound } from "./hierarchy.ts";
import { commonSupertype } from "./inference.ts";
import { receiverOf } from "./receiver.ts";
import { declareVariable, ownersAround, within } from "./scope.ts";
import { typeOfThis } from "./symbols.ts";
import { isSameType, NULL, primitive, substitute, UNKNOWN } from "./types.ts";
import type { Type } from "./model.ts";

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

function typeOfLiteral(type: Extract<Expression, { kind: "literal" }>["type"]): Type {
  if (type === "null") return NULL;
  return type === "String" ? langType("String") : primitive(type);
}

function typeOfInnermost({ scope }: Site): Type {
  const [owner] = ownersAround(scope);
  return owner === undefined ? UNKNOWN : typeOfThis(owner);
}

/** `Outer.this` has the type arguments of the class around. */
function ownType(type: Type): Type {
  return type.kind === "class" ? typeOfThis(type.symbol) : type;
}

/** What `a ? b : c` is, or a switch (JLS 15.25). */
function chosenType(types: readonly Type[]): Type {
  const [first, ...rest] = types.filter((type) => type.kind !== "null");
  if (first === undefined) return types[0] ?? UNKNOWN;
  if (rest.every((type) => isSameType(type, first)))
    return types.length > rest.length + 1 ? boxed(first) : first;
  const plain = [first, ...rest].map(unboxed);
  if (plain.every((type) => type.kind === "primitive" && type.name !== "boolean"))
    return plain.reduce(widest);
  return commonSupertype(types.map(boxed));
}

function widest(left: Type, right: Type): Type {
  return isSameType(left, right) ? left : promoted(left, right);
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

const BOOLEAN_OPERATORS = new Set(["==", "!=", "<", ">", "<=", ">=", "&&", "||"]);
const SHIFTS = new Set(["<<", ">>", ">>>"]);

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

function resultOfOperator(operator: string, left: Type, right: Type): Type {
  if (BOOLEAN_OPERATORS.has(operator)) return primitive("boolean");
  if (SHIFTS.has(operator)) return promoted(left, left);
  if (operator === "+" && (isText(left) || isText(right))) return langType("String");
  if (isSameType(unboxed(left), primitive("boolean"))) return primitive("boolean");
  if (left.kind === "unknown" || right.kind === "unknown")
    return operator === "+" ? UNKNOWN : promoted(left, right);
  return promoted(left, right);
}

function isText(type: Type): boolean {
  return type.kind === "class" && type.symbol.qualifiedName === "java.lang.String";
}

interface PatternPlace {
  readonly site: Site;
  readonly attributor: Attributor;
}

/** Declares what a pattern binds; `of` is what it is matched with. */
export function declarePattern(pattern: Pattern, of: Type, { site, attributor }: PatternPlace): void {
  const isVar = isVarType(pattern.type);
  const type = isVar ? of : withArgumentsOf(attributor.useType(pattern.type, site.scope), of);
  if (pattern.kind === "type-pattern") {
    if (pattern.variable !== undefined) declareVariable(site.scope, pattern.variable.name, upperBound(type));
    return;
  }
  const constructor =
    type.kind === "class"
      ? type.symbol.methods("new").find(({ arity }) => arity === pattern.parts.length)
      : undefined;
  const substitution = type.kind === "class" ? argumentsOf(type) : new Map();
  pattern.parts.forEach((part, index) => {
    declarePattern(part, substitute(constructor?.parameters()[index] ?? UNKNOWN, substitution), {
      site,
      attributor,
    });
  });
}

/** True for `var`, which is no class. */
export function isVarType(type: WrittenType): boolean {
  return (
    type.kind === "named" &&
    type.path.length === 1 &&
    type.path[0]?.name === "var" &&
    type.path[0].arguments === undefined
  );
}

/** A generic class that is named without arguments in a pattern gets them from what it is matched with, where that is of the same class. */
function withArgumentsOf(type: Type, of: Type): Type {
  if (type.kind !== "class" || type.arguments.length > 0 || type.symbol.typeParameters.length === 0)
    return type;
  const known = upperBound(of);
  return known.kind === "class" && known.symbol === type.symbol ? known : type;
}

function completeSwitch(
  { of, cases }: SwitchExpression,
  site: Site,
  { attributor, expected }: Completion,
): Type {
  const selector = upperBound(attributor.complete(of, site));
  const yields: ResultTarget = { expected, given: [] };
  const shared = within(site.scope);
  for (const each of cases) {
    const scope = each.isRule ? within(site.scope) : shared;
    const inside: Site = { ...site, scope, yields };
    for (const label of each.labels) completeLabel(label, selector, { site: inside, attributor });
    if (each.guard !== undefined) attributor.complete(each.guard, inside);
    const [only] = each.body;
    if (each.isRule && only?.kind === "expression")
      yields.given.push(attributor.complete(only.value, inside, expected));
    else attributor.statements(each.body, inside);
  }
  return chosenType(yields.given);
}

function completeLabel(
  label: Expression | Pattern,
  selector: Type,
  { site, attributor }: PatternPlace,
): void {
  if (label.kind === "type-pattern" || label.kind === "record-pattern") {
    declarePattern(label, selector, { site, attributor });
    return;
  }
  const constant =
    label.kind === "name" && selector.kind === "class" && selector.symbol.kind === "enum"
      ? findField(selector.symbol, label.name)
      : undefined;
  if (constant !== undefined && label.kind === "name") attributor.useField(label, constant.member);
  else if (label.kind !== "name" || label.name !== "default") attributor.complete(label, site);
}
