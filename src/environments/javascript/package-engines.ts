import { parseJson } from "../../base/index.ts";
import type { RemedyReason, Trouble } from "../build-system.ts";
import { isTable, tableAt, textOf, type RepositoryFiles } from "../repository-files.ts";
import { packageLocks } from "./installed-lock.ts";
import { isInRange } from "./node-range.ts";
import { chooseNode, type AskedRelease, type AskedReleases } from "./node-releases.ts";
import { findWorkspaces, readManifest, textsAt } from "./package-files.ts";
import type { PackageManager } from "./package-manager.ts";

// Packages say which Node they are for. Installers only warn where it is another, and the package fails when it is loaded.

/** What an entry of a lock says of Node, and at which line; of one package there may be several. */
interface Entry {
  readonly name: string;
  readonly range: string;
  readonly line: number;
}

/** The releases of Node that the packages ask for which manifests name, as far as a lock file says so, and the manager itself. */
export function enginesOfPackages(
  files: RepositoryFiles,
  { lockFile, packages }: PackageManager,
  lock = files.text(lockFile) ?? "",
): readonly AskedRelease[] {
  const named = new Set(
    ["", ...findWorkspaces(files)].flatMap((folder) =>
      ["dependencies", "devDependencies"].flatMap((key) => [
        ...textsAt(readManifest(files, folder), key).keys(),
      ]),
    ),
  );
  const entries = lockFile === "pnpm-lock.yaml" ? entriesOfPnpm(lock) : entriesOfNpm(lock, named);
  const byName = Map.groupBy(
    entries.filter(({ name }) => named.has(name)),
    ({ name }) => name,
  );
  const direct = [...byName].flatMap(([name, [entry, ...others]]) =>
    entry !== undefined && others.length === 0
      ? [{ path: lockFile, line: entry.line, says: `${name} is for Node ${entry.range}`, range: entry.range }]
      : [],
  );
  return [...managerItem(packages), ...direct];
}

/** Since its eleventh release pnpm runs on no older Node, and where it does not run it is none that the tree was written with. */
function managerItem([declared = ""]: readonly string[]): readonly AskedRelease[] {
  const major = Number(/^pnpm@(\d+)/.exec(declared)?.[1] ?? 0);
  const range = ">=22.13";
  return major < 11
    ? []
    : [{ path: "package.json", line: 1, says: `pnpm ${major} is for Node ${range}`, range }];
}

function entriesOfPnpm(lock: string): readonly Entry[] {
  const found: Entry[] = [];
  let name: string | undefined;
  for (const [at, text] of lock.split("\n").entries()) {
    const key = /^ {2}['"]?\/?((?:@[^@/\s]+\/)?[^@/\s'"]+)[@/][^\s:]+.*:\s*$/.exec(text)?.[1];
    if (/^\S/.test(text)) name = undefined;
    else if (key !== undefined) name = key;
    const range = /^ {4}engines: \{.*?\bnode: (?:'([^']*)'|"([^"]*)"|([^,}]+))/.exec(text);
    if (name !== undefined && range !== null)
      found.push({ name, range: (range[1] ?? range[2] ?? range[3] ?? "").trim(), line: at + 1 });
  }
  return found;
}

/** Of the packages that are named: in a large lock to find the line of each would take long. */
function entriesOfNpm(lock: string, named: ReadonlySet<string>): readonly Entry[] {
  const parsed = parseJson(lock);
  if (!isTable(parsed)) return [];
  const lines = lock.split("\n");
  return Object.entries(tableAt(parsed, "packages")).flatMap(([path, value]) => {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    const range = isTable(value) ? textOf(tableAt(value, "engines")["node"]) : undefined;
    if (name === undefined || range === undefined || !named.has(name)) return [];
    return [{ name, range, line: lines.findIndex((line) => line.includes(`"${path}"`)) + 1 }];
  });
}

/** Another Node, where packages that were resolved without a lock of the tree are for another than the one in use. */
export function useNodeOfPackages(
  { failure, lock, release, toolchains }: Pick<Trouble, "failure" | "lock" | "release" | "toolchains">,
  files: RepositoryFiles,
  { manager, asked }: { readonly manager: PackageManager; readonly asked: AskedReleases },
): readonly (RemedyReason & { readonly release: string })[] {
  if (failure === undefined || lock === "" || !OF_NODE.includes(failure.category)) return [];
  const known = packageLocks.parse(lock).files[manager.lockFile];
  if (known === undefined) return [];
  const engines = enginesOfPackages(files, manager, known);
  const chosen = chooseNode(toolchains, asked, engines);
  if (chosen.status !== "made" || chosen.value.release === release) return [];
  const goesBy = engines.filter(({ range }) => release !== undefined && !isInRange(release, range));
  if (goesBy.length === 0) return [];
  return [
    {
      what: `on Node ${chosen.value.release}`,
      failure: failure.category,
      sign: (failure.message.split("\n")[0] ?? "").slice(0, 300),
      goesBy: goesBy.map(({ path, line, says }) => ({ path, line, says })),
      release: chosen.value.release,
    },
  ];
}

const OF_NODE: readonly string[] = ["install_failed", "collection_failed", "tests_failed"];
