import type { Installer, InstallerOptions } from "../build-system.ts";
import { accessTo } from "../registry-access.ts";

const INDEX = "https://index.crates.io";
const CRATES = "https://static.crates.io";

/** A crate's release. */
const RELEASED = String.raw`crates/[\w-]+/(?:\d[^/]*/download|[\w-]+-\d[^/]*\.crate)`;

/** cargo's own registry. */
export function describeInstaller(options: InstallerOptions): Installer {
  return {
    registries: [INDEX],
    access: accessTo([INDEX, CRATES], RELEASED, options),
    certificateVariables: { pem: ["CARGO_HTTP_CAINFO", "SSL_CERT_FILE"] },
    obtain: () => Promise.resolve({ mounts: [], variables: () => ({}) }),
  };
}
