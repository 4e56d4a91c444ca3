import type { Parser } from "web-tree-sitter";

import { indexText } from "../../source-text.ts";
import { codeChildren, readSyntaxTree, walk, type SyntaxNode } from "../../syntax-tree.ts";
import { readAnnotation } from "./annotations.ts";
import { readBoundNames } from "./bound-names.ts";
import { readLambda } from "./definitions.ts";
import { Draft, type Readers } from "./draft.ts";
import { readExpression } from "./expressions.ts";
import { Scope } from "./scope.ts";
import { readBlock } from "./statements.ts";
import { NOTHING, type Summary } from "./summary.ts";

const READERS: Readers = {
  expression: readExpression,
  annotation: readAnnotation,
  block: readBlock,
  lambda: readLambda,
};

/** Deepest nesting that is followed; code that is written by hand stays far below. */
const MAX_DEPTH = 1_000;

/** What linking takes of a Python file; nothing where it cannot be read. */
export function summarise(parser: Parser, text: string): Summary {
  const tree = readSyntaxTree(parser, text);
  if (tree.status === "refused" || isDeeper(tree.root, MAX_DEPTH)) return NOTHING;
  const draft = new Draft(indexText(text), READERS, (written) => readType(parser, written));
  draft.places.push([draft.name("<module>"), 1, -1, 0]);
  const { names } = readBoundNames([tree.root], (node) => draft.textOf(node));
  const globals = noteDeclared(draft, tree.root);
  for (const name of globals) names.add(name);
  const scope = new Scope("module", { outer: undefined, place: 0, locals: names, bindsBelow: globals });
  draft.scope = scope;
  for (const name of names) scope.shared(draft, name);
  readBlock(draft, tree.root);
  scope.close(draft);
  return finish(draft, scope);
}

/** Names in `global` statements; those in `nonlocal` ones are noted in the draft. */
function noteDeclared(draft: Draft, root: SyntaxNode): ReadonlySet<string> {
  const globals = new Set<string>();
  if (!/\b(?:global|nonlocal)\b/u.test(draft.text)) return globals;
  for (const node of walk(root)) {
    if (node.type !== "global_statement" && node.type !== "nonlocal_statement") continue;
    const names = node.type === "global_statement" ? globals : draft.nonlocals;
    for (const name of codeChildren(node)) names.add(draft.textOf(name).normalize("NFKC"));
  }
  return globals;
}

function readType(parser: Parser, written: string): SyntaxNode | undefined {
  const tree = readSyntaxTree(parser, written);
  if (tree.status === "refused" || tree.errors.length > 0) return undefined;
  const [statement] = codeChildren(tree.root);
  return statement?.type === "expression_statement" ? codeChildren(statement)[0] : undefined;
}

function isDeeper(root: SyntaxNode, most: number): boolean {
  let nodes: readonly SyntaxNode[] = [root];
  for (let depth = 0; nodes.length > 0; depth++) {
    if (depth > most) return true;
    nodes = nodes.flatMap(({ children }) => children);
  }
  return false;
}

function finish(draft: Draft, scope: Scope): Summary {
  const { names, code, places, functions, classes, sites, variables, stars, imports, exported } = draft;
  const references = draft.references.sort(([one], [other]) => one - other).flat();
  const globals = [...scope.sharedNames].flatMap(([name, slot]) => [draft.name(name), slot]);
  return {
    names,
    slots: draft.slots,
    code,
    places,
    functions,
    classes,
    sites,
    globals,
    variables,
    stars,
    imports,
    exported,
    references,
  };
}
