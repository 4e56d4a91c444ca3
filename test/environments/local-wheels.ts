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

const MAKE_SOURCE = `
import gzip, io, sys, tarfile
name, version, script = sys.argv[2:5]
root = "%s-%s/" % (name, version)
# The same bytes each time: what was downloaded once is kept by its address.
plain = gzip.GzipFile("%s/%s-%s.tar.gz" % (sys.argv[1], name, version), "wb", mtime=0)
with plain, tarfile.open(fileobj=plain, mode="w") as archive:
    for path, content in {
        "PKG-INFO": "Metadata-Version: 2.2\\nName: %s\\nVersion: %s\\n" % (name, version),
        "pyproject.toml": "[build-system]\\nrequires = []\\nbuild-backend = 'backend'\\nbackend-path = ['.']\\n",
        "backend.py": script,
    }.items():
        data = content.encode()
        member = tarfile.TarInfo(root + path)
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
`;

/** Makes a source distribution in a folder whose metadata are told, with the text of the module that builds it. */
export function writeSource(
  folder: string,
  source: { readonly name: string; readonly version: string; readonly backend: string },
): void {
  const { name, version, backend } = source;
  execFileSync("python3", ["-c", MAKE_SOURCE, join(folder), name, version, backend]);
}

/** The machine's own registries, and a folder of wheels beside them. */
export function withWheelsOf(folder: string): PackageIndexConfiguration {
  return { ...indexConfiguration, findLinks: [...indexConfiguration.findLinks, folder] };
}
