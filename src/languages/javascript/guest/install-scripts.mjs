// Names the install scripts of packages: of each manifest whose path standard input has on a line, the folder, a tab and a script, in the order in which
// managers run them. A package that node-gyp builds and that says nothing else is told by the script `install`, which npm has for it.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const STAGES = ["preinstall", "install", "postinstall"];

for (const path of readFileSync(0, "utf8").split("\n")) {
  // A package's own folder is below node_modules at once, or below its scope.
  if (!/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(path)) continue;
  const folder = dirname(path);
  for (const stage of STAGES)
    if (scriptsOf(path)[stage] !== undefined) process.stdout.write(`${folder}\t${stage}\n`);
}

function scriptsOf(path) {
  try {
    const { scripts = {}, gypfile } = JSON.parse(readFileSync(path, "utf8"));
    const isBuilt = gypfile !== false && existsSync(join(dirname(path), "binding.gyp"));
    return isBuilt && scripts.install === undefined && scripts.preinstall === undefined
      ? { ...scripts, install: "node-gyp rebuild" }
      : scripts;
  } catch {
    return {};
  }
}
