import { readToml, stringsOf, tableAt, type RepositoryFiles } from "../repository-files.ts";
import { parseRequirement, type Requirement } from "./requirement.ts";
import { compareReleases } from "./version-specifier.ts";

/** What the repository's own build asks for. */
export function askedOfBuild(files: RepositoryFiles): readonly Requirement[] {
  const asked = stringsOf(tableAt(readToml(files, "pyproject.toml"), "build-system")["requires"]);
  return asked.flatMap((text) => parseRequirement(text) ?? []);
}

/** The oldest release that a requirement takes wherever it holds; undefined where it says none. */
export function floorOf({ text }: Requirement): string | undefined {
  if (text.includes(";")) return undefined;
  return /(?:>=|~=|==)\s*v?(\d+(?:\.\d+)*)/.exec(text)?.[1];
}

/** True for a bound as `cython<3` that leaves nothing of what a requirement takes. */
export function contradicts(bound: string, requirements: readonly Requirement[]): boolean {
  const limit = /^[\w.[\]-]+\s*<\s*(\d+(?:\.\d+)*)$/.exec(bound)?.[1];
  const name = parseRequirement(bound)?.name;
  return requirements.some((each) => {
    const floor = each.name === name ? floorOf(each) : undefined;
    return limit !== undefined && floor !== undefined && compareReleases(floor, limit) >= 0;
  });
}
