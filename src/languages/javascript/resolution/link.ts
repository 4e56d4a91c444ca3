import type ts from "typescript-api";

import type { RepositoryPath } from "../../../base/index.ts";
import type {
  CodeEdge,
  CodePlace,
  EdgeEvidence,
  FileSummary,
  ResolvedRepository,
  UnresolvedCall,
} from "../../resolution.ts";
import { resolveCalls, type ResolvedSite } from "./calls.ts";
import type { CallSite } from "./call-sites.ts";
import { createNames, type Names } from "./callables.ts";
import { relateClasses, type ClassMembers } from "./class-members.ts";
import { getCompiler } from "./compiler.ts";
import { CONFIDENCE, shareOf } from "./confidence.ts";
import { createEdgeList, type EdgeList } from "./edges.ts";
import { importedFiles } from "./imported-files.ts";
import { createMemberNames, type MemberNames } from "./member-names.ts";
import { originOf } from "./origins.ts";
import { createPlaces, type Places } from "./places.ts";
import { createScriptSources } from "./program.ts";
import { createRenamer } from "./renaming/renamer.ts";
import type { SourceFileCache } from "./source-file-cache.ts";
import { findText } from "./summary.ts";
import { hasBody, isAccess, unwrap, visitAll, type CallableNode } from "./syntax.ts";
import { createUses } from "./uses.ts";
import { findRepositoryPath } from "./virtual-files.ts";

/** What the stages of linking share. */
interface Linking {
  readonly names: Names;
  readonly places: Places;
  readonly classes: ClassMembers;
  readonly memberNames: MemberNames;
  /** True for files that others import. */
  readonly isImported: (file: ts.SourceFile) => boolean;
  readonly edges: EdgeList;
  readonly unresolved: UnresolvedCall[];
}

/** Resolves all names of a repository's TypeScript and JavaScript as one program. */
export function linkScripts(
  summaries: ReadonlyMap<RepositoryPath, FileSummary>,
  projectFiles: ReadonlyMap<RepositoryPath, string>,
  cache: SourceFileCache,
): ResolvedRepository {
  const texts = new Map<RepositoryPath, string>();
  for (const [path, summary] of summaries) {
    const text = findText(summary);
    if (text !== undefined) texts.set(path, text);
  }
  const sources = createScriptSources(texts, projectFiles, cache);
  const program = getCompiler().createProgram({
    rootNames: sources.roots,
    options: sources.options,
    host: sources.host,
  });
  const names = createNames(program.getTypeChecker());
  const places = createPlaces();
  const files = program.getSourceFiles().filter(({ fileName }) => findRepositoryPath(fileName) !== undefined);
  const { classes, callables } = declaredIn(files);
  const isImported = findImported(program, files);
  const linking: Linking = {
    names,
    places,
    classes: relateClasses(classes, names),
    memberNames: createMemberNames(callables, places, isImported),
    isImported,
    edges: createEdgeList(),
    unresolved: [],
  };
  addRelations(linking);
  for (const site of resolveCalls(files, names, linking.classes)) addSite(site, linking);
  const edges = linking.edges.sorted();
  return {
    edges,
    unresolved: linking.unresolved,
    ...createUses(files, names, places),
    findRenaming: createRenamer(sources),
  };
}

/** Tells the files that others import. */
function findImported(
  program: ts.Program,
  files: readonly ts.SourceFile[],
): (file: ts.SourceFile) => boolean {
  const checker = program.getTypeChecker();
  const found = new Set(files.flatMap((file) => [...importedFiles(file, checker)]));
  return (file) => found.has(file);
}

function declaredIn(files: readonly ts.SourceFile[]): {
  readonly classes: readonly (ts.ClassLikeDeclaration | ts.InterfaceDeclaration)[];
  readonly callables: readonly CallableNode[];
} {
  const ts = getCompiler();
  const classes: (ts.ClassLikeDeclaration | ts.InterfaceDeclaration)[] = [];
  const callables: CallableNode[] = [];
  for (const file of files) {
    visitAll(file, (node) => {
      if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node)) classes.push(node);
      if (ts.isFunctionLike(node) && hasBody(node)) callables.push(node);
    });
  }
  return { classes, callables };
}

function addRelations({ classes, places, edges }: Linking): void {
  for (const { kind, member, of } of classes.relations) {
    const caller = places.placeOf(member);
    const callee = places.placeOf(of);
    if (caller === undefined || callee === undefined) continue;
    edges.add({ kind, caller, callee, at: null, how: "declared", confidence: CONFIDENCE.declared });
  }
}

/** Edges of one site: by types and what can run in their place, else by flow, else by name; an entry of what is unresolved where there is none. */
function addSite(resolved: ResolvedSite, linking: Linking): void {
  const { site, direct, flow } = resolved;
  const { places, classes } = linking;
  const add = createAdder(site, linking);
  const replacements = direct.isExact
    ? []
    : direct.callables.flatMap((each) =>
        classes.replacementsOf(each).filter((other) => canRun(other, each, resolved, linking)),
      );
  const added = [
    ...direct.callables.map((each) => add(each, direct.how, CONFIDENCE[direct.how])),
    ...replacements.map((each) =>
      add(each, "inferred", shareOf(CONFIDENCE.replacement, replacements.length)),
    ),
    ...[...flow].map((each) => add(each, "flow", shareOf(CONFIDENCE.flow, flow.size))),
  ];
  if (added.length > 0 || site.kind === "access" || site.kind === "iteration") return;
  if (site.kind === "decorator" && getCompiler().isCallExpression(site.callee)) return;
  const why = originOf(site.node, site.callee, linking.names);
  const byName = why === "outside" ? [] : linking.memberNames.find(site.callee);
  for (const each of byName) add(each, "name", shareOf(CONFIDENCE.name, byName.length));
  if (byName.length > 0) return;
  const written = site.callee.getText().replaceAll(/\s+/gu, " ").slice(0, 120);
  linking.unresolved.push({ caller: places.callerOf(site.node), at: lineOfSite(site, places), written, why });
}

/** A method of a class that nobody imports runs in the place of another with code of its own only where both are called in that file. */
function canRun(node: ts.Node, replaced: ts.Node, { site }: ResolvedSite, { isImported }: Linking): boolean {
  const file = node.getSourceFile();
  return isImported(file) || file === site.node.getSourceFile() || !hasBody(replaced);
}

function createAdder(
  site: CallSite,
  { places, edges }: Linking,
): (callee: ts.Node, how: EdgeEvidence, confidence: number) => void {
  const caller: CodePlace = places.callerOf(site.node);
  const at = lineOfSite(site, places);
  return (node, how, confidence) => {
    const callee = places.placeOf(node);
    if (callee !== undefined)
      edges.add({ kind: "call", caller, callee, at, how, confidence } satisfies CodeEdge);
  };
}

/** The line of the name that is called. */
function lineOfSite(site: CallSite, places: Places): number {
  const node = "callee" in site ? unwrap(site.callee) : site.node;
  const ts = getCompiler();
  return places.lineOf(isAccess(node) && ts.isPropertyAccessExpression(node) ? node.name : node);
}
