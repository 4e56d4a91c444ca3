import { quoteWord, type RepositoryPath } from "../../base/index.ts";
import { testFrameworks, type TestFramework } from "../../languages/index.ts";
import { textOf, type RepositoryFiles } from "../repository-files.ts";
import { mochaOfGrunt } from "./grunt-mocha.ts";
import { mochaOfGulp } from "./gulp-mocha.ts";
import { dependenciesOf, pathIn, readManifest } from "./package-files.ts";
import { expandScript, hooksOfCoverage, isBuild, readScripts, STARTERS, withoutCoverage } from "./scripts.ts";
import { BUILD_TAP, findTapPlugins } from "./tap-plugins.ts";

/** How a package's tests are run. */
export interface TestCommand {
  readonly framework: TestFramework;
  /** A command of the shell to which the framework's own options can be added. */
  readonly text: string;
  /** The script that it stands in; undefined where a package depends on a framework and no script runs it. */
  readonly script: string | undefined;
  /** The script that was asked for and comes to it. */
  readonly asked?: string | undefined;
  /** Commands that make files and that the script, or the program that it calls, runs before. */
  readonly before: readonly string[];
  /** The package that it is declared by, where that is a dependency. */
  readonly dependency?: string | undefined;
}

/** The command of the package in a folder: of its script `test`, else of another that is named for tests, else of a framework that it depends on. */
export function findTestCommand(
  files: RepositoryFiles,
  folder: RepositoryPath = "",
): TestCommand | undefined {
  const manifest = readManifest(files, folder);
  const scripts = readScripts(files, folder);
  const names = [...scripts.texts.keys()].filter((name) =>
    /^(?:tests?|unit|spec|mocha|jest|vitest|ava|tap)(?:$|[:_-](?!watch|browser|e2e|types))/.test(name),
  );
  for (const name of new Set(["test", ...names])) {
    const before: string[] = [];
    let command: TestCommand | undefined;
    for (const segment of expandScript(name, scripts)) {
      const found = readCommand(segment.text, files, folder);
      if (found !== undefined)
        command =
          command === undefined
            ? { ...found, script: segment.script, before: [...before, ...found.before] }
            : joinCommands(command, found);
      else if (command === undefined && (isBuild(segment) || writesFiles(segment.text, files, folder)))
        before.push(segment.text);
      else if (command === undefined) before.push(...linkOfItself(segment.text, textOf(manifest["name"])));
    }
    if (command !== undefined) return { ...command, asked: name };
  }
  const test = scripts.texts.get("test");
  const isOfMembers = expandScript("test", scripts).some(({ text }) => isOfPackages(text));
  if (test !== undefined && !/no test specified|^exit 0$|^echo /.test(test) && !isOfMembers)
    return { framework: testFrameworks.script, text: "npm test --", script: "test", before: [] };
  const needed = dependenciesOf(manifest);
  const dependency = ["vitest", "jest", "mocha", "ava", "tap", "tape"].find((each) => needed.has(each));
  const bare = dependency === undefined ? undefined : readCommand(dependency, files, folder);
  return bare === undefined ? undefined : { ...bare, script: undefined, dependency };
}

/** What a command does that links a package among those that it depends on itself: those of them that depend on it in turn find its own code then. */
function linkOfItself(text: string, name: string | undefined): readonly string[] {
  const words = text.split(/\s+/);
  if (name === undefined || !/^(?:npm|pnpm|yarn) (?:link|ln)$/.test(words.slice(0, 2).join(" "))) return [];
  const place = quoteWord(`node_modules/${name}`);
  const up = name.split("/").map(() => "..");
  return words.slice(2).includes(name) ? [`rm -rf ${place} && ln -s ${up.join("/")} ${place}`] : [];
}

/** A command for the places of another too, where both say the same otherwise; else the first alone. */
function joinCommands(command: TestCommand, { framework, text }: ReadCommand): TestCommand {
  if (framework !== command.framework) return command;
  const [words, others] = [command.text.split(" "), text.split(" ")];
  const common = others.findIndex((word, index) => word !== words[index]);
  const last = others[common - 1] ?? "-";
  const isAlike = last === "--test" || !last.startsWith("-");
  const places = [...words.slice(common), ...others.slice(common)];
  if (common < 1 || !isAlike || places.some((word) => word.startsWith("-") || word === "")) return command;
  return { ...command, text: [...words, ...others.slice(common)].join(" ") };
}

/** True for a command that runs a script of all packages of a workspace. */
function isOfPackages(text: string): boolean {
  return /\b(?:turbo|lerna|nx|wsrun|ultra)\b|\bpnpm\b.*(?: -r\b| --recursive\b| --filter\b)|\byarn workspaces?\b|\bnpm\b.*(?:--workspaces?\b| -ws?\b)/.test(
    text,
  );
}

/** Programs, their frameworks, and what is put behind a command so that it tells of each test. */
const RUNNERS: readonly (readonly [RegExp, keyof typeof testFrameworks, string])[] = [
  [/(?:^|\/)(?:jest(?:\.js)?|react-scripts|kcd-scripts|tsdx)$/, "jest", ""],
  [/(?:^|\/)vitest(?:\.mjs)?$/, "vitest", ""],
  [/(?:^|\/)(?:_?mocha(?:\.js)?|ts-mocha)$/, "mocha", ""],
  [/(?:^|\/)ava$/, "tap", " --tap"],
  [/(?:^|\/)tap$/, "tap", " --reporter=tap"],
  [/(?:^|\/)(?:(?:blue-)?tape|qunit)$/, "tap", ""],
  // These tell of single tests to people alone.
  [/(?:^|\/)(?:uvu|jasmine)$/, "script", ""],
];
/** Options that report otherwise, measure or wait. */
const LEFT_OUT =
  / (?:--coverage(?:[.=]\S+)?|--experimental-test-coverage|--watch(?:All)?|--run|--tap|--verbose|(?:--reporters?|--test-reporter(?:-destination)?|-R)[ =]\S+)(?=\s|$)/g;

type ReadCommand = Pick<TestCommand, "framework" | "text" | "before">;

/** Options with which a framework runs no tests. */
const RUNS_NONE = / --?(?:clearCache|clear-cache|showConfig|listTests|init|version|help)\b/;

/** Behind a pipe, what shows TAP to people. */
const SHOWS_TAP = /(?:\s*\|\s*(?:\S*\/)?(?:tap-[\w-]+|faucet|tnyan)(?=[\s|]|$)[^|]*)+$/;

/** A framework's command as it is run; undefined where it is none. */
export function readCommand(
  declared: string,
  files: RepositoryFiles,
  folder: RepositoryPath = "",
): ReadCommand | undefined {
  const printing = declared.replace(SHOWS_TAP, "");
  const tap = { framework: testFrameworks.tap, text: printing, before: [] };
  return readProgram(printing, files, folder) ?? (printing === declared ? undefined : tap);
}

/** As `readCommand`, of one program. */
function readProgram(
  declared: string,
  files: RepositoryFiles,
  folder: RepositoryPath,
): ReadCommand | undefined {
  if (RUNS_NONE.test(declared)) return undefined;
  const text = withoutCoverage(declared.trim(), hooksOfCoverage(files, folder)).replace(
    /^(?:npx|yarn|pnpm)(?: (?:exec|run|dlx))?(?: --)? +/,
    "",
  );
  const { isNode, behind } = readCall(text);
  const programs = isNode ? behind.filter((word) => word.includes("node_modules/")) : behind.slice(0, 1);
  const [runsFiles] = isNode ? [] : programs.filter((word) => isRunnerOfFiles(word, files, folder));
  if (runsFiles !== undefined) {
    const run = ` ${text} `.replace(` ${runsFiles} `, () => ` ${RUN_TAP_FILES} `).trim();
    return { framework: testFrameworks.tap, text: run, before: [] };
  }
  const runner = RUNNERS.find(([pattern]) => programs.some((word) => pattern.test(word)));
  if (runner !== undefined) {
    const [, name, suffix] = runner;
    const without =
      name === "vitest" && takesPackages(files, folder) ? ` --exclude '**/node_modules/**'` : "";
    const run = `${text.replaceAll(LEFT_OUT, "")}${suffix}${without}`;
    const isOfTap = folder === "" && programs.some((word) => /(?:^|\/)tap$/.test(word));
    const before = isOfTap && findTapPlugins(files).length > 0 ? [BUILD_TAP] : [];
    return { framework: testFrameworks[name], text: run, before };
  }
  if (programs.some((word) => /(?:^|\/)gulp(?:\.js)?$/.test(word))) {
    const run = mochaOfGulp(files, folder);
    return run === undefined ? undefined : { framework: testFrameworks.mocha, text: run, before: [] };
  }
  if (programs.some((word) => /(?:^|\/)grunt$/.test(word))) {
    const tasks = behind.slice(1).filter((word) => !word.startsWith("-"));
    const run = mochaOfGrunt(tasks, files, folder);
    return run === undefined ? undefined : { framework: testFrameworks.mocha, ...run };
  }
  if (!isNode) return undefined;
  const nodetest = { framework: testFrameworks.nodetest, text: text.replaceAll(LEFT_OUT, ""), before: [] };
  if (text.split(/\s+/).includes("--test")) return nodetest;
  const code = behind.map((word) => codeOf(files, folder, word)).find((each) => each !== undefined) ?? "";
  if (/["']node:test["']/.test(code)) return nodetest;
  return /["']tape?["']/.test(code) ? { framework: testFrameworks.tap, text, before: [] } : undefined;
}

/** What runs files as the programs do that tell people alone what the TAP of each file says. */
const RUN_TAP_FILES = 'node "$DIORAMA_GUESTS/run-tap-files.mjs"';

/** True for a program that runs files which print TAP, and does no more: tapr, taper, tap before its first release. */
function isRunnerOfFiles(program: string, files: RepositoryFiles, folder: RepositoryPath): boolean {
  if (/(?:^|\/)tape?r$/.test(program)) return true;
  const asked = dependenciesOf(readManifest(files, folder)).get("tap") ?? "";
  return /(?:^|\/)tap$/.test(program) && /^[~^=v]*0(?:\.|$)/.test(asked);
}

/** The words of a command from that on which it is about, and whether Node runs that. */
function readCall(text: string): { readonly isNode: boolean; readonly behind: readonly string[] } {
  const words = text.split(/\s+/);
  const first = words.findIndex((word) => !STARTERS.test(word));
  const [before, behind] = first < 0 ? [words, []] : [words.slice(0, first), words.slice(first)];
  return { isNode: before.some((word) => /^(?:node|tsx|ts-node)$/.test(word)), behind };
}

/** True for a command that has Node run a file of the tree whose own code writes files: tests may be among them. */
function writesFiles(text: string, files: RepositoryFiles, folder: RepositoryPath): boolean {
  const { isNode, behind } = readCall(text);
  const code = isNode ? textOfCode(files, pathIn(folder, (behind[0] ?? "").replace(/^\.\//, ""))) : undefined;
  return /\b(?:(?:write|output)(?:File|J[Ss][Oo][Nn])|createWriteStream|copyFile)(?:Sync)?\(/.test(
    code ?? "",
  );
}

/** True where vitest is told what to leave out, and not the packages: a tree that yarn installs without `node_modules` need not say so. */
function takesPackages(files: RepositoryFiles, folder: RepositoryPath): boolean {
  const names = ["vitest", "vite"].flatMap((tool) =>
    ["ts", "mts", "js", "mjs"].map((ending) => pathIn(folder, `${tool}.config.${ending}`)),
  );
  const text = names.map((name) => files.text(name)).find((each) => each !== undefined) ?? "";
  return /^\s*exclude\s*:/m.test(text) && !/node_modules|configDefaults|defaultExclude/.test(text);
}

/** The text of a file that a command names, with those that it brings in itself where it is no test by its own text. */
function codeOf(files: RepositoryFiles, folder: RepositoryPath, name: string): string | undefined {
  const path = pathIn(folder, name.replace(/^\.\//, ""));
  const text = textOfCode(files, path);
  if (text === undefined || /["'](?:node:test|tape?)["']/.test(text)) return text;
  const base = path.slice(0, path.lastIndexOf("/") + 1);
  const brought = [...text.matchAll(/["']\.\/([\w./-]+)["']/g)].map(([, each = ""]) =>
    textOfCode(files, `${base}${each}`),
  );
  return [text, ...brought].join("\n");
}

/** The text of a file, as Node finds it by a path. */
function textOfCode(files: RepositoryFiles, path: RepositoryPath): string | undefined {
  return files.text(path) ?? files.text(`${path}.js`) ?? files.text(`${path}/index.js`);
}
