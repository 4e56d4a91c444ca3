import type { Installer, InstallerOptions } from "../build-system.ts";
import { accessTo, certificatesFor } from "../registry-access.ts";

const INDEX = "https://index.crates.io";
const CRATES = "https://static.crates.io";

/** cargo's own registry. */
export function describeInstaller(options: InstallerOptions): Installer {
  const certificates = certificatesFor(options, ["CARGO_HTTP_CAINFO", "SSL_CERT_FILE"]);
  return {
    registries: [INDEX],
    access: accessTo([INDEX, CRATES], options),
    obtain: () => Promise.resolve(certificates),
  };
}
