import type { Parser } from "web-tree-sitter";

import { codeTexts, indentedTexts } from "../completion-text.ts";
import { thinComments } from "./comment-lines.ts";

import { readLenientTree, type FileIndex } from "./file-index.ts";
import { identifierText } from "./identifiers.ts";
import { isConsistentlyIndented } from "./indentation.ts";
import { PYTHON_FORM } from "./joined-lines.ts";
import {
  createSite,
  decoratorText,
  definitionOf,
  kindOfDecorator,
  type Enclosing,
  type PreparedSource,
} from "./sites.ts";
import { indexText, type Columns, type SourceText } from "./source-text.ts";
import { isDefinitionStatement } from "./statements.ts";
import {
  codeChildren,
  findField,
  isPython2,
  isSpent,
  walk,
  type ReadingBudget,
  type SyntaxNode,
} from "./syntax-tree.ts";

/** A completion's code, read without errors. */
export interface CompletionCode {
  readonly source: SourceText;
  readonly root: SyntaxNode;
}

/** Statements that stand beside the definition, and how deep: 0 beside the outermost enclosing definition of the file. */
export interface Neighbours {
  readonly level: number;
  readonly before: readonly SyntaxNode[];
  readonly after: readonly SyntaxNode[];
}

/** What a completion was understood as. */
export type Completion =
  | {
      readonly status: "definition";
      readonly code: CompletionCode;
      readonly site: PreparedSource;
      readonly neighbours: readonly Neighbours[];
    }
  | { readonly status: "body"; readonly code: CompletionCode }
  | {
      readonly status:
        | "no_code"
        | "too_long"
        | "too_costly"
        | "not_parsable"
        | "wrong_definition"
        | "wrong_kind";
    };

/** Longest completion that is read, in UTF-16 code units: no function comes near it. */
const MAX_LENGTH = 1_000_000;

/** What all readings of one completion may cost: enough for 100,000 code units as people write code, and about 100 ms of computing. */
function fullBudget(): ReadingBudget {
  return { chunk: 500, reads: 1_400, operations: 1_400, nodes: 60_000 };
}

/** Finds the target's definition in a completion, or takes the completion for a body. In a file that is Python 2 a completion may be so too. */
export function readCompletion(
  parser: Parser,
  target: PreparedSource,
  { source: targetSource, errors }: Pick<FileIndex, "source" | "errors">,
  completion: string,
): Completion {
  if (completion.length > MAX_LENGTH) return { status: "too_long" };
  if (!completion.isWellFormed() || completion.includes("\0")) return { status: "not_parsable" };
  const texts = codeTexts(completion, PYTHON_FORM);
  const written = texts.filter((text) => !isBlank(text));
  if (written.length === 0) return { status: "no_code" };
  const definitionIndentation = targetSource.indentationAt(target.outer.start);
  const budget = fullBudget();
  const isOld = errors.some((one) => isPython2(one, targetSource.text));
  const named = written.filter((text) => namesDefinition(text, target));
  for (const code of readable(parser, named, { indentation: definitionIndentation, budget, isOld })) {
    const definition = findDefinition(code, target);
    if (definition !== undefined) return definition;
  }
  const bodyIndentation = target.bodyIndentation ?? `${definitionIndentation}    `;
  const bodies = named.length > 0 ? named : written;
  for (const code of readable(parser, bodies, { indentation: bodyIndentation, budget, isOld })) {
    return classify(code, target, targetSource);
  }
  return { status: isSpent(budget) ? "too_costly" : "not_parsable" };
}

function isBlank(text: string): boolean {
  return text.split(/\r\n|\n|\r/).every((line) => /^\s*(#.*)?$/.test(line));
}

/** No name is longer, in code units. */
const LONG_NAME = 1_000;

/** False where no definition of a target's name can be in a text. */
function namesDefinition(text: string, { name, node }: PreparedSource): boolean {
  const words = text.matchAll(
    isClass(node) ? /\bclass[\s\\]+([^\s\\(:[]+)/gu : /\bdef[\s\\]+([^\s\\(:[]+)/gu,
  );
  return words.some(([, word = ""]) => word.length <= LONG_NAME && word.normalize("NFKC") === name);
}

function isClass({ type }: SyntaxNode): boolean {
  return type === "class_definition";
}

interface Reading {
  readonly indentation: string;
  readonly budget: ReadingBudget;
  /** True where Python 2 is no error. */
  readonly isOld: boolean;
}

/** Every reading of the texts that is Python, as far as the budget goes. */
function* readable(
  parser: Parser,
  texts: readonly string[],
  { indentation, budget, isOld }: Reading,
): Generator<CompletionCode> {
  for (const text of texts.flatMap((one) => indentedTexts(one, indentation))) {
    if (isSpent(budget)) return;
    const tree = readLenientTree(parser, thinComments(text), budget);
    if (tree.status === "refused" || !tree.errors.every((one) => isOld && isPython2(one, text))) continue;
    const source = indexText(text);
    if (isConsistentlyIndented(source, tree.root)) yield { source, root: tree.root };
  }
}

/** The last definition with the target's name: alone, or below `class` lines that are the innermost of the target's. */
function findDefinition(code: CompletionCode, target: PreparedSource): Completion | undefined {
  const found: { site: PreparedSource; path: Step[] }[] = [];
  const search = (container: SyntaxNode, path: Step[], enclosing: Enclosing[]): void => {
    for (const outer of codeChildren(container).filter(isDefinitionStatement)) {
      const node = definitionOf(outer);
      const name = nameOf(node, code.source.text);
      const here = [...path, { container, element: outer }];
      const isWanted = node.type === target.node.type && name === target.name;
      if (isWanted && isInnermost(enclosing, target)) {
        const site = createSite(code.source, outer, enclosing);
        if (site !== undefined && hasKindOf(code, site, target)) found.push({ site, path: here });
      } else if (isClass(node)) {
        const body = findField(node, "body");
        const names = [...enclosing.map((one) => one.name), name];
        if (body !== undefined && isPartOfChain(names, target.classes)) {
          search(body, here, [...enclosing, { name, outer }]);
        }
      }
    }
  };
  search(code.root, [], []);
  const last = found.at(-1);
  if (last === undefined) return undefined;
  return { status: "definition", code, site: last.site, neighbours: neighboursOf(last.path, target, code) };
}

interface Step {
  readonly container: SyntaxNode;
  readonly element: SyntaxNode;
}

function nameOf(definition: SyntaxNode, text: string): string {
  const name = findField(definition, "name");
  return name === undefined ? "" : identifierText(name, text);
}

/** True where `names` stand next to one another somewhere in the target's classes. */
function isPartOfChain(names: readonly string[], classes: readonly string[]): boolean {
  return classes.some((_, at) => names.every((name, index) => classes[at + index] === name));
}

function isInnermost(enclosing: readonly Enclosing[], target: PreparedSource): boolean {
  const skipped = target.classes.length - enclosing.length;
  return enclosing.every((one, index) => target.classes[skipped + index] === one.name);
}

/** A getter is no answer where the setter of the same name is asked for. */
function hasKindOf(code: CompletionCode, site: PreparedSource, target: PreparedSource): boolean {
  const isAccessor = (kind: string | undefined): boolean => /^(getter|setter|deleter)$/.test(kind ?? "");
  if (!isAccessor(target.kind)) return true;
  const kinds = site.decorators.map((one) => kindOfDecorator(decoratorText(one, code.source.text)));
  return kinds.every((kind) => !isAccessor(kind) || kind === target.kind);
}

function neighboursOf(path: readonly Step[], target: PreparedSource, code: CompletionCode): Neighbours[] {
  const skipped = target.classes.length - (path.length - 1);
  return path.map(({ container, element }, depth) => {
    const statements = codeChildren(container).filter((statement) => statement !== element);
    const others = statements.filter(
      (statement) => depth < path.length - 1 || !isNamed(statement, target, code),
    );
    return {
      level: depth === 0 ? 0 : skipped + depth,
      before: others.filter((statement) => statement.start < element.start),
      after: others.filter((statement) => statement.start > element.start),
    };
  });
}

/** Another definition of the target's name and kind: only the last counts. */
function isNamed(statement: SyntaxNode, target: PreparedSource, code: CompletionCode): boolean {
  const node = definitionOf(statement);
  if (node.type !== target.node.type || nameOf(node, code.source.text) !== target.name) return false;
  const site = createSite(code.source, statement, []);
  return site !== undefined && hasKindOf(code, site, target);
}

/** Code without the definition: a body, or something else that was not asked for. */
function classify(code: CompletionCode, target: PreparedSource, targetSource: SourceText): Completion {
  const statements = codeChildren(code.root);
  const definitions = statements.filter(isDefinitionStatement);
  // It can only be read so because its lines are not indented as they should be.
  if (findDefinition(code, target) !== undefined) return { status: "not_parsable" };
  if (definitions.some((one) => nameOf(definitionOf(one), code.source.text) === target.name)) {
    return { status: "wrong_kind" };
  }
  if (isClass(target.node)) {
    const isBody = definitions.every((one) => isMember(definitionOf(one), code.source.text));
    return isBody ? { status: "body", code } : { status: "wrong_definition" };
  }
  const parameters = new Set(
    [...walk(findField(target.node, "parameters") ?? target.node, (node) => node.type !== "block")]
      .filter((node) => node.type === "identifier")
      .map((node) => identifierText(node, targetSource.text)),
  );
  const isBody =
    definitions.length === 0 ||
    isIndentedAsBody(code.source, statements, targetSource.columnsAt(target.outer.start)) ||
    statements.some((one) => speaksOfCall(one, parameters, code.source.text));
  return isBody ? { status: "body", code } : { status: "wrong_definition" };
}

/** True for statements that stand deeper than the definition, where other definitions cannot. The first one may have lost its indentation. */
function isIndentedAsBody(source: SourceText, statements: readonly SyntaxNode[], outer: Columns): boolean {
  const next = statements.slice(1).find(({ start }) => source.startsLine(start));
  return next !== undefined && source.columnsAt(next.start).narrow > outer.narrow;
}

/** True for a function that takes the instance or the class first, or none of them by decorator. */
function isMember(definition: SyntaxNode, text: string): boolean {
  const parameters = findField(definition, "parameters");
  const first = parameters && codeChildren(parameters)[0];
  const isDecorated = definition.parent?.type === "decorated_definition";
  return (
    definition.type === "function_definition" &&
    (isDecorated || (first !== undefined && /^(?:self|cls|mcs)\b/u.test(text.slice(first.start, first.end))))
  );
}

/** True for statements that only make sense inside the target: they return, yield, await, or read a parameter. */
function speaksOfCall(statement: SyntaxNode, parameters: ReadonlySet<string>, text: string): boolean {
  for (const node of walk(statement, (one) => !isDefinitionStatement(one) && one.type !== "lambda")) {
    if (["return_statement", "yield", "await", "raise_statement"].includes(node.type)) return true;
    if (node.type === "identifier" && parameters.has(identifierText(node, text))) return true;
  }
  return false;
}
