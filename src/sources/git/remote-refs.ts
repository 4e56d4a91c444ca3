import { describeKnownNames, DioramaError, findNearestName, UsageError } from "../../base/index.ts";
import type { GitLocation } from "./location.ts";
import { redact, runGit, uploadPackCommand } from "./run-git.ts";

/** Full ref name (`HEAD`, `refs/tags/v1`) to the commit it stands for, annotated tags peeled. */
export type RefTable = ReadonlyMap<string, string>;

/** Asks a repository for its branches and tags. Throws `repository-unreachable`, `empty-repository`. */
export async function listRefs(
  location: GitLocation,
  spec: string,
  signal: AbortSignal | undefined,
): Promise<RefTable> {
  const own = location.ref.startsWith("refs/") ? [location.ref, `${location.ref}^{}`] : [];
  const outcome = await runGit(
    [
      "ls-remote",
      ...(location.objects === undefined ? [] : [`--upload-pack=${uploadPackCommand()}`]),
      "--",
      location.address,
      "HEAD",
      "refs/heads/*",
      "refs/tags/*",
      ...own,
    ],
    { signal },
  );
  if (outcome.exitCode !== 0) throw unreachable(spec, outcome.stderr);
  const refs = parseRefs(outcome.stdout.toString("utf8"));
  if (refs.size > 0) return refs;
  throw new UsageError("empty-repository", `Cannot acquire ${redact(spec)}: the repository has no commits.`, {
    hint: "Name a repository that has a branch.",
  });
}

/** The commit (or tag object) that a ref means, or `undefined` where it is none of the names and no full object id. */
export function findCommit(ref: string, refs: RefTable): string | undefined {
  const names = [ref, `refs/${ref}`, `refs/tags/${ref}`, `refs/heads/${ref}`];
  const named = names.map((name) => refs.get(name)).find((commit) => commit !== undefined);
  return named ?? (isFullObjectId(ref) ? ref : undefined);
}

/** True for 40 or 64 hexadecimal digits in lower case. */
export function isFullObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** The error for a ref that a repository does not have, with the ones most like it. */
export function missingRef(location: GitLocation, spec: string, refs: RefTable): UsageError {
  const names = [...refs.keys()]
    .map((name) => name.replace(/^refs\/(?:heads|tags)\//, ""))
    .filter((name) => name !== "HEAD");
  const nearest = findNearestName(location.ref, names);
  const shown = [...new Set([...(nearest === undefined ? [] : [nearest]), ...names.toReversed()])].slice(
    0,
    8,
  );
  return new UsageError(
    "missing-ref",
    `Cannot acquire ${redact(spec)}: the repository has no branch, tag or commit "${location.ref}".`,
    { hint: describeKnownNames(location.ref, names.length > shown.length ? [...shown, "…"] : shown) },
  );
}

function parseRefs(text: string): RefTable {
  const refs = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, id, name] = /^([0-9a-f]{40,64})\t(.+)$/.exec(line) ?? [];
    if (id === undefined || name === undefined) continue;
    const peeled = name.endsWith("^{}") ? name.slice(0, -"^{}".length) : undefined;
    if (peeled !== undefined) refs.set(peeled, id);
    else if (name === "HEAD" || name.startsWith("refs/")) refs.set(name, id);
  }
  return refs;
}

function unreachable(spec: string, stderr: string): DioramaError {
  const reason =
    /terminal prompts disabled|Authentication failed|Permission denied|not found|does not exist/i.test(stderr)
      ? "it does not exist, or this user may not read it"
      : "git could not read it";
  return new DioramaError("repository-unreachable", `Cannot acquire ${redact(spec)}: ${reason}.`, {
    fields: { stderr: stderr.trim() },
    hint: `git says: ${stderr.trim().split("\n").at(-1) ?? "nothing"}`,
  });
}
