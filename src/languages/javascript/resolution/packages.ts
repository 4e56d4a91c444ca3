import { isRecord, type RepositoryPath } from "../../../base/index.ts";
import { folderAbove, toVirtual, type VirtualFiles } from "./virtual-files.ts";

/** Endings of sources, in the order in which the compiler prefers them. */
const ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts"];

/** Folders that builds write to. */
const BUILT = /\/(?:dist|lib|build|out|esm|cjs|es|dist-src|types|umd)(?=\/)/u;

/** A package of the repository. */
export interface RepositoryPackage {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** The packages that the repository's `package.json` files name, by name; of several with one name the one nearest to the root. */
export function readPackages(
  files: ReadonlyMap<RepositoryPath, string>,
): ReadonlyMap<string, RepositoryPackage> {
  const packages = new Map<string, RepositoryPackage>();
  const paths = [...files.keys()].filter((path) => /(?:^|\/)package\.json$/u.test(path));
  paths.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  for (const path of paths) {
    const manifest = parseRecord(files.get(path) ?? "");
    if (manifest === undefined || typeof manifest.name !== "string") continue;
    const { name } = manifest;
    if (!packages.has(name)) packages.set(name, { name, folder: folderAbove(toVirtual(path)), manifest });
  }
  return packages;
}

function parseRecord(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The source file that an import of a package of the repository means, by its name; what a build would write is led back to its source. */
export function findInPackages(
  packages: ReadonlyMap<string, RepositoryPackage>,
  specifier: string,
  files: VirtualFiles,
): string | undefined {
  const parts = specifier.split("/");
  const name = parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  const found = packages.get(name);
  if (found === undefined) return undefined;
  return findEntry(found, specifier.slice(name.length + 1), files);
}

/** The source file that a package gives for a path inside it (empty for the package itself). */
export function findEntry(
  { folder, manifest }: RepositoryPackage,
  inside: string,
  files: VirtualFiles,
): string | undefined {
  const written = inside === "" ? entryTexts(manifest) : [];
  const named = [...exportTexts(manifest.exports, inside === "" ? "." : `./${inside}`), ...written];
  const guesses =
    inside === "" ? ["src/index", "index", "lib/index"] : [inside, `src/${inside}`, `lib/${inside}`];
  const found = [...named, ...guesses].flatMap(
    (text) => findSource(`${folder}/${text.replace(/^\.\//u, "")}`, files) ?? [],
  );
  return found.find((file) => !isDeclarationFile(file)) ?? found[0];
}

/** True for files that only declare. */
export function isDeclarationFile(file: string): boolean {
  return /\.d\.[mc]?ts$/u.test(file);
}

function entryTexts(manifest: RepositoryPackage["manifest"]): readonly string[] {
  const { source, module, main, types, typings } = manifest;
  return [source, module, main, types, typings].filter((text) => typeof text === "string");
}

/** Every file that `exports` gives for a path, whatever the condition, most exact pattern first. */
function exportTexts(exports: unknown, path: string): readonly string[] {
  if (typeof exports === "string" || Array.isArray(exports)) return path === "." ? leavesOf(exports) : [];
  if (!isRecord(exports)) return [];
  if (!Object.keys(exports).some((key) => key.startsWith("."))) return path === "." ? leavesOf(exports) : [];
  if (exports[path] !== undefined) return leavesOf(exports[path]);
  const patterns = Object.keys(exports).filter((key) => key.includes("*"));
  patterns.sort((a, b) => b.length - a.length);
  for (const pattern of patterns) {
    const [before = "", after = ""] = pattern.split("*");
    if (!path.startsWith(before) || !path.endsWith(after) || path.length < before.length + after.length)
      continue;
    const star = path.slice(before.length, path.length - after.length);
    return leavesOf(exports[pattern]).map((text) => text.replaceAll("*", star));
  }
  return [];
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  return isRecord(value) ? Object.values(value).flatMap(leavesOf) : [];
}

/** The source at a place that a manifest names: the file itself, one with a source's ending, or the same below `src` in place of a built folder. */
export function findSource(file: string, files: VirtualFiles): string | undefined {
  const places = [file, file.replace(BUILT, "/src"), file.replace(BUILT, "")];
  const stems = [...new Set(places)].flatMap((place) => {
    const stem = place.replace(/(?:\.d)?\.[mc]?[jt]sx?$/u, "").replace(/\/$/u, "");
    return [stem, `${stem}/index`];
  });
  for (const ending of [ENDINGS.slice(0, 8), ENDINGS.slice(8)]) {
    for (const stem of stems) {
      const found = ending.map((each) => stem + each).find((each) => files.has(each));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
