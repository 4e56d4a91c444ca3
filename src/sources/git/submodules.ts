import { dirname, join } from "node:path";

import { DioramaError, joinPath, messageOf, type HostPath } from "../../base/index.ts";
import type { AcquireOptions, MissingSubmodule } from "../source.ts";
import type { ReadContents } from "../tree.ts";
import type { ListedEntry } from "../tree-plan.ts";
import { parseGitmodules, type DeclaredSubmodule } from "./gitmodules.ts";
import { isGitDirectory, parseGitSpec, type GitLocation } from "./location.ts";
import { GitRepository } from "./repository.ts";
import { redact } from "./run-git.ts";

/**
 * A commit's tree with the trees of its submodules in their places. Each comes from its own URL, at the commit that the tree names, as
 * objects beside which a repository of ours stands: nothing of it runs, and nothing is checked out. Foreign text names these places, so
 * that only a source of this machine may name folders of this machine.
 */
export interface WholeTree {
  readonly entries: readonly ListedEntry[];
  readonly missing: readonly MissingSubmodule[];
  readonly read: ReadContents;
}

/** A repository whose commit is to be listed. */
export interface CommitToList {
  readonly repository: GitRepository;
  readonly location: GitLocation;
  readonly commit: string;
  /** Names the source in errors. */
  readonly what: string;
  /** Empty folder for repositories of ours; whoever asks removes it. */
  readonly partial: HostPath;
}

/** How deep submodules of submodules are followed, and how many there may be in all. */
const MOST_DEPTH = 8;
const MOST_SUBMODULES = 200;

/** Lists a commit; its submodules too where they are asked for. Those that cannot be had are told, and left out. */
export async function listWholeTree(
  commit: CommitToList,
  options: Pick<AcquireOptions, "submodules" | "signal" | "logger">,
): Promise<WholeTree> {
  const repositories: GitRepository[] = [];
  const missing: MissingSubmodule[] = [];

  const list = async (job: CommitToList, folder: string, depth: number): Promise<ListedEntry[]> => {
    const index = repositories.push(job.repository) - 1;
    const listed = await job.repository.listTree(job.commit, job.what);
    const declared = await readDeclared(job.repository, listed);
    const entries: ListedEntry[] = [];
    for (const entry of listed) {
      const placed = placeEntry(entry, folder, index);
      if (entry.kind !== "left-out" || entry.commit === undefined) {
        entries.push(placed);
        continue;
      }
      const module = declared.find(({ path }) => path === entry.path);
      const brought = await bring({ job, module, commit: entry.commit, path: placed.path, depth });
      entries.push(...(brought ?? [placed]));
    }
    return entries;
  };

  const bring = async (submodule: {
    readonly job: CommitToList;
    readonly module: DeclaredSubmodule | undefined;
    readonly commit: string;
    readonly path: string;
    readonly depth: number;
  }): Promise<ListedEntry[] | undefined> => {
    const { job, module, path, depth } = submodule;
    const leave = (problem: string): undefined => {
      missing.push({ path, url: module?.url === undefined ? null : redact(module.url), problem });
    };
    if (options.submodules !== true) return leave("it was not asked for");
    if (module?.url === undefined) return leave(".gitmodules has no URL of it");
    if (depth >= MOST_DEPTH || repositories.length > MOST_SUBMODULES) return leave("there are too many");
    try {
      const location = locateSubmodule(job.location, module);
      const directory = joinPath(job.partial, `submodule-${repositories.length}-${missing.length}.git`);
      const { length } = submodule.commit;
      const repository = await GitRepository.create(directory, location, length, options.signal);
      options.logger("info", "submodule-fetching", { path, source: location.source });
      await repository.fetch(location, submodule.commit);
      const commit = await repository.findCommit(submodule.commit);
      if (commit === undefined)
        return leave(`the repository there has no commit ${submodule.commit.slice(0, 12)}`);
      return await list({ ...job, repository, location, commit }, path, depth + 1);
    } catch (error) {
      if (!(error instanceof DioramaError) || !LEAVES.has(error.code)) throw error;
      return leave([messageOf(error), error.hint].filter((line) => line !== undefined).join(" "));
    }
  };

  const entries = await list(commit, "", 0);
  return { entries, missing, read: (contents) => readFrom(repositories, contents) };
}

/** Errors that are one submodule's own. */
const LEAVES = new Set([
  "bad-source",
  "missing-repository",
  "git-failed",
  "incomplete-repository",
  "foreign-submodule",
]);

/** Where a submodule is. Throws `foreign-submodule` where its URL may not be followed, and what `parseGitSpec` throws. */
function locateSubmodule(base: GitLocation, { name, url = "" }: DeclaredSubmodule): GitLocation {
  const isHere = base.objects !== undefined;
  const kept = isHere ? keptModule(base.address, name) : undefined;
  if (kept !== undefined) return parseGitSpec(`git+${kept}`);
  const address = /^\.\.?\//.test(url) ? resolveUrl(baseAddress(base), url) : url;
  if (address.includes("::") || /[@#]/.test(address.replace(/^(?:\w+:\/\/)?[^/@]*@/, "")))
    throw foreign(`its URL ${redact(url)} cannot be followed`);
  const isElsewhere =
    /^(?:https?|ssh|git):\/\//i.test(address) || /^(?:[^\s/@:]+@)?[^\s/@:]+:(?!\/\/)/.test(address);
  if (!isElsewhere && !isHere) throw foreign(`its URL ${redact(url)} names a folder of this machine`);
  if (/^file:/i.test(address) && !isHere)
    throw foreign(`its URL ${redact(url)} names a folder of this machine`);
  return parseGitSpec(`git+${address}`);
}

/** What a checkout of this machine has of a submodule already. */
function keptModule(gitDirectory: string, name: string): string | undefined {
  if (name.split("/").includes("..")) return undefined;
  const directory = join(gitDirectory, "modules", name);
  return isGitDirectory(directory) ? directory : undefined;
}

/** What a relative URL is relative to: the work tree, or the bare directory, or the address. */
function baseAddress({ address, objects }: GitLocation): string {
  return objects !== undefined && address.endsWith("/.git") ? dirname(address) : address;
}

function resolveUrl(base: string, url: string): string {
  let [left, right] = [base.replace(/\/+$/, ""), url];
  for (;;) {
    if (right.startsWith("./")) right = right.slice(2);
    else if (right.startsWith("../")) {
      const cut = Math.max(left.lastIndexOf("/"), left.lastIndexOf(":"));
      left = left.slice(0, Math.max(cut, 0));
      right = right.slice(3);
    } else return `${left}/${right}`;
  }
}

function foreign(message: string): DioramaError {
  return new DioramaError("foreign-submodule", message);
}

async function readDeclared(
  repository: GitRepository,
  listed: readonly ListedEntry[],
): Promise<readonly DeclaredSubmodule[]> {
  const file = listed.find((entry) => entry.kind === "file" && entry.path === ".gitmodules");
  if (file?.kind !== "file") return [];
  for await (const { bytes } of repository.readBlobs([file.content]))
    return parseGitmodules(bytes.toString("utf8"));
  return [];
}

/** An entry in its folder; its content names the repository that has it. */
function placeEntry(entry: ListedEntry, folder: string, index: number): ListedEntry {
  const path = folder === "" ? entry.path : `${folder}/${entry.path}`;
  return entry.kind === "file"
    ? { ...entry, path, content: `${index}:${entry.content}` }
    : { ...entry, path };
}

async function* readFrom(
  repositories: readonly GitRepository[],
  contents: readonly string[],
): AsyncGenerator<{ readonly content: string; readonly bytes: Buffer }> {
  const byRepository = Map.groupBy(contents, (content) => Number(content.split(":", 1)[0]));
  for (const [index, own] of byRepository) {
    const ids = own.map((content) => content.slice(content.indexOf(":") + 1));
    for await (const { content, bytes } of repositories[index]?.readBlobs(ids) ?? [])
      yield { content: `${index}:${content}`, bytes };
  }
}
