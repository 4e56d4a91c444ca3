import type { RepositoryPath } from "../../base/index.ts";
import type { Definition, ParsedFile } from "../language.ts";
import { readFacts } from "./facts.ts";
import type { FileIndex, IndexOutcome } from "./file-index.ts";
import { readParameters } from "./parameters.ts";
import { countMemoReads, countPrivateReads } from "./private-attributes.ts";
import { decoratorText, definitionOf, type PreparedSource } from "./sites.ts";
import { textValue } from "./strings.ts";
import { codeChildren, findField, walk, type SyntaxNode } from "./syntax-tree.ts";
import { isTestFile } from "./test-code.ts";

/** What a file holds, for targets and filters. */
export function describeFile(path: RepositoryPath, outcome: IndexOutcome): ParsedFile {
  if (outcome.status === "refused") {
    const nothing = {
      definitions: [],
      syntaxErrorLines: [],
      privateAttributeReads: new Map<string, number>(),
      memoReads: new Map<string, number>(),
    };
    return { path, ...nothing, refused: outcome.reason };
  }
  const { index } = outcome;
  const lines = index.errors.map((error) => index.source.lineAt(error.start));
  return {
    path,
    definitions: index.sites.map((site) => describeSite(path, index, site)),
    syntaxErrorLines: [...new Set(lines)].sort((a, b) => a - b),
    privateAttributeReads: countPrivateReads(index.root, index.source.text, undefined),
    memoReads: countMemoReads(index.root, index.source.text),
  };
}

function describeSite(path: RepositoryPath, index: FileIndex, site: PreparedSource): Definition {
  const { source } = index;
  const { text } = source;
  const { node, outer } = site;
  const span = (start: number, end: number): { start: number; end: number } => ({
    start: source.byteAt(start),
    end: source.byteAt(end),
  });
  const returnType = findField(node, "return_type");
  const annotation = returnType && text.slice(returnType.start, returnType.end);
  const documentation = site.docstring === undefined ? undefined : codeChildren(site.docstring)[0];
  const docstring = documentation === undefined ? undefined : textValue(documentation, text);
  return {
    path,
    name: [...site.classes, site.name].join("."),
    kind: site.kind,
    className: site.classes.length === 0 ? undefined : site.classes.join("."),
    parameters: readParameters(node, text),
    returnAnnotation: annotation,
    isAsync: isAsync(node),
    isGenerator: site.statements.some(yields),
    decorators: site.decorators.map((decorator) => decoratorText(decorator, text)),
    docstring,
    signature: text.slice(node.start, site.headerEnd),
    indentation: source.indentationAt(outer.start),
    spans: {
      whole: span(outer.start, site.bodyEnd),
      definition: span(node.start, site.bodyEnd),
      body: span(site.bodyStart, site.bodyEnd),
    },
    lines: { start: source.lineAt(node.start), end: source.lineAt(site.bodyEnd) },
    facts: {
      ...readFacts(source, site, isTestFile(path) || isInTestCase(site, text)),
      declaresTruth:
        annotation?.trim() === "bool" ||
        DOCUMENTED_TRUTH.test(docstring ?? "") ||
        (DOCUMENTED_QUESTION.test(docstring ?? "") &&
          RETURNED_TRUTH.test(text.slice(site.bodyStart, site.bodyEnd))),
      declaresBytes: /\bbytes\b/u.test(annotation ?? "") && !MUTABLE_BYTES.test(annotation ?? ""),
      hasExamples: docstring?.includes(">>>") === true,
      privateAttributeReads: countPrivateReads(node, text, site.classes.at(-1)),
    },
  };
}

const MUTABLE_BYTES = /\b(?:bytearray|memoryview|ByteString|Buffer)\b/u;

/** `:rtype: bool`, or a section of what it returns that begins with the type. */
const DOCUMENTED_TRUTH =
  /:rtype:\s*`{0,2}bool\b|^[ \t]*Returns:?[ \t]*\n(?:[ \t]*-+[ \t]*\n)?[ \t]*`{0,2}bool\b/mu;

/** Documentation that begins as a question for yes or no does, of code that returns one of them as such. */
const DOCUMENTED_QUESTION =
  /^\s*(?:(?:determines?|checks?|tests?|tells?|validates?|verif(?:y|ies))\s+(?:if|whether|that)|returns?\s+(?:whether|true\s+if))\b/iu;
const RETURNED_TRUTH = /\breturn (?:True|False)\b/u;

/** True for `async def`. */
export function isAsync(definition: SyntaxNode): boolean {
  return definition.children.some((child) => child.type === "async");
}

/** Yields in its own scope: those of nested functions, classes and lambdas do not count. */
function yields(statement: SyntaxNode): boolean {
  const isOwn = (node: SyntaxNode): boolean =>
    node.type !== "function_definition" && node.type !== "class_definition" && node.type !== "lambda";
  for (const node of walk(statement, isOwn)) if (node.type === "yield" && node.isNamed) return true;
  return false;
}

/** True below a class that derives from a unittest test case, by the look of its bases. */
function isInTestCase(site: PreparedSource, text: string): boolean {
  return site.chain.slice(0, -1).some((outer) => {
    const bases = findField(definitionOf(outer), "superclasses");
    return bases !== undefined && /TestCase\b/.test(text.slice(bases.start, bases.end));
  });
}
