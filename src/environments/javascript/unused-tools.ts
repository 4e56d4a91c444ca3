import { posix } from "node:path";

import type { RepositoryPath } from "../../base/index.ts";
import type { RemedyReason, TestPlan, Trouble } from "../build-system.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import {
  findTools,
  findWorkspaces,
  pathIn,
  readManifest,
  textsAt,
  type DeclaredTool,
} from "./package-files.ts";
import { expandScript, readScripts } from "./scripts.ts";

// Development dependencies that nothing of the tests uses: where not all can be resolved or fetched, it may be these that cannot.

const SIGN = /\bls-remote\b|No matching version|not found|\b40[34]\b/i;

/** Development dependencies that tests go without, where packages cannot be resolved with all of them. */
export function leaveOutUnused(
  { failure }: Pick<Trouble, "failure">,
  files: RepositoryFiles,
  sources: readonly RepositoryPath[],
  tests: TestPlan | undefined,
): readonly (RemedyReason & { readonly leftOut: readonly DeclaredTool[] })[] {
  const sign = signOfPackages(failure);
  if (failure === undefined || sign === undefined || tests === undefined) return [];
  const leftOut = findUnusedTools(files, sources, tests);
  if (leftOut.length === 0) return [];
  return [
    {
      what: "without the development dependencies that nothing of the tests uses",
      failure: failure.category,
      sign,
      goesBy: leftOut.map(({ path, line, says }) => ({ path, line, says })),
      leftOut,
    },
  ];
}

/** The telling line of a failure to resolve or fetch packages; undefined of any other. */
export function signOfPackages(failure: Trouble["failure"]): string | undefined {
  if (failure?.category !== "resolution_failed" && failure?.category !== "install_failed") return undefined;
  const lines = failure.message.split("\n");
  return (lines.find((line) => SIGN.test(line)) ?? lines[0] ?? "").trim().slice(0, 300);
}

/** Files that say how code is linted, formatted, published or checked elsewhere, and those that list what is installed. */
const NOT_OF_TESTS =
  /(?:^|\/)(?:node_modules\/|\.(?:github|circleci|husky|vscode|changeset)\/|\.?(?:es|ts|style|html|common|markdown)lint|\.?(?:prettier|commitlint|lint-?staged|renovate|travis|appveyor|release)|(?:package|package-lock|npm-shrinkwrap|bower|component)\.json$|pnpm-lock)/;
const SETTINGS =
  /(?:^|\/)(?:\.[\w-]+rc(?:\.\w+)?|[\w.-]*\.(?:json[c5]?|ya?ml|toml|opts)|[\w.-]+\.conf(?:ig)?\.[cm]?[jt]s)$/;
/** As such files, of a manifest's fields. */
const FIELDS_NOT_OF_TESTS =
  /ependencies|^(?:scripts|keywords|name|description|contributors|files|(?:es|style)lint\w*|prettier|xo|standard|husky|lint-staged|commitlint|release)$/;
/** What compilers and the code that they write load by themselves. */
const OF_COMPILERS = /^(?:typescript|tslib|@types\/.+|@babel\/(?:core|runtime.*))$/;
/** What it loads by its settings, and what that loads, where tests run it. */
const OF_ESLINT = /(?:^|\/)eslint-(?:config|plugin)(?:-|$)/;
/** What settings name by the end of its name alone, or by that behind its scope. */
const SHORTENED = /^(?:@([\w-]+)\/)?(?:babel-|jest-)?(?:preset|plugin|environment|runner|transform)-(.+)$/;
/** Programs that are called otherwise than their package. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  "npm-run-all": ["run-s", "run-p"],
  "npm-run-all2": ["run-s", "run-p"],
};

function findUnusedTools(
  files: RepositoryFiles,
  sources: readonly RepositoryPath[],
  tests: TestPlan,
): readonly DeclaredTool[] {
  const commands = commandsOf(files, tests);
  const others = programsOfOthers(files, commands, sources);
  const imported = packagesIn(
    sources.filter((path) => !others.has(path)).flatMap((path) => importsOf(path, files)),
  );
  const called = packagesIn(commands.flatMap(wordsOf));
  const mentioned = packagesIn(settingsOf(files).flatMap(wordsOf));
  const isUsed = (name: string): boolean =>
    OF_COMPILERS.test(name) ||
    (called.has("eslint") && OF_ESLINT.test(name)) ||
    imported.has(name) ||
    [name, ...programsOf(name)].some((program) => called.has(program)) ||
    [name, ...shortNamesOf(name)].some((short) => mentioned.has(short));
  return findTools(files, (name) => !isUsed(name), "is unused");
}

/** Packages by the words that name them or a file of them. */
function packagesIn(words: readonly string[]): ReadonlySet<string> {
  const named = words.flatMap(
    (word) => /^(?:.*node_modules\/(?:\.bin\/)?)?((?:@[\w.-]+\/)?[\w.-]+)/.exec(word)?.[1] ?? [],
  );
  return new Set(named);
}

function wordsOf(text: string): string[] {
  return text.split(/[^\w@./-]+/);
}

/** What a file of code imports, as it names it; nothing of one that is not of the tests. */
export function importsOf(path: RepositoryPath, files: RepositoryFiles): string[] {
  if (NOT_OF_TESTS.test(path)) return [];
  const brought = (files.text(path) ?? "").matchAll(
    /(?:\bfrom|\bimport|\b(?:import|require|require\.resolve)\s*\()\s*["'`]([^"'`\s]+)["'`]/g,
  );
  return [...brought].map(([, specifier = ""]) => specifier);
}

/** The commands that tests are run by, and those of the scripts that these call. */
function commandsOf(files: RepositoryFiles, { ways }: TestPlan): readonly string[] {
  const commands = ways.flatMap(({ addopts }) => addopts);
  const names = new Set(commands.flatMap((text) => /\bnpm (?:run )?([\w:.-]+)/.exec(text)?.[1] ?? []));
  const called = ["", ...findWorkspaces(files)].flatMap((folder) => {
    const scripts = readScripts(files, folder);
    return [...names].flatMap((name) => [
      scripts.texts.get(name) ?? "",
      ...expandScript(name, scripts).map(({ text }) => text),
    ]);
  });
  return [...commands, ...called];
}

/** Files that scripts of manifests run and the commands of the tests do not, so far as no other file brings them. */
function programsOfOthers(
  files: RepositoryFiles,
  commands: readonly string[],
  sources: readonly RepositoryPath[],
): ReadonlySet<RepositoryPath> {
  const programsIn = (folder: RepositoryPath, texts: readonly string[]): readonly RepositoryPath[] =>
    texts.flatMap(wordsOf).map((word) => posix.normalize(pathIn(folder, word)));
  const folders = ["", ...findWorkspaces(files)];
  const called = new Set(folders.flatMap((folder) => programsIn(folder, commands)));
  const brought = new Set(
    sources.flatMap((path) => importsOf(path, files).map((specifier) => posix.basename(specifier))),
  );
  const others = folders.flatMap((folder) =>
    programsIn(folder, [...textsAt(readManifest(files, folder), "scripts").values()]),
  );
  const isOther = (path: RepositoryPath): boolean =>
    files.has(path) && !called.has(path) && !namesOf(path).some((name) => brought.has(name));
  return new Set(others.filter(isOther));
}

/** A file's name, and how it is brought without its ending. */
function namesOf(path: RepositoryPath): readonly string[] {
  return [posix.basename(path), posix.basename(path, posix.extname(path))];
}

/** What configures tools in the tree: files, and fields of manifests. */
function settingsOf(files: RepositoryFiles): readonly string[] {
  const texts = files.paths
    .filter((path) => SETTINGS.test(path) && !NOT_OF_TESTS.test(path))
    .map((path) => files.text(path) ?? "");
  const fields = ["", ...findWorkspaces(files)].flatMap((folder) =>
    Object.entries(readManifest(files, folder)).filter(([key]) => !FIELDS_NOT_OF_TESTS.test(key)),
  );
  return [...texts, ...fields.map(([, value]) => JSON.stringify(value))];
}

/** The programs of a package, as far as its name says. */
function programsOf(name: string): readonly string[] {
  const [, scope = "", bare = ""] = /^(?:@([\w.-]+)\/)?(.+)$/.exec(name) ?? [];
  return [bare, bare === "cli" ? scope : bare.replace(/-cli$/, ""), ...(PROGRAMS[name] ?? [])];
}

function shortNamesOf(name: string): readonly string[] {
  const [, scope, short] = SHORTENED.exec(name) ?? [];
  if (short === undefined) return [];
  return scope === undefined ? [short] : [short, `@${scope}/${short}`];
}
