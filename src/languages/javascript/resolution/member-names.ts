import type ts from "typescript-api";

import { isAccess, findMemberName, unwrap, type CallableNode } from "./syntax.ts";
import type { Places } from "./places.ts";

/** More definitions than this of one name tell nothing. */
const MOST_CANDIDATES = 4;

/** Definitions by the last part of their names. */
export interface MemberNames {
  /** Members that could be meant by an access to something without a type; none where too many could. */
  find(callee: ts.Expression): readonly CallableNode[];
}

/** Collects the members among some functions. */
export function createMemberNames(callables: readonly CallableNode[], places: Places): MemberNames {
  const byName = new Map<string, CallableNode[]>();
  for (const node of callables) {
    const name = places.definitionOf(node)?.name ?? "";
    const dot = name.lastIndexOf(".");
    if (dot < 0) continue;
    const own = name.slice(dot + 1);
    const list = byName.get(own);
    if (list === undefined) byName.set(own, [node]);
    else list.push(node);
  }
  return {
    find: (callee) => {
      const node = unwrap(callee);
      const name = isAccess(node) ? findMemberName(node)?.text : undefined;
      const found = name === undefined ? [] : (byName.get(name) ?? []);
      return found.length <= MOST_CANDIDATES ? found : [];
    },
  };
}
