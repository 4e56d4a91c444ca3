import { dirname } from "node:path";
import { mkdirSync, writeFileSync } from "node:fs";

import { joinPath, sha256, throwIfInterrupted } from "../../base/index.ts";
import { acquireSource } from "../../sources/index.ts";
import { openSourceCode } from "../source-code.ts";
import { openLicences } from "../source-licences.ts";
import { observeCalls, parseFiles, type AnalysedSource } from "../analysed-source.ts";
import type { Importing } from "./importing.ts";
import type { RowRepository } from "./importer.ts";

/** Lays a row's repository out as a source of one target, and watches its tests call the target. Undefined where the target is not among its definitions. */
export async function analyseRow(
  importing: Importing,
  id: string,
  row: RowRepository,
): Promise<AnalysedSource | undefined> {
  const { services, context, environment, environmentReport, options } = importing;
  const directory = joinPath(services.temporaryDirectory, `row-${sha256(id).slice(0, 16)}`, "rows");
  for (const [path, text] of Object.entries(row.files)) {
    mkdirSync(dirname(joinPath(directory, path)), { recursive: true });
    writeFileSync(joinPath(directory, path), text);
  }
  const found = await acquireSource(directory, { cacheDirectory: services.cacheDirectory, ...context });
  const acquired = {
    ...found,
    spec: row.repository.source,
    repository: { ...found.repository, ...row.repository },
  };
  const { files, leftOut } = await parseFiles(acquired, services);
  const parsed = files.get(row.target.path)?.parsed;
  const definition = parsed?.definitions.find(({ name }) => name === row.target.name);
  if (parsed === undefined || definition === undefined) return undefined;
  const isTestFile = (path: string): boolean => services.language.files.isTestFile(path);
  const tests = {
    framework: "pytest",
    configuration: "plain",
    addopts: [],
    files: row.tests,
    skip: [],
  } as const;
  const calls = await observeCalls(
    importing,
    { acquired, environment, tests, isTestFile },
    [definition],
    files,
  );
  throwIfInterrupted(context.signal);
  const own = calls.byTarget.get(`${definition.path}:${definition.name}`);
  const module = services.language.modules.nameOf(definition.path, environment.recipe.import_roots) ?? "";
  return {
    status: "analysed",
    source: importing.source,
    acquired,
    environment,
    environmentReport,
    files,
    code: await openSourceCode(acquired, {
      language: services.language,
      cache: await services.codeCache(),
      signal: context.signal,
    }),
    isTestFile,
    constructors: [],
    entries: calls.entries,
    licences: row.licences ?? openLicences(acquired, options.licences),
    targets: [
      {
        definition,
        module,
        calls: own?.calls ?? [],
        callers: own?.callers ?? [],
        tests: calls.testsOf(definition),
        knownTests: [],
        isReached: (own?.reached ?? 0) > 0,
      },
    ],
    found: 1,
    filtered: {},
    syntaxErrors: 0,
    leftOut,
  };
}
