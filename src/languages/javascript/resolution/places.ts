import type ts from "typescript-api";

import type { CodePlace } from "../../resolution.ts";
import { getCompiler } from "./compiler.ts";
import { createDefinitionFinder, findNamed, type DefinitionFinder } from "./definitions.ts";
import { findRepositoryPath } from "./virtual-files.ts";

/** Where code stands, in the words of the contract. */
export interface Places {
  readonly definitionOf: DefinitionFinder;
  /** The place of a definition's node; undefined for nodes that are none, and outside of the repository. */
  placeOf(node: ts.Node): CodePlace | undefined;
  /** The same, and those of variables of files, members, enumerations and their members; undefined for what is local to a function. */
  placeOfDeclaration(node: ts.Node): CodePlace | undefined;
  /** The definition whose code a node is: bodies of unnamed functions are of the one around them, code of files and classes is the module's. */
  callerOf(node: ts.Node): CodePlace;
  /** 1-based. */
  lineOf(node: ts.Node): number;
}

/** Reads the places of parsed files. */
export function createPlaces(): Places {
  const ts = getCompiler();
  const definitionOf = createDefinitionFinder();
  const places = new Map<ts.Node, CodePlace | undefined>();
  const lineAt = (file: ts.SourceFile, at: number): number => file.getLineAndCharacterOfPosition(at).line + 1;
  const readPlace = (node: ts.Node): CodePlace | undefined => {
    const definition = definitionOf(node) ?? findNamed(node, definitionOf);
    const file = node.getSourceFile();
    const path = findRepositoryPath(file.fileName);
    if (definition === undefined || path === undefined) return undefined;
    return { path, name: definition.name, line: lineAt(file, definition.at) };
  };
  const placeOfDeclaration = (node: ts.Node): CodePlace | undefined => {
    if (!places.has(node)) places.set(node, readPlace(node));
    return places.get(node);
  };
  const placeOf = (node: ts.Node): CodePlace | undefined =>
    definitionOf(node) === undefined ? undefined : placeOfDeclaration(node);
  const callerOf = (node: ts.Node): CodePlace => {
    const owner = ownerOf(node);
    const path = findRepositoryPath(owner.getSourceFile().fileName) ?? "";
    if (ts.isFunctionLike(owner)) return placeOf(owner) ?? callerOf(owner);
    return { path, name: "<module>", line: 1 };
  };
  return {
    definitionOf,
    placeOf,
    placeOfDeclaration,
    callerOf,
    lineOf: (node) => lineAt(node.getSourceFile(), node.getStart()),
  };
}

/** The function, field, static block or file whose code a node is. What decorators, computed names and `extends` say is not of what they belong to. */
function ownerOf(node: ts.Node): ts.Node {
  const ts = getCompiler();
  let inner = node;
  for (let outer = node.parent; outer !== undefined; inner = outer, outer = outer.parent) {
    const isApart = ts.isDecorator(inner) || ts.isComputedPropertyName(inner);
    if (ts.isClassStaticBlockDeclaration(outer) || ts.isPropertyDeclaration(outer)) return outer;
    if (ts.isFunctionLike(outer) && !isApart) return outer;
    if (isApart && outer.parent !== undefined && ts.isClassLike(outer.parent)) return outer.parent;
  }
  return inner;
}
