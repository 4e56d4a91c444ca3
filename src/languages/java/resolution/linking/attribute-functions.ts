import type { LambdaExpression, ReferenceExpression } from "../summary.ts";
import type { Argument, FunctionType, ReferenceArgument } from "./arguments.ts";
import type { Attributor, ResultTarget, Site } from "./attributor.ts";
import { receiverForReference, type ReferenceReceiver } from "./receiver.ts";
import { asSupertype, upperBound } from "./hierarchy.ts";
import { classesOf, Inference } from "./inference.ts";
import { candidatesOn, formalAt, selectMethod, type Candidate, type Selection } from "./overloads.ts";
import { declareVariable, within } from "./scope.ts";
import { typeOfThis } from "./symbols.ts";
import { isVoid, substitute, UNKNOWN } from "./types.ts";
import type { ClassType, Type } from "./model.ts";

/** How a lambda or method reference is completed. */
export interface FunctionCompletion {
  readonly attributor: Attributor;
  /** The function that is asked for; undefined where that is not known. Its types may mention what is being inferred. */
  readonly wanted: FunctionType | undefined;
  /** A type with all that is inferred put in. */
  readonly resolve?: (type: Type) => Type;
  /** Is told what the parameters of a referenced method say of what is asked. */
  readonly learn?: (actual: Type, asked: Type) => void;
  /** True where a type is not known yet. */
  readonly isOpen?: (type: Type) => boolean;
}

/** Completes a lambda or method reference; what its body gives. */
export function completeFunction(
  expression: LambdaExpression | ReferenceExpression,
  site: Site,
  completion: FunctionCompletion,
): readonly Type[] {
  const { results } = completion.attributor;
  const known = results.get(expression);
  if (known !== undefined) return known;
  // A lambda cannot hold itself; what is asked meanwhile gets nothing.
  results.set(expression, []);
  const given =
    expression.kind === "lambda"
      ? completeLambda(expression, site, completion)
      : completeReference(expression, site, completion);
  results.set(expression, given);
  return given;
}

function completeLambda(
  lambda: LambdaExpression,
  site: Site,
  { attributor, wanted, resolve = same, isOpen = never }: FunctionCompletion,
): readonly Type[] {
  const scope = within(site.scope);
  const written = lambda.parameters.map(({ type }) =>
    type === undefined ? undefined : attributor.useType(type, site.scope),
  );
  lambda.parameters.forEach(({ name }, index) => {
    declareVariable(scope, name, written[index] ?? upperBound(resolve(wanted?.parameters[index] ?? UNKNOWN)));
  });
  const asked = wanted === undefined || isVoid(wanted.returns) ? undefined : wanted.returns;
  const expected = asked === undefined || isOpenVariable(asked, isOpen) ? undefined : resolve(asked);
  const returns: ResultTarget = { expected, given: [] };
  const inside: Site = { scope, caller: site.caller, prefix: site.prefix, returns };
  if (lambda.body.kind === "block") attributor.statements([lambda.body], inside);
  else returns.given.push(attributor.complete(lambda.body, inside, expected));
  return returns.given;
}

function same(type: Type): Type {
  return type;
}

function never(): boolean {
  return false;
}

function isOpenVariable(type: Type, isOpen: (type: Type) => boolean): boolean {
  return type.kind === "variable" && isOpen(type);
}

/** What is known of a method reference before it is known what it is for. */
export function peekReference(reference: ReferenceExpression, site: Site, attributor: Attributor): Argument {
  const receiver = receiverForReference(reference, site, attributor);
  return { kind: "reference", reference, exact: exactMethod(reference, receiver) };
}

function exactMethod(
  { name }: ReferenceExpression,
  { types, isType, viewpoint, arrayOf }: ReferenceReceiver,
): ReferenceArgument["exact"] {
  if (arrayOf !== undefined) return undefined;
  const candidates = types.flatMap((type) => candidatesOn(type, name, viewpoint));
  const [only] = candidates;
  return only !== undefined && candidates.length === 1
    ? { method: only.method, isThroughType: isType }
    : undefined;
}

function completeReference(
  reference: ReferenceExpression,
  site: Site,
  { attributor, wanted, resolve = same, learn, isOpen = never }: FunctionCompletion,
): readonly Type[] {
  const receiver = receiverForReference(reference, site, attributor);
  if (receiver.arrayOf !== undefined) return [receiver.arrayOf];
  const exact = exactMethod(reference, receiver);
  if (exact !== undefined && wanted !== undefined) learnFromExact(exact, receiver, { wanted, learn, isOpen });
  const parameters = wanted?.parameters.map((parameter) => upperBound(resolve(parameter)));
  const selection =
    parameters === undefined
      ? onlyMethod(reference, receiver)
      : selectReferenced(reference, receiver, parameters);
  if (selection === undefined) {
    attributor.missedCall(reference.name, reference.at, site, receiver.isOutside ? "outside" : "unknown");
    return [];
  }
  attributor.foundCall(
    { ...selection, at: reference.at, name: reference.name, written: reference.name },
    site,
  );
  return [resultOf(reference, receiver, { selection, given: selection.given })];
}

interface Learning {
  readonly wanted: FunctionType;
  readonly learn: FunctionCompletion["learn"];
  readonly isOpen: (type: Type) => boolean;
}

/** A reference that can mean one method only says what its parameters are. */
function learnFromExact(
  { method, isThroughType }: NonNullable<ReferenceArgument["exact"]>,
  { types }: ReferenceReceiver,
  { wanted, learn, isOpen }: Learning,
): void {
  const isUnbound = isThroughType && !method.isStatic && method.name !== "new";
  const own = isUnbound ? [types[0] ?? UNKNOWN, ...method.parameters()] : method.parameters();
  wanted.parameters.forEach((asked, index) => {
    const actual = own[index];
    const isRaw = actual?.kind === "class" && actual.arguments.length < actual.symbol.typeParameters.length;
    if (actual !== undefined && actual.kind !== "variable" && !isRaw && isOpen(asked)) learn?.(actual, asked);
  });
}

interface ReferencedMethod extends Selection {
  /** What the method's own parameters are given. */
  readonly given: readonly Type[];
}

function onlyMethod(
  reference: ReferenceExpression,
  { types, viewpoint }: ReferenceReceiver,
): ReferencedMethod | undefined {
  const candidates = types.flatMap((type) => candidatesOn(type, reference.name, viewpoint));
  const [only] = candidates;
  return only === undefined || candidates.length > 1
    ? undefined
    : { ...only, isSpread: false, isAmbiguous: false, given: [] };
}

/** Of a class: a static method that takes all, or a method of the first that takes the rest (JLS 15.13.1). */
function selectReferenced(
  reference: ReferenceExpression,
  receiver: ReferenceReceiver,
  parameters: readonly Type[],
): ReferencedMethod | undefined {
  const { types, isType, viewpoint } = receiver;
  const select = (
    on: readonly ClassType[],
    given: readonly Type[],
    isWanted: (candidate: Candidate) => boolean,
  ): ReferencedMethod | undefined => {
    const candidates = on.flatMap((type) => candidatesOn(type, reference.name, viewpoint));
    const found = selectMethod(
      [candidates],
      given.map((type) => ({ kind: "typed", type })),
    );
    return found !== undefined && isWanted(found) ? { ...found, given } : undefined;
  };
  if (!isType || reference.name === "new") return select(types, parameters, () => true);
  const [first, ...rest] = parameters;
  const direct = select(types, parameters, ({ method }) => method.isStatic);
  if (direct !== undefined || first === undefined) return direct;
  const [type] = types;
  const seen =
    type === undefined ? [] : classesOf(first).flatMap((each) => asSupertype(each, type.symbol) ?? []);
  return select(seen.length > 0 ? seen : types, rest, ({ method }) => !method.isStatic);
}

function resultOf(
  reference: ReferenceExpression,
  { isRaw }: ReferenceReceiver,
  { selection, given }: { readonly selection: Selection; readonly given: readonly Type[] },
): Type {
  const { method, substitution, isSpread, from } = selection;
  const isCreated = reference.name === "new";
  const isInferred = isCreated && isRaw;
  const inference = new Inference([
    ...method.typeParameters,
    ...(isInferred ? from.symbol.typeParameters : []),
  ]);
  const seen = isInferred ? new Map() : substitution;
  given.forEach((type, index) =>
    inference.constrain(type, substitute(formalAt(method.parameters(), index, isSpread), seen)),
  );
  if (isCreated) return inference.finish(isInferred ? typeOfThis(from.symbol) : from);
  return inference.finish(substitute(method.returns(), seen));
}
