/*
 * What is left of structure when a bracket is missing: `npm run bench -- brackets --language NAME --folder DIRECTORY… [--files N] [--show N]`. Of files
 * chosen evenly one bracket at a time is deleted, and the share of definitions counted that are still found by name, kind and parameters.
 * `--show` prints files of which less than half is.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { createRandom } from "../src/base/index.ts";
import { loadParts, type FileStructure } from "../src/languages/index.ts";

const { values } = parseArgs({
  options: {
    language: { type: "string", default: "python" },
    folder: { type: "string", multiple: true, default: [] },
    files: { type: "string", default: "200" },
    show: { type: "string", default: "0" },
  },
});
const language = await loadParts(values.language, ["structure"], "read broken files");
const random = createRandom("brackets");
let shown = Number(values.show);

for (const folder of values.folder) {
  const all = globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && language.files.isSourceFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const step = Math.max(1, Math.floor(all.length / Number(values.files)));
  let [definitions, found, exact] = [0, 0, 0];
  for (const path of all.filter((_, index) => index % step === 0)) {
    const decoded = language.files.decode(readFileSync(path));
    if (decoded.status === "refused") continue;
    const { text } = decoded;
    const brackets = [...text.matchAll(/[()[\]{}]/gu)].map(({ index }) => index);
    if (brackets.length === 0) continue;
    const at = random.pick(brackets);
    const whole = definitionsOf(language.structure.read(path, text));
    const broken = language.structure.read(path, text.slice(0, at) + text.slice(at + 1));
    const left = new Set(definitionsOf(broken));
    const names = new Set(broken.declarations.map(({ name }) => name));
    const kept = whole.filter((one) => left.has(one)).length;
    definitions += whole.length;
    exact += kept;
    found += whole.filter((one) => names.has(one.split(" ")[1] ?? "")).length;
    if (kept < whole.length / 2 && shown-- > 0)
      console.log(
        `${path}: ${kept} of ${whole.length} without ${JSON.stringify(text.slice(at - 20, at + 20))}`,
      );
  }
  const share = (count: number): string => ((100 * count) / definitions).toFixed(1);
  console.log(
    `${folder}: of ${definitions} definitions ${share(exact)} % are the same, ${share(found)} % have their name`,
  );
}

/** Kind, name and parameters of functions and types. */
function definitionsOf({ declarations }: FileStructure): string[] {
  return declarations
    .filter(({ kind }) => kind !== "variable" && kind !== "macro")
    .map(({ kind, name, parameters }) => `${kind} ${name} ${parameters.map((one) => one.name).join(",")}`);
}
