import { join } from "node:path";

import { asHostPath } from "../../base/index.ts";
import type { MachineFacts, Toolchain } from "../build-system.ts";
import { askProgram, firstOfEach, namesIn, programsNamed } from "../find-programs.ts";

/** Installed toolchains of Rust: the one that is the default, then those that rustup has and those of the system; each release once. */
export async function findRust(machine: MachineFacts): Promise<readonly Toolchain[]> {
  const { home, variables = {} } = machine;
  const rustup = join(variables["RUSTUP_HOME"] ?? join(home, ".rustup"), "toolchains");
  const installed = namesIn(rustup).map((name) => join(rustup, name));
  const folders = [...installed, "/usr", "/usr/local"];
  const compilers = programsNamed(
    "rustc",
    machine,
    folders.map((folder) => join(folder, "bin", "rustc")),
  );
  const found = (await Promise.all(compilers.map((path) => askCompiler(path, machine)))).flat();
  return firstOfEach(found, ({ description }) => description);
}

async function askCompiler(path: string, machine: MachineFacts): Promise<Toolchain[]> {
  const root = (await askProgram([path, "--print", "sysroot"], machine))?.trim();
  const answer = await askProgram([path, "-vV"], machine);
  const release = /^release: (\S+)$/m.exec(answer ?? "")?.[1];
  const date = /^commit-date: (\S+)$/m.exec(answer ?? "")?.[1];
  const host = /^host: (\S+)$/m.exec(answer ?? "")?.[1];
  if (root === undefined || release === undefined || host === undefined) return [];
  const cargo = join(root, "bin", "cargo");
  if ((await askProgram([cargo, "--version"], machine)) === undefined) return [];
  return [
    {
      path: asHostPath(cargo),
      release,
      description: release.includes("-") ? `rust ${release} of ${date ?? "no date"}` : `rust ${release}`,
      platform: host,
    },
  ];
}
