import { normalizePackageName } from "../../sources/index.ts";
import type { DeclaredProject, Member } from "./declared.ts";
import { parseRequirement, type Requirement } from "./requirement.ts";

/** What requirements come to where those that name a package of the repository mean its folder. */
export interface TakenMembers {
  /** Members that are needed, directly or by another. */
  readonly members: readonly Member[];
  /** Requirements of a registry: those of the list, and those of the members. */
  readonly requirements: readonly Requirement[];
  /** Extras of the package at the root that are asked for. */
  readonly extras: readonly string[];
}

/** Takes members and what they need in their turn, with the extras that are asked of each. */
export function takeMembers(
  wanted: readonly Requirement[],
  { members, name: rootName }: DeclaredProject,
): TakenMembers {
  const root = normalizePackageName(rootName ?? "");
  const taken = new Map<Member, Set<string>>();
  const requirements: Requirement[] = [];
  const extras = new Set<string>();
  const left = [...wanted];
  for (const requirement of left) {
    const member = members.find(({ name }) => name === requirement.name);
    if (member === undefined) {
      if (members.length === 0 || requirement.name !== root) requirements.push(requirement);
      else requirement.extras.forEach((extra) => extras.add(extra));
      continue;
    }
    const asked = taken.get(member) ?? new Set();
    if (!taken.has(member)) left.push(...member.dependencies);
    for (const extra of requirement.extras.map(normalizePackageName)) {
      if (asked.has(extra)) continue;
      asked.add(extra);
      left.push(...(member.extras.get(extra) ?? []));
    }
    taken.set(member, asked);
  }
  return { members: [...taken.keys()], requirements, extras: [...extras] };
}

/** Requirements as metadata lists them; those of an extra where it is among `extras`, all where that is left open. */
export function requirementsOf(metadata: readonly string[], extras?: readonly string[]): Requirement[] {
  const chosen = extras?.map(normalizePackageName);
  return metadata.flatMap((line) => {
    const extra = /\bextra\s*==\s*["']([^"']+)["']/u.exec(line)?.[1];
    const isMeant =
      extra === undefined || chosen === undefined || chosen.includes(normalizePackageName(extra));
    return isMeant ? (parseRequirement(line) ?? []) : [];
  });
}

/** Names of the members that are asked for beside what the repository's own lists need. */
export function askedMembers(lines: readonly string[], { members }: DeclaredProject): string[] {
  const names = new Set(lines.flatMap((line) => parseRequirement(line)?.name ?? []));
  return members.flatMap(({ name }) => (names.has(name) ? [name] : []));
}
