import { rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { openCodeCache, type CodeCache } from "../analysis/index.ts";
import {
  asHostPath,
  joinPath,
  makeFolders,
  makeTemporaryFolder,
  whileWriting,
  type HostPath,
} from "../base/index.ts";
import type { EnvironmentOptions } from "../environments/index.ts";
import { createEvaluator, type WarmJudge } from "../judge/index.ts";
import { DEFAULT_LANGUAGE, loadLanguage, type Language } from "../languages/index.ts";
import { chooseBackend } from "../sandbox/index.ts";
import { readIndexConfiguration } from "../sources/index.ts";
import { LeakSearch } from "./leak-search.ts";
import type { WorkContext } from "./work-context.ts";

/** What a command works with: one sandbox backend, one set of workers, one language, and folders to work in. */
export interface Services extends AsyncDisposable {
  readonly language: Language;
  readonly evaluator: WarmJudge;
  readonly leakSearch: LeakSearch;
  /** The cache of code indexes, opened when it is first asked for. */
  readonly codeCache: () => Promise<CodeCache>;
  readonly environmentOptions: EnvironmentOptions;
  /** Kept between runs: acquired sources, layers, tools. */
  readonly cacheDirectory: HostPath;
  /** Removed when the services are disposed of. */
  readonly temporaryDirectory: HostPath;
}

/** Facts of the machine and its user that the command line may override; absent ones are read from the process. */
export interface ServiceOptions {
  readonly workers: number;
  readonly sandbox: string;
}

/** Opens them. Throws `no-sandbox` with the command that helps where nothing isolates. Dispose it: it holds processes. */
export async function openServices(options: ServiceOptions, context: WorkContext): Promise<Services> {
  const { logger, progress, signal } = context;
  const sandbox = await chooseBackend(options.sandbox);
  const language = await loadLanguage(DEFAULT_LANGUAGE);
  const cacheDirectory = userCacheDirectory(process.env);
  whileWriting(cacheDirectory, () => makeFolders(cacheDirectory));
  const temporaryDirectory = makeTemporaryFolder("work");
  const removeTemporary = (): void => rmSync(temporaryDirectory, { recursive: true, force: true });
  process.once("exit", removeTemporary);
  let codeCache: Promise<CodeCache> | undefined;
  const evaluator = createEvaluator({
    sandbox,
    driver: language.driver,
    workers: options.workers,
    logger,
  });
  return {
    language,
    evaluator,
    leakSearch: new LeakSearch(language, cacheDirectory),
    codeCache: () => (codeCache ??= openCodeCache(codeCacheFolder(cacheDirectory), logger)),
    cacheDirectory,
    temporaryDirectory,
    environmentOptions: {
      language: language.name,
      forTasks: true,
      backend: sandbox.backend,
      cacheDirectory,
      workers: options.workers,
      progress,
      logger,
      signal,
      indexConfiguration: readIndexConfiguration(process.env, asHostPath(homedir())),
      machine: readMachineFacts(),
    },
    async [Symbol.asyncDispose]() {
      await evaluator[Symbol.asyncDispose]();
      (await codeCache)?.[Symbol.dispose]();
      removeTemporary();
      process.off("exit", removeTemporary);
    },
  };
}

/** The folder of code indexes in the cache. */
export function codeCacheFolder(cacheDirectory: HostPath): HostPath {
  return joinPath(cacheDirectory, "code-index");
}

/** What the user's environment says of this machine. */
export function readMachineFacts(): EnvironmentOptions["machine"] {
  return { path: process.env["PATH"] ?? "", home: homedir(), variables: process.env };
}

/** Where this user's programs keep what can be made again (XDG Base Directory Specification). */
export function userCacheDirectory(environment: Readonly<Record<string, string | undefined>>): HostPath {
  const base = environment["XDG_CACHE_HOME"];
  return joinPath(asHostPath(base?.startsWith("/") === true ? base : join(homedir(), ".cache")), "diorama");
}
