import { importedNames } from "../bindings.ts";
import { decoratorText, definitionOf, isDocstring } from "../sites.ts";
import { indexText, type SourceText } from "../source-text.ts";
import { isDefinitionStatement } from "../statements.ts";
import { textValue } from "../strings.ts";
import { codeChildren, findField, walk, type SyntaxNode } from "../syntax-tree.ts";
import { moduleValue } from "./local-values.ts";
import { readClass, readFunction, typeNames } from "./read-definitions.ts";
import { boundIn } from "./scopes.ts";
import type { Clause, FileUnits } from "./summary.ts";
import { add, type Place, type UnitReading } from "./unit-draft.ts";
import { readUses, touchedNames } from "./uses.ts";

/** Reads the pieces of a file. */
export function readUnits(text: string, root: SyntaxNode): FileUnits {
  const source = indexText(text);
  const reading: UnitReading = {
    source,
    units: [],
    readStatements: (statements, place) => readStatements(reading, statements, place),
  };
  reading.readStatements(codeChildren(root), TOP);
  return {
    units: reading.units,
    areAnnotationsLazy: reading.units.some(
      ({ imported }) => imported?.module === "__future__" && imported.attribute === "annotations",
    ),
    exported: readExported(root, text),
    prologue: /^(?:#!.*\r?\n)?#.*coding[:=].*\r?\n/.exec(text)?.[0] ?? "",
    newline: source.newline,
  };
}

const TOP: Place = { parent: -1, clause: 0, owner: -1, className: "", never: undefined };

function readStatements(reading: UnitReading, statements: readonly SyntaxNode[], place: Place): void {
  for (const statement of statements) {
    if (statement.type === "ERROR") readStatements(reading, saved(statement), place);
    else readStatement(reading, statement, place);
  }
}

function readStatement(reading: UnitReading, statement: SyntaxNode, place: Place): void {
  const { text } = reading.source;
  const imported = importedNames(statement, text);
  if (imported.length > 0) {
    for (const { name, origin, text: written } of imported) {
      const [module = "", attribute] = splitOrigin(origin, written);
      add(reading, statement, place, {
        kind: "import",
        name,
        binds: [name],
        imported: { module, attribute, bindsFirst: isFirstOnly(written), text: written },
      });
    }
    return;
  }
  if (isDefinitionStatement(statement)) {
    const node = definitionOf(statement);
    const definition = { statement, node, decorators: decoratorsOf(statement, text) };
    if (node.type === "class_definition") readClass(reading, definition, place);
    else readFunction(reading, definition, place);
    return;
  }
  const clauses = clausesOf(reading.source, statement);
  if (clauses === undefined) readPlain(reading, statement, place);
  else readBlock(reading, { statement, clauses }, place);
}

/** A statement that is no definition, no import and has no parts. */
function readPlain(reading: UnitReading, statement: SyntaxNode, place: Place): void {
  const { source } = reading;
  const { text } = source;
  const [only] = codeChildren(statement);
  if (statement.type === "pass_statement" || isDocstring(statement, text)) return;
  const binds = [...new Set(boundIn(statement, text, new Set()))];
  const left = only?.type === "assignment" ? findField(only, "left") : undefined;
  const assignment =
    only?.type === "assignment" && left?.type === "identifier"
      ? {
          isAnnotated: findField(only, "type") !== undefined,
          hasValue: findField(only, "right") !== undefined,
          types: typeNames(findField(only, "type"), text),
          value: place.owner === -1 ? moduleValue(only, text) : undefined,
        }
      : undefined;
  add(reading, statement, place, {
    kind: binds.length > 0 ? "variable" : "effect",
    name: binds.join(", "),
    binds,
    touches: touchedNames(statement, text),
    now: readUses([statement], { source }),
    ...(assignment === undefined ? {} : { assignment }),
    ...(isMainGuard(statement, text) ? { never: "main" as const } : {}),
  });
}

interface Compound {
  readonly statement: SyntaxNode;
  readonly clauses: readonly ClauseNode[];
}

interface ClauseNode extends Clause {
  readonly header: readonly SyntaxNode[];
  readonly statements: readonly SyntaxNode[];
  readonly isTypeOnly: boolean;
}

function readBlock(reading: UnitReading, { statement, clauses }: Compound, place: Place): void {
  const { source } = reading;
  const isMain = isMainGuard(statement, source.text);
  const index = add(reading, statement, place, {
    kind: "block",
    name: "",
    isTry: statement.type === "try_statement",
    now: readUses(
      clauses.flatMap(({ header }) => header),
      { source },
    ),
    clauses: clauses.map(({ start, end, indentation }) => ({ start, end, indentation })),
    ...(isMain ? { never: "main" as const } : {}),
  });
  for (const [clause, { statements, isTypeOnly }] of clauses.entries()) {
    const never = isMain ? "main" : isTypeOnly ? "typing" : place.never;
    readStatements(reading, statements, { ...place, parent: index, clause, never });
  }
}

const CLAUSES = new Set([
  "elif_clause",
  "else_clause",
  "except_clause",
  "except_group_clause",
  "finally_clause",
]);

/** The branches of an `if` or `try` whose bodies stand on lines of their own; undefined of everything else. */
function clausesOf(source: SourceText, statement: SyntaxNode): readonly ClauseNode[] | undefined {
  if (statement.type !== "if_statement" && statement.type !== "try_statement") return undefined;
  const found: ClauseNode[] = [];
  for (const holder of [statement, ...statement.children.filter(({ type }) => CLAUSES.has(type))]) {
    const colonAt = holder.children.findIndex(({ type }) => type === ":");
    const colon = holder.children[colonAt];
    const block = holder.children.slice(colonAt).find(({ type }) => type === "block");
    const statements = block === undefined ? [] : codeChildren(block);
    const [first] = statements;
    if (colon === undefined || block === undefined || first === undefined) return undefined;
    if (source.lineAt(first.start) === source.lineAt(colon.start)) return undefined;
    const header = holder.children.slice(0, colonAt).filter(({ isNamed }) => isNamed);
    found.push({
      start: holder.start,
      end: colon.end,
      indentation: source.indentationAt(first.start),
      header,
      statements,
      isTypeOnly: header.some(({ start, end }) =>
        /^(?:\w+\.)?TYPE_CHECKING$/.test(source.text.slice(start, end)),
      ),
    });
  }
  return found;
}

/** What of broken code is still whole statements. */
function saved(error: SyntaxNode): readonly SyntaxNode[] {
  return codeChildren(error).filter(
    (node) => isDefinitionStatement(node) || node.type.endsWith("_statement"),
  );
}

function isMainGuard(statement: SyntaxNode, text: string): boolean {
  const condition = statement.type === "if_statement" ? findField(statement, "condition") : undefined;
  return condition !== undefined && /\b__name__\s*==/.test(text.slice(condition.start, condition.end));
}

function decoratorsOf(statement: SyntaxNode, text: string): readonly string[] {
  return statement.children
    .filter(({ type }) => type === "decorator")
    .map((decorator) => decoratorText(decorator, text));
}

/** `a:b` of a `from` import, `a` of a plain one: that of `import a.b` is `a` alone. */
function splitOrigin(origin: string, written: string): readonly string[] {
  if (written.startsWith("from ")) return origin.split(":");
  const [, module = origin] = /^import ([\w.]+)/u.exec(written) ?? [];
  return [module];
}

function isFirstOnly(written: string): boolean {
  return /^import [^ ]+$/.test(written);
}

/** `__all__`, where it is given as one list of texts. */
function readExported(root: SyntaxNode, text: string): readonly string[] | undefined {
  for (const statement of codeChildren(root)) {
    const [only] = codeChildren(statement);
    const left = only?.type === "assignment" ? findField(only, "left") : undefined;
    const right = only === undefined ? undefined : findField(only, "right");
    if (left === undefined || right === undefined || text.slice(left.start, left.end) !== "__all__") continue;
    return [...walk(right)].flatMap((node) => (node.type === "string" ? (textValue(node, text) ?? []) : []));
  }
  return undefined;
}
