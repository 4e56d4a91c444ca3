import { readFileSync } from "node:fs";

import { joinPath, type HostPath } from "../../base/index.ts";
import type { ProgramCall } from "../../languages/index.ts";
import { listRegularFiles } from "../tree.ts";

// An installer writes a script for each entry point of a distribution, and tests call these by name. The repository is never installed: such scripts are
// written for its entry points, and load its modules from where they lie in the tree.

const ENTRY =
  /^[ \t]*(?<name>[\w.+-]+)[ \t]*=[ \t]*(?<module>[\w.]+)[ \t]*:[ \t]*(?<attribute>[\w.]+)[ \t]*(?:\[[\w, ]*\])?[ \t]*$/gmu;

/** The scripts of the distributions whose metadata lie among the products. */
export function ownPrograms(
  { program, searchPaths }: ProgramCall,
  products: HostPath,
): ReadonlyMap<string, string> {
  const texts = listRegularFiles(products)
    .filter((path) => path.endsWith(".dist-info/entry_points.txt"))
    .map((path) => readFileSync(joinPath(products, path), "utf8"));
  const entries = texts.flatMap(entriesOf).map(([name, module, attribute]): [string, string] => {
    const [first = ""] = attribute.split(".", 1);
    // Tests may start it with no variables but their own.
    const paths = searchPaths.map((path) => JSON.stringify(path)).join(", ");
    const lines = [
      `#!${program}`,
      "import sys",
      `sys.path[1:1] = [path for path in [${paths}] if path not in sys.path]`,
      `from ${module} import ${first}`,
      'if __name__ == "__main__":',
      `    sys.exit(${attribute}())`,
    ];
    return [name, `${lines.join("\n")}\n`];
  });
  return new Map(entries);
}

function entriesOf(text: string): (readonly [name: string, module: string, attribute: string])[] {
  const sections = text.split(/^(?=\[[\w.-]+\][ \t]*$)/mu);
  return sections
    .filter((section) => /^\[(?:console|gui)_scripts\]/u.test(section))
    .flatMap((section) => [...section.matchAll(ENTRY)])
    .map(({ groups = {} }) => [groups["name"] ?? "", groups["module"] ?? "", groups["attribute"] ?? ""]);
}
