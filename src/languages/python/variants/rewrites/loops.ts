import type { Reference, TextEdit } from "../reference.ts";
import {
  ancestorsOf,
  contains,
  findChild,
  findField,
  partsOf,
  walk,
  type SyntaxNode,
} from "../syntax-node.ts";
import { indentationOf, isBelowHeader, ownsLines } from "./lines.ts";
import { editNeighbours, withoutOverlaps, type Rewrite } from "./rewrite.ts";
import {
  freshName,
  hasDeclarations,
  isIntrospective,
  isNestedScope,
  ownNodes,
  variablesOf,
} from "./scope.ts";

const DEFERRED = ["lambda", "generator_expression", "yield", "await", "named_expression"];

/** `for x in items: found.append(f(x))` right after `found = []`, to a comprehension. */
export const loopToComprehension: Rewrite = {
  name: "loop-to-comprehension",
  edits(reference) {
    if (isIntrospective(reference) || hasDeclarations(reference)) return [];
    return editNeighbours(reference, (first, next) => gather(reference, first, next));
  },
};

/** A list comprehension that is returned or assigned, to a loop that appends. */
export const comprehensionToLoop: Rewrite = {
  name: "comprehension-to-loop",
  edits(reference) {
    if (isIntrospective(reference) || hasDeclarations(reference)) return [];
    return withoutOverlaps([...ownNodes(reference)].flatMap((node) => unroll(reference, node)));
  },
};

/** `while c:` to `while True:` with `if not (c): break` at its start. */
export const whileTrue: Rewrite = {
  name: "while-true",
  edits: (reference) =>
    withoutOverlaps(
      [...ownNodes(reference)].flatMap((node) => {
        const condition = node.type === "while_statement" ? findField(node, "condition") : undefined;
        const body = findField(node, "body");
        if (condition === undefined || body === undefined || findField(node, "alternative") !== undefined)
          return [];
        if (!isBelowHeader(reference, body) || /^\(*(True|1)\)*$/.test(condition.text)) return [];
        const { text, newline } = reference;
        const indentation = indentationOf(reference, body);
        const unit = indentation.includes("\t") ? "\t" : "    ";
        const replacement = [
          condition.text.startsWith("(") ? "(True)" : "True",
          text.slice(condition.end, body.start),
          `if not (${condition.text}):${newline}${indentation}${unit}break${newline}${indentation}`,
        ].join("");
        return [{ start: condition.start, end: body.start, replacement }];
      }),
    ),
};

/** A loop that only appends, taken apart. */
interface Gathering {
  readonly items: SyntaxNode;
  readonly target: SyntaxNode;
  readonly filter: SyntaxNode | undefined;
  readonly element: SyntaxNode;
}

function gather(reference: Reference, start: SyntaxNode, loop: SyntaxNode | undefined): TextEdit[] {
  const name = emptyListTarget(start);
  const found = loop?.type === "for_statement" && name !== undefined ? readGathering(loop, name) : undefined;
  if (loop === undefined || name === undefined || found === undefined) return [];
  const { items, target, filter, element } = found;
  const parts = [items, element, ...(filter === undefined ? [] : [filter])];
  const isSafe =
    !parts.some((part) => contains(part, ...DEFERRED, "list_splat") || variablesOf(part).has(name)) &&
    !isInNestedScope(reference, name) &&
    ![...ancestorsOf(loop)].some(
      (above) => above.type === "try_statement" || above.type === "with_statement",
    ) &&
    areLoopNamesOwn(reference, target, loop) &&
    ownsLines(reference, start);
  if (!isSafe) return [];
  const condition = filter === undefined ? "" : ` if (${filter.text})`;
  const replacement = `${name} = [${element.text} for ${target.text} in (${items.text})${condition}]`;
  return [{ start: start.start, end: loop.end, replacement }];
}

function readGathering(loop: SyntaxNode, name: string): Gathering | undefined {
  const target = findField(loop, "left");
  const items = findField(loop, "right");
  const body = findField(loop, "body");
  const isPlain = findField(loop, "alternative") === undefined && findChild(loop, "async") === undefined;
  if (target === undefined || items === undefined || body === undefined || !isPlain) return undefined;
  const only = onlyPart(body);
  const isFiltered = only?.type === "if_statement" && findField(only, "alternative") === undefined;
  const filter = isFiltered ? findField(only, "condition") : undefined;
  const inner = isFiltered ? findField(only, "consequence") : undefined;
  const statement = inner === undefined ? only : onlyPart(inner);
  const element = statement === undefined ? undefined : appendedTo(statement, name);
  return element === undefined ? undefined : { items, target, filter, element };
}

function appendedTo(statement: SyntaxNode, name: string): SyntaxNode | undefined {
  const call = statement.type === "expression_statement" ? onlyPart(statement) : undefined;
  if (call?.type !== "call" || findField(call, "function")?.text !== `${name}.append`) return undefined;
  const given = findField(call, "arguments");
  const element = given?.type === "argument_list" ? onlyPart(given) : undefined;
  return element?.type === "keyword_argument" ? undefined : element;
}

function emptyListTarget(statement: SyntaxNode): string | undefined {
  const assignment = statement.type === "expression_statement" ? onlyPart(statement) : undefined;
  const target = assignment?.type === "assignment" ? findField(assignment, "left") : undefined;
  if (assignment === undefined || target?.type !== "identifier") return undefined;
  const isEmpty =
    findField(assignment, "right")?.text === "[]" && findField(assignment, "type") === undefined;
  return isEmpty ? target.text : undefined;
}

function unroll(reference: Reference, statement: SyntaxNode): TextEdit[] {
  const value = comprehensionOf(statement);
  if (value === undefined || !ownsLines(reference, statement)) return [];
  const [element, clause, ...filters] = partsOf(value);
  const target = clause === undefined ? undefined : findField(clause, "left");
  const items = clause === undefined ? undefined : findField(clause, "right");
  if (element === undefined || clause === undefined || target === undefined || items === undefined) return [];
  const isSafe =
    clause.type === "for_in_clause" &&
    findChild(clause, "async") === undefined &&
    filters.every((filter) => filter.type === "if_clause") &&
    !contains(value, ...DEFERRED) &&
    !target.text.includes("\n") &&
    areLoopNamesOwn(reference, target, value);
  if (!isSafe) return [];
  const name = freshName("gathered", reference);
  const outer = indentationOf(reference, statement);
  const unit = outer.includes("\t") ? "\t" : "    ";
  const conditions = filters.map((filter) => `if (${partsOf(filter)[0]?.text}):`);
  const lines = [
    `${name} = []`,
    `${outer}for ${target.text} in (${items.text}):`,
    ...conditions.map((condition, depth) => outer + unit.repeat(depth + 1) + condition),
    `${outer}${unit.repeat(conditions.length + 1)}${name}.append(${element.text})`,
    outer + reference.text.slice(statement.start, value.start) + name,
  ];
  return [{ start: statement.start, end: statement.end, replacement: lines.join(reference.newline) }];
}

/** The list comprehension that a statement returns or assigns to a single place. */
function comprehensionOf(statement: SyntaxNode): SyntaxNode | undefined {
  const inside = statement.type === "expression_statement" ? onlyPart(statement) : undefined;
  const isAssigned = inside?.type === "assignment" && findField(inside, "type") === undefined;
  const value =
    statement.type === "return_statement"
      ? onlyPart(statement)
      : isAssigned
        ? findField(inside, "right")
        : undefined;
  return value?.type === "list_comprehension" ? value : undefined;
}

/** Whether a loop's variables are plain names that appear nowhere outside the loop, so that their scope is of no matter. */
function areLoopNamesOwn(reference: Reference, target: SyntaxNode, loop: SyntaxNode): boolean {
  if (contains(target, "attribute", "subscript", "call")) return false;
  const inside = variablesOf(loop);
  const everywhere = variablesOf(reference.node);
  return [...variablesOf(target).keys()].every(
    (name) => inside.get(name)?.length === everywhere.get(name)?.length && !name.startsWith("__"),
  );
}

function isInNestedScope(reference: Reference, name: string): boolean {
  return [...walk(reference.body)].some((node) => isNestedScope(node) && variablesOf(node).has(name));
}

function onlyPart(node: SyntaxNode): SyntaxNode | undefined {
  const parts = partsOf(node);
  return parts.length === 1 ? parts[0] : undefined;
}
