import type { Argument } from "./arguments.ts";
import type { CallExpression, DelegateExpression, NewExpression } from "../summary.ts";
import type { Attributor, ChosenCall, Site } from "./attributor.ts";
import { findMemberType, hasUnknownAncestor, upperBound } from "./hierarchy.ts";
import type { ClassType, MethodSymbol } from "./model.ts";
import { type Candidate, candidatesOn, selectMethod, type Viewpoint } from "./overloads.ts";
import { receiverOf, receivingClasses, viewpointOf } from "./receiver.ts";
import { ownersAround, type Scope } from "./scope.ts";
import { isInterface, rawType, typeOfThis } from "./symbols.ts";

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
  const viewpoint = viewpointOf(site.scope);
  if (on === undefined) {
    const nearest = candidatesInScope(call.name, site.scope, viewpoint);
    const mayBeInherited =
      [...ownersAround(site.scope)].some(hasUnknownAncestor) ||
      site.scope.file.staticOwners(call.name).length > 0;
    const why = mayBeInherited ? "outside" : "unknown";
    return { ...select(nearest, call, { site, attributor }), why, receiver: undefined };
  }
  const classes = receivingClasses(on.type);
  const candidates = classes
    .flatMap((type) => candidatesOn(type, call.name, viewpoint))
    .filter(({ method }) => on.isType || !isStaticOfInterface(method));
  const isOutside =
    on.isOutside ||
    (classes.length > 0 &&
      classes.every(({ symbol }) => !symbol.isInRepository || hasUnknownAncestor(symbol)));
  const why = isOutside ? "outside" : "unknown";
  return { ...select([candidates], call, { site, attributor }), why, receiver: on.type };
}

interface Place {
  readonly site: Site;
  readonly attributor: Attributor;
}

/** The method that fits the arguments; those that leave it open are worked out without knowing what they are for. */
function select(
  nearest: readonly (readonly Candidate[])[],
  call: Call,
  { site, attributor }: Place,
): Pick<ChosenCall, "selection" | "given"> {
  const given = call.arguments.map((argument) => attributor.peek(argument, site));
  const selection = selectMethod(nearest, given);
  if (selection?.isAmbiguous !== true) return { selection, given };
  const known = given.map((argument, index): Argument => {
    const expression = call.arguments[index];
    const isOpen = argument.kind === "typed" && argument.type.kind === "unknown";
    return isOpen && expression !== undefined
      ? { kind: "typed", type: attributor.complete(expression, site) }
      : argument;
  });
  return { selection: selectMethod(nearest, known), given: known };
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
  const candidates = type === undefined ? [] : candidatesOn(type, "new", viewpointOf(site.scope));
  const why = type === undefined || type.symbol.isInRepository ? "unknown" : "outside";
  return { ...select([candidates], call, { site, attributor }), why, receiver: type };
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
