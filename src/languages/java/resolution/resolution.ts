import type { Parser } from "web-tree-sitter";

import type { RepositoryPath } from "../../../base/index.ts";
import type { FileSummary, Resolution } from "../../resolution.ts";
import { linkFiles } from "./linking/link.ts";
import { summariseFile } from "./summarise.ts";
import type { JavaFileSummary } from "./summary.ts";

const VERSION = "1";

/**
 * Resolves Java as its compiler does: types are attributed to expressions, overloads picked by them. Of the JDK the signatures of its most used
 * packages are known; other libraries are not, and what comes from them is told as `outside`.
 */
export function createJavaResolution(parser: Parser): Resolution {
  return {
    version: VERSION,
    isProjectFile: () => false,
    summarise: (_path: RepositoryPath, text: string): FileSummary => summariseFile(parser, text),
    link: (summaries) => linkFiles(summaries as ReadonlyMap<RepositoryPath, JavaFileSummary>),
  };
}
