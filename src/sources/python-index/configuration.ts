import { join } from "node:path";

import { parseNetrc, type IndexCredential } from "./netrc.ts";
import { readIfThere, readPipFiles, readPipVariables } from "./pip-settings.ts";
import type { IndexSettings, Variables } from "./settings.ts";
import { overlay, readUvFiles, readUvVariables } from "./uv-settings.ts";

/** Where Python packages come from on this machine, and how to get there. */
export interface PackageIndexConfiguration {
  /** Root of the main index (PEP 503), without user and password; `undefined` where indexes are switched off. */
  readonly indexUrl: string | undefined;
  /** Further indexes, asked as well; without user and password. */
  readonly extraIndexUrls: readonly string[];
  /** Folders or pages with archives, as configured (`find-links`). Only folders of this machine are looked into. */
  readonly findLinks: readonly string[];
  /** A bundle in PEM form that replaces the usual certificate authorities. */
  readonly caFile: string | undefined;
  /** A proxy for every index, whatever the host, as pip's `proxy` setting is. It wins over `proxyVariables`. */
  readonly proxy: string | undefined;
  /** The proxy variables of the environment, lower case: `https_proxy`, `http_proxy`, `no_proxy`. */
  readonly proxyVariables: Readonly<Record<string, string>>;
  /** `host` or `host:port` whose certificate is not checked. */
  readonly trustedHosts: readonly string[];
  /** By host with port where one was given: from the URLs of indexes first, then from netrc. */
  readonly credentials: readonly IndexCredential[];
}

/** The index that pip and uv use where nothing is configured. */
const DEFAULT_INDEX = "https://pypi.org/simple";

/**
 * What the user's own clients are configured for. Variables win over files, and uv's over pip's. Keyrings are not asked.
 * Reads the files of pip and uv below `homeDirectory` and `systemDirectory`, and netrc; writes nothing.
 */
export function readIndexConfiguration(
  environmentVariables: Variables,
  homeDirectory: string,
  systemDirectory = "/etc",
): PackageIndexConfiguration {
  const places = { homeDirectory, systemDirectory };
  const settings = [
    readPipFiles(environmentVariables, places),
    readUvFiles(environmentVariables, places),
    readPipVariables(environmentVariables),
    readUvVariables(environmentVariables),
  ].reduce(overlay, {});
  const urls =
    settings.usesNoIndex === true ? [] : [settings.indexUrl ?? DEFAULT_INDEX, ...extraUrls(settings)];
  const [indexUrl, ...extraIndexUrls] = urls.map(withoutCredentials);
  return {
    indexUrl,
    extraIndexUrls,
    findLinks: settings.findLinks ?? [],
    caFile: settings.caFile ?? certificateVariable(environmentVariables),
    proxy: settings.proxy,
    proxyVariables: proxyVariables(environmentVariables),
    trustedHosts: settings.trustedHosts ?? [],
    credentials: [...urls.flatMap(credentialsOf), ...readNetrc(environmentVariables, homeDirectory)],
  };
}

/** The user and password for a URL: its own, else those configured for its host, else netrc's `default`. */
export function findCredential(
  url: URL,
  credentials: readonly IndexCredential[],
): IndexCredential | undefined {
  const own = credentialsOf(url.href)[0];
  return (
    own ??
    credentials.find(({ host }) => host === url.host) ??
    credentials.find(({ host }) => host === url.hostname) ??
    credentials.find(({ host }) => host === undefined)
  );
}

/** A URL as it may be shown and recorded. */
export function withoutCredentials(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  if (parsed.username === "" && parsed.password === "") return url;
  parsed.username = "";
  parsed.password = "";
  return parsed.href;
}

/** A configuration without anybody's user and password. */
export function anonymous(configuration: PackageIndexConfiguration): PackageIndexConfiguration {
  return { ...configuration, credentials: [] };
}

function extraUrls(settings: IndexSettings): readonly string[] {
  return settings.extraIndexUrls ?? [];
}

function credentialsOf(url: string): readonly IndexCredential[] {
  if (!URL.canParse(url)) return [];
  const { host, username, password } = new URL(url);
  if (username === "" && password === "") return [];
  return [{ host, user: decodeURIComponent(username), password: decodeURIComponent(password) }];
}

function certificateVariable(variables: Variables): string | undefined {
  const names = ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"];
  return names.map((name) => variables[name]).find((value) => value !== undefined && value !== "");
}

function proxyVariables(variables: Variables): Readonly<Record<string, string>> {
  const find = (name: string): string | undefined =>
    variables[name] || variables[name.toUpperCase()] || undefined;
  const every = find("all_proxy");
  const found = {
    https_proxy: find("https_proxy") ?? every,
    http_proxy: find("http_proxy") ?? every,
    no_proxy: find("no_proxy"),
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function readNetrc(variables: Variables, homeDirectory: string): readonly IndexCredential[] {
  const text = readIfThere(variables["NETRC"] || join(homeDirectory, ".netrc"));
  return text === undefined ? [] : parseNetrc(text);
}
