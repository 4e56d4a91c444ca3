import type { RepositoryPath } from "../base/index.ts";

/**
 * The import name of a Python file, seen from the deepest import root that holds it
 * (`"."` is the repository itself). Undefined where no root holds it or a part is no identifier.
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
    parts.length > 0 && parts.every((part) => /^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(part));
  return isImportable ? parts.join(".") : undefined;
}
