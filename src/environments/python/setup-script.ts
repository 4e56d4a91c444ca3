// What a `setup.py` says, read without running it: lists of requirements as they stand there.

/** A text that a script gives as an argument, where it stands there in quotes. */
export function quotedArgument(keyword: string, script: string): string | undefined {
  return new RegExp(`\\b${keyword}\\s*=\\s*["']([^"'\\n]+)["']`).exec(script)?.[1];
}

/** True where `setup.py test` is a command of the script's own that runs tests neither by pytest nor by nose: these find them better by themselves. */
export function hasOwnTestCommand(script: string): boolean {
  return OWN_TEST_COMMAND.test(script) && !OF_OTHER_RUNNERS.test(script);
}

const OWN_TEST_COMMAND =
  /\bcmdclass\s*=\s*(?:\{[^}]*["']test["']\s*:|dict\([^)]*\btest\s*=)|\bcmdclass\[["']test["']\]\s*=/u;
const OF_OTHER_RUNNERS =
  /\b(?:import|from)\s+(?:pytest|py\.test|nose)\b|["'](?:pytest|py\.test|nosetests)["'\s]/u;

/** What a script that runs `setup.py` needs beside it: setuptools, in a release that still has a command `test` where the script's own is made of it. */
export function toolsOfScript(script: string): string {
  return /\bsetuptools\.command\.test\b/u.test(script) ? "setuptools<72" : "setuptools";
}

/** A list that a script begins under some name, and the requirements quoted in it. */
const QUOTED = /["']([A-Za-z][\w.-]*(?:\[[\w,-]+\])?(?:\s*[<>=!~]=?[^"'\n]*)?)["']\s*[,\])}]/g;

/** Texts quoted as requirements in the brackets that stand behind each match of `head`, a global pattern. */
export function requirementsBehind(head: RegExp, script: string): readonly string[] {
  return [...script.matchAll(head)]
    .map(({ 0: match, index }) => bracketed(script.slice(index + match.length)))
    .flatMap(quotedIn);
}

function quotedIn(list: string): readonly string[] {
  return [...list.matchAll(QUOTED)].map(([, text = ""]) => text);
}

/** What `install_requires` lists, there or under a name that it has in the script; empty where it is computed. */
export function installRequires(script: string): readonly string[] {
  return listBehind("install_requires", script);
}

/** The same of `tests_require`. */
export function testsRequire(script: string): readonly string[] {
  return listBehind("tests_require", script);
}

function listBehind(argument: string, script: string): readonly string[] {
  const head = headOf(argument, "[", script);
  return head === undefined ? [] : requirementsBehind(head, script);
}

/** Lists of `extras_require` by their names, where a dictionary of lists stands there or under a name that it has in the script. */
export function extrasRequire(script: string): ReadonlyMap<string, readonly string[]> {
  const head = headOf("extras_require", "{", script);
  const [start] = head === undefined ? [] : script.matchAll(head);
  if (start === undefined) return new Map();
  const table = bracketed(script.slice(start.index + start[0].length));
  const lists = [...table.matchAll(/["']([\w.-]+)["']\s*:\s*(?=[[(])/g)];
  return new Map(
    lists.map(({ 0: match, 1: name = "", index }) => [
      name,
      quotedIn(bracketed(table.slice(index + match.length))),
    ]),
  );
}

/** What stands before the bracket that an argument is given in place, or that the name it is given has; undefined where it is not given. */
function headOf(argument: string, opening: "[" | "{", script: string): RegExp | undefined {
  const given = new RegExp(`\\b${argument}["']?\\s*[=:]\\s*(\\${opening}|\\w+)`, "u").exec(script)?.[1];
  if (given === undefined) return undefined;
  const name = given === opening ? `\\b${argument}["']?` : `^${given}`;
  return new RegExp(`${name}\\s*[=:]\\s*(?=\\${opening})`, "gmu");
}

/** A bracket that a text begins with, up to where it is closed. */
function bracketed(text: string): string {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[[\](){}]/g)) {
    depth += "[{(".includes(bracket) ? 1 : -1;
    if (depth === 0) return text.slice(0, index + 1);
  }
  return text;
}
