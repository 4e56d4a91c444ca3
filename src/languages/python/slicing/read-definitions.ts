import { identifierText } from "../identifiers.ts";
import { isDocstring } from "../sites.ts";
import { textValue } from "../strings.ts";
import { codeChildren, findField, walk, type SyntaxNode } from "../syntax-tree.ts";
import { annotatedValue } from "./annotated-value.ts";
import { isBuiltinValue } from "./local-values.ts";
import { isLocal, scopeOf } from "./scopes.ts";
import type { ClassFacts, FunctionFacts, NameUse } from "./summary.ts";
import { add, type Place, type UnitReading } from "./unit-draft.ts";
import { parameterParts, readUses } from "./uses.ts";

/** A function or class with its decorators. */
export interface DefinitionNodes {
  readonly statement: SyntaxNode;
  readonly node: SyntaxNode;
  readonly decorators: readonly string[];
}

/** Adds a class, and its members where they stand on lines of their own. */
export function readClass(reading: UnitReading, definition: DefinitionNodes, place: Place): void {
  const { source } = reading;
  const { text } = source;
  const { statement, node, decorators } = definition;
  const name = nameOf(node, text);
  const qualified = place.className === "" ? name : `${place.className}.${name}`;
  const body = findField(node, "body");
  const statements = body === undefined ? [] : codeChildren(body);
  const [first] = statements;
  const colon = node.children.find(({ type }) => type === ":");
  const isInline =
    first === undefined || colon === undefined || source.lineAt(first.start) === source.lineAt(colon.start);
  const header = [
    ...decoratorNodes(statement),
    ...node.children.filter(({ field }) => field === "superclasses" || field === "type_parameters"),
  ];
  const hasDocstring = !isInline && isDocstring(first, text);
  const classFacts: ClassFacts = {
    ...inheritance(node, reading),
    headerEnd: isInline ? trimmedEnd(statement, text) : hasDocstring ? trimmedEnd(first, text) : colon.end,
    plainEnd: isInline ? trimmedEnd(statement, text) : colon.end,
    hasDocstring,
    indentation: isInline ? "" : source.indentationAt(first.start),
  };
  const index = add(reading, statement, place, {
    kind: "class",
    name: qualified,
    line: source.lineAt(node.start),
    binds: [name],
    decorators,
    touches: decoratorRoots(decorators),
    now: readUses(isInline ? [...header, ...statements] : header, { source }),
    classFacts,
  });
  if (isInline) return;
  const inside: Place = { parent: index, clause: 0, owner: index, className: qualified, never: place.never };
  reading.readStatements(hasDocstring ? statements.slice(1) : statements, inside);
}

/** Adds a function. */
export function readFunction(reading: UnitReading, definition: DefinitionNodes, place: Place): void {
  const { source } = reading;
  const { text } = source;
  const { statement, node, decorators } = definition;
  const name = nameOf(node, text);
  const isMethod = place.owner !== -1;
  const body = findField(node, "body");
  const receiver = isMethod && !decorators.includes("staticmethod") ? firstParameter(node, text) : undefined;
  const parameters = findField(node, "parameters");
  const header = [
    ...decoratorNodes(statement),
    ...(parameters === undefined ? [] : parameterParts(parameters)),
    ...node.children.filter(({ field }) => field === "return_type" || field === "type_parameters"),
  ];
  const scope = scopeOf(node, undefined, text);
  add(reading, statement, place, {
    kind: "function",
    name: place.className === "" ? name : `${place.className}.${name}`,
    line: source.lineAt(node.start),
    binds: [name],
    decorators,
    touches: decoratorRoots(decorators),
    now: readUses(header, { source }),
    later: body === undefined ? undefined : readUses([body], { source, receiver }, scope),
    functionFacts: functionFacts(reading, definition, receiver),
  });
}

function functionFacts(
  { source }: UnitReading,
  { statement, node, decorators }: DefinitionNodes,
  receiver: string | undefined,
): FunctionFacts {
  const { text } = source;
  const body = findField(node, "body");
  const statements = body === undefined ? [] : codeChildren(body);
  const [first] = statements;
  const colon = node.children.filter(({ type }) => type === ":").at(-1);
  const headerEnd = colon?.end ?? statement.end;
  const isInline = first === undefined || source.lineAt(first.start) === source.lineAt(headerEnd);
  const hasDocstring = first !== undefined && isDocstring(first, text);
  const [literal] = hasDocstring ? codeChildren(first) : [];
  const documentation = literal === undefined ? "" : (textValue(literal, text) ?? "");
  return {
    headerEnd,
    documentationEnd: hasDocstring && !isInline ? trimmedEnd(first, text) : headerEnd,
    indentation: isInline
      ? `${source.indentationAt(statement.start)}    `
      : source.indentationAt(first.start),
    receiver,
    parameters: parametersOf(node, text, documentation),
    stored: receiver === undefined ? [] : storedParameters(statements, receiver, text),
    documented: [...new Set(documentation.match(/[A-Za-z_][\w.]*/g) ?? [])],
    isAbstract: decorators.some((decorator) => /(^|\.)abstract\w*$/.test(decorator)),
  };
}

/** Parameters with the names that their annotations, or the types in the documentation, are made of. */
function parametersOf(node: SyntaxNode, text: string, documentation: string): FunctionFacts["parameters"] {
  const parameters = findField(node, "parameters");
  return (parameters === undefined ? [] : codeChildren(parameters)).map((one) => {
    const identifier = one.type === "identifier" ? one : (findField(one, "name") ?? codeChildren(one)[0]);
    const name =
      identifier === undefined ? "" : text.slice(identifier.start, identifier.end).replace(/^\*+/, "");
    const annotation = findField(one, "type");
    const documented = annotation === undefined ? namesIn(documentedType(documentation, name)) : [];
    return { name, types: [...typeNames(annotation, text), ...documented] };
  });
}

/** `:type name: T`, `:param T name:`, `name (T): …` or `name : T`, as documentation writes types. */
function documentedType(documentation: string, name: string): string {
  if (!/^\w+$/.test(name)) return "";
  const forms = [
    `:type\\s+${name}:\\s*(.+)`,
    `:param\\s+([\\w.]+)\\s+${name}:`,
    `^\\s*${name}\\s*\\(([^)\\n]+)\\)\\s*:`,
    `^\\s*${name}\\s*:\\s+([A-Z][\\w.]+)\\s*$`,
  ];
  for (const form of forms) {
    const found = new RegExp(form, "m").exec(documentation)?.[1];
    if (found !== undefined) return found;
  }
  return "";
}

/** `self.attribute = …parameter…`, wherever it stands in the body. */
function storedParameters(
  statements: readonly SyntaxNode[],
  receiver: string,
  text: string,
): FunctionFacts["stored"] {
  const isOwn = ({ type }: SyntaxNode): boolean => type !== "function_definition" && type !== "lambda";
  return statements
    .flatMap((statement) => [...walk(statement, isOwn)])
    .flatMap((node) => {
      const [left, right] = [findField(node, "left"), findField(node, "right")];
      if (node.type !== "assignment" || left?.type !== "attribute") return [];
      const [object, attribute] = codeChildren(left).map(({ start, end }) => text.slice(start, end));
      if (object !== receiver || attribute === undefined) return [];
      const annotation = findField(node, "type");
      // What the class puts there itself, or into containers that it makes, comes from where that is made.
      const isOwn = right !== undefined && isBuiltinValue(right, text);
      const value =
        annotation === undefined || isOwn
          ? undefined
          : annotatedValue(text.slice(annotation.start, annotation.end));
      const typed = {
        attribute,
        parameter: "",
        types: typeof value === "object" ? value.flatMap(namesIn) : [],
      };
      const named =
        right === undefined
          ? []
          : [...walk(right)].filter(({ type, field }) => type === "identifier" && field !== "attribute");
      const given = named.map(({ start, end }) => ({
        attribute,
        parameter: text.slice(start, end),
        types: [],
      }));
      return annotation === undefined ? given : [typed, ...given];
    });
}

/** Names in an annotation, those in texts included. */
export function typeNames(annotation: SyntaxNode | undefined, text: string): readonly NameUse[] {
  return annotation === undefined ? [] : namesIn(text.slice(annotation.start, annotation.end));
}

function namesIn(written: string): readonly NameUse[] {
  return [...written.matchAll(/[A-Za-z_][\w.]*/g)].map(([dotted]) => {
    const [name = "", ...path] = dotted.split(".").filter((part) => part !== "");
    return { name, path, role: "quoted", start: 0, end: 0 };
  });
}

function inheritance(node: SyntaxNode, { source }: UnitReading): Pick<ClassFacts, "bases" | "metaclass"> {
  const { text } = source;
  const given = findField(node, "superclasses");
  const first = (expression: SyntaxNode): NameUse | undefined => {
    const called = expression.type === "subscript" ? findField(expression, "value") : expression;
    if (called?.type === "call") {
      const [type, ...args] = callParts(called, text);
      const from = type === "with_metaclass" ? args.slice(1) : [];
      return from.flatMap((one) => first(one) ?? [])[0];
    }
    return called === undefined ? undefined : readUses([called], { source }).names[0];
  };
  const bases: NameUse[] = [];
  let metaclass: NameUse | undefined;
  for (const one of given === undefined ? [] : codeChildren(given)) {
    const value = one.type === "keyword_argument" ? findField(one, "value") : undefined;
    const key = one.type === "keyword_argument" ? findField(one, "name") : undefined;
    if (key !== undefined && value !== undefined && text.slice(key.start, key.end) === "metaclass")
      metaclass = readUses([value], { source }).names[0];
    else if (one.type === "call") {
      const [type, meta] = callParts(one, text);
      if (type === "with_metaclass" && meta !== undefined) metaclass = readUses([meta], { source }).names[0];
    }
    const base = one.type === "keyword_argument" ? undefined : first(one);
    if (base !== undefined) bases.push(base);
  }
  return { bases, metaclass };
}

/** The last name of what is called, and its arguments. */
function callParts(call: SyntaxNode, text: string): [string, ...SyntaxNode[]] {
  const callee = findField(call, "function");
  const given = findField(call, "arguments");
  const name = callee === undefined ? "" : text.slice(callee.start, callee.end).replace(/^.*\./, "");
  return [name, ...(given === undefined ? [] : codeChildren(given))];
}

function decoratorNodes(statement: SyntaxNode): readonly SyntaxNode[] {
  return statement.children.filter(({ type }) => type === "decorator");
}

/** `f` of `f.register(…)`: that decorator changes what the name means. */
function decoratorRoots(decorators: readonly string[]): readonly string[] {
  return decorators.flatMap((decorator) => /^(\w+)\s*\./u.exec(decorator)?.[1] ?? []);
}

function nameOf(node: SyntaxNode, text: string): string {
  const name = findField(node, "name");
  return name === undefined ? "" : identifierText(name, text);
}

function firstParameter(node: SyntaxNode, text: string): string | undefined {
  const parameters = findField(node, "parameters");
  const [first] = parameters === undefined ? [] : codeChildren(parameters);
  const identifier = first?.type === "identifier" ? first : first && codeChildren(first)[0];
  const name = identifier?.type === "identifier" ? identifierText(identifier, text) : undefined;
  return name !== undefined && isLocal(name, scopeOf(node, undefined, text)) ? name : undefined;
}

function trimmedEnd({ start, end }: SyntaxNode, text: string): number {
  return start + text.slice(start, end).trimEnd().length;
}
