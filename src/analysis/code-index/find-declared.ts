import { ambiguousTarget, readTarget, unknownTarget } from "../find-target.ts";
import type { CodeQueries } from "./code-queries.ts";
import { MODULE, type DeclaredCode } from "./declaration-table.ts";
import type { CodePlace } from "../../languages/index.ts";

/** What a user means by a target, and the view that has it. */
export interface FoundTarget {
  readonly queries: CodeQueries;
  /** Several where a file declares a name more than once (overloads, branches, accessors), in their order. */
  readonly places: readonly CodePlace[];
}

/**
 * The declarations that a user means by `PATH:NAME`, or by `NAME` where one file alone has it; `PATH:<module>` is the code of a module. Throws `UsageError`:
 * `unknown-target`, `ambiguous-target`.
 */
export function findDeclared(views: readonly CodeQueries[], target: string): FoundTarget {
  const { path, name } = readTarget(target);
  const module = views.find(({ view }) => name === MODULE && path !== undefined && view.paths.includes(path));
  if (module !== undefined && path !== undefined)
    return { queries: module, places: [{ path, name, line: 1 }] };
  const isMeant = ({ place }: DeclaredCode): boolean =>
    place.name === name && (path === undefined || place.path === path);
  const found = views.flatMap((queries) =>
    queries.table.all.filter(isMeant).map(({ place }) => ({ queries, place })),
  );
  const [first] = found;
  if (first === undefined)
    throw unknownTarget(
      target,
      views.flatMap(({ table }) => table.all.map(({ place }) => place)),
    );
  if (found.some(({ place }) => place.path !== first.place.path))
    throw ambiguousTarget(
      target,
      found.map(({ place }) => place),
    );
  return { queries: first.queries, places: found.map(({ place }) => place) };
}
