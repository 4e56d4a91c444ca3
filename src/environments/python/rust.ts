import { dirname } from "node:path";

import { joinPath } from "../../base/index.ts";
import { interpreterMounts } from "../../sandbox/index.ts";
import type { Installer, InstallerOptions, InstallerTools } from "../build-system.ts";
import { describeInstaller as describeCargo } from "../cargo/installer.ts";
import { findRust } from "../cargo/toolchains.ts";
import { searchPath, WORK_PATH } from "../machine.ts";

/** Parts of packages may be written in Rust (maturin, setuptools-rust): an installer whose builds find this machine's Rust, where it has one, and reach crates.io. */
export function withRust(installer: Installer, options: InstallerOptions): Installer {
  const cargo = describeCargo(options);
  const { access, certificateVariables } = installer;
  return {
    ...installer,
    access: {
      ...access,
      allowedHosts: [...new Set([...access.allowedHosts, ...cargo.access.allowedHosts])],
      immutable: [...(access.immutable ?? []), ...(cargo.access.immutable ?? [])],
    },
    certificateVariables: {
      ...certificateVariables,
      pem: [...new Set([...(certificateVariables.pem ?? []), ...(cargo.certificateVariables.pem ?? [])])],
    },
    obtain: async () => withToolchain(await installer.obtain(), options),
  };
}

async function withToolchain(tools: InstallerTools, { machine }: InstallerOptions): Promise<InstallerTools> {
  const [rust] = await findRust(machine);
  if (rust === undefined) return tools;
  return {
    mounts: [...tools.mounts, ...interpreterMounts(rust.path)],
    variables: (at) => ({
      ...tools.variables(at),
      PATH: searchPath(at, dirname(rust.path)),
      CARGO_HOME: at(joinPath(WORK_PATH, "cargo")),
    }),
  };
}
