import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { parse, TomlError } from "smol-toml";

import { asHostPath, joinPath, UsageError, type HostPath, type Logger } from "../../../base/index.ts";
import type { EnvironmentRequest } from "../../../spec/index.ts";
import { inlineRequirementFiles } from "./requirement-files.ts";
import { parseRequest } from "./request.ts";

/** The file in which a source says what its environment needs. */
export const REQUEST_FILE = "diorama.toml";

/** Reads the text of such a file. Throws `unreadable-settings` where it is no TOML, and what `parseRequest` throws. */
export function parseRequestFile(text: string, where: string): EnvironmentRequest {
  try {
    return parseRequest(parse(text), where);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new UsageError("unreadable-settings", `Cannot read ${where}: line ${error.line} is no TOML.`, {
      cause: error,
    });
  }
}

/** Reads a file that the user named; files of requirements in it are seen from its folder. Throws `unreadable-settings`. */
export function readRequestFile(path: string, logger: Logger): EnvironmentRequest {
  const file = asHostPath(resolve(path));
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError("unreadable-settings", `Cannot read ${path}: it is no file that can be read.`, {
      cause: error,
    });
  }
  return withFilesOf(asHostPath(dirname(file)), parseRequestFile(text, path), logger);
}

/** What the file beside a folder of sources asks for; nothing where there is none, or where the source is no folder. */
export function readFolderRequest(source: string): EnvironmentRequest {
  const path = joinPath(asHostPath(resolve(source)), REQUEST_FILE);
  if (!existsSync(path)) return {};
  return parseRequestFile(readFileSync(path, "utf8"), `${source}/${REQUEST_FILE}`);
}

/** Puts the lines of the user's own files into a request; what this machine does not have is left to the source. */
export function withFilesOf(
  folder: HostPath,
  request: EnvironmentRequest,
  logger: Logger,
): EnvironmentRequest {
  const read = (path: string): string | undefined => {
    const file = resolve(folder, path);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  };
  return inlineRequirementFiles(request, read, logger);
}
