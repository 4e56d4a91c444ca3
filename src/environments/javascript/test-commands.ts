import { testFrameworks, type TestFramework } from "../../languages/index.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import { dependenciesOf, readManifest, textsAt } from "./package-files.ts";
import type { RepositoryPath } from "../../base/index.ts";

/** How a package's tests are run. */
export interface TestCommand {
  readonly framework: TestFramework;
  /** A command of the shell to which the framework's own options can be added. */
  readonly text: string;
  /** The script that it stands in; undefined where a package depends on a framework and no script runs it. */
  readonly script: string | undefined;
  /** The package that it is declared by, where that is a dependency. */
  readonly dependency?: string;
}

/** Script and command, as calls of other scripts are put in their place. */
interface Segment {
  readonly text: string;
  readonly script: string;
}

/** The command of the package in a folder: of its script `test`, else of another that is named for tests, else of a framework that it depends on. */
export function findTestCommand(
  files: RepositoryFiles,
  folder: RepositoryPath = "",
): TestCommand | undefined {
  const manifest = readManifest(files, folder);
  const scripts = textsAt(manifest, "scripts");
  const names = [...scripts.keys()].filter((name) =>
    /^(?:tests?|unit|spec|mocha|jest|vitest|ava|tap)(?:$|[:_-](?!watch|browser|e2e|types))/.test(name),
  );
  const ordered = [...new Set([...(scripts.has("test") ? ["test"] : []), ...names])];
  for (const name of ordered) {
    const segments = expandScript(name, scripts);
    for (const { text, script } of segments) {
      const found = readCommand(text, files, folder);
      if (found !== undefined) return { ...found, script };
    }
  }
  const program = ["vitest", "jest", "mocha", "ava", "tap", "tape"].find((each) =>
    dependenciesOf(manifest).has(each),
  );
  const bare = program === undefined ? undefined : readCommand(program, files, folder);
  const test = scripts.get("test");
  if (test !== undefined && !/no test specified|^exit 0$|^echo /.test(test) && !isOfPackages(test))
    return { framework: testFrameworks.script, text: "npm test --", script: "test" };
  return bare === undefined ? undefined : { ...bare, script: undefined, dependency: program ?? "" };
}

/** True for a command that runs a script of all packages of a workspace. */
function isOfPackages(text: string): boolean {
  return /\b(?:turbo|lerna|nx|wsrun|ultra)\b|\bpnpm\b.*(?: -r\b| --recursive\b| --filter\b)|\byarn workspaces?\b|\bnpm\b.*(?:--workspaces?\b| -ws?\b)/.test(
    text,
  );
}

/** Scripts that make what tests may need, in the order in which they are run: those that go before by their name, those that the test script itself begins with, those that build. */
export function scriptsBefore(files: RepositoryFiles, folder: RepositoryPath = ""): readonly string[] {
  const scripts = textsAt(readManifest(files, folder), "scripts");
  const called = expandScript("test", scripts)
    .map(({ script }) => script)
    .filter((name) => BUILDS.test(name));
  const builds = ["build", "compile"].filter((name) => scripts.has(name)).slice(0, 1);
  const before = ["postinstall", "pretest", ...called].filter((name) => scripts.has(name));
  const prepares = [...called, ...builds].length === 0 && scripts.has("prepare") ? ["prepare"] : [];
  return [...new Set([...before, ...prepares, ...builds])].filter((name) => name !== "test");
}

const BUILDS = /build|compile|bundle|generate|transpile|prepare|\btsc\b/;
const MAX_DEPTH = 6;

/** The commands of a script, one after the other. */
function expandScript(name: string, scripts: ReadonlyMap<string, string>, depth = 0): Segment[] {
  const text = scripts.get(name);
  if (text === undefined || depth > MAX_DEPTH) return [];
  return splitCommands(text).flatMap((command) => {
    const [called, rest] = calledScripts(withoutCoverage(command), scripts);
    if (called.length === 0) return [{ text: command, script: name }];
    return called.flatMap((each) =>
      expandScript(each, scripts, depth + 1).map((segment) => ({
        ...segment,
        text: `${segment.text} ${rest}`.trim(),
      })),
    );
  });
}

function splitCommands(text: string): string[] {
  return [...text.matchAll(/(?:[^'"&|;]|'[^']*'|"[^"]*"|(?<!&)&(?!&)|(?<!\|)\|(?!\|))+/g)]
    .map(([part]) => part.trim())
    .filter((part) => part !== "");
}

/** Names of the scripts that a command runs, and the words that it adds to them. */
function calledScripts(text: string, scripts: ReadonlyMap<string, string>): readonly [string[], string] {
  const several = /^(?:npm-run-all2?|run-s|run-p)\s+(.*)$/.exec(text)?.[1];
  if (several !== undefined) {
    const patterns = several
      .split(/\s+/)
      .map((word) => word.replaceAll(/["']/g, ""))
      .filter((word) => !word.startsWith("-"));
    return [patterns.flatMap((pattern) => [...scripts.keys()].filter((name) => isNamed(name, pattern))), ""];
  }
  const [, manager = "", run, name = "", rest = ""] =
    /^(?:[A-Z_]+=\S+\s+)*(npm|pnpm|yarn|bun)\s+(run(?:-script)?\s+)?(?:(?:-s|--silent)\s+)?([\w:.@/-]+)(?:\s+--(?=\s|$))?\s*(.*)$/.exec(
      text,
    ) ?? [];
  const called = manager === "npm" && run === undefined ? name.replace(/^t$/, "test") : name;
  const isScript = scripts.has(called) && (manager !== "npm" || run !== undefined || called === "test");
  return isScript ? [[called], rest] : [[], ""];
}

function isNamed(name: string, pattern: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/[.+?^$()[\]{}|\\]/g, "\\$&").replaceAll("*", "[^:]*")}$`).test(
    name,
  );
}

const RUNNERS: readonly (readonly [RegExp, keyof typeof testFrameworks, string])[] = [
  [/(?:^|\/)(?:jest(?:\.js)?|react-scripts|kcd-scripts|tsdx|jest-cli)$/, "jest", ""],
  [/(?:^|\/)vitest(?:\.mjs)?$/, "vitest", ""],
  [/(?:^|\/)_?mocha(?:\.js)?$/, "mocha", ""],
  [/(?:^|\/)ava$/, "tap", " --tap"],
  [/(?:^|\/)tap$/, "tap", " --reporter=tap"],
  [/(?:^|\/)(?:tape|faucet)$/, "tap", ""],
];
const STARTERS =
  /^(?:cross-env(?:-shell)?|env|nyc|c8|node|tsx|ts-node|npx|yarn|pnpm|exec|run|--?[\w-]+(?:=\S+)?|[A-Z_a-z]+=\S*)$/;
const KNOWN =
  /(?:^|\/)(?:jest|vitest|_?mocha|ava|tap|tape|node|tsx|ts-node|npm|npx|yarn|pnpm|cross-env|react-scripts)(?:\.m?js)?$/;
/** Options that report otherwise, measure or wait. */
const LEFT_OUT =
  / (?:--coverage(?:[.=]\S+)?|--watch(?:All)?|--run|--verbose|(?:--reporters?|-R)[ =]\S+)(?=\s|$)/g;

/** A command without the program that measures coverage around it. */
function withoutCoverage(text: string): string {
  const words = text.split(/\s+/);
  const at = words.findIndex((word) => /^(?:nyc|c8)$/.test(word));
  if (at < 0 || !words.slice(0, at).every((word) => STARTERS.test(word))) return text;
  const next = words.findIndex((word, index) => index > at && KNOWN.test(word));
  return next < 0 ? text : [...words.slice(0, at), ...words.slice(next)].join(" ");
}

/** A framework's command as it is run; undefined where it is none. */
export function readCommand(
  declared: string,
  files: RepositoryFiles,
  folder: RepositoryPath = "",
): Pick<TestCommand, "framework" | "text"> | undefined {
  const text = withoutCoverage(declared.trim()).replace(
    /^(?:npx|yarn|pnpm)(?: (?:exec|run|dlx))?(?: --)? +/,
    "",
  );
  const words = text.split(/\s+/);
  for (const [index, word] of words.entries()) {
    const runner = RUNNERS.find(([pattern]) => pattern.test(word));
    if (runner !== undefined && (word.includes("/") ? words[0] === "node" || index === 0 : true))
      return {
        framework: testFrameworks[runner[1]],
        text: `${text}${runner[2]}`.replaceAll(LEFT_OUT, (each) => (each === runner[2] ? each : "")),
      };
    if (!STARTERS.test(word)) break;
  }
  const program = words.find((word) => /^(?:node|tsx|ts-node)$/.test(word));
  if (program === undefined || !words.slice(0, words.indexOf(program)).every((word) => STARTERS.test(word)))
    return undefined;
  if (words.includes("--test")) return { framework: testFrameworks.nodetest, text };
  const file = words
    .slice(words.indexOf(program) + 1)
    .find(
      (word) =>
        /\.[cm]?[jt]sx?$|^[\w./-]+$/.test(word) &&
        !word.startsWith("-") &&
        codeOf(files, folder, word) !== undefined,
    );
  const code = file === undefined ? undefined : codeOf(files, folder, file);
  if (code === undefined) return undefined;
  if (/["']node:test["']/.test(code)) return { framework: testFrameworks.nodetest, text };
  return /["']tap(?:e)?["']/.test(code) ? { framework: testFrameworks.tap, text } : undefined;
}

function codeOf(files: RepositoryFiles, folder: RepositoryPath, name: string): string | undefined {
  const path = [folder, name.replace(/^\.\//, "")].filter((part) => part !== "").join("/");
  const text = files.text(path) ?? files.text(`${path}.js`) ?? files.text(`${path}/index.js`);
  if (text === undefined || /["'](?:node:test|tape?)["']/.test(text)) return text;
  // A file that only brings in others: what they use counts.
  const base = path.includes("/") ? `${path.slice(0, path.lastIndexOf("/"))}/` : "";
  const brought = [...text.matchAll(/["']\.\/([\w./-]+)["']/g)].map(([, each = ""]) => `${base}${each}`);
  return [text, ...brought.flatMap((each) => files.text(each) ?? files.text(`${each}.js`) ?? [])].join("\n");
}
