import type { RepositoryPath } from "../../../base/index.ts";

/**
 * The import name of the module that an import statement names: one that begins with dots is counted from the package of the
 * file it stands in. Undefined where it leads out of everything that can be imported.
 */
export function resolveModule(
  written: string,
  { path, module }: { readonly path: RepositoryPath; readonly module: string },
): string | undefined {
  const [dots = ""] = /^\.*/u.exec(written) ?? [];
  if (dots === "") return written;
  const own = module.split(".");
  const up = dots.length - (path.endsWith("/__init__.py") || path === "__init__.py" ? 1 : 0);
  if (up > own.length) return undefined;
  const parts = [...own.slice(0, own.length - up), ...written.slice(dots.length).split(".")];
  return parts.filter((part) => part !== "").join(".");
}

/**
 * The import name of a Python file, seen from the deepest import root that holds it
 * (`"."` is the repository itself). Any text without a dot can be part of one: what `import` cannot spell,
 * `importlib` can. Undefined where no root holds it or no import reaches it.
 */
export function moduleNameOf(
  path: RepositoryPath,
  importRoots: readonly RepositoryPath[],
): string | undefined {
  const roots = importRoots
    .map((root) => (root === "." || root === "" ? "" : `${root.replace(/^\.\/|\/+$/g, "")}/`))
    .filter((root) => path.startsWith(root))
    .sort((a, b) => b.length - a.length);
  const [root] = roots;
  if (root === undefined || !path.endsWith(".py")) return undefined;
  const parts = path.slice(root.length, -".py".length).split("/");
  if (parts.at(-1) === "__init__") parts.pop();
  const isImportable =
    parts.length > 0 &&
    parts.every((part) => part !== "" && ![".", ":", "\0"].some((character) => part.includes(character)));
  return isImportable ? parts.join(".") : undefined;
}
