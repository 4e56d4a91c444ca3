import { z } from "zod";

import { joinPath, parseJson, type HostPath, type RepositoryPath } from "../../base/index.ts";
import type { BuildPlan, Toolchain } from "../build-system.ts";
import { failed, made, type Step } from "../failures.ts";
import { readForeignText } from "../foreign-text.ts";
import { guestsOf, scriptJob } from "../guest-scripts.ts";
import { planLockBuild, type LockBuild } from "../lock-build.ts";
import { SOURCE_PATH, WORK_PATH } from "../machine.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import { crateLocks, type CrateLock } from "./crate-lock.ts";

const RESOLUTION_TIMEOUT_MS = 600_000;
const MAX_BYTES = 64 * 2 ** 20;

/** The part of `cargo metadata` that is used. */
const metadata = z.object({
  packages: z.array(
    z.object({
      name: z.string(),
      source: z.string().nullable(),
      manifest_path: z.string(),
      targets: z.array(z.object({ src_path: z.string() })),
    }),
  ),
});

/** What decides how a tree's crates are resolved. */
export interface CrateRequest {
  readonly files: RepositoryFiles;
  /** Options of cargo that choose features. */
  readonly options: readonly string[];
  /** No crate newer than of that day (`YYYY-MM-DD`). */
  readonly until: string | undefined;
  readonly toolchain: Toolchain;
  /** A lock that is known already: then nothing is resolved. */
  readonly known: string | undefined;
}

/** Resolves what a tree's crates need. Where the tree has no `Cargo.lock`, or another, the one that was made is laid over it. */
export function planCrates({ files, options, until, toolchain, known }: CrateRequest): BuildPlan {
  const build: LockBuild<CrateLock> = {
    what: files.has("Cargo.lock")
      ? "the crates that Cargo.lock names"
      : until === undefined
        ? "a Cargo.lock with the newest crates"
        : `a Cargo.lock with the newest crates of ${until}`,
    decidedBy: until === undefined ? undefined : { until },
    job: scriptJob(guestsOf("rust"), {
      name: "resolve-crates.sh",
      network: "registries",
      timeoutMs: RESOLUTION_TIMEOUT_MS,
      variables: (at) => ({
        ...cargoVariables(toolchain),
        SOURCE: at(SOURCE_PATH),
        WORK: at(WORK_PATH),
        ...(until === undefined ? {} : { UNTIL: `${until}T23:59:59Z` }),
      }),
      otherwise: "resolution_failed",
    }),
    form: crateLocks,
    read: (work) => readResolved(work, files, options),
    treeFiles: (lock) => ({ "Cargo.lock": lock.cargo_lock }),
  };
  return planLockBuild(build, files, known);
}

/** Variables by which our scripts and cargo find a toolchain. */
export function cargoVariables({ path, platform }: Toolchain): Record<string, string> {
  const folder = path.slice(0, path.lastIndexOf("/"));
  return { CARGO: path, RUSTC: `${folder}/rustc`, RUSTDOC: `${folder}/rustdoc`, TARGET: platform };
}

function readResolved(work: HostPath, files: RepositoryFiles, options: readonly string[]): Step<CrateLock> {
  const text = (name: string): string => readForeignText(joinPath(work, name), MAX_BYTES);
  const root = `${text("root").trim()}/`;
  const parsed = metadata.safeParse(parseJson(text("metadata.json")));
  if (!parsed.success) return failed("resolution_failed", "cargo described no crate of the tree.");
  const own = parsed.data.packages.filter(({ source }) => source === null);
  const below = (path: string): RepositoryPath[] => (path.startsWith(root) ? [path.slice(root.length)] : []);
  const manifests = new Set(["Cargo.toml", ...own.flatMap(({ manifest_path: path }) => below(path))]);
  const settings = [".cargo/config.toml", ".cargo/config"].filter((path) => files.has(path));
  const kept = [...manifests, ...settings].map((path) => [path, files.text(path) ?? ""]);
  return made({
    format: "cargo-crates/1",
    cargo_lock: text("Cargo.lock"),
    files: Object.fromEntries(kept) as Record<string, string>,
    sources: [
      ...new Set(own.flatMap(({ targets }) => targets.flatMap(({ src_path: path }) => below(path)))),
    ].sort(),
    crates: own.map(({ name }) => name).sort(),
    options: [...options],
  });
}
