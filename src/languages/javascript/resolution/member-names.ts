import type ts from "typescript-api";

import { getCompiler } from "./compiler.ts";
import { isWrapping } from "./definitions.ts";
import { findMemberName, isAccess, isStore, unwrap, type CallableNode } from "./syntax.ts";
import type { Places } from "./places.ts";

/** More definitions than this of one name tell nothing. */
const MOST_CANDIDATES = 3;

/** Methods of the language's containers and texts: by their names alone nothing else is meant. */
const BUILT_IN = new Set(
  (
    "get set has add delete clear push pop shift unshift slice splice map filter forEach some every find reduce join concat includes " +
    "indexOf keys values entries sort reverse then catch finally call apply bind toString valueOf test exec match replace split trim " +
    "on once emit off next return throw log error warn info at flat fill"
  ).split(" "),
);

/** A definition with what it is a member of. */
interface Member {
  readonly node: CallableNode;
  readonly holder: string;
}

/** Definitions by the last part of their names. */
export interface MemberNames {
  /** Members that could be meant by an access to something without a type: those of what is called like it, else the few there are. */
  find(callee: ts.Expression): readonly CallableNode[];
}

/** Collects the members among some functions; `isShared` tells files that others import: members of the rest are not met elsewhere. */
export function createMemberNames(
  callables: readonly CallableNode[],
  places: Places,
  isShared: (file: ts.SourceFile) => boolean,
): MemberNames {
  const byName = new Map<string, Member[]>();
  for (const node of callables) {
    const parts = places.definitionOf(node)?.name.split(".") ?? [];
    const [holder, own] = parts.slice(-2);
    if (holder === undefined || own === undefined || isLocal(node)) continue;
    const list = byName.get(own);
    if (list === undefined) byName.set(own, [{ node, holder }]);
    else list.push({ node, holder });
  }
  return {
    find: (callee) => {
      const access = unwrap(callee);
      const name = isAccess(access) ? findMemberName(access)?.text : undefined;
      if (!isAccess(access) || name === undefined) return [];
      const file = access.getSourceFile();
      const all = (byName.get(name) ?? []).filter(({ node }) => {
        const other = node.getSourceFile();
        return other === file || isShared(other);
      });
      const receiver = lastName(access.expression);
      const alike = all.filter(({ holder }) => holder.toLowerCase() === receiver);
      const found = alike.length > 0 || BUILT_IN.has(name) ? alike : all;
      return found.length <= MOST_CANDIDATES ? found.map(({ node }) => node) : [];
    },
  };
}

/** True for functions that are no members but names inside of another function. */
function isLocal(node: ts.Node): boolean {
  const ts = getCompiler();
  if (ts.isFunctionDeclaration(node) || ts.isConstructorDeclaration(node)) return true;
  let outer = node.parent;
  while (isWrapping(outer)) outer = outer.parent;
  if (isStore(outer) && ts.isIdentifier(outer.left)) return true;
  return ts.isVariableDeclaration(outer) || ts.isCallExpression(outer);
}

/** The last name of an expression, in small letters and without the marks of private names. */
function lastName(expression: ts.Expression): string | undefined {
  const ts = getCompiler();
  const node = unwrap(expression);
  const name = ts.isIdentifier(node) ? node.text : isAccess(node) ? findMemberName(node)?.text : undefined;
  return name?.replace(/^[#_$]+/u, "").toLowerCase();
}
