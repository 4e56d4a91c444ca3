import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { joinPath, sha256, type HostPath, type RepositoryPath } from "../../base/index.ts";
import type { DeclaredPackage, DeclaredProject, Member } from "./declared.ts";
import { canonicalMetadata, staticEntryPoints, type MetadataFields } from "./metadata.ts";
import type { BuiltWheel } from "./wheel.ts";

// Products are what building gives and the tree lacks: the metadata by which `importlib.metadata` finds the
// distribution, modules that the build wrote, compiled extension modules. They lie in a folder with the tree's layout.
// Never among them: copies of files of the tree (a second place to read the answer from; a module made of a script that is none
// itself is no such place), and compiled twins of Python modules (they would be imported in place of the edited file, and hold the answer as well).

/** Copies out of an unpacked wheel what the tree lacks. `target` is an empty folder. */
export function layOutProducts(
  wheel: BuiltWheel,
  project: DeclaredPackage,
  importRoots: readonly RepositoryPath[],
  target: HostPath,
): void {
  const inTree = digestsOfTree(project);
  for (const path of wheel.files) {
    const place = placeOf(path, project, importRoots);
    if (place === undefined || isTwin(place, project)) continue;
    const from = joinPath(wheel.directory, path);
    if (path.startsWith(`${wheel.metadataFolder}/`)) continue;
    const twin = inTree.get(sha256(readFileSync(from)));
    if (twin !== undefined && (twin.endsWith(".py") || !place.endsWith(".py"))) continue;
    const to = joinPath(target, place);
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
    chmodSync(to, 0o644);
  }
  const entryPoints = textIn(wheel, "entry_points.txt");
  writeMetadata({
    fields: wheel.metadata,
    entryPoints,
    topLevel: textIn(wheel, "top_level.txt"),
    folder: joinPath(target, importRoots[0] ?? ".", wheel.metadataFolder),
  });
}

/** Metadata alone, from what is declared: for a repository of Python files whose build fails. */
export function layOutStaticMetadata(
  project: DeclaredPackage,
  version: string,
  importRoots: readonly RepositoryPath[],
  target: HostPath,
): void {
  if (project.name === undefined) return;
  const fields: MetadataFields = [
    ["Name", project.name],
    ["Version", version],
    ...project.dependencies.map(({ text }) => ["Requires-Dist", text] as const),
  ];
  const folder = `${project.name.replace(/[-.]+/g, "_")}-${version}.dist-info`;
  writeMetadata({
    fields,
    entryPoints: staticEntryPoints(project.files),
    topLevel: undefined,
    folder: joinPath(target, importRoots[0] ?? ".", folder),
  });
}

/** True where the tree has source files that only a compiler can use, beside those of its members. */
export function needsCompiler({ files, members }: Pick<DeclaredProject, "files" | "members">): boolean {
  return files.paths.some(
    (path) =>
      /\.(pyx|pxd|c|cc|cpp|cxx|rs|f|f90)$/.test(path) &&
      !/(^|\/)tests?\//.test(path) &&
      !members.some(({ folder }) => path.startsWith(`${folder}/`)),
  );
}

/** True for a member that cannot be imported as it lies in the tree: something is compiled, or its build writes modules. */
export function needsBuild({ files }: Member): boolean {
  const scripts = ["pyproject.toml", "setup.cfg", "setup.py"].map((path) => files.text(path) ?? "");
  return (
    needsCompiler({ files, members: [] }) ||
    scripts.some((text) => RUNS_CODE.test(text)) ||
    scripts.some((text) => [...text.matchAll(WRITTEN)].some(([, path = ""]) => !files.has(path)))
  );
}

/** Hooks of the repository's own that run while Hatch, Poetry or PDM build. */
const RUNS_CODE =
  /^\[tool\.hatch\.build\.(?:targets\.wheel\.)?hooks\.custom\]|^\[tool\.poetry\.build\]|^\[tool\.pdm\.build\][^[]*^custom-hook/mu;

/** The module that holds the version, as setuptools-scm, Hatch and PDM write it. */
const WRITTEN = /\b(?:version[-_]file|write_to|write-to)["']?\s*[=:]\s*["']([^"'\n]+\.py)["']/gu;

interface MetadataParts {
  readonly fields: MetadataFields;
  readonly entryPoints: string | undefined;
  readonly topLevel: string | undefined;
  readonly folder: HostPath;
}

function writeMetadata({ fields, entryPoints, topLevel, folder }: MetadataParts): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(joinPath(folder, "METADATA"), canonicalMetadata(fields));
  if (entryPoints !== undefined) writeFileSync(joinPath(folder, "entry_points.txt"), entryPoints);
  if (topLevel !== undefined) writeFileSync(joinPath(folder, "top_level.txt"), topLevel);
}

function textIn(wheel: BuiltWheel, name: string): string | undefined {
  const path = `${wheel.metadataFolder}/${name}`;
  return wheel.files.includes(path) ? readFileSync(joinPath(wheel.directory, path), "utf8") : undefined;
}

/** Where an installed file belongs in the tree; undefined where the tree has a file there already, or it has no place. */
function placeOf(
  path: RepositoryPath,
  project: DeclaredPackage,
  importRoots: readonly RepositoryPath[],
): RepositoryPath | undefined {
  if (/^[^/]+\.data\//.test(path)) return undefined;
  const places = importRoots.map((root) => (root === "." ? path : `${root}/${path}`));
  if (places.some((place) => project.files.has(place))) return undefined;
  const [top = ""] = path.split("/");
  const home = places.find((_, index) => {
    const root = importRoots[index] ?? ".";
    const folder = root === "." ? `${top}/` : `${root}/${top}/`;
    return project.files.paths.some((known) => known.startsWith(folder));
  });
  return home ?? places[0];
}

/** True for an extension module beside a Python module of the same name, and for mypyc's shared library of such modules. */
export function isTwin(place: RepositoryPath, project: DeclaredPackage): boolean {
  if (!/\.(so|pyd)$/.test(place)) return false;
  if (/__mypyc(\.[^/]*)?\.so$/.test(place)) return true;
  const stem = place.replace(/(\.[^./]+)*\.(so|pyd)$/, "");
  if (project.files.has(`${stem}/__init__.py`)) return true;
  const text = project.files.text(`${stem}.py`);
  return project.files.has(`${stem}.py`) && !REFUSED_UNCOMPILED.test(text ?? "");
}

/** What a Python module that Cython compiles says where it cannot be used without. */
const REFUSED_UNCOMPILED = /if not cython\.compiled:\s+raise \w+/u;

/** SHA-256 of the tree's files to their paths; of equal ones a Python module's. */
function digestsOfTree({ files }: DeclaredPackage): ReadonlyMap<string, RepositoryPath> {
  const modulesLast = files.paths.toSorted((one, other) => +one.endsWith(".py") - +other.endsWith(".py"));
  return new Map(modulesLast.map((path) => [sha256(readFileSync(joinPath(files.directory, path))), path]));
}
