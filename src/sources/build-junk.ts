import { VERSION_CONTROL } from "./tree-plan.ts";

/**
 * What a folder that people work in holds beside its sources: installed and built copies, caches, tools. They are left out
 * because they are big, because they differ from day to day, and because a copy of the code may be among them. Ignore
 * files are not obeyed: what they name is often generated source that the package needs.
 */
const JUNK_FOLDERS: ReadonlySet<string> = new Set([
  ...VERSION_CONTROL,
  "__pycache__",
  "__pypackages__",
  "node_modules",
  "site-packages",
  ".venv",
  ".tox",
  ".nox",
  ".eggs",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".hypothesis",
  ".pytype",
  ".cache",
  ".ipynb_checkpoints",
  "htmlcov",
  ".idea",
]);
const JUNK_FOLDER_ENDINGS = /\.(?:egg-info|dist-info|egg)$/;
const JUNK_FILES = /(?:\.py[co]|\.egg-link|\.egg|~)$|^(?:\.DS_Store|\.coverage|\.coverage\..*|\.git)$/;

/** True for a folder that holds nothing of a repository's own; `children` are the names in it. */
export function isJunkFolder(name: string, children: readonly string[]): boolean {
  if (JUNK_FOLDERS.has(name) || JUNK_FOLDER_ENDINGS.test(name)) return true;
  if (children.includes("pyvenv.cfg") || children.includes("conda-meta")) return true;
  if (children.length === 0) return false;
  if (name === "build") return children.every((child) => /^(?:lib|bdist|temp|scripts)\b/.test(child));
  if (name === "dist") return children.every((child) => /\.(?:whl|egg|zip|tar\.\w+|exe|msi)$/.test(child));
  return false;
}

/** True for a file that a build or an editor left behind. */
export function isJunkFile(name: string): boolean {
  return JUNK_FILES.test(name);
}
