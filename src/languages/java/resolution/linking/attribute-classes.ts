import type {
  EnumConstant,
  MethodSummary,
  TypeSummary,
  WrittenAnnotation,
  WrittenParameter,
  WrittenTypeParameter,
} from "../summary.ts";
import { implicitCall } from "./implicit-calls.ts";
import type { Attributor, Site } from "./attributor.ts";
import type { DeclaredClass, DeclaredMethod } from "./declare.ts";
import { inDimensions } from "./written-types.ts";
import { methodsNamed } from "./hierarchy.ts";
import { candidatesOn, selectMethod } from "./overloads.ts";
import { viewpointOf } from "./receiver.ts";
import { declareVariable, type Scope, within } from "./scope.ts";
import { typeOfThis } from "./symbols.ts";
import type { ClassSymbol, Type } from "./model.ts";

/** Works through the members of a class; code outside of its methods belongs to what is around it. */
export function attributeMembers(
  declared: DeclaredClass,
  around: Pick<Site, "caller" | "prefix">,
  attributor: Attributor,
): void {
  const { summary, scope } = declared;
  const prefix = [around.prefix, summary.name].filter((each) => each !== "").join(".");
  const site: Site = { scope: within(scope), caller: around.caller, prefix };
  attributeHeader(summary, scope, { site, attributor });
  for (const constant of summary.constants ?? []) {
    attributeConstant(constant, declared, {
      site: { ...site, prefix: `${prefix}.${constant.name}` },
      attributor,
    });
  }
  for (const member of summary.members) {
    if (member.kind === "fields") {
      useAnnotations(member.annotations, { site, attributor });
      const type = attributor.useType(member.type, scope);
      for (const { name, dimensions = 0, value } of member.variables) {
        const own = member.variables.length === 1 ? `${prefix}.${name}` : prefix;
        if (value !== undefined)
          attributor.complete(
            value,
            { ...site, scope: within(scope), prefix: own },
            inDimensions(type, dimensions),
          );
      }
    } else if (member.kind === "initialiser") attributor.statements([member.body], site);
  }
  for (const method of declared.methods) attributeMethod(method, declared, { site, attributor });
  for (const inner of declared.memberTypes) attributor.members(inner, site);
}

interface Place {
  readonly site: Site;
  readonly attributor: Attributor;
}

function attributeHeader(summary: TypeSummary, scope: Scope, place: Place): void {
  const { superclass, interfaces, permits = [], components = [], parameters, annotations } = summary;
  for (const type of [...(superclass === undefined ? [] : [superclass]), ...interfaces, ...permits])
    place.attributor.useType(type, scope);
  useTypeParameters(parameters, scope, place.attributor);
  useParameters(components, scope, place.attributor);
  useAnnotations(annotations, place);
}

function useTypeParameters(
  parameters: readonly WrittenTypeParameter[],
  scope: Scope,
  attributor: Attributor,
): void {
  for (const { bounds } of parameters) for (const bound of bounds) attributor.useType(bound, scope);
}

function useParameters(
  parameters: readonly WrittenParameter[],
  scope: Scope,
  attributor: Attributor,
): readonly (Type | undefined)[] {
  return parameters.map(({ type }) => (type === undefined ? undefined : attributor.useType(type, scope)));
}

function useAnnotations(annotations: readonly WrittenAnnotation[] = [], { site, attributor }: Place): void {
  for (const { type, values } of annotations) {
    const used = attributor.useType(type, site.scope);
    for (const { key, value } of values) {
      const [element] = key !== undefined && used.kind === "class" ? methodsNamed(used.symbol, key.name) : [];
      if (key !== undefined && element !== undefined) attributor.useMethod(key, element.member);
      attributor.complete(value, site);
    }
  }
}

/** A constant of an enum calls the enum's constructor. */
function attributeConstant(
  constant: EnumConstant,
  { symbol }: DeclaredClass,
  { site, attributor }: Place,
): void {
  const given = constant.arguments.map((argument) => attributor.peek(argument, site));
  const type = typeOfThis(symbol);
  const selection = selectMethod([candidatesOn(type, "new", viewpointOf(site.scope))], given);
  constant.arguments.forEach((argument, index) => {
    attributor.complete(argument, site, selection?.method.parameters()[index]);
  });
  if (selection !== undefined) {
    attributor.foundCall({ ...selection, at: constant.at, name: undefined, written: constant.name }, site);
  }
  if (constant.body !== undefined) attributor.anonymousClass(constant.body, site, type);
}

function attributeMethod(
  { symbol, summary, scope }: DeclaredMethod,
  { summary: owner }: DeclaredClass,
  { site: around, attributor }: Place,
): void {
  const inside = within(scope);
  const site: Site = {
    scope: inside,
    caller: symbol.place ?? around.caller,
    prefix: symbol.owner.place === undefined ? around.prefix : `${around.prefix}.${summary.name}`,
    returns: { expected: symbol.returns(), given: [] },
  };
  useAnnotations(summary.annotations, { site, attributor });
  useTypeParameters(summary.typeParameters, scope, attributor);
  for (const type of summary.throws ?? []) attributor.useType(type, scope);
  if (summary.returns !== undefined) attributor.useType(summary.returns, scope);
  const written = summary.kind === "compact" ? (owner.components ?? []) : summary.parameters;
  useParameters(written, scope, attributor).forEach((type, index) => {
    const name = written[index]?.name;
    if (name !== undefined && type !== undefined) declareVariable(inside, name, type);
  });
  if (summary.value !== undefined) attributor.complete(summary.value, site, symbol.returns());
  if (summary.kind === "constructor" && owner.kind === "class")
    callSuperConstructor(symbol.owner, summary, { site, attributor });
  if (summary.body !== undefined) attributor.statements([summary.body], site);
}

/** A constructor that does not begin with `this(…)` or `super(…)` calls the superclass's (JLS 8.8.7). */
function callSuperConstructor(
  owner: ClassSymbol,
  { body, bodyAt }: MethodSummary,
  { site, attributor }: Place,
): void {
  const first = body?.body[0];
  const isWritten = first?.kind === "expression" && first.value.kind === "delegate";
  if (isWritten || bodyAt === undefined) return;
  const [superclass] = owner.supertypes();
  if (superclass?.symbol.isInRepository === true)
    implicitCall(superclass, "new", site, { attributor, at: bodyAt });
}
