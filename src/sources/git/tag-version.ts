import { comparePythonVersions, parsePythonVersion } from "../python-index/version.ts";
import type { RefTable } from "./remote-refs.ts";

/**
 * The version that tags give a commit: its own newest tag, or else the nearest one of `ancestors` (from the commit back)
 * with the number of commits since, as setuptools-scm's `post-release` scheme has it: `1.2.3.post4+g0123abc` is no older than what needs 1.2.3, no
 * pre-release, and a version by its numbers (`version.split(".")[:3]`); a local label alone, `1.2.dev3+4.g0123abc`, where the tag is one of a pre-release's own
 * development. `null` where no tag names a version.
 */
export function versionFromTags(commit: string, refs: RefTable, ancestors: readonly string[]): string | null {
  const tagged = new Map<string, string>();
  for (const [name, id] of refs) {
    const version = name.startsWith("refs/tags/")
      ? versionInName(name.slice("refs/tags/".length))
      : undefined;
    if (version === undefined) continue;
    const known = parsePythonVersion(tagged.get(id) ?? "");
    if (known === undefined || comparePythonVersions(version, known) > 0) tagged.set(id, version.text);
  }
  const own = tagged.get(commit);
  if (own !== undefined) return own;
  const distance = ancestors.findIndex((ancestor) => tagged.has(ancestor));
  const nearest = tagged.get(ancestors[distance] ?? "");
  if (nearest === undefined || nearest.includes("+")) return null;
  const since = /\.(?:post|dev)/u.test(nearest) ? `+${distance}.` : `.post${distance}+`;
  return `${nearest}${since}g${commit.slice(0, 7)}`;
}

/** Tags are called `v1.2`, `release-1.2`, `name/1.2.3`, `1_2_3` is not one. */
function versionInName(tag: string): ReturnType<typeof parsePythonVersion> {
  const text = /(?:^|[-_/a-z])v?(\d+(?:\.\d+)*[^/]*)$/i.exec(tag)?.[1];
  return text === undefined ? undefined : parsePythonVersion(text);
}
