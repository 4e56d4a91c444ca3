import { dirname, join } from "node:path";

import { asHostPath } from "../../base/index.ts";
import { emptyMount, interpreterMounts, type Mount } from "../../sandbox/index.ts";
import type { MachineFacts, Toolchain } from "../build-system.ts";
import { askProgram, firstOfEach, namesIn, programsNamed } from "../find-programs.ts";
import { compareNumbers } from "../releases.ts";

/** Installed releases of Node: the one on the search path, then those of version managers and the one that runs this tool, from new to old; each once. */
export async function findNode(machine: MachineFacts): Promise<readonly Toolchain[]> {
  const paths = programsNamed("node", machine, [...managedPrograms(machine), process.execPath]);
  const [preferred, ...others] = (await Promise.all(paths.map((path) => askNode(path, machine)))).flat();
  const sorted = others.sort((a, b) => compareNumbers(b.release, a.release));
  const found = preferred === undefined ? sorted : [preferred, ...sorted];
  return firstOfEach(found, ({ release }) => release);
}

/** Where version managers keep their releases: nvm, fnm, volta, asdf, nodenv and n. */
function managedPrograms({ home, variables = {} }: MachineFacts): string[] {
  const nvm = variables["NVM_DIR"] ?? join(home, ".nvm");
  const folders: readonly (readonly [string, string])[] = [
    [join(nvm, "versions", "node"), "bin/node"],
    [join(home, ".local", "share", "fnm", "node-versions"), "installation/bin/node"],
    [join(variables["VOLTA_HOME"] ?? join(home, ".volta"), "tools", "image", "node"), "bin/node"],
    [join(home, ".asdf", "installs", "nodejs"), "bin/node"],
    [join(home, ".nodenv", "versions"), "bin/node"],
    ["/usr/local/n/versions/node", "bin/node"],
  ];
  return folders.flatMap(([folder, program]) => namesIn(folder).map((name) => join(folder, name, program)));
}

async function askNode(path: string, machine: MachineFacts): Promise<Toolchain[]> {
  const question = "[process.version, process.platform, process.arch, process.execPath].join(' ')";
  const answer = (await askProgram([path, "-p", question], machine))?.trim() ?? "";
  const [, release, platform, program] = /^v(\d[\d.]*) (\S+ \S+) (\/.+)$/.exec(answer) ?? [];
  if (release === undefined || platform === undefined || program === undefined) return [];
  return [{ path: asHostPath(program), release, description: `node ${release}`, platform }];
}

/** The toolchain's own folders. Code that is judged finds no package there but those that come with Node. */
export function nodeMounts(toolchain: Toolchain, use: "making" | "judging"): Mount[] {
  const mounts = interpreterMounts(toolchain.path);
  if (use === "making") return mounts;
  const library = join(dirname(dirname(toolchain.path)), "lib", "node_modules");
  const others = namesIn(library).filter((name) => name !== "npm" && name !== "corepack");
  return [...mounts, ...others.map((name) => emptyMount(join(library, name)))];
}
