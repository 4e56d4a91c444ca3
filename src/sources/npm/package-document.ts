import { z } from "zod";

import { DioramaError, parseJson, UsageError } from "../../base/index.ts";
import { anonymous, type PackageIndexConfiguration } from "../python-index/configuration.ts";
import { fetchFromIndex } from "../python-index/http-get.ts";

/** A released version as the registry describes it. */
const manifest = z.object({
  version: z.string(),
  dist: z.object({
    tarball: z.string(),
    integrity: z.string().optional(),
    shasum: z.string().optional(),
  }),
  repository: z.unknown().optional(),
  gitHead: z.unknown().optional(),
});
export type PackageManifest = z.infer<typeof manifest>;

/** What a registry says of a package: its versions, their names, and when they came. */
const packageDocument = z.object({
  "dist-tags": z.record(z.string(), z.string()).default({}),
  versions: z.record(z.string(), z.unknown()).default({}),
  time: z.record(z.string(), z.unknown()).default({}),
});
export type PackageDocument = z.infer<typeof packageDocument>;

/** How a registry is reached. */
export interface NpmAccess {
  /** Its URL, with a slash at its end. */
  readonly registry: string;
  /** Proxy and certificates are taken of it; users and passwords are not. */
  readonly configuration: PackageIndexConfiguration;
}

/** The document of a package. Throws `unknown-package`, `bad-package-document`, and what asking a registry throws. */
export async function fetchPackageDocument(
  name: string,
  { registry, configuration }: NpmAccess,
  signal: AbortSignal | undefined,
): Promise<PackageDocument> {
  const url = registry + encodeURIComponent(name).replace(/^%40/, "@");
  const accept = "application/json";
  const response = await fetchFromIndex(url, anonymous(configuration), { accept, signal });
  if (response.status === "missing")
    throw new UsageError(
      "unknown-package",
      `Cannot acquire npm:${name}: the configured registry has no package "${name}".`,
      { hint: "Check the name, and the registry that npm is configured for." },
    );
  const read = packageDocument.safeParse(parseJson(response.body.toString("utf8")));
  if (read.success) return read.data;
  throw new DioramaError(
    "bad-package-document",
    `Cannot read what the registry says of the package "${name}": it is no document of a package.`,
    { hint: "Check the registry that npm is configured for." },
  );
}

/** What a document says of one of its versions; undefined where that is not enough to have it. */
export function manifestOf({ versions }: PackageDocument, version: string): PackageManifest | undefined {
  return Object.hasOwn(versions, version) ? manifest.safeParse(versions[version]).data : undefined;
}
