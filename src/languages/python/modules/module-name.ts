import type { RepositoryPath } from "../../../base/index.ts";

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
