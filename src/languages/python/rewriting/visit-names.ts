import { identifierText } from "../identifiers.ts";
import { codeChildren, findField, listField, type SyntaxNode } from "../syntax-tree.ts";
import type { ScopeDraft, ScopeTable } from "./scopes.ts";
import { seeComment, seeText } from "./text-names.ts";

/**
 * Walks a file once and tells a table which names stand where (Python reference, sections 4.2 and 6.2.4). Nodes wait on a stack with the scope
 * that their names are looked up in; what decides about the scope of its parts (a definition, a comprehension, an import) lays them out, everything else
 * hands its own scope on.
 */
export function visitNames(root: SyntaxNode, text: string, table: ScopeTable): void {
  const module = table.open("module", root, undefined);
  const waiting: Waiting[] = children(root, module);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const one of layOut(next, text, table).toReversed()) waiting.push(one);
  }
}

interface Waiting {
  readonly node: SyntaxNode;
  readonly scope: ScopeDraft;
  /** True where it is assigned to. */
  readonly isTarget?: boolean;
}

function children(node: SyntaxNode, scope: ScopeDraft): Waiting[] {
  return node.children.map((child) => ({ node: child, scope }));
}

type LayOut = (waiting: Waiting, text: string, table: ScopeTable) => Waiting[];

function layOut(waiting: Waiting, text: string, table: ScopeTable): Waiting[] {
  const { node, scope } = waiting;
  const own = LAYOUTS[node.type];
  return own === undefined ? children(node, scope) : own(waiting, text, table);
}

/** The parts of a node, those in `fields` as targets. */
function withTargets(...fields: readonly string[]): LayOut {
  return ({ node, scope }) =>
    node.children.map((child) => ({ node: child, scope, isTarget: fields.includes(child.field ?? "") }));
}

const passTarget: LayOut = ({ node, scope, isTarget }) =>
  node.children.map((child) => ({ node: child, scope, isTarget: isTarget === true }));

const comprehension: LayOut = ({ node, scope }, _text, table) => {
  const inner = table.open("comprehension", node, scope);
  let isFirst = true;
  return node.children.flatMap((child) => {
    if (child.type !== "for_in_clause") return [{ node: child, scope: inner }];
    const outer = isFirst ? scope : inner;
    isFirst = false;
    return child.children.map((part) => ({
      node: part,
      scope: part.field === "right" ? outer : inner,
      isTarget: part.field === "left",
    }));
  });
};

const definition: LayOut = ({ node, scope }, _text, table) => {
  const types = findField(node, "type_parameters");
  const outside = types === undefined ? scope : table.open("types", node, scope);
  const inner = table.open(node.type === "class_definition" ? "class" : "function", node, outside);
  return node.children.flatMap((child): Waiting[] => {
    if (child.field === "name") return [{ node: child, scope, isTarget: true }];
    if (child.field === "parameters") return parameters(child, outside, inner);
    if (child === types) return codeChildren(child).flatMap((one) => typeParameter(one, outside));
    return [{ node: child, scope: child.field === "body" ? inner : outside }];
  });
};

const lambda: LayOut = ({ node, scope }, _text, table) => {
  const inner = table.open("function", node, scope);
  return node.children.flatMap((child): Waiting[] =>
    child.field === "parameters"
      ? parameters(child, scope, inner)
      : [{ node: child, scope: child.field === "body" ? inner : scope }],
  );
};

/** Names of parameters belong to the function, their types and defaults to what surrounds it. */
function parameters(node: SyntaxNode, outside: ScopeDraft, inner: ScopeDraft): Waiting[] {
  return codeChildren(node).flatMap((one): Waiting[] => {
    if (/^(?:identifier|list_splat_pattern|dictionary_splat_pattern|tuple_pattern)$/u.test(one.type))
      return [{ node: one, scope: inner, isTarget: true }];
    return one.children.map((part) => {
      const isName = part.field === "name" || (part.field === undefined && part.isNamed);
      return { node: part, scope: isName ? inner : outside, isTarget: isName };
    });
  });
}

function typeParameter(node: SyntaxNode, scope: ScopeDraft): Waiting[] {
  let name = node;
  while (name.type !== "identifier" && name.children[0] !== undefined) name = name.children[0];
  return [{ node: name, scope, isTarget: true }];
}

const imports: LayOut = ({ node, scope }, _text, table) => {
  for (const one of listField(node, "name")) {
    const alias = one.type === "aliased_import" ? findField(one, "alias") : undefined;
    const path = alias === undefined ? one : findField(one, "name");
    const [first, ...others] = path === undefined ? [] : path.children.filter(isIdentifier);
    if (alias !== undefined) {
      if (node.type !== "import_statement" && first !== undefined) table.see(first, scope, "member");
      table.bind(alias, scope);
    } else if (first !== undefined) {
      table.bind(first, scope);
      for (const part of others) table.see(part, scope, "member");
    }
  }
  return [];
};

function isIdentifier(node: SyntaxNode): boolean {
  return node.type === "identifier";
}

const outerNames: LayOut = ({ node, scope }, text, table) => {
  for (const one of codeChildren(node)) {
    const name = identifierText(one, text);
    (node.type === "global_statement" ? scope.globals : scope.nonlocals).add(name);
    table.see(one, scope, "variable");
    let module = scope;
    while (module.parent !== undefined) module = module.parent;
    if (node.type === "global_statement") module.names.add(name);
  }
  return [];
};

const attribute: LayOut = ({ node, scope }, _text, table) => {
  const name = findField(node, "attribute");
  if (name !== undefined) table.see(name, scope, "member");
  return node.children.filter((child) => child !== name).map((child) => ({ node: child, scope }));
};

const keyword: LayOut = ({ node, scope }, _text, table) => {
  const name = node.children.find(({ isNamed }) => isNamed);
  if (name?.type === "identifier" || name?.type === "dotted_name") {
    table.seeKeyword(name, scope, calledName(node));
    return node.children.filter((child) => child !== name).map((child) => ({ node: child, scope }));
  }
  return children(node, scope);
};

/** The name by which the call that an argument stands in calls something. */
function calledName({ parent }: SyntaxNode): SyntaxNode | undefined {
  const called = parent?.parent && findField(parent.parent, "function");
  const name = called?.type === "attribute" ? findField(called, "attribute") : called;
  return name?.type === "identifier" ? name : undefined;
}

const walrus: LayOut = ({ node, scope }) => {
  let holder = scope;
  while (holder.kind === "comprehension" && holder.parent !== undefined) holder = holder.parent;
  return node.children.map((child) =>
    child.field === "name" ? { node: child, scope: holder, isTarget: true } : { node: child, scope },
  );
};

/** A name alone in a pattern of `case` binds it; one with dots is looked up. */
const dottedName: LayOut = ({ node, scope }, text, table) => {
  const [first, ...others] = node.children.filter(isIdentifier);
  const isCapture =
    others.length === 0 &&
    /^(?:case|splat|as|list|tuple|union|dict|keyword)_pattern$/u.test(node.parent?.type ?? "") &&
    text.slice(node.start, node.end) !== "_";
  if (first !== undefined && isCapture) table.bind(first, scope);
  else if (first !== undefined) table.see(first, scope, "variable");
  for (const part of others) table.see(part, scope, "member");
  return [];
};

const identifier: LayOut = ({ node, scope, isTarget }, _text, table) => {
  if (isTarget === true || isAlias(node)) table.bind(node, scope);
  else table.see(node, scope, "variable");
  return [];
};

function isAlias({ field, parent, start }: SyntaxNode): boolean {
  return field === "alias" || (parent?.type === "as_pattern" && parent.children.at(-1)?.start === start);
}

const allTargets: LayOut = ({ node, scope }) =>
  node.children.map((child) => ({ node: child, scope, isTarget: true }));

const textLiteral: LayOut = ({ node, scope }, text, table) => {
  seeText(node, { text, table, scope });
  return node.children
    .filter(({ type }) => type === "interpolation")
    .map((child) => ({ node: child, scope }));
};

const comment: LayOut = ({ node, scope }, text, table) => {
  seeComment(node, { text, table, scope });
  return [];
};

const LAYOUTS: { readonly [type: string]: LayOut | undefined } = {
  identifier,
  comment,
  function_definition: definition,
  class_definition: definition,
  lambda,
  list_comprehension: comprehension,
  set_comprehension: comprehension,
  dictionary_comprehension: comprehension,
  generator_expression: comprehension,
  import_statement: imports,
  import_from_statement: imports,
  future_import_statement: imports,
  global_statement: outerNames,
  nonlocal_statement: outerNames,
  attribute,
  keyword_argument: keyword,
  keyword_pattern: keyword,
  named_expression: walrus,
  dotted_name: dottedName,
  splat_pattern: allTargets,
  string: textLiteral,
  assignment: withTargets("left"),
  augmented_assignment: withTargets("left"),
  for_statement: withTargets("left"),
  type_alias_statement: withTargets("left"),
  delete_statement: allTargets,
  as_pattern_target: allTargets,
  pattern_list: passTarget,
  expression_list: passTarget,
  tuple_pattern: passTarget,
  list_pattern: passTarget,
  list_splat_pattern: passTarget,
  dictionary_splat_pattern: passTarget,
  parenthesized_expression: passTarget,
  tuple: passTarget,
  type: passTarget,
};
