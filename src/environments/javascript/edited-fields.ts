import type { RepositoryFiles } from "../repository-files.ts";
import { variableField, type ToolFields } from "../tool-editing.ts";
import { testFrameworks } from "../../languages/index.ts";
import { askedPackages } from "./asked-versions.ts";
import { readManifest, textsAt } from "./package-files.ts";
import { readCommand } from "./test-commands.ts";

const RANGE = /^(?:[~^]|[<>]=?)?\d+(?:\.(?:\d+|x)){0,2}(?:-[\w.]+)?(?: [<>]=?\d+(?:\.\d+){0,2})?$/;
const NODE_OPTIONS =
  /^(?:--(?:openssl-legacy-provider|experimental-[\w-]+|no-experimental-[\w-]+|max-old-space-size=\d+|unhandled-rejections=\w+)(?: +|$))*$/;

/** How plans for packages of npm may be edited. */
export function editedFields(files: RepositoryFiles, sources: readonly string[]): ToolFields {
  return {
    toolchain: "node",
    versions: {
      says: 'ranges of packages that a package.json of the repository names, by their names, in place of what it asks for, such as {"sinon": "^1.17.1"}',
      problem([name, range]) {
        if (!askedPackages(files).some((each) => each.name === name))
          return `no package.json of the repository names "${name}": nothing is installed by guessing a name`;
        return RANGE.test(range) ? undefined : `"${range}" is no range of versions`;
      },
    },
    variable: variableField(
      { NODE_ENV: /^(?:test|development|production)$/, CI: /^\w*$/, NODE_OPTIONS },
      (name) => sources.some((path) => files.text(path)?.includes(`process.env.${name}`)),
    ),
    command: {
      says: 'a script of package.json that runs all tests ("npm run NAME"), or the framework with files and folders of the repository ("mocha --recursive test")',
      problem: (text) => findCommandProblem(text, files),
    },
  };
}

/** Options of frameworks that leave out no test. */
const HARMLESS =
  /^(?:--recursive|--exit|--no-cache|--ci|--runInBand|-i|--experimental-vm-modules|--(?:config|require|extension|ui|environment|env|root|dir|timeout|testTimeout)(?:=[\w@./-]+)?|-[cru])$/;
const WITH_VALUE =
  /^(?:--(?:config|require|extension|ui|environment|env|root|dir|timeout|testTimeout)|-[cru])$/;

function findCommandProblem(text: string, files: RepositoryFiles): string | undefined {
  const script = /^npm run ([\w:.-]+)$/.exec(text.trim())?.[1];
  if (script !== undefined)
    return textsAt(readManifest(files), "scripts").has(script)
      ? undefined
      : `package.json has no script ${script}`;
  const [program = "", ...words] = text.trim().split(/\s+/);
  const framework = /^[\w-]+$/.test(program) ? readCommand(program, files)?.framework : undefined;
  if (framework === undefined || framework === testFrameworks.script)
    return `"${program}" is neither a script (npm run NAME) nor a framework's program`;
  if (!askedPackages(files).some(({ name }) => name === program || name.startsWith(`${program}-`)))
    return `no package.json of the repository names ${program}`;
  return words
    .map((word, index) => {
      if (WITH_VALUE.test(words[index - 1] ?? ""))
        return /^[\w@./-]+$/.test(word) ? undefined : `"${word}" is no plain word`;
      if (word.startsWith("-"))
        return HARMLESS.test(word) ? undefined : `the option ${word} may leave out tests or is not known`;
      const path = word.replace(/^\.\//, "").replace(/\/$/, "");
      const isThere = files.has(path) || files.paths.some((each) => each.startsWith(`${path}/`));
      return isThere ? undefined : `${word} is no file or folder of the repository`;
    })
    .find((problem) => problem !== undefined);
}
