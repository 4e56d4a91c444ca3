import { createHash } from "node:crypto";

import type { PackageManifest } from "./package-document.ts";

/** Hashes of Subresource Integrity (W3C), the strongest first. */
const ALGORITHMS = ["sha512", "sha384", "sha256", "sha1"];

/**
 * True where bytes are what a registry announced: of the strongest hashes in `integrity` one must be theirs; releases of the time before it have
 * `shasum` (SHA-1) alone. Undefined where the registry announced no hash that is known.
 */
export function matchesIntegrity(
  bytes: Uint8Array,
  { integrity, shasum }: PackageManifest["dist"],
): boolean | undefined {
  const announced = (integrity ?? "").split(/\s+/).flatMap((text) => {
    const [, algorithm, digest] = /^(sha\d+)-([A-Za-z0-9+/]+=*)(?:\?.*)?$/.exec(text) ?? [];
    return algorithm === undefined || digest === undefined ? [] : [{ algorithm, digest }];
  });
  const strongest = ALGORITHMS.find((known) => announced.some(({ algorithm }) => algorithm === known));
  if (strongest !== undefined) {
    const digest = createHash(strongest).update(bytes).digest("base64");
    return announced.some((one) => one.algorithm === strongest && one.digest === digest);
  }
  if (integrity !== undefined || shasum === undefined) return undefined;
  return createHash("sha1").update(bytes).digest("hex") === shasum.toLowerCase();
}
