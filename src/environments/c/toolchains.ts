import { asHostPath } from "../../base/index.ts";
import type { MachineFacts, Toolchain } from "../build-system.ts";
import { askProgram, firstOfEach, programsNamed } from "../find-programs.ts";

/** Programs beside the compiler whose releases decide what a build gives, in the order of a description. */
const TOOLS = ["make", "cmake"] as const;

/** The compilers of the machine that sandboxes see, each with the tools beside it. */
export async function findCompilers(machine: MachineFacts): Promise<readonly Toolchain[]> {
  const seen = { ...machine, path: "/usr/local/bin:/usr/bin:/bin" };
  const tools = (await Promise.all(TOOLS.map((name) => askTool(name, seen)))).flat();
  const compilers = ["cc", "gcc", "clang"].flatMap((name) => programsNamed(name, seen).slice(0, 1));
  const found = (await Promise.all(compilers.map((path) => askCompiler(path, seen, tools)))).flat();
  return firstOfEach(found, ({ description }) => description);
}

async function askCompiler(
  path: string,
  machine: MachineFacts,
  tools: readonly string[],
): Promise<Toolchain[]> {
  const version = await askProgram([path, "--version"], machine);
  const platform = (await askProgram([path, "-dumpmachine"], machine))?.trim();
  const release = /(\d+\.\d+\.\d+)/.exec(version ?? "")?.[1];
  if (version === undefined || release === undefined || platform === undefined) return [];
  const name = /clang/i.test(version) ? "clang" : "gcc";
  const description = [`${name} ${release}`, ...tools].join(", ");
  return [{ path: asHostPath(path), release, description, platform }];
}

async function askTool(name: string, machine: MachineFacts): Promise<string[]> {
  const [path] = programsNamed(name, machine);
  const answer = path === undefined ? undefined : await askProgram([path, "--version"], machine);
  const release = /(\d+\.\d+(?:\.\d+)?)/.exec(answer ?? "")?.[1];
  return release === undefined ? [] : [`${name} ${release}`];
}
