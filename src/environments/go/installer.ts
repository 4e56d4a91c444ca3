import { join } from "node:path";

import { readIfThere } from "../../sources/index.ts";
import type { Installer, InstallerOptions, MachineFacts } from "../build-system.ts";
import { accessTo } from "../registry-access.ts";

const DEFAULT_PROXY = "https://proxy.golang.org";
const DEFAULT_SUMS = "sum.golang.org";

/** What a module proxy has of a version in its canonical form. */
const RELEASED = String.raw`[^/].*/@v/v\d+\.\d+\.\d+[^/]*\.(?:info|mod|zip)`;

/** The go command's own registries: module proxies and the database of hashes, as the user's go is configured. */
export function describeInstaller(options: InstallerOptions): Installer {
  const setting = readSettings(options.machine);
  const proxies = (setting("GOPROXY") ?? DEFAULT_PROXY).split(/[,|]/).filter((each) => /^https?:/.test(each));
  const sums = setting("GOSUMDB") ?? DEFAULT_SUMS;
  const sumUrls = sums === "off" ? [] : [sums.split(" ")[1] ?? `https://${sums.split(/[+ ]/)[0] ?? ""}`];
  const exempt = ["GOPRIVATE", "GONOSUMDB", "GONOPROXY"].flatMap((name) => {
    const value = setting(name);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    registries: proxies.map(withoutUser),
    access: accessTo([...proxies, ...sumUrls], RELEASED, options),
    certificateVariables: { pem: ["SSL_CERT_FILE"] },
    obtain: () =>
      Promise.resolve({
        mounts: [],
        variables: () => ({
          GOPROXY: proxies.length === 0 ? "off" : proxies.join(","),
          GOSUMDB: sums,
          ...Object.fromEntries(exempt),
        }),
      }),
  };
}

/** Settings as go reads them: from variables, else from the user's file. */
function readSettings({ home, variables = {} }: MachineFacts): (name: string) => string | undefined {
  const file = variables["GOENV"] ?? join(home, ".config", "go", "env");
  const lines = (readIfThere(file) ?? "").split("\n");
  const written = new Map(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  return (name) => {
    const value = variables[name] ?? written.get(name);
    return value === undefined || value === "" ? undefined : value;
  };
}

function withoutUser(text: string): string {
  const url = new URL(text);
  [url.username, url.password] = ["", ""];
  return url.href;
}
