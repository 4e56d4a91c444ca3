import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { posix } from "node:path";

import {
  digestOf,
  joinPath,
  publishFolder,
  sha256,
  type HostPath,
  type RepositoryPath,
} from "../base/index.ts";
import type { AcquiredSource } from "../sources/index.ts";
import type { Preparation } from "./build-system.ts";
import { made, type Step } from "./failures.ts";
import { LAYER_PATH, readable, TREE_PATH, writable } from "./machine.ts";
import { digestProducts } from "./products.ts";
import { runJob, type Installation } from "./run-job.ts";
import { decidedByMachine } from "./system/system-files.ts";
import { copyFiles, materialiseTree } from "./tree.ts";

/** Raised when what is kept of preparing changes its form or meaning. */
const FORMAT = 1;

/** What a tree is prepared over. */
export interface Prepared {
  /** Files that building gave, to be laid over the tree. */
  readonly products: HostPath;
  readonly lock: string;
  /** The dependency layer. */
  readonly layer: HostPath;
}

/**
 * Runs what a repository's files run before its tests to make files in the tree, once, over a copy of it with the dependencies and without network. What that made is
 * among the products from then on. Gives their folder.
 */
export async function prepareTree(
  acquired: AcquiredSource,
  preparation: Preparation,
  over: Prepared,
  installation: Installation,
): Promise<Step<HostPath>> {
  const { staging, options } = installation;
  const { forTasks = false } = options;
  const before = digestProducts(over.products);
  const key = digestOf({
    format: FORMAT,
    tree: acquired.treeDigest,
    products: before,
    lock: over.lock,
    ...decidedByMachine(installation),
    plan: preparation.decidedBy,
    ...(forTasks ? { forTasks } : {}),
  });
  const kept = joinPath(options.cacheDirectory, "products", key.replace("sha256:", ""));
  if (existsSync(kept)) return made(joinPath(kept, "tree"));
  const tree = staging.folder("prepared-tree");
  await materialiseTree(acquired, over, tree);
  const mounts = [readable(over.layer, LAYER_PATH), writable(tree, TREE_PATH)];
  const done = await runJob(preparation.job, { work: staging.folder("prepare"), mounts }, installation);
  if (done.status === "failed") return done;
  // Of tasks the tree's own files are those that are hidden and edited: nothing lies over them.
  const own = new Set(forTasks ? acquired.files.map(({ path }) => path) : []);
  const found = new Set(findMade(tree, { acquired, before, preparation }).filter((path) => !own.has(path)));
  const target = staging.folder("prepared");
  const products = joinPath(target, "tree");
  mkdirSync(products);
  const unchanged = Object.keys(before).filter((path) => !found.has(path));
  await copyFiles(over.products, unchanged, products);
  await copyFiles(tree, [...found], products);
  await publishFolder(target, kept);
  return made(joinPath(kept, "tree"));
}

/** Files that were made or changed. A file of the tree that lies in another folder as well under its own name is a second place to read it from, and left out. */
function findMade(
  tree: HostPath,
  {
    acquired: { directory, files },
    before,
    preparation,
  }: {
    readonly acquired: AcquiredSource;
    readonly before: Readonly<Record<RepositoryPath, string>>;
    readonly preparation: Preparation;
  },
): RepositoryPath[] {
  const known = new Map(files.map(({ path }) => [path, sha256(readFileSync(joinPath(directory, path)))]));
  const named = new Set([...known].map(([path, digest]) => `${digest} ${posix.basename(path)}`));
  return filesOf(tree).filter((path) => {
    if (!preparation.keeps(path)) return false;
    const content = readFileSync(joinPath(tree, path));
    const digest = sha256(content);
    if (digest === (before[path] ?? known.get(path))) return false;
    return content.length === 0 || !named.has(`${digest} ${posix.basename(path)}`);
  });
}

/** Regular files, and links to such of the tree. */
function filesOf(tree: HostPath, folder: RepositoryPath = ""): RepositoryPath[] {
  const root = realpathSync(tree);
  return readdirSync(joinPath(tree, folder)).flatMap((name) => {
    const path = folder === "" ? name : `${folder}/${name}`;
    const place = joinPath(tree, path);
    const status = lstatSync(place);
    if (status.isDirectory()) return filesOf(tree, path);
    if (!status.isSymbolicLink()) return status.isFile() ? [path] : [];
    const target = existsSync(place) ? realpathSync(place) : "";
    return target.startsWith(`${root}/`) && lstatSync(target).isFile() ? [path] : [];
  });
}
