import { importedNames } from "../bindings.ts";
import { identifierText } from "../identifiers.ts";
import type { SourceText } from "../source-text.ts";
import { textValue } from "../strings.ts";
import { codeChildren, findField, listField, walk, type SyntaxNode } from "../syntax-tree.ts";
import { askedObject, implicitInCall, implicitMembers, isOfItems } from "./implicit.ts";
import type { LocalValue } from "./annotated-value.ts";
import { attributeValue, isBuiltinValue, localValue } from "./local-values.ts";
import { isLocal, opensScope, scopeOf, type Scope } from "./scopes.ts";
import { ANY_MEMBER, type CodeUses, type InnerImport, type MemberUse, type NameUse } from "./summary.ts";

/** Where code stands whose uses are read. */
export interface UsesPlace {
  readonly source: SourceText;
  /** What the first parameter of the method is called. */
  readonly receiver?: string | undefined;
}

/** What nodes use when they are executed. Nested functions count as executed. */
export function readUses(nodes: readonly SyntaxNode[], place: UsesPlace, scope?: Scope): CodeUses {
  const reader = new UsesReader(place);
  for (const node of nodes) reader.read(node, scope, "value");
  return reader.uses();
}

type Role = NameUse["role"];

interface Task {
  readonly node: SyntaxNode;
  readonly scope: Scope | undefined;
  readonly role: Role;
}

/** Asked of containers themselves, not of what is in them. */
const OF_HOLDER =
  /^(keys|__(iter|next|aiter|anext|getitem|setitem|delitem|contains|reversed|len|length_hint|bool|nonzero|enter|exit)__)$/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** What may be the path of a module. */
const DOTTED = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;
/** What of a text before an attribute's name is put together (`"visit_" + kind`, `f"visit_{kind}"`). */
const PREFIX = /^(?!_+$)([A-Za-z_][A-Za-z0-9_]*_)(?:$|(?:%s|\{[^{}]*\})(\w*)$|[%{])/;
/** Fields that a text is filled with by name (`{name}`, `%(name)s`). */
const FIELD = /(?:(?<!\{)\{|%\()([A-Za-z_][A-Za-z0-9_]*)(?=[})!:.[])/g;
const READS_BY_NAME = new Set([
  "getattr",
  "hasattr",
  "setattr",
  "delattr",
  "attrgetter",
  "methodcaller",
  "getattr_static",
  "__getattribute__",
]);
/** These look through all that something has. */
const LOOKS_THROUGH = new Set([
  "vars",
  "dir",
  "getmembers",
  "getmembers_static",
  "get_type_hints",
  "get_annotations",
]);
const ASKS_TYPE = new Set(["isinstance", "issubclass"]);
const CHANGING =
  /^(append|add|extend|insert|update|setdefault|register|pop|popitem|clear|remove|discard|appendleft|push|connect|put|__setitem__)$/;

class UsesReader {
  readonly #place: UsesPlace;
  readonly #names: NameUse[] = [];
  readonly #members = new Map<string, MemberUse>();
  readonly #implicit = new Set<string>();
  readonly #texts = new Set<string>();
  readonly #imports: InnerImport[] = [];
  readonly #changes = new Set<string>();
  #isDynamic = false;

  constructor(place: UsesPlace) {
    this.#place = place;
  }

  uses(): CodeUses {
    return {
      names: this.#names,
      members: [...this.#members.values()],
      implicit: [...this.#implicit],
      texts: [...this.#texts],
      imports: this.#imports,
      isDynamic: this.#isDynamic,
      changes: [...this.#changes],
    };
  }

  /** An explicit stack: expressions can be nested deeper than calls. */
  read(node: SyntaxNode, scope: Scope | undefined, role: Role): void {
    const waiting: Task[] = [{ node, scope, role }];
    for (let task = waiting.pop(); task !== undefined; task = waiting.pop())
      for (const next of [...this.#visit(task)].toReversed()) waiting.push(next);
  }

  *#visit({ node, scope, role }: Task): Generator<Task> {
    const { text } = this.#place.source;
    this.#askImplicit(implicitMembers(node, text), askedObject(node));
    const below = (nodes: readonly SyntaxNode[], as: Role = role): Task[] =>
      nodes.map((one) => ({ node: one, scope, role: as }));
    switch (node.type) {
      case "comment":
        return;
      case "identifier":
        this.#useName(node, [], scope, role);
        return;
      case "attribute":
        yield* this.#visitAttribute(node, scope, role);
        return;
      case "string":
        this.#readText(node, role, scope);
        yield* below(codeChildren(node).filter(({ type }) => type === "interpolation"));
        return;
      case "call":
        yield* this.#visitCall(node, scope, role);
        return;
      case "keyword_argument":
        yield* below(listField(node, "value"));
        return;
      case "type":
        yield* below(codeChildren(node), "annotation");
        return;
      case "import_statement":
      case "import_from_statement":
        this.#import(node);
        return;
      case "global_statement":
        for (const name of codeChildren(node)) {
          this.#useName(name, [], undefined, "value");
          this.#changes.add(identifierText(name, text));
        }
        return;
      case "nonlocal_statement":
      case "future_import_statement":
        return;
      case "assignment":
      case "augmented_assignment":
        yield* this.#visitAssignment(node, scope, role);
        return;
      case "except_clause":
      case "except_group_clause": {
        const [first, ...others] = codeChildren(node);
        if (first !== undefined) yield* below([first], first.type === "block" ? role : "type");
        yield* below(others);
        return;
      }
      case "as_pattern_target":
        yield* this.#storeParts(codeChildren(node), scope);
        return;
      case "class_pattern":
      case "case_pattern":
      case "keyword_pattern":
        yield* this.#visitPattern(node, scope);
        return;
      case "dotted_name":
        this.#useDotted(node, scope, role);
        return;
      default:
        yield* this.#visitOther(node, scope, role);
    }
  }

  /** What syntax asks of an object whose class is known it asks of that alone. */
  #askImplicit(names: readonly string[], object: SyntaxNode | undefined): void {
    const value = names.length === 0 ? undefined : this.#valueOf(object);
    const isOwn = this.#receiverOf(object) === "self";
    const isBuiltin = isBuiltinValue(object, this.#place.source.text);
    const types = typeof value === "object" ? { types: value } : {};
    for (const name of names) {
      if (isBuiltin && OF_HOLDER.test(name)) continue;
      if (isOfItems(name) || (!isOwn && typeof value !== "object")) this.#implicit.add(name);
      else this.#addMember({ name, on: isOwn ? "self" : "any", ...types });
    }
  }

  #addMember(use: MemberUse): void {
    const { name, on, of, as, types } = use;
    const key = [on, of, name, as, types].join(":");
    if (!this.#members.has(key)) this.#members.set(key, use);
  }

  #valueOf(object: SyntaxNode | undefined): LocalValue {
    const { text } = this.#place.source;
    if (object?.type === "attribute") return attributeValue(object, text);
    return object?.type === "identifier" ? localValue(object, text) : undefined;
  }

  *#visitOther(node: SyntaxNode, scope: Scope | undefined, role: Role): Generator<Task> {
    if (opensScope(node)) {
      yield* this.#visitScope(node, scope, role);
      return;
    }
    const stored =
      node.type === "for_statement" || node.type === "for_in_clause" ? listField(node, "left") : [];
    if (stored.length > 0) yield* this.#storeParts(stored, scope);
    for (const child of node.children) {
      if (!child.isNamed || stored.includes(child)) continue;
      if (node.type === "named_expression" && child.field === "name") continue;
      yield { node: child, scope, role };
    }
  }

  /** Bodies are read in the new scope, everything else in the one around it. */
  *#visitScope(node: SyntaxNode, scope: Scope | undefined, role: Role): Generator<Task> {
    const inner = scopeOf(node, scope, this.#place.source.text);
    const isComprehension = /comprehension|generator/.test(node.type);
    for (const child of node.children) {
      if (!child.isNamed || child.field === "name") continue;
      if (child.field === "parameters")
        yield* parameterParts(child).map((one) => ({ node: one, scope, role }));
      else if (isComprehension || child.field === "body") yield { node: child, scope: inner, role };
      else yield { node: child, scope: child.type === "type_parameter" ? inner : scope, role };
    }
  }

  *#visitAttribute(node: SyntaxNode, scope: Scope | undefined, role: Role): Generator<Task> {
    const path: SyntaxNode[] = [];
    let root: SyntaxNode | undefined = node;
    while (root?.type === "attribute") {
      const attribute = findField(root, "attribute");
      if (attribute !== undefined) path.unshift(attribute);
      root = findField(root, "object");
    }
    const { text } = this.#place.source;
    const names = path.map((one) => identifierText(one, text));
    if (root?.type === "identifier" && !isLocal(identifierText(root, text), scope)) {
      this.#useName(root, names, scope, role);
      return;
    }
    const [first, ...others] = path;
    if (first !== undefined) this.#member(first, this.#receiverOf(root), root);
    for (const [index, other] of others.entries()) this.#member(other, "any", path[index]);
    if (root !== undefined && root.type !== "identifier" && !isSuper(root, text))
      yield { node: root, scope, role };
  }

  #receiverOf(root: SyntaxNode | undefined): MemberUse["on"] {
    const { receiver, source } = this.#place;
    const { text } = source;
    if (root === undefined) return "any";
    if (isSuper(root, text)) return "super";
    return root.type === "identifier" && identifierText(root, text) === receiver ? "self" : "any";
  }

  /** `root` is what it is read of: an identifier, a name behind a dot, or anything else. */
  #member(
    node: SyntaxNode,
    on: MemberUse["on"],
    root?: SyntaxNode,
    as: MemberUse["as"] = asCalled(node),
  ): void {
    const { source } = this.#place;
    const { text } = source;
    const name = identifierText(node, text);
    const isPlain = on === "any" && root?.type === "identifier";
    const of = isPlain ? `${root.field === "attribute" ? "." : ""}${identifierText(root, text)}` : undefined;
    const object = root?.field === "attribute" ? root.parent : root;
    if (on === "any" && isBuiltinValue(object, text)) return;
    const value = on === "any" ? this.#valueOf(object) : undefined;
    this.#addMember({
      name,
      on,
      ...(of === undefined ? {} : { of }),
      ...(as === undefined ? {} : { as }),
      ...(typeof value === "object" ? { types: value } : {}),
    });
  }

  *#visitCall(node: SyntaxNode, scope: Scope | undefined, role: Role): Generator<Task> {
    const { text } = this.#place.source;
    const callee = findField(node, "function");
    const given = findField(node, "arguments");
    const name = calledName(callee, text);
    const isPlain = callee?.type === "identifier" && !isLocal(name ?? "", scope);
    if (this.#isOwnClass(callee)) this.#makeOwn(callee);
    if (!isPlain && callee?.type !== "attribute") this.#askImplicit(["__call__"], callee);
    if (callee !== undefined) yield { node: callee, scope, role };
    if (given === undefined) return;
    const list = given.type === "argument_list" ? codeChildren(given) : [given];
    const isOwn = callee?.type === "attribute" && this.#receiverOf(findField(callee, "object")) === "self";
    const asksNothing = isOwn || (list.length === 0 && callee?.type === "identifier");
    if (!asksNothing) this.#askImplicit(implicitInCall(name ?? "", list, text), askedObject(node));
    if (LOOKS_THROUGH.has(name ?? "")) this.#lookThrough(list, scope);
    if (READS_BY_NAME.has(name ?? "")) this.#readByName(list, name ?? "", scope);
    if (callee?.type === "attribute" && CHANGING.test(name ?? "")) this.#change(callee, scope);
    for (const [index, one] of list.entries()) {
      const asked = index === 1 && ASKS_TYPE.has(name ?? "");
      yield { node: one, scope, role: asked ? "type" : role };
    }
  }

  #makeOwn(callee: SyntaxNode | undefined): void {
    const of = callee?.type === "call" ? listField(callee, "arguments").flatMap(codeChildren)[0] : callee;
    this.#addMember({ name: "__class__", on: this.#receiverOf(of), as: "call" });
  }

  /** True for what is called to make another of what is there: `cls`, `type(self)`. */
  #isOwnClass(callee: SyntaxNode | undefined): boolean {
    if (callee?.type === "identifier") return this.#receiverOf(callee) === "self";
    return callee?.type === "call" && calledName(callee.children[0], this.#place.source.text) === "type";
  }

  #lookThrough([object]: readonly SyntaxNode[], scope: Scope | undefined): void {
    const [root, ...path] = object === undefined ? [] : walkDotted(object);
    if (root === undefined || isLocal(identifierText(root, this.#place.source.text), scope)) {
      this.#implicit.add("__annotations__");
      return;
    }
    const names = path.map((one) => identifierText(one, this.#place.source.text));
    this.#useName(root, [...names, "__dict__"], scope, "value");
  }

  /** `getattr(x, "name")` reads a member; a name that is worked out may be any text. */
  #readByName(given: readonly SyntaxNode[], name: string, scope: Scope | undefined): void {
    const { source } = this.#place;
    const { text } = source;
    const [object] = given;
    const named = name.endsWith("er") ? given.slice(0, 1) : given.slice(1, 2);
    for (const node of named) {
      const value = textValue(node, text);
      const isPart = node.type === "string" || node.type === "binary_operator" || node.type === "call";
      if (value === undefined && !isPart && this.#receiverOf(object) === "self")
        this.#addMember({ name: ANY_MEMBER, on: "self" });
      if (value === undefined) this.#isDynamic = true;
      else {
        const on = this.#receiverOf(object);
        for (const part of value.split(".")) this.#addMember({ name: part, on });
        if (object?.type === "identifier" && !isLocal(identifierText(object, text), scope))
          this.#useName(object, value.split("."), scope, "value");
      }
    }
  }

  *#visitAssignment(node: SyntaxNode, scope: Scope | undefined, role: Role): Generator<Task> {
    const left = findField(node, "left");
    if (left !== undefined) {
      if (node.type === "augmented_assignment" && left.type === "identifier")
        this.#useName(left, [], scope, "value");
      yield* this.#storeParts([left], scope);
    }
    // In functions nobody evaluates the annotations of variables.
    const isInFunction = scope !== undefined && !scope.isClass;
    for (const child of node.children)
      if (child.isNamed && child !== left && !(isInFunction && child.field === "type"))
        yield { node: child, scope, role };
  }

  /** Of what is assigned to: objects whose attributes and items are set are used; plain names that are not local are changed. */
  *#storeParts(targets: readonly SyntaxNode[], scope: Scope | undefined): Generator<Task> {
    for (const target of targets) {
      if (target.type === "identifier") continue;
      if (target.type === "attribute") {
        const object = findField(target, "object");
        this.#change(target, scope);
        this.#implicit.add("__setattr__");
        const attribute = findField(target, "attribute");
        if (attribute !== undefined) this.#member(attribute, this.#receiverOf(object), object, "set");
        if (object !== undefined) yield { node: object, scope, role: "value" };
      } else if (target.type === "subscript") {
        this.#change(target, scope);
        yield { node: target, scope, role: "value" };
      } else yield* this.#storeParts(codeChildren(target), scope);
    }
  }

  /** Notes that an attribute or item of a name that is not local is set or changed. */
  #change(target: SyntaxNode, scope: Scope | undefined): void {
    let root: SyntaxNode | undefined = target;
    while (root?.type === "attribute" || root?.type === "subscript")
      root = findField(root, root.type === "attribute" ? "object" : "value");
    if (root?.type !== "identifier") return;
    const name = identifierText(root, this.#place.source.text);
    if (!isLocal(name, scope)) this.#changes.add(name);
  }

  *#visitPattern(node: SyntaxNode, scope: Scope | undefined): Generator<Task> {
    for (const child of codeChildren(node)) {
      if (node.type === "keyword_pattern" && child.type === "identifier") this.#member(child, "any");
      else if (child.type === "dotted_name") {
        if (node.type === "class_pattern" || child.children.length > 1) this.#useDotted(child, scope, "type");
      } else yield { node: child, scope, role: "value" };
    }
  }

  #useDotted(node: SyntaxNode, scope: Scope | undefined, role: Role): void {
    const [root, ...path] = node.children.filter(({ type }) => type === "identifier");
    if (
      root === undefined ||
      (path.length === 0 && node.parent?.type.endsWith("_pattern") === true && role !== "type")
    )
      return;
    const names = path.map((one) => identifierText(one, this.#place.source.text));
    this.#useName(root, names, scope, role);
  }

  #useName(node: SyntaxNode, path: readonly string[], scope: Scope | undefined, role: Role): void {
    const name = identifierText(node, this.#place.source.text);
    if (isLocal(name, scope)) return;
    if (name === "globals") this.#isDynamic = true;
    const called = isCalled(node, path.length) ? { isCalled: true } : {};
    this.#names.push({ name, path, role, start: node.start, end: node.end, ...called });
  }

  #readText(node: SyntaxNode, role: Role, scope: Scope | undefined): void {
    const { text } = this.#place.source;
    const value = textValue(node, text);
    if (role === "annotation" && value !== undefined) {
      for (const [written] of value.matchAll(/[A-Za-z_][\w.]*/g)) {
        const [name = "", ...path] = written.split(".");
        if (!isLocal(name, scope))
          this.#names.push({ name, path, role: "quoted", start: node.start, end: node.end });
      }
      return;
    }
    if (value !== undefined && (NAME.test(value) || DOTTED.test(value))) this.#texts.add(value);
    const content = value ?? text.slice(node.start, node.end).replace(/^[A-Za-z]*["']+|["']+$/g, "");
    const [, prefix, ending = ""] = PREFIX.exec(content) ?? [];
    if (prefix !== undefined) this.#texts.add(`${prefix}*${ending}`);
    else if (/^_+$/.test(content) && node.parent?.type === "binary_operator") this.#texts.add(`${content}*`);
    for (const [, name = ""] of content.matchAll(FIELD)) this.#texts.add(name);
  }

  #import(statement: SyntaxNode): void {
    for (const { name, origin, text } of importedNames(statement, this.#place.source.text)) {
      const [, plain] = /^import ([\w.]+)/u.exec(text) ?? [];
      const [module = "", attribute] = plain === undefined ? origin.split(":") : [plain];
      this.#imports.push({ module, attribute, local: name, start: statement.start, end: statement.end });
    }
  }
}

/** Defaults and annotations of parameters. */
export function parameterParts(parameters: SyntaxNode): SyntaxNode[] {
  return codeChildren(parameters).flatMap((one) => [
    ...listField(one, "type"),
    ...(one.type === "identifier" ? [] : listField(one, "value")),
  ]);
}

/** The names of `a.b.c`; nothing where it starts with something else than a name. */
function walkDotted(node: SyntaxNode): readonly SyntaxNode[] {
  const names: SyntaxNode[] = [];
  let root: SyntaxNode | undefined = node;
  while (root?.type === "attribute") {
    const attribute = findField(root, "attribute");
    if (attribute !== undefined) names.unshift(attribute);
    root = findField(root, "object");
  }
  return root?.type === "identifier" ? [root, ...names] : [];
}

/** `call` for the last name of what is called. */
function asCalled({ parent }: SyntaxNode): MemberUse["as"] {
  return parent?.type === "attribute" && parent.field === "function" ? "call" : undefined;
}

/** True where so many names behind a name, or that itself, are called. */
function isCalled(name: SyntaxNode, behind: number): boolean {
  let node: SyntaxNode | undefined = name;
  for (let left = behind; left > 0; left--) node = node?.parent;
  return node?.field === "function" && node.parent?.type === "call";
}

function isSuper(node: SyntaxNode, text: string): boolean {
  if (node.type !== "call") return false;
  const callee = findField(node, "function");
  return callee?.type === "identifier" && identifierText(callee, text) === "super";
}

/** The last name of what is called. */
function calledName(callee: SyntaxNode | undefined, text: string): string | undefined {
  const node = callee?.type === "attribute" ? findField(callee, "attribute") : callee;
  return node?.type === "identifier" ? identifierText(node, text) : undefined;
}

/** The module-level names that a statement changes or hands to a call that may: those of bare calls and of what has items and attributes set. */
export function touchedNames(statement: SyntaxNode, text: string): string[] {
  const found = new Set<string>();
  const isOwn = ({ type }: SyntaxNode): boolean => type !== "function_definition" && type !== "lambda";
  for (const node of walk(statement, isOwn)) {
    if (node.type === "expression_statement")
      for (const call of codeChildren(node)) if (call.type === "call") addCall(call);
    if (
      node.type === "assignment" ||
      node.type === "augmented_assignment" ||
      node.type === "delete_statement"
    )
      for (const left of [
        ...listField(node, "left"),
        ...(node.type === "delete_statement" ? codeChildren(node) : []),
      ])
        addTarget(left);
  }
  return [...found];

  function addCall(call: SyntaxNode): void {
    const callee = findField(call, "function");
    if (callee?.type === "attribute") addRoot(callee);
    const given = findField(call, "arguments");
    for (const one of given === undefined ? [] : codeChildren(given)) {
      const value = one.type === "keyword_argument" ? findField(one, "value") : one;
      if (value?.type === "identifier" || value?.type === "attribute") addRoot(value);
    }
  }
  function addTarget(left: SyntaxNode): void {
    if (left.type === "attribute") {
      const attribute = findField(left, "attribute");
      if (attribute !== undefined && identifierText(attribute, text) !== "__doc__") addRoot(left);
    } else if (left.type === "subscript") addRoot(left);
    else if (left.type !== "identifier") for (const part of codeChildren(left)) addTarget(part);
  }
  function addRoot(node: SyntaxNode): void {
    let root: SyntaxNode | undefined = node;
    while (root?.type === "attribute" || root?.type === "subscript" || root?.type === "call")
      root = findField(root, { attribute: "object", subscript: "value", call: "function" }[root.type]);
    if (root?.type === "identifier") found.add(identifierText(root, text));
  }
}
