import { quoteWord, type RepositoryPath } from "../../base/index.ts";
import { testFrameworks, type TestArguments } from "../../languages/index.ts";
import type { TestPlan, TrialPlan } from "../build-system.ts";
import { failed, made, succeeded, tailOf } from "../failures.ts";
import { tableAt, textOf, type RepositoryFiles } from "../repository-files.ts";
import { findWorkspaces, isNamedAsTest, isTestFile, readManifest, textsAt } from "./package-files.ts";
import { buildScripts, expandScript, readScripts } from "./scripts.ts";
import { findTestCommand, readCommand, type TestCommand } from "./test-commands.ts";

/** The tests of the root, or those of the workspace's packages where it has none of its own. */
export interface FoundTests extends TestCommand {
  readonly folders: readonly RepositoryPath[];
}

/** Packages that show how others are used. */
export const BESIDE_CODE = /^(?:examples?|docs?|website|benchmarks?|playgrounds?|e2e)(?:\/|$)/;

/**
 * Finds out how a tree runs its tests: those of the root, else of the packages of one command that have most files of tests; undefined where nothing says it. A script
 * of the root that is named for a part of the tests goes behind scripts of packages that are named for theirs.
 */
export function findTests(files: RepositoryFiles): FoundTests | undefined {
  const root = findTestCommand(files);
  const isOfPart = isNamedForPart(root?.asked);
  if (root !== undefined && root.dependency === undefined && !isOfPart) return { ...root, folders: [] };
  const all = findWorkspaces(files).flatMap((folder) => {
    const command = findTestCommand(files, folder);
    return command === undefined ? [] : [{ ...command, folder }];
  });
  const own = all.filter(({ folder }) => !BESIDE_CODE.test(folder));
  const members = own.length > 0 ? own : all;
  if (
    isOfPart &&
    root !== undefined &&
    members.every(({ asked }) => asked === undefined || isNamedForPart(asked))
  )
    return { ...root, folders: [] };
  const alike = [...Map.groupBy(members, ({ text, framework }) => `${framework.name} ${text}`).values()];
  const weighed = alike.map((group) => ({
    group,
    weight: group.reduce((sum, { folder }) => sum + 1 + countTestFiles(files, folder), 0),
  }));
  const most = weighed.toSorted((one, other) => other.weight - one.weight)[0]?.group;
  const [first] = most ?? [];
  if (most === undefined || first === undefined) return root && { ...root, folders: [] };
  const { folder: _, ...command } = first;
  return { ...command, folders: most.map(({ folder }) => folder) };
}

/** True for a script `test:NAME`, beside which there are others. */
function isNamedForPart(script: string | undefined): boolean {
  return script !== undefined && /[:_-]/.test(script);
}

/** Files of tests by their own names, else all that lie where tests do: fixtures are many. */
function countTestFiles(files: RepositoryFiles, folder: RepositoryPath): number {
  const found = files.paths.filter((path) => path.startsWith(`${folder}/`) && isTestFile(path));
  return found.filter(isNamedAsTest).length || found.length;
}

/** As the user asked, and then in no other way; else by the declared command, then behind further scripts that make what tests may need. */
export function planTests(
  found: FoundTests | undefined,
  files: RepositoryFiles,
  asked: string | undefined,
): TestPlan | undefined {
  const rest = { hasTests: true, includesCheck: true };
  const way = (commands: readonly string[], folders: readonly RepositoryPath[] = []): TestArguments => ({
    configuration: "declared",
    addopts: commands,
    files: folders,
  });
  if (asked !== undefined) {
    const read = readCommand(asked, files) ?? { framework: testFrameworks.script, text: asked, before: [] };
    return { framework: read.framework, ways: [way([read.text, ...read.before])], ...rest };
  }
  if (found === undefined) return undefined;
  const { framework, text, folders, before } = found;
  const places = folders.length === 0 ? [""] : folders;
  const first = places.flatMap((folder) => before.map((command) => within(folder, command)));
  const builds = planBuilds(files, before);
  const declared = way([text, ...first], folders);
  const ways = builds.length === 0 ? [declared] : [declared, way([text, ...first, ...builds], folders)];
  return { framework, ways, laterWaysMake: true, ...rest };
}

/** Commands that build the tree: its own scripts, else those of its packages in their order. */
function planBuilds(files: RepositoryFiles, before: readonly string[]): readonly string[] {
  const own = buildScripts(files);
  const commands = own.map((name) => `npm run ${name}${goingOn(name, files)}`);
  if (before.length > 0 || own.some((name) => name !== "postinstall")) return commands;
  const packages = findWorkspaces(files).filter((folder) =>
    textsAt(readManifest(files, folder), "scripts").has("build"),
  );
  return [...commands, ...packages.map((folder) => within(folder, "npm run build"))];
}

/** The steps of a script from a compiler's on, where it fails: what that writes although it complains of types is of use to those behind it. */
function goingOn(name: string, files: RepositoryFiles): string {
  const scripts = readScripts(files, "");
  const steps = expandScript(name, scripts).map(({ text }) => text);
  const from = steps.findIndex((text) => /^(?:\S*\/)?tsc(?:\s|$)/.test(text));
  const isPlain = !/\|\||;|--noEmit/.test(`${scripts.texts.get(name) ?? ""}${steps.join("")}`);
  return from < 0 || from === steps.length - 1 || !isPlain ? "" : ` || { ${steps.slice(from).join("; ")}; }`;
}

function within(folder: RepositoryPath, command: string): string {
  return folder === "" ? command : `(cd ${quoteWord(folder)} && ${command})`;
}

/** How the tree is loaded, and how its tests are run. */
export function planTrial(files: RepositoryFiles, tests: TestPlan | undefined): TrialPlan {
  const main = mainOf(files);
  return {
    what: main === undefined ? "npm run build" : `import ${main}`,
    check: made(({ program, guests }) => ({
      words: ["sh", `${guests}/load.sh`, ...(main === undefined ? [] : [main])],
      variables: { NODE: program },
    })),
    readCheck: (outcome) => (succeeded(outcome) ? made(["."]) : failed("build_failed", tailOf(outcome))),
    ...(tests === undefined ? {} : { tests }),
  };
}

/** The file that the package is loaded by, as far as its manifest says so in one word. */
function mainOf(files: RepositoryFiles): RepositoryPath | undefined {
  const manifest = readManifest(files);
  const { import: module, default: other } = tableAt(manifest, "exports", ".");
  const named = textOf(manifest["main"]) ?? textOf(manifest["exports"]) ?? textOf(module) ?? textOf(other);
  if (named !== undefined) return named;
  return files.has("index.js") ? "index.js" : undefined;
}
