import { execFileSync } from "node:child_process";
import { join } from "node:path";

import type { PackageIndexConfiguration } from "../../src/sources/index.ts";
import { indexConfiguration } from "./given.ts";

const MAKE = `
import sys, zipfile
name, version, module, text = sys.argv[2:6]
info = "%s-%s.dist-info/" % (name, version)
with zipfile.ZipFile("%s/%s-%s-py3-none-any.whl" % (sys.argv[1], name, version), "w") as wheel:
    for path, content in {
        module + ".py": text,
        info + "METADATA": "Metadata-Version: 2.1\\nName: %s\\nVersion: %s\\n" % (name, version),
        info + "WHEEL": "Wheel-Version: 1.0\\nGenerator: diorama\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
        info + "RECORD": "",
    }.items():
        wheel.writestr(zipfile.ZipInfo(path), content)
`;

/** Makes a wheel with one module in a folder. */
export function writeWheel(
  folder: string,
  wheel: { readonly name: string; readonly version: string; readonly module: string; readonly text: string },
): void {
  const { name, version, module, text } = wheel;
  execFileSync("python3", ["-c", MAKE, join(folder), name, version, module, text]);
}

/** The machine's own registries, and a folder of wheels beside them. */
export function withWheelsOf(folder: string): PackageIndexConfiguration {
  return { ...indexConfiguration, findLinks: [...indexConfiguration.findLinks, folder] };
}
