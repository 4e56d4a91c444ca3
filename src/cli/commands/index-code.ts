import { resolve } from "node:path";

import type { IndexedView } from "../../analysis/index.ts";
import {
  asHostPath,
  requireWritable,
  throwIfInterrupted,
  writeJsonLines,
  type HostPath,
} from "../../base/index.ts";
import type { Declaration } from "../../languages/index.ts";
import type { AddCommand, CommandContext } from "../command.ts";
import { renderTable, type Column } from "../table.ts";

interface IndexFlags {
  readonly edges?: string;
  readonly definitions?: string;
  readonly unresolved?: string;
}

/** What the index has of one language, or of several that make one program. */
interface IndexedLanguage {
  readonly language: string;
  readonly files: number;
  readonly definitions: number;
  readonly edges: number;
  readonly unresolved: number;
  /** Calls that leave the repository, of the unresolved ones. */
  readonly outside: number;
  /** False where nobody can say what its names mean: it has no edges. */
  readonly isResolved: boolean;
  readonly syntaxErrors: number;
  /** Files of which nothing could be read. */
  readonly refused: number;
}

/** `diorama index SOURCE`: what is defined where, and what calls what. */
export const addIndex: AddCommand = (program, attach) => {
  const command = program
    .command("index")
    .summary("list what code defines, and what calls what")
    .description(
      "Lists what the code of a SOURCE (as for build) defines, and what calls, overrides and implements what. Nothing of it is run.\n\nWhat was read is kept: a second time only what has changed is read.",
    )
    .argument("<source>", "a repository as for build")
    .option("--edges <file>", "write calls, overrides and implementations there, as JSON Lines")
    .option("--definitions <file>", "write definitions there, as JSON Lines")
    .option("--unresolved <file>", "write calls that lead to nothing known there, as JSON Lines");
  attach<[string], IndexFlags>(command, async (context, [source], flags) => {
    const { openCode } = await import("../../curation/index.ts");
    const started = performance.now();
    const files = outputFiles(flags);
    Object.values(files).forEach((file) => requireWritable(file));
    using code = await openCode(source, context);
    const { views } = code.index;
    const languages = views.map((view) => describeLanguage(view, context));
    if (files.edges !== undefined) writeJsonLines(files.edges, linesOf(views, edgeLines));
    if (files.definitions !== undefined) writeJsonLines(files.definitions, linesOf(views, definitionLines));
    if (files.unresolved !== undefined) writeJsonLines(files.unresolved, linesOf(views, unresolvedLines));
    const sum = (count: (one: IndexedLanguage) => number): number =>
      languages.reduce((total, one) => total + count(one), 0);
    const document = {
      source,
      files: sum((one) => one.files),
      definitions: sum((one) => one.definitions),
      edges: sum((one) => one.edges),
      unresolved: sum((one) => one.unresolved),
      refused: code.index.refused,
      languages: languages.map(({ isResolved, syntaxErrors, ...counts }) => ({
        ...counts,
        is_resolved: isResolved,
        syntax_errors: syntaxErrors,
      })),
      duration_ms: Math.round(performance.now() - started),
    };
    return {
      exitCode: document.files > 0 ? 0 : 1,
      document,
      text: renderIndex(languages, document.duration_ms),
    };
  });
};

function outputFiles(flags: IndexFlags): { readonly [Name in keyof IndexFlags]?: HostPath } {
  return Object.fromEntries(
    (["edges", "definitions", "unresolved"] as const).flatMap((name) => {
      const file = flags[name];
      return file === undefined ? [] : [[name, asHostPath(resolve(file))]];
    }),
  );
}

function describeLanguage(view: IndexedView, { progress, signal }: CommandContext): IndexedLanguage {
  throwIfInterrupted(signal);
  let [definitions, syntaxErrors, refused] = [0, 0, 0];
  for (const [, structure] of view.structures()) {
    definitions += structure.declarations.length;
    if (structure.syntaxErrorLines.length > 0) syntaxErrors++;
    if (structure.refused !== undefined) refused++;
  }
  const counts = { language: view.language, files: view.paths.length, definitions, syntaxErrors, refused };
  if (!view.isResolved) return { ...counts, edges: 0, unresolved: 0, outside: 0, isResolved: false };
  progress.begin(`${view.language}: resolving names`);
  const { edges, unresolved } = view.resolved();
  const outside = unresolved.filter(({ why }) => why === "outside").length;
  return { ...counts, edges: edges.length, unresolved: unresolved.length, outside, isResolved: true };
}

function* linesOf(
  views: readonly IndexedView[],
  lines: (view: IndexedView) => Iterable<unknown>,
): Generator<unknown, void, undefined> {
  for (const view of views) yield* lines(view);
}

/** Edges with their members in the order that readers expect. */
function* edgeLines(view: IndexedView): Generator<unknown, void, undefined> {
  if (!view.isResolved) return;
  for (const { kind, caller, callee, at, how, confidence } of view.resolved().edges)
    yield { kind, caller: placeLine(caller), callee: placeLine(callee), at, how, confidence };
}

function* unresolvedLines(view: IndexedView): Generator<unknown, void, undefined> {
  if (!view.isResolved) return;
  for (const { caller, at, written, why } of view.resolved().unresolved)
    yield { caller: placeLine(caller), at, written, why };
}

function* definitionLines(view: IndexedView): Generator<unknown, void, undefined> {
  for (const [path, { declarations }] of view.structures())
    for (const declaration of declarations) yield { path, ...definitionLine(declaration) };
}

function placeLine({ path, name, line }: { path: string; name: string; line: number }): unknown {
  return { path, name, line };
}

function definitionLine(declaration: Declaration): object {
  const { name, kind, line, spans, parameters, type, decorators, modifiers, bases, isTest } = declaration;
  return {
    name,
    kind,
    line,
    parameters: parameters.map(({ name, type, defaultValue, kind }) => ({
      name,
      type: type ?? null,
      default: defaultValue ?? null,
      kind,
    })),
    type: type ?? null,
    decorators,
    modifiers,
    bases,
    is_test: isTest,
    spans: {
      whole: spans.whole,
      header: spans.header,
      name: spans.name,
      parameters: spans.parameters ?? null,
      documentation: spans.documentation ?? null,
      body: spans.body ?? null,
    },
  };
}

const COLUMNS: readonly Column[] = [
  { heading: "language" },
  ...["files", "definitions", "edges", "unresolved", "outside", "syntax errors", "refused"].map(
    (heading): Column => ({ heading, align: "right" }),
  ),
];

/** The summary a person reads. */
function renderIndex(languages: readonly IndexedLanguage[], durationMs: number): string {
  if (languages.length === 0) return "No file of a known language.";
  const rows = languages.map((one) => [
    one.language,
    ...[one.files, one.definitions].map(String),
    ...[one.edges, one.unresolved, one.outside].map((count) => (one.isResolved ? String(count) : "–")),
    ...[one.syntaxErrors, one.refused].map(String),
  ]);
  const unread = languages.filter(({ isResolved }) => !isResolved).map(({ language }) => language);
  return [
    renderTable(COLUMNS, rows),
    "",
    "unresolved: calls that lead to nothing known; outside: those of them that leave the repository",
    ...(unread.length === 0
      ? []
      : [`No calls in ${unread.join(", ")}: nobody here can say what its names mean.`]),
    `${(durationMs / 1000).toFixed(1)} s`,
  ].join("\n");
}
