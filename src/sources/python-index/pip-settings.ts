import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { isSystemError, parseIni } from "../../base/index.ts";
import type { ConfigurationPlaces, IndexSettings, Variables } from "./settings.ts";

/**
 * What pip is configured for by files. Read in pip's order, later files winning: global, user, site, the file
 * named by `PIP_CONFIG_FILE` (https://pip.pypa.io/en/stable/topics/configuration/). `[install]` wins over `[global]`.
 */
export function readPipFiles(variables: Variables, places: ConfigurationPlaces): IndexSettings {
  const options = new Map<string, string>();
  for (const path of pipFiles(variables, places)) {
    const sections = parseIni(readIfThere(path) ?? "");
    for (const section of ["global", "install"]) {
      for (const [name, value] of Object.entries(sections[section] ?? {}))
        options.set(name.replaceAll("_", "-"), value);
    }
  }
  return settingsFrom((name) => options.get(name));
}

/** What pip is configured for by variables (`PIP_INDEX_URL`, …). */
export function readPipVariables(variables: Variables): IndexSettings {
  return settingsFrom((name) => variables[`PIP_${name.toUpperCase().replaceAll("-", "_")}`]);
}

/** A file's text, or `undefined` where there is none that can be read. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ENOTDIR", "EISDIR", "EACCES", "EPERM", "ELOOP")) return undefined;
    throw error;
  }
}

/** Where both pip and uv look below the user's and the system's configuration folders. */
export function configurationFolders(
  variables: Variables,
  { homeDirectory, systemDirectory }: ConfigurationPlaces,
): { readonly system: readonly string[]; readonly user: string } {
  const system = (variables["XDG_CONFIG_DIRS"] ?? join(systemDirectory, "xdg"))
    .split(":")
    .filter((path) => path !== "");
  return { system, user: variables["XDG_CONFIG_HOME"] || join(homeDirectory, ".config") };
}

function pipFiles(variables: Variables, places: ConfigurationPlaces): readonly string[] {
  const { homeDirectory, systemDirectory } = places;
  const named = variables["PIP_CONFIG_FILE"];
  if (named === "/dev/null") return [];
  const { system, user } = configurationFolders(variables, places);
  const mac = join(homeDirectory, "Library/Application Support/pip");
  const userFiles =
    named !== undefined && named !== ""
      ? []
      : [join(homeDirectory, ".pip/pip.conf"), join(folderExists(mac) ? mac : join(user, "pip"), "pip.conf")];
  const site = variables["VIRTUAL_ENV"];
  return [
    ...system.map((folder) => join(folder, "pip/pip.conf")).reverse(),
    "/Library/Application Support/pip/pip.conf",
    join(systemDirectory, "pip.conf"),
    ...userFiles,
    ...(site === undefined || site === "" ? [] : [join(site, "pip.conf")]),
    ...(named === undefined || named === "" ? [] : [named]),
  ];
}

function folderExists(path: string): boolean {
  try {
    readdirSync(path);
    return true;
  } catch {
    return false;
  }
}

function settingsFrom(find: (name: string) => string | undefined): IndexSettings {
  const text = (name: string): string | undefined => find(name)?.trim() || undefined;
  const list = (name: string): readonly string[] | undefined => text(name)?.split(/\s+/);
  const noIndex = text("no-index");
  return {
    indexUrl: text("index-url"),
    extraIndexUrls: list("extra-index-url"),
    findLinks: list("find-links"),
    trustedHosts: list("trusted-host"),
    caFile: text("cert"),
    proxy: text("proxy"),
    usesNoIndex: noIndex === undefined ? undefined : /^(1|true|yes|on|y|t)$/i.test(noIndex),
  };
}
