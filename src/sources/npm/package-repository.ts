import type { PackageManifest } from "./package-document.ts";

/** Where a package says that it is developed. */
export interface PackageRepository {
  /** For git, over a network. */
  readonly url: string;
  /** The commit that the package was packed at, where it says one. */
  readonly commit: string | undefined;
}

const FORGES: Readonly<Record<string, string>> = {
  github: "https://github.com",
  gitlab: "https://gitlab.com",
  bitbucket: "https://bitbucket.org",
};

/** What a manifest's `repository` and `gitHead` say; undefined where they name nothing that git reaches over a network. */
export function repositoryOf({
  repository,
  gitHead,
}: Pick<PackageManifest, "repository" | "gitHead">): PackageRepository | undefined {
  const text = typeof repository === "string" ? repository : textAt(repository, "url");
  const url = text === undefined ? undefined : readUrl(text.trim());
  if (url === undefined) return undefined;
  const commit = typeof gitHead === "string" && /^[0-9a-f]{40}$/.test(gitHead) ? gitHead : undefined;
  return { url, commit };
}

function textAt(value: unknown, name: string): string | undefined {
  const found = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === "string" ? found : undefined;
}

/** A package is a stranger's: it may name servers, and no folder of this machine. */
function readUrl(text: string): string | undefined {
  const [, forge = "github", path] =
    /^(?:(github|gitlab|bitbucket):)?([A-Za-z0-9][\w.-]*\/[\w.-]+?)(?:\.git)?(?:#.*)?$/.exec(text) ?? [];
  if (path !== undefined) return `${FORGES[forge] ?? ""}/${path}`;
  const [, server, inside] =
    /^(?:ssh:\/\/)?git@([\w.-]+)[:/](?!\/)([\w./-]+?)(?:\.git)?(?:#.*)?$/.exec(text) ?? [];
  if (server !== undefined && inside !== undefined) return `https://${server}/${inside}`;
  const url = URL.parse(text.replace(/^git\+/, ""));
  if (url === null || !/^(?:https?|git|ssh):$/.test(url.protocol) || !/^[\w.-]+$/.test(url.hostname))
    return undefined;
  // Forges answer no more to git's own protocol, and ask everybody else who they are.
  const folder = url.pathname.replace(/\.git$|\/+$/g, "").replace(/\/(?:tree|blob)\/.*$/, "");
  const host = /^https?:$/.test(url.protocol) ? url.host : url.hostname;
  return folder === "" ? undefined : `https://${host}${folder}`;
}
