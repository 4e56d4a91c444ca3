import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";

import { readMount, type Mount } from "../../sandbox/index.ts";
import { readIfThere, withoutCredentials } from "../../sources/index.ts";
import type { Installer, InstallerOptions, MachineFacts } from "../build-system.ts";
import { accessTo } from "../registry-access.ts";
import { findMaven } from "./toolchains.ts";

/** Maven's own repository. Everything is asked of it or of the user's mirror of it, whatever other repositories a tree names. */
const CENTRAL = "https://repo.maven.apache.org/maven2";

/** An artifact of a version that is no snapshot, with its hashes. */
const RELEASED = String.raw`(?:[^/]+/)+([^/]+)/((?![^/]*SNAPSHOT)[^/]+)/\1-\2[^/]*`;

/** Maven's repository, as the user's Maven is configured. A mirror is asked without user and password. */
export function describeInstaller(options: InstallerOptions): Installer {
  const registry = withoutCredentials(registryOf(options.machine));
  const home = findMaven(options.machine);
  return {
    registries: [registry],
    access: accessTo([registry], RELEASED, options),
    certificateVariables: { java: ["TRUST_STORE"] },
    obtain: () =>
      Promise.resolve({
        mounts: home === undefined ? [] : mavenMounts(home),
        variables: () => ({ MAVEN: home ?? "", REGISTRY: registry }),
      }),
  };
}

/** Maven's own folder, where the system's do not hold it already, and its settings, where the system keeps those apart. */
function mavenMounts(home: string): Mount[] {
  const settings = dirname(realpathSync(join(home, "bin", "m2.conf")));
  const folders = [
    ...(home.startsWith("/usr/") ? [] : [home]),
    ...(settings.startsWith("/etc/") ? [settings] : []),
  ];
  return folders.map((folder) => readMount(folder, folder));
}

/** The mirror of the central repository that the user's settings name, else that repository. */
function registryOf({ home, variables = {} }: MachineFacts): string {
  const folder = variables["MAVEN_USER_HOME"] ?? join(home, ".m2");
  const settings = (readIfThere(join(folder, "settings.xml")) ?? "").replaceAll(/<!--[\s\S]*?-->/g, "");
  const mirrors = [...settings.matchAll(/<mirror>([\s\S]*?)<\/mirror>/g)].map(([, text = ""]) => text);
  const mirror = mirrors.find((text) =>
    (elementOf(text, "mirrorOf") ?? "")
      .split(",")
      .some((each) => /^(?:\*|central|external:\*)$/.test(each.trim())),
  );
  const url = mirror === undefined ? undefined : elementOf(mirror, "url");
  return url !== undefined && URL.canParse(url) ? url.replace(/\/+$/, "") : CENTRAL;
}

function elementOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(xml)?.[1];
}
