import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { dirname, posix } from "node:path";

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
import { decidedBySystem } from "./system/system-files.ts";
import { materialiseTree } from "./tree.ts";

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
  const { toolchain, staging, options, systemLayer } = installation;
  const { forTasks = false } = options;
  const before = digestProducts(over.products);
  const key = digestOf({
    format: FORMAT,
    tree: acquired.treeDigest,
    products: before,
    lock: over.lock,
    interpreter: toolchain.description,
    platform: toolchain.platform,
    ...decidedBySystem(systemLayer),
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
  const target = staging.folder("prepared");
  layOut(readTexts(over.products, Object.keys(before)), joinPath(target, "tree"));
  const found = findMade(tree, { acquired, before, preparation });
  // Of tasks the tree's own files are those that are hidden and edited: nothing lies over them.
  const own = new Set(acquired.files.map(({ path }) => path));
  layOut(forTasks ? found.filter(([path]) => !own.has(path)) : found, joinPath(target, "tree"));
  await publishFolder(target, kept);
  return made(joinPath(kept, "tree"));
}

type Contents = readonly (readonly [path: RepositoryPath, content: Buffer])[];

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
): Contents {
  const known = new Map(files.map(({ path }) => [path, sha256(readFileSync(joinPath(directory, path)))]));
  const named = new Set([...known].map(([path, digest]) => `${digest} ${posix.basename(path)}`));
  const paths = filesOf(tree).filter((path) => preparation.keeps(path));
  return readTexts(tree, paths).filter(([path, content]) => {
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

function readTexts(folder: HostPath, paths: readonly RepositoryPath[]): Contents {
  return paths.map((path) => [path, readFileSync(joinPath(folder, path))] as const);
}

function layOut(contents: Contents, target: HostPath): void {
  mkdirSync(target, { recursive: true });
  for (const [path, content] of contents) {
    const place = joinPath(target, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
}
