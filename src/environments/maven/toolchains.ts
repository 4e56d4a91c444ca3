import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

import { asHostPath } from "../../base/index.ts";
import { readMount, type Mount } from "../../sandbox/index.ts";
import type { MachineFacts, Toolchain } from "../build-system.ts";
import { askProgram, firstOfEach, namesIn, programsNamed } from "../find-programs.ts";
import { compareNumbers } from "../releases.ts";

/** JDKs of the machine, with the Maven that they run: that of `JAVA_HOME` or of the search path, then the others from new to old. None where there is no Maven. */
export async function findJava(machine: MachineFacts): Promise<readonly Toolchain[]> {
  const own = machine.variables?.["JAVA_HOME"];
  const compilers = programsNamed("javac", machine, managedFolders(machine, "java").map(javacIn));
  const paths = [...(own === undefined || !existsSync(javacIn(own)) ? [] : [javacIn(own)]), ...compilers];
  const homes = [...new Set(paths.map((path) => dirname(dirname(realpathSync(path)))))];
  const [first, ...others] = (await Promise.all(homes.map((home) => askJava(home, machine)))).flat();
  const release = first === undefined ? undefined : await askMaven(first, machine);
  if (first === undefined || release === undefined) return [];
  const found = [first, ...others.sort(fromNew)];
  return firstOfEach(found, (jdk) => jdk.release).map((jdk) => ({
    ...jdk,
    description: `${jdk.description}, maven ${release}`,
  }));
}

function javacIn(home: string): string {
  return join(home, "bin", "javac");
}

function fromNew(a: Toolchain, b: Toolchain): number {
  return compareNumbers(b.release, a.release);
}

/** Where systems and version managers keep JDKs or Mavens: the system's own, sdkman, jenv, asdf, mise. */
function managedFolders({ home, variables = {} }: MachineFacts, tool: "java" | "maven"): string[] {
  const sdkman = join(variables["SDKMAN_DIR"] ?? join(home, ".sdkman"), "candidates", tool);
  const places = [
    ...(tool === "java" ? ["/usr/lib/jvm", join(home, ".jenv", "versions"), join(home, ".jdks")] : []),
    sdkman,
    join(home, ".asdf", "installs", tool),
    join(home, ".local", "share", "mise", "installs", tool),
  ];
  return places.flatMap((place) => namesIn(place).map((name) => join(place, name)));
}

async function askJava(home: string, machine: MachineFacts): Promise<Toolchain[]> {
  const path = join(home, "bin", "java");
  const answer = await askProgram([path, "-XshowSettings:properties", "-version"], machine, {}, "stderr");
  const setting = (name: string): string | undefined =>
    new RegExp(`^\\s*${name} = (\\S+)`, "m").exec(answer ?? "")?.[1];
  // Up to Java 8: `1.8.0_392`.
  const release = setting("java\\.version")?.replace(/^1\./, "").replaceAll("_", ".");
  const arch = setting("os\\.arch");
  if (release === undefined || !/^\d/.test(release) || arch === undefined) return [];
  const platform = `${process.platform} ${arch}`;
  return [{ path: asHostPath(path), release, description: `java ${release}`, platform }];
}

/** The folder of the machine's Maven, `mvn` on the search path first; undefined where there is none. */
export function findMaven(machine: MachineFacts): string | undefined {
  const { variables = {} } = machine;
  const named = [variables["MAVEN_HOME"], variables["M2_HOME"]].flatMap((each) => each ?? []);
  const folders = [...named, ...managedFolders(machine, "maven"), "/usr/share/maven"];
  const [program] = programsNamed(
    "mvn",
    machine,
    folders.map((folder) => join(folder, "bin", "mvn")),
  ).filter((path) => existsSync(join(mavenOf(path), "boot")));
  return program === undefined ? undefined : mavenOf(program);
}

function mavenOf(program: string): string {
  return dirname(dirname(realpathSync(program)));
}

async function askMaven({ path }: Toolchain, machine: MachineFacts): Promise<string | undefined> {
  const home = findMaven(machine);
  if (home === undefined) return undefined;
  const variables = { JAVA_HOME: dirname(dirname(path)) };
  const answer = await askProgram([join(home, "bin", "mvn"), "-B", "--version"], machine, variables);
  return /Apache Maven (\d[\w.-]*)/.exec(answer ?? "")?.[1];
}

/** A JDK's own folder, where the system's do not hold it already, and its settings, where the system keeps those apart. */
export function javaMounts({ path }: Toolchain): Mount[] {
  const home = dirname(dirname(path));
  const own = home.startsWith("/usr/") ? [] : [readMount(home, home)];
  const settings = ["lib/jvm.cfg", "lib/amd64/jvm.cfg", "lib/security/default.policy", "conf/net.properties"]
    .map((file) => join(home, file))
    .filter((file) => existsSync(file))
    .map((file) => dirname(realpathSync(file)))
    .filter((folder) => /^\/etc\/[^/]+$/.test(folder));
  return [...own, ...[...new Set(settings)].map((folder) => readMount(folder, folder))];
}
