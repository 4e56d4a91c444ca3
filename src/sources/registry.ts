import { readdirSync } from "node:fs";

import { findNearestName, UsageError } from "../base/index.ts";
import { folder } from "./folder.ts";
import { git } from "./git/git.ts";
import { npm } from "./npm/npm.ts";
import { pypi } from "./pypi.ts";
import type { AcquiredSource, AcquireOptions, SourceKind } from "./source.ts";

/** Every kind of source; the first that accepts a text is responsible for it. */
export const sourceKinds = { pypi, npm, git, folder } as const satisfies Readonly<Record<string, SourceKind>>;

/** What a user may type. */
const FORMS: readonly string[] = [
  "a folder",
  "a git directory",
  "git+URL@REF",
  "github:OWNER/NAME@REF",
  "pypi:NAME@VERSION",
  "npm:NAME@VERSION",
];

/** What people write for a prefix, and the prefix. */
const PREFIXES: Readonly<Record<string, string>> = {
  "pypi:": "pypi:",
  "pip:": "pypi:",
  "pipy:": "pypi:",
  "npm:": "npm:",
  "github:": "github:",
  "gh:": "github:",
  "git+": "git+",
  "git:": "git+",
};

/** Brings a source here, or finds it in the cache. Runs nothing of it. Throws `unknown-source` and what its kind throws. */
export async function acquireSource(spec: string, options: AcquireOptions): Promise<AcquiredSource> {
  const kind = Object.values(sourceKinds).find((known) => known.accepts(spec));
  if (kind !== undefined) return kind.acquire(spec, options);
  const nearest = suggest(spec);
  throw new UsageError(
    "unknown-source",
    `Cannot acquire "${spec}": it is neither a folder nor a known form. Known: ${FORMS.join(", ")}.`,
    nearest === undefined ? {} : { hint: `Did you mean "${nearest}"?` },
  );
}

function suggest(spec: string): string | undefined {
  if (/^(?:https?|ssh|git|file):\/\//.test(spec) || /^[\w.-]+@[\w.-]+:/.test(spec)) return `git+${spec}`;
  const [, word = "", separator = "", rest = ""] = /^([a-z]+)([:+])(.*)$/i.exec(spec) ?? [];
  const prefix = findNearestName(word + separator, Object.keys(PREFIXES));
  if (separator !== "" && prefix !== undefined) return (PREFIXES[prefix] ?? prefix) + rest;
  const folders = readdirSync(".", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return (
    findNearestName(
      spec,
      folders.map(({ name }) => name),
    ) ?? suggestForge(spec)
  );
}

function suggestForge(spec: string): string | undefined {
  if (/^[\w-]+\/[\w.-]+(?:@\S+)?$/.test(spec)) return `github:${spec}`;
  return /^[\w.-]+(?:(?:@|==)[\w.]+)?$/.test(spec) ? `pypi:${spec.replace("==", "@")}` : undefined;
}
