import type { ListedEntry } from "../tree-plan.ts";

/** What is in the one folder that an archive of a release holds (`NAME-VERSION`, `package`); entries beside it are left out. */
export function withoutRoot(entries: readonly ListedEntry[]): readonly ListedEntry[] {
  const isRoot = (name: string): boolean => name !== "" && name !== "." && name !== "..";
  const roots = entries
    .map(({ path }) => path.split("/"))
    .filter((parts) => parts.length > 1 && isRoot(parts[0] ?? ""));
  const prefix = `${roots[0]?.[0] ?? ""}/`;
  if (prefix === "/") return entries;
  const strip = (path: string): string => path.slice(prefix.length);
  return entries.map((entry): ListedEntry => {
    const { path } = entry;
    if (!path.startsWith(prefix)) return { kind: "left-out", path, reason: "outside_root" };
    if (entry.kind !== "hardlink") return { ...entry, path: strip(path) };
    return {
      ...entry,
      path: strip(path),
      target: entry.target.startsWith(prefix) ? strip(entry.target) : "/",
    };
  });
}
