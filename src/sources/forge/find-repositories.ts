import { createRandom, describeKnownNames, UsageError } from "../../base/index.ts";
import type { Forge, ForgeAccess, FoundRepository, RepositoryQuery } from "./forge.ts";
import { github } from "./github.ts";

/** Every forge: a file in this folder and a line here. */
const forges: Readonly<Record<string, Forge>> = { github };

/** Their names. */
export const forgeNames: readonly string[] = Object.keys(forges);

/** The forge of that name. Throws `UsageError` `unknown-forge`. */
export function getForge(name: string): Forge {
  const forge = Object.hasOwn(forges, name) ? forges[name] : undefined;
  if (forge !== undefined) return forge;
  throw new UsageError(
    "unknown-forge",
    `Cannot search "${name}": there is no such forge. ${describeKnownNames(name, forgeNames)}`,
  );
}

/** The repositories that a forge told of, and what it did not show. */
export interface RepositoryList {
  readonly format: "repositories/1";
  /** Questions that it was asked, and how many repositories it says they have. */
  readonly parts: number;
  readonly total: number;
  /** Distinct ones that it showed, before a sample was drawn. */
  readonly found: number;
  /** Repositories that it counts and does not show. */
  readonly not_shown: number;
  /** Questions for which it gave up before it had looked at everything. */
  readonly incomplete: number;
  /** By creation and name. */
  readonly repositories: readonly FoundRepository[];
}

/** Which of what was found is taken. */
export interface SampleOptions {
  /** At most so many, drawn by the seed. Absent: all. */
  readonly sample?: number | undefined;
  readonly seed: number;
}

/** Searches a forge; each repository once, in an order that does not depend on the forge's. Throws what `Forge.search` throws. */
export async function findRepositories(
  forge: Forge,
  query: RepositoryQuery,
  access: ForgeAccess,
  { sample, seed }: SampleOptions,
): Promise<RepositoryList> {
  const byName = new Map<string, FoundRepository>();
  const counts = { parts: 0, total: 0, not_shown: 0, incomplete: 0 };
  for await (const { total, repositories, isIncomplete } of forge.search(query, access)) {
    for (const one of repositories) byName.set(one.name.toLowerCase(), one);
    counts.parts++;
    counts.total += total;
    counts.not_shown += Math.max(0, total - repositories.length);
    counts.incomplete += isIncomplete ? 1 : 0;
    access.note(`${byName.size} repositories found.`);
  }
  const all = sorted([...byName.values()]);
  const taken =
    sample === undefined ? all : sorted(createRandom(`repositories ${seed}`).shuffle(all).slice(0, sample));
  return { format: "repositories/1", ...counts, found: all.length, repositories: taken };
}

function sorted(repositories: readonly FoundRepository[]): readonly FoundRepository[] {
  const key = ({ created_at: created, name }: FoundRepository): string => `${created} ${name}`;
  return repositories.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
