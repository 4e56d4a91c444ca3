import type {
  CallExpression,
  DelegateExpression,
  Expression,
  LambdaExpression,
  NewExpression,
  WrittenType,
} from "../summary.ts";
import { functionTypeOf } from "./arguments.ts";
import { completeFunction } from "./attribute-functions.ts";
import type { Attributor, ChosenCall, Site } from "./attributor.ts";
import {
  asSupertype,
  boundOf,
  findMemberType,
  hasUnknownAncestor,
  langType,
  objectClass,
  upperBound,
} from "./hierarchy.ts";
import { classesOf, Inference } from "./inference.ts";
import {
  candidatesOn,
  formalAt,
  selectMethod,
  type Candidate,
  type Selection,
  type Viewpoint,
} from "./overloads.ts";
import { receiverOf, receivingClasses, viewpointOf } from "./receiver.ts";
import { ownersAround, type Scope } from "./scope.ts";
import { isInterface, rawType, typeOfThis } from "./symbols.ts";
import { mentions, OUTSIDE, substitute, UNKNOWN } from "./types.ts";
import type { ClassType, MethodSymbol, Type, TypeVariable } from "./model.ts";

type Call = CallExpression | NewExpression | DelegateExpression;

/** The method that a call means; looked up once. */
export function chooseCall(call: Call, site: Site, attributor: Attributor): ChosenCall {
  const known = attributor.calls.get(call);
  if (known !== undefined) return known;
  const chosen =
    call.kind === "call" ? chooseMethod(call, site, attributor) : chooseConstructor(call, site, attributor);
  attributor.calls.set(call, chosen);
  return chosen;
}

function chooseMethod(call: CallExpression, site: Site, attributor: Attributor): ChosenCall {
  const on = call.of === undefined ? undefined : receiverOf(call.of, site, attributor);
  const given = call.arguments.map((argument) => attributor.peek(argument, site));
  const viewpoint = viewpointOf(site.scope);
  if (on === undefined) {
    const selection = selectMethod(candidatesInScope(call.name, site.scope, viewpoint), given);
    const mayBeInherited =
      [...ownersAround(site.scope)].some(hasUnknownAncestor) ||
      site.scope.file.staticOwners(call.name).length > 0;
    return { selection, why: mayBeInherited ? "outside" : "unknown", receiver: undefined, given };
  }
  const classes = receivingClasses(on.type);
  const selection = selectMethod(
    [
      classes
        .flatMap((type) => candidatesOn(type, call.name, viewpoint))
        .filter(({ method }) => on.isType || !isStaticOfInterface(method)),
    ],
    given,
  );
  const isOutside =
    on.isOutside ||
    (classes.length > 0 &&
      classes.every(({ symbol }) => !symbol.isInRepository || hasUnknownAncestor(symbol)));
  return { selection, why: isOutside ? "outside" : "unknown", receiver: on.type, given };
}

/** Static methods of interfaces are called on the interface only (JLS 15.12.3). */
function isStaticOfInterface({ isStatic, owner }: MethodSymbol): boolean {
  return isStatic && isInterface(owner);
}

/** Methods of the classes around, the innermost first, then what is imported. */
function candidatesInScope(
  name: string,
  scope: Scope,
  viewpoint: Viewpoint,
): readonly (readonly Candidate[])[] {
  const around = [...ownersAround(scope)].map((owner) => candidatesOn(typeOfThis(owner), name, viewpoint));
  const imported = scope.file
    .staticOwners(name)
    .flatMap((owner) => candidatesOn(rawType(owner), name, viewpoint));
  return [...around, imported.filter(({ method }) => method.isStatic)];
}

function chooseConstructor(
  call: NewExpression | DelegateExpression,
  site: Site,
  attributor: Attributor,
): ChosenCall {
  const type =
    call.kind === "new" ? createdType(call, site, attributor) : delegatedType(call, site, attributor);
  const given = call.arguments.map((argument) => attributor.peek(argument, site));
  const candidates = type === undefined ? [] : candidatesOn(type, "new", viewpointOf(site.scope));
  const why = type === undefined || type.symbol.isInRepository ? "unknown" : "outside";
  return { selection: selectMethod([candidates], given), why, receiver: type, given };
}

function createdType(call: NewExpression, site: Site, attributor: Attributor): ClassType | undefined {
  const { type } = call;
  if (call.of !== undefined && type.kind === "named") {
    const outer = upperBound(attributor.complete(call.of, site));
    const [first] = type.path;
    const member =
      outer.kind === "class" && first !== undefined ? findMemberType(outer.symbol, first.name) : undefined;
    if (member !== undefined && first !== undefined) {
      attributor.useClass(first, member);
      return rawType(member);
    }
  }
  const found = attributor.useType(type, site.scope);
  return found.kind === "class" ? found : undefined;
}

function delegatedType(call: DelegateExpression, site: Site, attributor: Attributor): ClassType | undefined {
  if (call.of !== undefined) attributor.complete(call.of, site);
  const [owner] = ownersAround(site.scope);
  if (owner === undefined) return undefined;
  return call.to === "this"
    ? typeOfThis(owner)
    : owner.supertypes().find(({ symbol }) => !isInterface(symbol));
}

/** What a call gives before its lambdas are known; nothing is noted. */
export function peekCall(call: CallExpression, site: Site, attributor: Attributor): Type {
  const chosen = chooseCall(call, site, attributor);
  const { selection } = chosen;
  if (selection === undefined) return chosen.why === "outside" ? OUTSIDE : UNKNOWN;
  const special = specialResult(call, chosen);
  if (special !== undefined) return special;
  const returns = substitute(selection.method.returns(), selection.substitution);
  const inference = new Inference(selection.method.typeParameters, selection.substitution);
  if (inference.variables.size === 0) return upperBound(returns);
  noteWritten(writtenArguments(call, site, attributor), selection.method.typeParameters, inference);
  chosen.given.forEach((argument, index) => {
    if (argument.kind === "typed") inference.constrain(argument.type, formalOf(selection, index));
  });
  return upperBound(inference.finish(returns));
}

/** What a created object is before its lambdas are known. */
export function peekNew(call: NewExpression, site: Site, attributor: Attributor): Type {
  const { receiver } = chooseCall(call, site, attributor);
  if (receiver?.kind !== "class" || !isDiamond(call.type)) return receiver ?? UNKNOWN;
  return { ...receiver, arguments: receiver.symbol.typeParameters.map(() => UNKNOWN) };
}

function isDiamond(type: WrittenType): boolean {
  return type.kind === "named" && type.path.at(-1)?.arguments?.length === 0;
}

function formalOf({ method, substitution, isSpread }: Selection, index: number): Type {
  return substitute(formalAt(method.parameters(), index, isSpread), substitution);
}

/** Completes a call: its arguments with what is asked of them, and what it gives. */
export function completeCall(call: CallExpression, site: Site, { attributor, expected }: Completion): Type {
  const chosen = chooseCall(call, site, attributor);
  const { selection } = chosen;
  const written = writtenArguments(call, site, attributor);
  if (selection === undefined) {
    completeAll(call.arguments, site, attributor);
    attributor.missedCall(writtenCall(call), call.at, site, chosen.why);
    return chosen.why === "outside" ? OUTSIDE : UNKNOWN;
  }
  attributor.foundCall({ ...selection, at: call.at, name: call.name, written: writtenCall(call) }, site);
  const inference = new Inference(selection.method.typeParameters, selection.substitution);
  const returns = substitute(selection.method.returns(), selection.substitution);
  noteWritten(written, selection.method.typeParameters, inference);
  inferFrom(call.arguments, {
    chosen,
    selection,
    inference,
    site,
    attributor,
    result: { type: returns, expected },
  });
  return specialResult(call, chosen) ?? upperBound(inference.finish(returns));
}

/** What is asked of an expression, and by whom it is worked out. */
export interface Completion {
  readonly attributor: Attributor;
  readonly expected: Type | undefined;
}

/** `getClass()` and `clone()` of an array have types of their own (JLS 4.3.2, 10.7). */
function specialResult(call: CallExpression, { receiver, selection }: ChosenCall): Type | undefined {
  if (call.name === "clone" && receiver?.kind === "array") return receiver;
  if (call.name !== "getClass" || selection?.method.owner !== objectClass()) return undefined;
  return {
    ...langType("Class"),
    arguments: [{ kind: "wildcard", bound: "extends", of: receiver ?? UNKNOWN }],
  };
}

function writtenArguments(
  call: CallExpression,
  site: Site,
  attributor: Attributor,
): readonly Type[] | undefined {
  return call.typeArguments?.map((type) => attributor.useType(type, site.scope));
}

function noteWritten(
  written: readonly Type[] | undefined,
  variables: readonly TypeVariable[],
  inference: Inference,
): void {
  variables.forEach((variable, index) => inference.constrain(written?.[index] ?? UNKNOWN, variable, "same"));
}

interface InferredCall {
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
function inferFrom(expressions: readonly Expression[], call: InferredCall): void {
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

/** Completes the creation of an object, with the members of its anonymous class. */
export function completeNew(call: NewExpression, site: Site, { attributor, expected }: Completion): Type {
  const chosen = chooseCall(call, site, attributor);
  const { selection, receiver } = chosen;
  const type = receiver?.kind === "class" ? receiver : undefined;
  let created: Type = type ?? UNKNOWN;
  if (selection === undefined) {
    completeAll(call.arguments, site, attributor);
    const isOfInterface = type?.symbol.kind === "interface";
    if (!isOfInterface) attributor.missedCall(`new ${writtenName(call.type)}`, call.at, site, chosen.why);
    if (type !== undefined && isDiamond(call.type)) created = expectedArguments(type, expected);
  } else {
    attributor.foundCall(
      { ...selection, ...createdName(call), written: `new ${writtenName(call.type)}` },
      site,
    );
    created = inferCreated(call, site, { attributor, expected, chosen, selection }) ?? created;
  }
  if (call.body === undefined) return created;
  return attributor.anonymousClass(call.body, site, created.kind === "class" ? created : undefined);
}

function createdName({ type, at }: NewExpression): {
  readonly name: string | undefined;
  readonly at: number;
} {
  const last = type.kind === "named" ? type.path.at(-1) : undefined;
  return { name: last?.name, at: last?.at ?? at };
}

interface ChosenCompletion extends Completion {
  readonly chosen: ChosenCall;
  readonly selection: Selection;
}

function inferCreated(
  call: NewExpression,
  site: Site,
  { attributor, expected, chosen, selection }: ChosenCompletion,
): Type | undefined {
  const { symbol } = selection.from;
  const isInferred = isDiamond(call.type);
  const variables = [...selection.method.typeParameters, ...(isInferred ? symbol.typeParameters : [])];
  const inference = new Inference(variables);
  const type = isInferred ? typeOfThis(symbol) : selection.from;
  const open: Selection = isInferred ? { ...selection, substitution: new Map() } : selection;
  inferFrom(call.arguments, {
    chosen,
    selection: open,
    inference,
    site,
    attributor,
    result: { type, expected: isInferred ? expected : undefined },
  });
  return inference.finish(type);
}

/** The arguments of a diamond where no constructor tells them. */
function expectedArguments(type: ClassType, expected: Type | undefined): Type {
  const inference = new Inference(type.symbol.typeParameters);
  const self = typeOfThis(type.symbol);
  if (expected !== undefined) inference.constrain(boundOf(expected), self, "above");
  return inference.finish(self);
}

/** Completes `this(…)` or `super(…)`. */
export function completeDelegate(call: DelegateExpression, site: Site, attributor: Attributor): void {
  const chosen = chooseCall(call, site, attributor);
  const { selection } = chosen;
  if (selection === undefined) {
    completeAll(call.arguments, site, attributor);
    if (chosen.receiver !== undefined) attributor.missedCall(call.to, call.at, site, chosen.why);
    return;
  }
  attributor.foundCall({ ...selection, at: call.at, name: call.to, written: call.to }, site);
  const inference = new Inference(selection.method.typeParameters, selection.substitution);
  inferFrom(call.arguments, {
    chosen,
    selection,
    inference,
    site,
    attributor,
    result: { type: UNKNOWN, expected: undefined },
  });
}

/** A call without arguments that is not written, of a method that a type has. */
export function implicitCall(
  type: Type,
  name: string,
  site: Site,
  { attributor, at }: { readonly attributor: Attributor; readonly at: number },
): void {
  const candidates = classesOf(upperBound(type)).flatMap((each) =>
    candidatesOn(each, name, viewpointOf(site.scope)),
  );
  const selection = selectMethod([candidates], []);
  if (selection?.method.place === undefined) return;
  attributor.foundCall({ ...selection, at, name: undefined, written: name }, site);
}

/** What an iterable gives. */
export function itemOf(type: Type): Type {
  if (type.kind === "array") return type.item;
  const iterable = langType("Iterable").symbol;
  for (const each of classesOf(upperBound(type))) {
    const [item] = asSupertype(each, iterable)?.arguments ?? [];
    if (item !== undefined) return upperBound(item);
  }
  return UNKNOWN;
}

function writtenCall(call: CallExpression): string {
  const of = call.of === undefined ? undefined : writtenPath(call.of);
  return of === undefined ? call.name : `${of}.${call.name}`;
}

function writtenPath(expression: Expression): string | undefined {
  switch (expression.kind) {
    case "name":
      return expression.name;
    case "this":
    case "super":
      return expression.of === undefined ? expression.kind : undefined;
    case "select": {
      const of = writtenPath(expression.of);
      return of === undefined ? undefined : `${of}.${expression.name}`;
    }
    default:
      return undefined;
  }
}

function writtenName(type: WrittenType): string {
  return type.kind === "named" ? type.path.map(({ name }) => name).join(".") : "";
}
