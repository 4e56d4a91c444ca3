import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

import { DioramaError, isSystemError, type Logger } from "../../base/index.ts";
import type { PackageIndexConfiguration } from "./configuration.ts";
import { fetchFromIndex, type FetchOptions } from "./http-get.ts";
import { parseIndexPage, SIMPLE_API_ACCEPT, type IndexFile } from "./index-page.ts";
import { normalizePackageName } from "./package-name.ts";

/** Bytes of one archive or wheel. */
const MAX_ARCHIVE_BYTES = 512 * 1024 * 1024;

/**
 * Every file that the configured folders and indexes offer for a package: those of the first place that has any come
 * first. Empty where no place knows the package.
 */
export async function listIndexFiles(
  name: string,
  configuration: PackageIndexConfiguration,
  signal: AbortSignal | undefined,
): Promise<readonly IndexFile[]> {
  const normalized = normalizePackageName(name);
  const found = configuration.findLinks.flatMap(listFolder);
  const { indexUrl, extraIndexUrls } = configuration;
  for (const root of indexUrl === undefined ? [] : [indexUrl, ...extraIndexUrls]) {
    const url = `${root.replace(/\/+$/, "")}/${normalized}/`;
    if (url.startsWith("file:")) {
      found.push(...listFolder(url));
      continue;
    }
    const page = await fetchFromIndex(url, configuration, { accept: SIMPLE_API_ACCEPT, signal });
    if (page.status === "found")
      found.push(...parseIndexPage(page.body.toString("utf8"), page.contentType, page.url));
  }
  return found;
}

/**
 * The bytes of a listed file, checked against the strongest digest that the index gave. Without any digest it goes on with
 * a warning, as pip does. Throws `hash-mismatch`, and what `fetchFromIndex` throws.
 */
export async function downloadIndexFile(
  file: IndexFile,
  configuration: PackageIndexConfiguration,
  options: { readonly logger: Logger; readonly signal?: AbortSignal | undefined },
): Promise<Buffer> {
  const bytes = await readIndexFile(file, configuration, {
    maxBytes: MAX_ARCHIVE_BYTES,
    signal: options.signal,
  });
  const algorithm = ["sha512", "sha384", "sha256"].find((known) => file.hashes[known] !== undefined);
  if (algorithm === undefined) {
    options.logger("warn", "hash-missing", { filename: file.filename });
    return bytes;
  }
  const actual = createHash(algorithm).update(bytes).digest("hex");
  const expected = file.hashes[algorithm];
  if (actual === expected) return bytes;
  throw new DioramaError(
    "hash-mismatch",
    `Cannot use ${file.filename}: its ${algorithm} is ${actual}, and the index says ${expected}.`,
    { hint: "Try again; where it stays so, ask who runs the index." },
  );
}

async function readIndexFile(
  file: IndexFile,
  configuration: PackageIndexConfiguration,
  options: FetchOptions,
): Promise<Buffer> {
  if (file.url.startsWith("file:")) return readFileSync(fileURLToPath(file.url));
  const response = await fetchFromIndex(file.url, configuration, options);
  if (response.status === "found") return response.body;
  throw new DioramaError(
    "registry-refused",
    `Cannot download ${file.filename}: the index lists it, and answers HTTP ${response.httpStatus} for it.`,
    { hint: "Check the index that pip or uv is configured for." },
  );
}

/** A folder of this machine; pages elsewhere are not read for links. */
function listFolder(place: string): readonly IndexFile[] {
  if (/^https?:/i.test(place)) return [];
  const folder = place.startsWith("file:") ? fileURLToPath(place) : place;
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => ({
        filename: name,
        url: pathToFileURL(`${folder.replace(/\/+$/, "")}/${name}`).href,
        hashes: {},
        isYanked: false,
        uploaded: undefined,
      }));
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ENOTDIR", "EACCES")) return [];
    throw error;
  }
}
