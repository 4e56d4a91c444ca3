import type { Parser } from "web-tree-sitter";

import type { Definition, Parameter, SourceModule } from "../../../language.ts";
import { importedNames } from "../../bindings.ts";
import { createIndexer, type FileIndex } from "../../file-index.ts";
import { describeFile } from "../../parse.ts";
import { definitionOf } from "../../sites.ts";
import { scopeStatements } from "../../statements.ts";
import { codeChildren, findField, type SyntaxNode } from "../../syntax-tree.ts";

/** What a file offers by name to those who call. */
export interface Outline {
  readonly source: SourceModule;
  readonly definitions: readonly Definition[];
  readonly classes: readonly ClassOutline[];
  /** Names that come from another module, with that module's import name. */
  readonly imports: readonly { readonly name: string; readonly module: string; readonly original: string }[];
  /** Names that the module assigns something that may be callable. */
  readonly assignments: readonly Assignment[];
}

/** A class at any depth below the module. */
export interface ClassOutline {
  /** Qualified name. */
  readonly name: string;
  /** Its bases as written. */
  readonly bases: readonly string[];
  /** What calling it takes beside the instance; undefined where its own body does not say. */
  readonly parameters: readonly Parameter[] | undefined;
  /** Names that its body assigns a name or attribute. */
  readonly assignments: readonly Assignment[];
}

/** `name = value` where the value is a name, an attribute, a call or a lambda. */
export interface Assignment {
  readonly name: string;
  readonly value: string;
}

/** Outlines files; one is read once as long as its object is the same. */
export type Outlines = (source: SourceModule) => Outline;

/** Outlines over one parser. */
export function createOutlines(parser: Parser): Outlines {
  const index = createIndexer(parser);
  const known = new WeakMap<SourceModule, Outline>();
  return (source) => {
    const outline = known.get(source) ?? outlineOf(source, index(source.text));
    known.set(source, outline);
    return outline;
  };
}

function outlineOf(source: SourceModule, outcome: ReturnType<ReturnType<typeof createIndexer>>): Outline {
  const { definitions } = describeFile(source.path, outcome);
  if (outcome.status === "refused") return { source, definitions, classes: [], imports: [], assignments: [] };
  const { index } = outcome;
  const { text } = index.source;
  return {
    source,
    definitions,
    classes: [...classesIn(index, index.root, [], definitions)],
    imports: [...scopeStatements(index.root)].flatMap((statement) =>
      importedNames(statement, text).flatMap(({ name, origin }) => {
        const [module, original] = origin.split(":");
        if (module === undefined || original === undefined || original === "*") return [];
        return [{ name, module: absoluteModule(module, source), original }];
      }),
    ),
    assignments: assignmentsIn(index, index.root),
  };
}

function* classesIn(
  index: FileIndex,
  container: SyntaxNode,
  outer: readonly string[],
  definitions: readonly Definition[],
): Generator<ClassOutline, void, undefined> {
  const { text } = index.source;
  for (const statement of scopeStatements(container)) {
    const node = definitionOf(statement);
    const [simple, body] = [findField(node, "name"), findField(node, "body")];
    if (node.type !== "class_definition" || simple === undefined || body === undefined) continue;
    const path = [...outer, text.slice(simple.start, simple.end)];
    const name = path.join(".");
    const constructor = definitions.find((one) => one.name === `${name}.__init__`);
    const bases = codeChildren(findField(node, "superclasses") ?? simple)
      .filter((base) => base.type !== "keyword_argument")
      .map((base) => text.slice(base.start, base.end));
    yield {
      name,
      bases,
      parameters: constructor?.parameters.slice(1),
      assignments: assignmentsIn(index, body),
    };
    yield* classesIn(index, body, path, definitions);
  }
}

const CALLABLE_VALUES = new Set(["identifier", "attribute", "call", "lambda"]);

function assignmentsIn({ source: { text } }: FileIndex, container: SyntaxNode): Assignment[] {
  return [...scopeStatements(container)].flatMap((statement) => {
    const [assignment] = codeChildren(statement);
    if (statement.type !== "expression_statement" || assignment?.type !== "assignment") return [];
    const [left, right] = [findField(assignment, "left"), findField(assignment, "right")];
    if (left?.type !== "identifier" || right === undefined || !CALLABLE_VALUES.has(right.type)) return [];
    return [{ name: text.slice(left.start, left.end), value: text.slice(right.start, right.end) }];
  });
}

/** The module that `from ..part import name` in a file means. */
function absoluteModule(written: string, { path, module }: SourceModule): string {
  const [, dots = "", rest = ""] = /^(\.*)(.*)$/.exec(written) ?? [];
  if (dots === "") return rest;
  const isPackage = path.endsWith("__init__.py");
  const above = module.split(".");
  const base = above.slice(0, above.length - (dots.length - (isPackage ? 1 : 0)));
  return [...base, ...(rest === "" ? [] : [rest])].join(".");
}
