import { dirname, join } from "node:path";

import { asHostPath } from "../../base/index.ts";
import { readMount, type Mount } from "../../sandbox/index.ts";
import type { MachineFacts, Toolchain } from "../build-system.ts";
import { askProgram, namesIn, programsNamed } from "../find-programs.ts";
import { compareNumbers } from "../releases.ts";

/** Oldest release whose `go test` can leave tests out by name. */
export const OLDEST_GO = "1.20";

/** Installed toolchains of Go: the one on the search path, then the others from new to old. */
export async function findGo(machine: MachineFacts): Promise<readonly Toolchain[]> {
  const elsewhere = [
    "/usr/local/go",
    ...foldersIn("/usr/lib", /^go-/),
    ...foldersIn(join(machine.home, "sdk"), /^go/),
  ];
  const paths = programsNamed(
    "go",
    machine,
    elsewhere.map((folder) => join(folder, "bin", "go")),
  );
  const [preferred, ...others] = (await Promise.all(paths.map((path) => askGo(path, machine)))).flat();
  const sorted = others.sort((a, b) => compareNumbers(b.release, a.release));
  return [...(preferred === undefined ? [] : [preferred]), ...sorted];
}

async function askGo(path: string, machine: MachineFacts): Promise<Toolchain[]> {
  const question = ["GOVERSION", "GOROOT", "GOHOSTOS", "GOHOSTARCH"];
  const answer = await askProgram([path, "env", "-json", ...question], machine, { GOTOOLCHAIN: "local" });
  const { GOVERSION, GOROOT, GOHOSTOS, GOHOSTARCH } = JSON.parse(answer ?? "{}") as Record<string, string>;
  const release = /^go(\d[\d.]*)$/.exec(GOVERSION ?? "")?.[1];
  if (release === undefined || GOROOT === undefined || compareNumbers(release, OLDEST_GO) < 0) return [];
  return [
    {
      path: asHostPath(join(GOROOT, "bin", "go")),
      release,
      description: `go ${release}`,
      platform: `${GOHOSTOS ?? ""} ${GOHOSTARCH ?? ""}`,
    },
  ];
}

/** The toolchain's own folder, where the system's do not hold it already. */
export function goMounts({ path }: Toolchain): Mount[] {
  const root = dirname(dirname(path));
  return root.startsWith("/usr/") ? [] : [readMount(root, root)];
}

function foldersIn(folder: string, name: RegExp): string[] {
  return namesIn(folder)
    .filter((entry) => name.test(entry))
    .map((entry) => join(folder, entry));
}
