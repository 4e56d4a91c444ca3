import { posix } from "node:path";

import { UsageError, type Logger } from "../../../base/index.ts";
import type { EnvironmentRequest } from "../../../spec/index.ts";
import { logicalLines, parseRequirementLine } from "../requirement.ts";

/** Gives the text of a file, or undefined where there is none. Paths are as written, relative ones joined by `/`. */
export type ReadFile = (path: string) => string | undefined;

/**
 * Puts the lines of requirements files into the place of `-r FILE`. Files that `read` does not have stay as they are written. Lines that
 * name no requirement of a registry (options, other repositories) are passed over and logged.
 */
export function inlineRequirementFiles(
  request: EnvironmentRequest,
  read: ReadFile,
  logger: Logger,
): EnvironmentRequest {
  if (request.with === undefined) return request;
  const opened = new Set<string>();
  const inline = (path: string, text: string): string[] => {
    if (opened.has(path)) return [];
    opened.add(path);
    return logicalLines(text).flatMap((line): string[] => {
      const parsed = parseRequirementLine(line);
      if (parsed.kind === "requirement") return [parsed.requirement.text];
      if (parsed.kind === "itself")
        return parsed.extras.length === 0 ? [] : [`.[${parsed.extras.join(",")}]`];
      if (parsed.kind === "include") {
        const included = posix.join(posix.dirname(path), parsed.path);
        const content = read(included);
        if (content === undefined) throw missingFile(included);
        return inline(included, content);
      }
      if (parsed.reason !== "empty")
        logger("warn", "requirement-passed-over", { file: path, line: line.trim(), reason: parsed.reason });
      return [];
    });
  };
  const lines = request.with.flatMap((line) => {
    const parsed = parseRequirementLine(line);
    const text = parsed.kind === "include" ? read(parsed.path) : undefined;
    return parsed.kind === "include" && text !== undefined ? inline(parsed.path, text) : [line];
  });
  return { ...request, with: [...new Set(lines)] };
}

/** Throws `missing-requirements-file` where a file is left that nobody has. */
export function refuseMissingFiles(request: EnvironmentRequest): void {
  for (const line of request.with ?? []) {
    const parsed = parseRequirementLine(line);
    if (parsed.kind === "include") throw missingFile(parsed.path);
  }
}

function missingFile(path: string): UsageError {
  return new UsageError(
    "missing-requirements-file",
    `Cannot install what ${path} lists: there is no such file, neither here nor in the source.`,
    { hint: "Name a file as seen from the working directory, or one of the source as seen from its root." },
  );
}
