import type { Parser } from "web-tree-sitter";

import type { RepositoryPath } from "../../../base/index.ts";
import type { FileSummary, Resolution, ResolvedRepository } from "../../resolution.ts";
import { listEdges } from "./link/edges.ts";
import { linkProgram } from "./link/linker.ts";
import { NameUses } from "./link/uses.ts";
import { summarise } from "./summary/summarise.ts";
import type { Summary } from "./summary/summary.ts";

/** Changes with the form of summaries and with what linking makes of them. */
const VERSION = "python-2";

/**
 * Python's names, resolved by following values: each file becomes a flow graph, and all graphs together are solved as inclusion constraints, without regard
 * to the order of calls. Import roots are worked out from the files.
 */
export function createPythonResolution(parser: Parser): Resolution {
  return {
    version: VERSION,
    isProjectFile: () => false,
    summarise: (_path, text) => summarise(parser, text),
    link: (summaries) => resolve(summaries),
  };
}

function resolve(summaries: ReadonlyMap<RepositoryPath, FileSummary>): ResolvedRepository {
  const world = linkProgram(summaries as ReadonlyMap<RepositoryPath, Summary>);
  const { edges, unresolved } = listEdges(world);
  const uses = new NameUses(world);
  return {
    edges,
    unresolved,
    findUses: (declaration) => uses.findUses(declaration),
    findDeclaration: (path, at) => uses.findDeclaration(path, at),
  };
}
