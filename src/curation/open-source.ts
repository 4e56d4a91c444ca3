import { readFileSync } from "node:fs";

import { joinPath } from "../base/index.ts";
import {
  findProjectFolder,
  inlineRequirementFiles,
  mergeRequests,
  parseRequestFile,
  refuseMissingFiles,
  REQUEST_FILE,
} from "../environments/index.ts";
import { acquireSource, narrowSource, type AcquiredSource } from "../sources/index.ts";
import type { EnvironmentRequest } from "../spec/index.ts";
import type { WorkContext } from "./work-context.ts";
import type { Services } from "./services.ts";

/** A source and what is asked of its environment, by the user and by its own `diorama.toml`. */
export interface OpenedSource {
  readonly acquired: AcquiredSource;
  readonly requested: EnvironmentRequest;
}

/** What the user asks of environments. */
export interface Asked {
  /** By options and by a file that was named. */
  readonly requested: EnvironmentRequest;
  /** A file was named: those of sources do not count. */
  readonly hasFile: boolean;
  /** The folder of the only project is taken where the root declares none: of use where nobody names files of the source by their paths. */
  readonly takesProjectFolder?: boolean;
}

/** As sources tell it of a submodule that they were not to bring. */
const NOT_ASKED = "it was not asked for";

/** Nothing is asked for beyond what a source's own file says. */
export const NOTHING_ASKED: Asked = { requested: {}, hasFile: false };

/**
 * Brings a source here, with its submodules where they are asked for or their place says that tests need them, and reads what its environment is to be. Submodules that are missing
 * are told. Throws what acquiring throws, and for a `diorama.toml` that cannot be used `unknown-setting`, `bad-setting`,
 * `unreadable-settings` and `missing-requirements-file`.
 */
export async function openSource(
  source: string,
  asked: Asked,
  { cacheDirectory }: Pick<Services, "cacheDirectory">,
  context: WorkContext,
): Promise<OpenedSource> {
  const { logger, signal } = context;
  const acquire = (submodules: boolean | undefined): Promise<AcquiredSource> =>
    acquireSource(source, { cacheDirectory, logger, signal, submodules });
  let acquired = await acquire(asked.requested.submodules);
  const own = asked.hasFile ? {} : readOwnRequest(source, acquired);
  const merged = mergeRequests(own, asked.requested);
  const wants = merged.submodules === true || acquired.missingSubmodules.some(isForTests);
  if (wants && asked.requested.submodules !== true) acquired = await acquire(true);
  const directory =
    merged.directory ?? (asked.takesProjectFolder === true ? findProjectFolder(acquired, merged) : undefined);
  if (directory !== undefined) acquired = narrowSource(acquired, directory);
  if (directory !== merged.directory)
    context.progress.note(`${source}: what is built lies in ${directory}, which is taken for all of it.`);
  const wanted = directory === undefined ? merged : { ...merged, directory };
  const requested = inlineRequirementFiles(wanted, (path) => readOf(acquired, path), logger);
  refuseMissingFiles(requested);
  tellMissingSubmodules(source, acquired, context);
  return { acquired, requested };
}

/** Data of tests often lies in a submodule, in a folder that says so: without it they break before they begin. */
function isForTests({ path, problem }: AcquiredSource["missingSubmodules"][number]): boolean {
  return (
    problem === NOT_ASKED &&
    /(?:^|[/_-])(?:tests?|testing|specs?|test-?data|test-?suite|fixtures?|data)(?:[/_-]|$)/i.test(path)
  );
}

function readOwnRequest(source: string, acquired: AcquiredSource): EnvironmentRequest {
  const text = readOf(acquired, REQUEST_FILE);
  return text === undefined ? {} : parseRequestFile(text, `${REQUEST_FILE} of ${source}`);
}

/** Text of a file of the tree, which was brought here by its list: no other path is read. */
function readOf({ directory, files }: AcquiredSource, path: string): string | undefined {
  const known = files.find((file) => file.path === path.replace(/^\.\//, ""));
  return known === undefined ? undefined : readFileSync(joinPath(directory, known.path), "utf8");
}

function tellMissingSubmodules(
  source: string,
  { missingSubmodules }: AcquiredSource,
  { progress }: WorkContext,
): void {
  if (missingSubmodules.length === 0) return;
  for (const { path, url, problem } of missingSubmodules)
    progress.note(
      `${source}: Warning: the submodule ${path}${url === null ? "" : ` (${url})`} is not there: ${problem}.`,
    );
  const notAsked = missingSubmodules.some(({ problem }) => problem === NOT_ASKED);
  if (notAsked) progress.note("To bring submodules, add --submodules.");
}
