import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join, posix } from "node:path";

import { folderOf, type HostPath, type RepositoryPath } from "../base/index.ts";
import { licenceFromMetadata, METADATA_FILES } from "./licence-metadata.ts";
import { findSpdxTag, joinExpressions, recogniseLicence } from "./licence-texts.ts";
import type { LicenceFinding } from "./source.ts";

/**
 * Three kinds of finding: a licence file speaks for its folder and everything below; a project's metadata does the same
 * where no licence file of that folder is recognised; an SPDX line at the top of a source file speaks for that file. The
 * nearest one wins.
 */

const LICENCE_FILE =
  /^(?:un)?(?:licen[cs]e|copying)(?:[-._ ].*)?$|^.*[-._](?:licen[cs]e|copying)(?:\.(?:txt|md|rst))?$/i;
const NOTICE_FILE = /^notice(?:[-._ ].*)?$/i;
/** Folders that only hold licence texts speak for the folder above. */
const LICENCE_FOLDER = /^licen[cs]es?$/i;
const CODE_FILE = /\.(?:py|pyi|pyx|pxd|c|h|cc|cpp|hpp|js|ts|rs|go|java|cs)$/;
const NOT_A_TEXT = /\.(?:py|pyi|pyc|js|ts|c|h|json|png|svg|gif|html|css|yml|yaml|toml|go|rs|java|cs)$/i;
const MAX_LICENCE_BYTES = 512 * 1024;
/** How far down an SPDX line is looked for, in bytes. */
const HEADER_BYTES = 2_048;

/** Everything in a tree that states a licence, sorted by path; SPDX lines only where they differ from what holds anyway. */
export function findLicences(
  directory: HostPath,
  files: readonly { readonly path: RepositoryPath; readonly bytes: number }[],
): { readonly findings: readonly LicenceFinding[]; readonly licenceFiles: readonly RepositoryPath[] } {
  const texts = files.filter(({ path, bytes }) => isLicenceFile(path) && bytes <= MAX_LICENCE_BYTES);
  const fromTexts = texts.map(({ path }) => ({
    path,
    spdx: isNotice(path) ? undefined : recogniseLicence(readFileSync(join(directory, path), "utf8")),
  }));
  const fromMetadata = files
    .filter(({ path, bytes }) => METADATA_FILES.includes(posix.basename(path)) && bytes <= MAX_LICENCE_BYTES)
    .map(({ path }) => ({
      path,
      spdx: licenceFromMetadata(posix.basename(path), readFileSync(join(directory, path), "utf8")),
    }))
    .filter(({ spdx }) => spdx !== undefined);
  const general = [...fromTexts, ...fromMetadata];
  const fromLines = files
    .filter(({ path }) => CODE_FILE.test(path))
    .map(({ path }) => ({ path, spdx: findSpdxTag(readHeader(join(directory, path))) }))
    .filter(({ path, spdx }) => spdx !== undefined && spdx !== licenceFor(path, general));
  const findings = [
    ...general.filter(({ path }) => !fromLines.some((line) => line.path === path)),
    ...fromLines,
  ];
  return {
    findings: findings.sort((a, b) => (a.path < b.path ? -1 : 1)),
    licenceFiles: texts.map(({ path }) => path),
  };
}

/**
 * SPDX expression for the file at `path` (`""`: for the repository as a whole), or `undefined` where the nearest statement
 * is not recognised.
 */
export function licenceFor(path: RepositoryPath, findings: readonly LicenceFinding[]): string | undefined {
  const own = findings.find((finding) => finding.path === path && CODE_FILE.test(path) && !isMetadata(path));
  if (own !== undefined) return own.spdx;
  for (let folder = path; folder !== ""; ) {
    folder = folderOf(folder);
    const here = findings.filter(
      (finding) => !isLine(finding) && !isNotice(finding.path) && scopeOf(finding.path) === folder,
    );
    if (here.length > 0) return decide(here);
  }
  return path === ""
    ? decide(findings.filter((finding) => !isLine(finding) && scopeOf(finding.path) === ""))
    : undefined;
}

/** Licence and notice files that speak for the file at `path`: those of its folder and of all folders above. */
export function licenceFilesFor(path: RepositoryPath, findings: readonly LicenceFinding[]): RepositoryPath[] {
  return findings
    .filter((finding) => isLicenceFile(finding.path))
    .filter(({ path: text }) => scopeOf(text) === "" || path.startsWith(`${scopeOf(text)}/`))
    .map((finding) => finding.path);
}

/** Licence files first; what they leave open, metadata says. */
function decide(findings: readonly LicenceFinding[]): string | undefined {
  const texts = findings.filter(({ path }) => isLicenceFile(path)).flatMap(({ spdx }) => spdx ?? []);
  const metadata = METADATA_FILES.flatMap((name) =>
    findings.filter(({ path }) => posix.basename(path) === name).flatMap(({ spdx }) => spdx ?? []),
  )[0];
  const distinct = withoutBaseOfLesser([...new Set(texts)]);
  if (distinct.length === 1) return refine(distinct[0], metadata);
  return distinct.length === 0 ? metadata : (metadata ?? joinExpressions(distinct));
}

/** The text of a GPL does not say "or later"; metadata may. */
function refine(text: string | undefined, metadata: string | undefined): string | undefined {
  return text?.endsWith("-only") === true && metadata === text.replace(/-only$/, "-or-later")
    ? metadata
    : text;
}

/** The lesser GPL is a supplement to the GPL; both texts are put beside each other. */
function withoutBaseOfLesser(expressions: readonly string[]): readonly string[] {
  const isLesser = expressions.some((spdx) => spdx.startsWith("LGPL-"));
  return isLesser ? expressions.filter((spdx) => !spdx.startsWith("GPL-")) : expressions;
}

function isLicenceFile(path: RepositoryPath): boolean {
  const name = posix.basename(path);
  if (NOT_A_TEXT.test(name)) return false;
  const isInLicenceFolder = LICENCE_FOLDER.test(posix.basename(folderOf(path)));
  return (
    LICENCE_FILE.test(name) ||
    NOTICE_FILE.test(name) ||
    (isInLicenceFolder && /(?:^[^.]+|\.txt|\.md|\.rst)$/.test(name))
  );
}

function isNotice(path: RepositoryPath): boolean {
  return NOTICE_FILE.test(posix.basename(path));
}

function isMetadata(path: RepositoryPath): boolean {
  return METADATA_FILES.includes(posix.basename(path));
}

/** A finding that speaks for one file only. */
function isLine({ path }: LicenceFinding): boolean {
  return CODE_FILE.test(path) && !isMetadata(path);
}

/** The folder that a licence file or metadata file speaks for. */
function scopeOf(path: RepositoryPath): string {
  const folder = folderOf(path);
  const isAside = LICENCE_FOLDER.test(posix.basename(folder)) || /\.(?:egg|dist)-info$/.test(folder);
  return isAside ? folderOf(folder) : folder;
}

function readHeader(path: string): string {
  const descriptor = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(HEADER_BYTES);
    return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}
