import { createRandom } from "../../src/base/index.ts";
import { createPythonParser } from "../../src/languages/python/parser.ts";
import { readSyntaxTree, walk, type SyntaxNode } from "../../src/languages/python/syntax-tree.ts";

/** Something that can be hidden in a file, as a plain syntax node. Indexes count UTF-16 code units. */
export interface Cut {
  readonly kind: "class" | "expression" | "statement" | "block";
  /** The class's name, or what the node is. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** 1-based lines that running it executes. */
  readonly lines: { readonly start: number; readonly end: number };
  /** True where what stands there gives the function's result. */
  readonly returns: boolean;
}

const EXPRESSIONS = new Set([
  "call",
  "binary_operator",
  "comparison_operator",
  "boolean_operator",
  "conditional_expression",
  "list_comprehension",
  "dictionary_comprehension",
  "subscript",
  "not_operator",
]);
const STATEMENTS = new Set([
  "expression_statement",
  "return_statement",
  "if_statement",
  "for_statement",
  "while_statement",
  "raise_statement",
]);
const PARTS_THAT_BIND = new Set(["left", "alias", "name"]);

const parser = await createPythonParser();

/** Classes on the outermost level, in their order. */
export function findClasses(text: string): Cut[] {
  return nodesOf(text)
    .filter(({ type, parent }) => type === "class_definition" && outermost(parent))
    .map((node) => {
      const whole = node.parent?.type === "decorated_definition" ? node.parent : node;
      const name = node.children.find(({ field }) => field === "name");
      return cutOf(text, "class", whole, name === undefined ? "" : text.slice(name.start, name.end));
    });
}

/** Spans inside functions, in an order that depends on the text alone; the kinds take turns. */
export function findSpans(text: string): Cut[] {
  const found = nodesOf(text)
    .filter((node) => bodyOf(node) !== undefined)
    .flatMap((node): Cut[] => {
      if (EXPRESSIONS.has(node.type) && isValue(node)) return [cutOf(text, "expression", node, node.type)];
      if (STATEMENTS.has(node.type) && !isDocstring(node)) return [cutOf(text, "statement", node, node.type)];
      return node.type === "block" ? [cutOf(text, "block", node, node.parent?.type ?? "")] : [];
    });
  const shuffled = createRandom(text).shuffle(found);
  const byKind = [...Map.groupBy(shuffled, ({ kind }) => kind).values()];
  return shuffled.flatMap((_, index) => byKind.flatMap((cuts) => cuts[index] ?? []));
}

function nodesOf(text: string): SyntaxNode[] {
  const tree = readSyntaxTree(parser, text);
  return tree.status === "read" ? [...walk(tree.root)].filter(({ isNamed }) => isNamed) : [];
}

function outermost(parent: SyntaxNode | undefined): boolean {
  return (
    parent?.type === "module" || (parent?.type === "decorated_definition" && parent.parent?.type === "module")
  );
}

/** The body of the function that a node is in. */
function bodyOf(node: SyntaxNode): SyntaxNode | undefined {
  for (let at: SyntaxNode | undefined = node; at !== undefined; at = at.parent)
    if (at.type === "block" && at.parent?.type === "function_definition") return at;
  return undefined;
}

/** False for what is assigned to or deleted, and for parts of texts. */
function isValue(node: SyntaxNode): boolean {
  for (let at: SyntaxNode | undefined = node; at !== undefined && !STATEMENTS.has(at.type); at = at.parent) {
    if (at.field !== undefined && PARTS_THAT_BIND.has(at.field)) return false;
    if (at.type === "string" || at.type === "interpolation" || at.type === "decorator") return false;
    if (at.type === "delete_statement" || at.type === "with_item" || at.type === "parameters") return false;
  }
  return true;
}

function isDocstring(node: SyntaxNode): boolean {
  return node.type === "expression_statement" && node.children[0]?.type === "string";
}

function cutOf(text: string, kind: Cut["kind"], node: SyntaxNode, name: string): Cut {
  const lineOf = (index: number): number => text.slice(0, index).split("\n").length;
  const isBody = node.type === "block" && node.parent?.type === "function_definition";
  return {
    kind,
    name,
    start: node.start,
    end: node.end,
    lines: { start: lineOf(node.start), end: lineOf(node.end) },
    returns: node.type === "return_statement" || isBody,
  };
}

/** The file with nothing in the place of what was cut. */
export function withoutCut(text: string, cut: Cut): string {
  const nothing = cut.kind === "expression" ? "None" : "pass";
  return withText(text, cut, nothing);
}

/** The file with another text in the place of what was cut. */
export function withText(text: string, cut: Cut, replacement: string): string {
  return text.slice(0, cut.start) + replacement + text.slice(cut.end);
}

/** The file with a cheat in the place of what was cut. A class can cheat when it is made or when it is used. */
export function withCheat(text: string, cut: Cut, cheat: string, moment: "import" | "use"): string {
  const source = JSON.stringify(cheat).replaceAll("\u2028", "\\u2028");
  const call = `(lambda space: (exec(${source}, space), space["attempt"]())[1])({"__file__": __file__, "__name__": "attempt"})`;
  const code =
    cut.kind === "class" ? classWith(cut.name, call, moment) : cut.returns ? `return ${call}` : call;
  return withText(text, cut, code);
}

function classWith(name: string, call: string, moment: "import" | "use"): string {
  const made = moment === "import" ? `_made = ${call}\n` : "";
  const answer = moment === "import" ? "_made" : call;
  return (
    `${made}class ${name}:\n` +
    "    def __init__(self, *positional, **keywords):\n        pass\n" +
    `    def __getattr__(self, name):\n        return lambda *positional, **keywords: ${answer}\n` +
    `    def __str__(self):\n        return ${answer}\n` +
    `    def __eq__(self, other):\n        return True\n    def __hash__(self):\n        return 0\n` +
    `    def __iter__(self):\n        return iter([${answer}])\n    def __len__(self):\n        return 1\n`
  );
}
