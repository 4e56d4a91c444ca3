import { existsSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { DioramaError, joinPath, makeFolders, type HostPath } from "../../base/index.ts";
import { checkTreeLimits, MAX_FILE_BYTES } from "../tree-limits.ts";
import type { ListedEntry } from "../tree-plan.ts";
import type { GitLocation } from "./location.ts";
import { isFullObjectId } from "./remote-refs.ts";
import { runGit, streamGit, type GitOutcome } from "./run-git.ts";

const FETCH = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"];
/** Commits before one that are looked at, and those that are fetched for it. */
const MOST_ANCESTORS = 5_000;
const MOST_FETCHED = 1_000;

/**
 * A bare repository of our own beside which the objects of a foreign one stand: borrowed where that one is on this
 * machine, fetched where it is not. Commands run here only, so that the foreign configuration is never read, and files
 * are written from objects one by one, so that no attribute (`export-subst`, `eol`, filters) has a say.
 */
export class GitRepository {
  readonly #directory: HostPath;
  readonly #signal: AbortSignal | undefined;
  readonly #isPartial: boolean;
  readonly #sizes = new Map<string, number>();

  private constructor(directory: HostPath, { objects }: GitLocation, signal: AbortSignal | undefined) {
    this.#directory = directory;
    this.#signal = signal;
    this.#isPartial = objects !== undefined && globSync(join(objects, "pack/*.promisor")).length > 0;
  }

  /** Makes the repository at `directory`, which does not exist; whoever asked removes it. `idLength`: of object ids. */
  static async create(
    directory: HostPath,
    location: GitLocation,
    idLength: number,
    signal: AbortSignal | undefined,
  ): Promise<GitRepository> {
    const format = idLength === 64 ? "sha256" : "sha1";
    makeFolders(directory);
    const made = await runGit(["init", "--bare", "--quiet", `--object-format=${format}`, "--", directory], {
      signal,
    });
    expectDone(made, "make a repository");
    if (location.objects !== undefined) {
      mkdirSync(join(directory, "objects/info"), { recursive: true });
      writeFileSync(join(directory, "objects/info/alternates"), `${JSON.stringify(location.objects)}\n`);
    }
    return new GitRepository(directory, location, signal);
  }

  /** Brings a commit's objects here: alone, or with everything else where the other side gives only that. */
  async fetch(location: GitLocation, id: string): Promise<void> {
    if (location.objects !== undefined) return;
    if (isFullObjectId(id)) {
      const alone = await this.#git([...FETCH, "--depth=1", "--", location.address, id]);
      if (alone.exitCode === 0) return;
    }
    const all = await this.#git([...FETCH, "--", location.address, "+refs/*:refs/fetched/*"]);
    expectDone(all, `fetch from ${location.source}`);
  }

  /** The commit that an object id, whole or shortened, means; `undefined` where there is none. */
  async findCommit(id: string): Promise<string | undefined> {
    if (!/^[0-9a-f]{4,64}$/.test(id)) return undefined;
    const outcome = await this.#git(["rev-parse", "--verify", "--quiet", `${id}^{commit}`]);
    return outcome.exitCode === 0 ? outcome.stdout.toString("utf8").trim() : undefined;
  }

  /** When a commit was committed, ISO 8601 in UTC. */
  async readDate(commit: string): Promise<string | null> {
    const outcome = await this.#git(["cat-file", "commit", commit]);
    const seconds = Number(
      /^committer .* (\d+) [+-]\d{4}$/m.exec(outcome.stdout.toString("utf8"))?.[1] ?? Number.NaN,
    );
    return Number.isNaN(seconds) ? null : new Date(seconds * 1_000).toISOString();
  }

  /** Brings the commits here that are before one that was fetched alone, without what they hold, where the other side gives them so. */
  async fetchHistory(location: GitLocation, commit: string): Promise<void> {
    if (location.objects !== undefined || !existsSync(join(this.#directory, "shallow"))) return;
    const deeper = [...FETCH, "--filter=tree:0", `--depth=${MOST_FETCHED}`];
    await this.#git([...deeper, "--", location.address, commit]);
  }

  /** Up to 5,000 commits from `commit` back, the latest first, as far as they are here. */
  async listAncestors(commit: string): Promise<readonly string[]> {
    const outcome = await this.#git(["rev-list", `--max-count=${MOST_ANCESTORS}`, commit]);
    return outcome.stdout.toString("utf8").split("\n").filter(isFullObjectId);
  }

  /**
   * Everything in a commit's tree. Contents are object ids; `not_fetched` is what a partial clone was made without.
   * Throws `incomplete-repository`, `source-too-large`.
   */
  async listTree(commit: string, what: string): Promise<readonly ListedEntry[]> {
    const items: TreeItem[] = [];
    const absent: ListedEntry[] = [];
    const outcome = await streamGit(
      ["ls-tree", "-r", "-z", "-l", "--full-tree", commit],
      { gitDirectory: this.#directory, signal: this.#signal },
      async (stdout) => {
        let bytes = 0;
        for await (const item of parseTreeItems(stdout as AsyncIterable<Buffer>)) {
          if (item.bytes === undefined) {
            absent.push(this.#leaveOutAbsent(item.name.toString("utf8")));
            continue;
          }
          bytes += item.bytes;
          items.push({ ...item, bytes: item.bytes });
          checkTreeLimits(what, { files: items.length, bytes });
        }
      },
    );
    if (outcome.exitCode !== 0) throw incomplete(what, outcome.stderr);
    for (const { id, bytes } of items) this.#sizes.set(id, bytes);
    const targets = await this.#readLinks(items);
    return [...items.map((item) => describeItem(item, targets)), ...absent];
  }

  #leaveOutAbsent(path: string): ListedEntry {
    if (!this.#isPartial) throw incomplete(path, "its size is unknown");
    return { kind: "left-out", path, reason: "not_fetched" };
  }

  /** The bytes of blobs listed before. Throws `incomplete-repository`. */
  async *readBlobs(
    ids: readonly string[],
  ): AsyncGenerator<{ readonly content: string; readonly bytes: Buffer }> {
    for (const batch of this.#batches(ids)) {
      const outcome = await this.#git(["cat-file", "--batch"], `${batch.join("\n")}\n`);
      if (outcome.exitCode !== 0) throw incomplete("objects", outcome.stderr);
      let at = 0;
      for (const content of batch) {
        const lineEnd = outcome.stdout.indexOf(0x0a, at);
        const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(outcome.stdout.toString("latin1", at, lineEnd)) ?? [];
        if (size === undefined) throw incomplete(content, "the object is missing");
        const start = lineEnd + 1;
        yield { content, bytes: outcome.stdout.subarray(start, start + Number(size)) };
        at = start + Number(size) + 1;
      }
    }
  }

  /** Which of the paths in a folder git would ignore by the `.gitignore` files there and the user's own rules. */
  async findIgnored(workTree: HostPath, paths: readonly string[]): Promise<ReadonlySet<string>> {
    const outcome = await this.#git(
      [`--work-tree=${workTree}`, "check-ignore", "--no-index", "--stdin", "-z"],
      paths.map((path) => `${path}\0`).join(""),
    );
    return new Set(
      outcome.stdout
        .toString("utf8")
        .split("\0")
        .filter((path) => path !== ""),
    );
  }

  #git(args: readonly string[], input = ""): Promise<GitOutcome> {
    return runGit(args, { gitDirectory: this.#directory, signal: this.#signal, input });
  }

  async #readLinks(items: readonly TreeItem[]): Promise<ReadonlyMap<string, string>> {
    const links = items.filter(({ mode, bytes }) => mode === "120000" && bytes <= MAX_LINK_BYTES);
    const targets = new Map<string, string>();
    for await (const { content, bytes } of this.readBlobs([...new Set(links.map(({ id }) => id))]))
      targets.set(content, bytes.toString("utf8"));
    return targets;
  }

  /** At most 32 MiB at a time in memory, one more file aside. */
  *#batches(ids: readonly string[]): Generator<readonly string[]> {
    let batch: string[] = [];
    let bytes = 0;
    for (const id of ids) {
      batch.push(id);
      bytes += this.#sizes.get(id) ?? MAX_FILE_BYTES;
      if (bytes < 32 * 1024 * 1024 && batch.length < 10_000) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
    if (batch.length > 0) yield batch;
  }
}

const MAX_LINK_BYTES = 4_096;

interface TreeItem {
  readonly mode: string;
  readonly id: string;
  readonly bytes: number;
  readonly name: Buffer;
}

/** `bytes` is undefined where the object is not here: git writes BAD for its size. */
async function* parseTreeItems(
  stdout: AsyncIterable<Buffer>,
): AsyncGenerator<Omit<TreeItem, "bytes"> & { readonly bytes: number | undefined }> {
  let rest = Buffer.alloc(0);
  for await (const part of stdout) {
    rest = rest.length === 0 ? Buffer.from(part) : Buffer.concat([rest, part]);
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const tab = rest.indexOf(0x09);
      const [, mode, id, size] =
        /^(\d+) \w+ ([0-9a-f]+) +(\d+|-|BAD)$/.exec(rest.toString("latin1", 0, tab)) ?? [];
      const name = Buffer.from(rest.subarray(tab + 1, end));
      if (mode === undefined || id === undefined) throw incomplete(name.toString("utf8"), "it is not listed");
      yield { mode, id, bytes: size === "BAD" ? undefined : size === "-" ? 0 : Number(size), name };
      rest = rest.subarray(end + 1);
    }
  }
}

function describeItem(item: TreeItem, targets: ReadonlyMap<string, string>): ListedEntry {
  const path = item.name.toString("utf8");
  if (item.mode === "160000") return { kind: "left-out", path, reason: "submodule", commit: item.id };
  if (!Buffer.from(path).equals(item.name)) return { kind: "left-out", path, reason: "not_utf8_name" };
  if (item.mode !== "120000")
    return { kind: "file", path, bytes: item.bytes, isExecutable: item.mode === "100755", content: item.id };
  const target = targets.get(item.id);
  return target === undefined
    ? { kind: "left-out", path, reason: "symlink_outside" }
    : { kind: "symlink", path, target };
}

function expectDone(outcome: GitOutcome, doing: string): void {
  if (outcome.exitCode === 0) return;
  throw new DioramaError("git-failed", `Cannot ${doing}: git ended with exit code ${outcome.exitCode}.`, {
    fields: { stderr: outcome.stderr.trim() },
    hint: `git says: ${outcome.stderr.trim().split("\n").at(-1) ?? "nothing"}`,
  });
}

function incomplete(what: string, stderr: string): DioramaError {
  return new DioramaError(
    "incomplete-repository",
    `Cannot read ${what}: the repository lacks objects of it.`,
    {
      fields: { stderr: stderr.trim() },
      hint: "Fetch the missing objects into it, or name the repository that it was cloned from.",
    },
  );
}

/** Where a repository of ours is made below a partial folder. */
export function repositoryFolder(partial: HostPath): HostPath {
  return joinPath(partial, "objects.git");
}
