import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";
import { readAnnotation } from "./annotations.ts";
import { readBoundNames } from "./bound-names.ts";
import { readArguments } from "./calls.ts";
import { bindingReference, NONE, type Draft } from "./draft.ts";
import { Scope } from "./scope.ts";
import { assignName } from "./variables.ts";
import { Argument, Flag, Op, Taking, type ParameterSummary } from "./summary.ts";
import { bindName } from "./targets.ts";

/** A `def` with its decorators: a function value that is bound to its name. */
export function readFunction(draft: Draft, node: SyntaxNode, decorators: readonly SyntaxNode[]): void {
  const name = findField(node, "name");
  if (name === undefined) return;
  const applied = decorators.map((one) => readDecorator(draft, one));
  const place = addPlace(draft, name, 0);
  const index = readCode(draft, node, { place, name: draft.identifier(name) });
  let slot = draft.emitTo(Op.Function, index);
  for (const { from, site } of applied.toReversed()) slot = draft.emitTo(Op.Decorate, from, site, slot);
  draft.scope.functionSlots.add(slot);
  bindDefinition(draft, name, slot);
}

/** A lambda: a function of the place around it. */
export function readLambda(draft: Draft, node: SyntaxNode): number {
  const index = readCode(draft, node, { place: draft.scope.callerPlace, name: draft.name("<lambda>") });
  const slot = draft.emitTo(Op.Function, index);
  draft.scope.functionSlots.add(slot);
  return slot;
}

/** A `class` with its decorators. */
export function readClass(draft: Draft, node: SyntaxNode, decorators: readonly SyntaxNode[]): void {
  const name = findField(node, "name");
  const body = findField(node, "body");
  if (name === undefined) return;
  const applied = decorators.map((one) => readDecorator(draft, one));
  const place = addPlace(draft, name, 1);
  draft.definedClasses.add(draft.textOf(name));
  const site = draft.site(node);
  const { bases, metaclass } = readBases(draft, findField(node, "superclasses"));
  const index = draft.classes.length;
  const made = { place, name: draft.identifier(name), bases, metaclass, site };
  draft.classes.push({ ...made, members: [], fields: [] });
  const own = draft.emitTo(Op.Class, index);
  const scope = openScope(draft, "class", place, body === undefined ? [] : [body]);
  scope.ownClass = index;
  scope.selfType = draft.emitTo(Op.Instance, own);
  if (body !== undefined) inScope(draft, scope, () => draft.readers.block(draft, body));
  draft.classes[index] = {
    ...made,
    members: [...scope.sharedNames].flatMap(([member, slot]) => [draft.name(member), slot]),
    fields: scope.fields.flatMap(([field, slot, hasDefault]) => [draft.name(field), slot, hasDefault]),
  };
  let slot = own;
  for (const { from, site: at } of applied.toReversed()) slot = draft.emitTo(Op.Decorate, from, at, slot);
  bindDefinition(draft, name, slot);
}

function bindDefinition(draft: Draft, name: SyntaxNode, slot: number): void {
  if (draft.scope.kind === "module" || draft.scope.kind === "class") bindName(draft, name, slot);
  else {
    draft.refer(name, ...bindingReference(draft.scope));
    assignName(draft, draft.textOf(name).normalize("NFKC"), slot);
  }
}

function readDecorator(draft: Draft, node: SyntaxNode): { readonly from: number; readonly site: number } {
  const [expression] = codeChildren(node);
  if (expression === undefined) return { from: draft.newSlot(), site: draft.site(node) };
  return { from: draft.readValue(expression), site: draft.site(expression, expression) };
}

function addPlace(draft: Draft, name: SyntaxNode, isClass: 0 | 1): number {
  const parent = draft.scope.place;
  const around = parent === 0 ? "" : `${draft.names[draft.places[parent]?.[0] ?? 0]}.`;
  const qualified = draft.name(around + draft.textOf(name).normalize("NFKC"));
  return draft.places.push([qualified, draft.line(name), parent, isClass]) - 1;
}

function readBases(
  draft: Draft,
  list: SyntaxNode | undefined,
): { readonly bases: readonly number[]; readonly metaclass: number } {
  const passed = readArguments(draft, list, draft.newSlot());
  const bases: number[] = [];
  let metaclass = NONE;
  for (let index = 0; index < passed.length; index += 2) {
    const [how = NONE, slot = NONE] = [passed[index], passed[index + 1]];
    if (how === Argument.positional) bases.push(slot);
    else if (draft.names[how] === "metaclass") metaclass = slot;
  }
  return { bases, metaclass };
}

function openScope(draft: Draft, kind: Scope["kind"], place: number, body: readonly SyntaxNode[]): Scope {
  const { names, elsewhere } = readBoundNames(body, (node) => draft.textOf(node));
  const outer = draft.scope;
  const scope = new Scope(kind, {
    outer,
    place,
    locals: names,
    bindsBelow: kind === "function" ? draft.nonlocals : NO_NAMES,
  });
  for (const [name, where] of elsewhere) scope.elsewhere.set(name, where);
  if (kind === "class") for (const name of names) scope.shared(draft, name);
  return scope;
}

const NO_NAMES: ReadonlySet<string> = new Set();

function inScope(draft: Draft, scope: Scope, read: () => void): void {
  const before = draft.scope;
  draft.scope = scope;
  read();
  scope.close(draft);
  draft.scope = before;
}

/** Reads a function's or lambda's parameters and body; its index. */
function readCode(
  draft: Draft,
  node: SyntaxNode,
  { place, name }: { readonly place: number; readonly name: number },
): number {
  const list = findField(node, "parameters");
  const body = findField(node, "body");
  const isLambda = node.type === "lambda";
  const [firstCode, firstSlot, classes] = [draft.code.length, draft.slots, draft.classes.length];
  const scope = openScope(draft, "function", place, body === undefined ? [] : [body]);
  const isMethod = !isLambda && draft.scope.kind === "class";
  scope.ownClass = isMethod ? draft.scope.ownClass : NONE;
  scope.returned = draft.newSlot();
  scope.yielded = draft.newSlot();
  const defaults = readParameterList(draft, list);
  const index = draft.functions.length;
  const bare = { place, name, yielded: scope.yielded, returned: scope.returned, ofClass: scope.ownClass };
  draft.functions.push({
    ...bare,
    parameters: [],
    flags: 0,
    returnsParameters: [],
    returnedCalls: [],
    aliases: [],
    ranges: [0, 0, 0, 0, 0, 0],
  });
  const parameters = defaults.map(({ slot, taking, text, byDefault }, at): ParameterSummary => {
    scope.locals.add(text);
    scope.assign(draft, text, slot);
    if (taking === Taking.positional || taking === Taking.keywordOnly) scope.parameterSlots.set(slot, at);
    return [draft.name(text), slot, taking, byDefault];
  });
  scope.receiver = isMethod && defaults[0]?.taking === Taking.positional ? defaults[0].slot : NONE;
  const annotated = findField(node, "return_type");
  const declared = annotated === undefined ? NONE : readAnnotation(draft, annotated);
  if (node.children[0]?.type === "async") scope.flags |= Flag.async;
  if (isLambda) scope.flags |= Flag.lambda;
  inScope(draft, scope, () => {
    if (body === undefined) return;
    if (isLambda) returnValue(draft, draft.read(body));
    else draft.readers.block(draft, body);
  });
  if (!isLambda && body !== undefined && isStub(draft, body)) scope.flags |= Flag.stub;
  declareReturn(draft, scope, declared);
  if (isRepeatable(draft.scope) && draft.classes.length === classes) scope.flags |= Flag.repeatable;
  const { flags } = scope;
  draft.functions[index] = {
    ...bare,
    parameters,
    flags,
    returnsParameters: [...scope.returnsParameters],
    returnedCalls: [...scope.returnedCalls],
    aliases: [...scope.parameterSlots].flat(),
    ranges: [firstCode, draft.code.length, firstSlot, draft.slots, index, draft.functions.length],
  };
  return index;
}

/** True where a function sees no variables but its own and the module's. */
function isRepeatable(around: Scope): boolean {
  return around.kind === "module" || (around.kind === "class" && around.outer?.kind === "module");
}

/** What a generator's annotation holds is what it yields. */
function declareReturn(draft: Draft, scope: Scope, declared: number): void {
  if (declared === NONE) return;
  if ((scope.flags & Flag.generator) !== 0)
    draft.emit(Op.Seed, scope.yielded, draft.emitTo(Op.Iterate, declared, draft.siteAt(0), 0));
  else draft.emit(Op.Seed, scope.returned, declared);
}

/** A returned value: a parameter as it came and new instances are told apart, for each caller gets its own. */
export function returnValue(draft: Draft, slot: number): void {
  const { scope } = draft;
  if (slot === NONE) return;
  if (scope.functionSlots.has(slot)) scope.flags |= Flag.closure;
  const parameter = scope.parameterSlots.get(slot);
  if (parameter !== undefined) scope.returnsParameters.add(parameter);
  else if (scope.newInstances.has(slot)) scope.flags |= Flag.returnsNew;
  else if (scope.callSlots.has(slot)) scope.returnedCalls.add(slot);
  else copyToReturned(draft, slot);
}

/** Where the branch says of a parameter whether it is `None`, the value is returned to those callers only. */
function copyToReturned(draft: Draft, slot: number): void {
  const { scope } = draft;
  const guard = scope.environment.guards.at(-1) ?? scope.environment.parent?.guards.at(-1);
  if (guard === undefined) draft.copy(scope.returned, slot);
  else draft.emit(Op.CopyIf, scope.returned, slot, guard.slot, guard.isNone ? 1 : 0);
}

interface DraftParameter {
  readonly text: string;
  readonly slot: number;
  readonly taking: number;
  readonly byDefault: number;
}

function readParameterList(draft: Draft, list: SyntaxNode | undefined): DraftParameter[] {
  const parameters: DraftParameter[] = [];
  let isKeywordOnly = false;
  for (const child of list === undefined ? [] : codeChildren(list)) {
    if (child.type === "keyword_separator") isKeywordOnly = true;
    const named = namedPart(child);
    if (named === undefined) continue;
    const { identifier, taking } = named;
    const slot = draft.newSlot();
    const value = findField(child, "value");
    const type = findField(child, "type");
    const declared = type === undefined ? NONE : readAnnotation(draft, type);
    const text = draft.textOf(identifier).normalize("NFKC");
    if (taking === Taking.variadic || taking === Taking.variadicKeyword) isKeywordOnly = true;
    else if (declared !== NONE) draft.emit(Op.Seed, slot, declared);
    parameters.push({
      text,
      slot,
      taking: taking === Taking.positional && isKeywordOnly ? Taking.keywordOnly : taking,
      byDefault: value === undefined ? NONE : draft.readValue(value),
    });
  }
  return parameters;
}

function namedPart(
  node: SyntaxNode,
): { readonly identifier: SyntaxNode; readonly taking: number } | undefined {
  if (node.type === "identifier") return { identifier: node, taking: Taking.positional };
  const [first] = codeChildren(node);
  if (first === undefined) return undefined;
  if (node.type === "list_splat_pattern") return { identifier: first, taking: Taking.variadic };
  if (node.type === "dictionary_splat_pattern") return { identifier: first, taking: Taking.variadicKeyword };
  if (!["default_parameter", "typed_parameter", "typed_default_parameter"].includes(node.type))
    return undefined;
  return namedPart(findField(node, "name") ?? first);
}

/** True for a body that only declares. */
function isStub(draft: Draft, body: SyntaxNode): boolean {
  return codeChildren(body).every((statement) => {
    if (statement.type === "pass_statement") return true;
    if (statement.type === "raise_statement") return draft.textOf(statement).includes("NotImplemented");
    const [only] = codeChildren(statement);
    return (
      statement.type === "expression_statement" && (only?.type === "ellipsis" || only?.type === "string")
    );
  });
}
