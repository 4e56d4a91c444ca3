// What a `setup.py` says, read without running it: lists of requirements as they stand there.

/** A list that a script begins under some name, and the requirements quoted in it. */
const QUOTED = /["']([A-Za-z][\w.-]*(?:\[[\w,-]+\])?(?:\s*[<>=!~]=?[^"'\n]*)?)["']\s*[,\])}]/g;

/** Texts quoted as requirements in the brackets that stand behind each match of `head`, a global pattern. */
export function requirementsBehind(head: RegExp, script: string): readonly string[] {
  return [...script.matchAll(head)]
    .map(({ 0: match, index }) => bracketed(script.slice(index + match.length)))
    .flatMap((list) => [...list.matchAll(QUOTED)])
    .map(([, text = ""]) => text);
}

/** What `install_requires` lists, there or under a name that it has in the script; empty where it is computed. */
export function installRequires(script: string): readonly string[] {
  const given = /\binstall_requires["']?\s*[=:]\s*(\[|\w+)/.exec(script)?.[1];
  if (given === undefined) return [];
  const name = given === "[" ? String.raw`\binstall_requires["']?` : `^${given}`;
  return requirementsBehind(new RegExp(String.raw`${name}\s*[=:]\s*(?=\[)`, "gm"), script);
}

/** Lists of `extras_require` by their names, where a dictionary of lists stands there or under a name that it has in the script. */
export function extrasRequire(script: string): ReadonlyMap<string, readonly string[]> {
  const given = /\bextras_require["']?\s*[=:]\s*(\{|\w+)/.exec(script)?.[1];
  const head = given === "{" || given === undefined ? String.raw`\bextras_require["']?` : `^${given}`;
  const start = new RegExp(String.raw`${head}\s*[=:]\s*(?=\{)`, "m").exec(script);
  if (start === null) return new Map();
  const table = bracketed(script.slice(start.index + start[0].length));
  const lists = [...table.matchAll(/["']([\w.-]+)["']\s*:\s*(?=[[(])/g)];
  return new Map(
    lists.map(({ 0: match, 1: name = "", index }) => {
      const list = bracketed(table.slice(index + match.length));
      return [name, [...list.matchAll(QUOTED)].map(([, text = ""]) => text)];
    }),
  );
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
