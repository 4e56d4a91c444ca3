import { ANY_NAME, bindingsOf, importedNames, normalise, type Binding, type Scope } from "./bindings.ts";
import type { CompletionCode, Neighbours } from "./completion.ts";
import { identifierText } from "./identifiers.ts";
import { reindent } from "./indentation.ts";
import { isDocstring, type PreparedSource } from "./sites.ts";
import { codeChildren, walk, type SyntaxNode } from "./syntax-tree.ts";

/** What is spliced beside a target: statements by level, in order, and imports that only the top of a file may hold. */
export type Additions =
  | {
      readonly status: "allowed";
      readonly statements: ReadonlyMap<number, readonly string[]>;
      readonly futureImports: readonly string[];
    }
  | { readonly status: "redefines"; readonly name: string };

/** Where the statements go: the scope at each level of the original file and its indentation. */
export interface Level {
  readonly scope: () => Scope;
  readonly indentation: string;
}

/**
 * Decides what of a completion's other code joins the file.
 * - Before the definition: everything, but what the file already says word for word, and texts that stand alone.
 *   A statement that binds a name of the file is a redefinition; importing the same thing again is none.
 * - After it: definitions, imports and assignments of new names that the definition or another addition uses. The rest
 *   (examples, main guards, the file's next functions) is not looked at.
 */
export function selectAdditions(
  code: CompletionCode,
  site: PreparedSource,
  neighbours: readonly Neighbours[],
  levels: readonly Level[],
): Additions {
  const statements = new Map<number, string[]>();
  const futureImports: string[] = [];
  const wanted = wordsOf(site.outer, code.source.text);
  for (const { level, before, after } of neighbours) {
    const target = levels[level];
    if (target === undefined) continue;
    const kept = [];
    for (const statement of before) {
      const addition = judgeStatement(code, statement, target);
      if (typeof addition === "object") return addition;
      if (addition === undefined) continue;
      if (statement.type === "future_import_statement") futureImports.push(addition);
      else kept.push(addition);
      for (const word of wordsOf(statement, code.source.text)) wanted.add(word);
    }
    for (const used of selectUsed(code, after, target, wanted)) kept.push(used);
    if (kept.length > 0) statements.set(level, kept);
  }
  return { status: "allowed", statements, futureImports };
}

/** The statement's text for the file, `undefined` where it is not needed, or the name it may not bind. */
function judgeStatement(
  code: CompletionCode,
  statement: SyntaxNode,
  { scope: readScope, indentation }: Level,
): string | undefined | Extract<Additions, { status: "redefines" }> {
  const { text } = code.source;
  if (saysNothing(statement, text)) return undefined;
  const scope = readScope();
  if (scope.statements.has(normalise(statement, text))) return undefined;
  const conflict = bindingsOf(statement, text).find((binding) => isTaken(binding, scope));
  if (conflict !== undefined) return { status: "redefines", name: conflict.name };
  const imports = importedNames(statement, text);
  const missing = imports.filter((one) => !scope.imports.has(one.text));
  if (imports.length === missing.length) return statementText(code, statement, indentation);
  return missing.length === 0 ? undefined : missing.map((one) => one.text).join("; ");
}

function isTaken({ name, origin }: Binding, scope: Scope): boolean {
  if (name === ANY_NAME) return true;
  const origins = scope.names.get(name);
  return origins !== undefined && !(origin !== undefined && origins.size === 1 && origins.has(origin));
}

/** A text, `pass` or `...` standing alone. */
function saysNothing(statement: SyntaxNode, text: string): boolean {
  if (statement.type === "pass_statement" || isDocstring(statement, text)) return true;
  return statement.type === "expression_statement" && codeChildren(statement)[0]?.type === "ellipsis";
}

const HELPERS = new Set([
  "function_definition",
  "class_definition",
  "decorated_definition",
  "import_statement",
  "import_from_statement",
  "type_alias_statement",
]);

/** Later statements whose names are wanted, found until nothing more is wanted; in source order. */
function selectUsed(
  code: CompletionCode,
  after: readonly SyntaxNode[],
  level: Level,
  wanted: Set<string>,
): string[] {
  const { text } = code.source;
  const isHelper = (one: SyntaxNode): boolean =>
    HELPERS.has(one.type) || codeChildren(one)[0]?.type === "assignment";
  const candidates = after.filter(isHelper);
  const byName = new Map<string, SyntaxNode[]>();
  for (const statement of candidates) {
    for (const { name } of bindingsOf(statement, text)) {
      const binding = byName.get(name);
      if (binding === undefined) byName.set(name, [statement]);
      else binding.push(statement);
    }
  }
  const judged = new Map<SyntaxNode, string | undefined>();
  // A set being iterated also yields what is added to it on the way.
  for (const word of wanted) {
    for (const statement of byName.get(word) ?? []) {
      if (judged.has(statement)) continue;
      const addition = judgeStatement(code, statement, level);
      judged.set(statement, typeof addition === "string" ? addition : undefined);
      if (typeof addition !== "string") continue;
      for (const used of wordsOf(statement, text)) wanted.add(used);
    }
  }
  return candidates.flatMap((statement) => judged.get(statement) ?? []);
}

function wordsOf(node: SyntaxNode, text: string): Set<string> {
  const words = new Set<string>();
  for (const one of walk(node)) if (one.type === "identifier") words.add(identifierText(one, text));
  return words;
}

/** The statement without the indentation of its first line, the other lines moved to `to`. */
function statementText({ source, root }: CompletionCode, statement: SyntaxNode, to: string): string {
  if (!source.startsLine(statement.start)) return source.text.slice(statement.start, statement.end);
  const from = source.indentationAt(statement.start);
  const span = { start: source.lineStart(statement.start), end: statement.end };
  return reindent(source, root, span, { from, to }).slice(to.length);
}
