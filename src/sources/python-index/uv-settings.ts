import { join } from "node:path";

import { parse } from "smol-toml";
import { z } from "zod";

import { configurationFolders, readIfThere } from "./pip-settings.ts";
import type { ConfigurationPlaces, IndexSettings, Variables } from "./settings.ts";

const strings = z.array(z.string()).optional().catch(undefined);

/** The part of `uv.toml` that says where packages come from (https://docs.astral.sh/uv/reference/settings/). */
const resolverKeys = {
  "index-url": z.string().optional().catch(undefined),
  "extra-index-url": strings,
  "find-links": strings,
  "no-index": z.boolean().optional().catch(undefined),
  "allow-insecure-host": strings,
  index: z
    .array(z.object({ name: z.string().optional(), url: z.string(), default: z.boolean().optional() }))
    .optional()
    .catch(undefined),
};
const uvFile = z.object({ ...resolverKeys, pip: z.object(resolverKeys).optional().catch(undefined) });

/** What uv is configured for by its system and user files; the user's wins. A broken file is passed over. */
export function readUvFiles(variables: Variables, places: ConfigurationPlaces): IndexSettings {
  if (/^(1|true|yes|on)$/i.test(variables["UV_NO_CONFIG"] ?? "")) return {};
  const { system, user } = configurationFolders(variables, places);
  const named = variables["UV_CONFIG_FILE"];
  const paths = named
    ? [named]
    : [
        join(places.systemDirectory, "uv/uv.toml"),
        ...system.map((folder) => join(folder, "uv/uv.toml")),
        join(user, "uv/uv.toml"),
      ];
  return paths.map((path) => settingsFrom(parseUvFile(readIfThere(path)), variables)).reduce(overlay, {});
}

/** What uv is configured for by variables. */
export function readUvVariables(variables: Variables): IndexSettings {
  const list = (name: string): readonly string[] | undefined =>
    variables[name]?.trim().split(/\s+/).filter(Boolean);
  const named = list("UV_INDEX")?.map((entry) => withCredentials(...splitName(entry), variables));
  const extra = [...(named ?? []), ...(list("UV_EXTRA_INDEX_URL") ?? [])];
  const preferred = variables["UV_DEFAULT_INDEX"] || variables["UV_INDEX_URL"] || undefined;
  return {
    indexUrl: preferred === undefined ? undefined : withCredentials(...splitName(preferred), variables),
    extraIndexUrls: extra.length === 0 ? undefined : extra,
    findLinks: variables["UV_FIND_LINKS"]?.split(/[\s,]+/).filter(Boolean),
    trustedHosts: list("UV_INSECURE_HOST"),
    usesNoIndex: /^(1|true|yes|on)$/i.test(variables["UV_NO_INDEX"] ?? "") ? true : undefined,
  };
}

/** `over` where it says something, `under` elsewhere. */
export function overlay(under: IndexSettings, over: IndexSettings): IndexSettings {
  return { ...under, ...Object.fromEntries(Object.entries(over).filter(([, value]) => value !== undefined)) };
}

function parseUvFile(text: string | undefined): z.infer<typeof uvFile> | undefined {
  if (text === undefined) return undefined;
  try {
    return uvFile.parse(parse(text));
  } catch {
    return undefined;
  }
}

function settingsFrom(file: z.infer<typeof uvFile> | undefined, variables: Variables): IndexSettings {
  if (file === undefined) return {};
  const merged = { ...file, ...file.pip };
  const indexes = merged.index ?? [];
  const url = (entry: (typeof indexes)[number]): string => withCredentials(entry.name, entry.url, variables);
  const preferred = indexes.find((entry) => entry.default === true);
  const extra = [
    ...indexes.filter((entry) => entry.default !== true).map(url),
    ...(merged["extra-index-url"] ?? []),
  ];
  return {
    indexUrl: preferred === undefined ? merged["index-url"] : url(preferred),
    extraIndexUrls: extra.length === 0 ? undefined : extra,
    findLinks: merged["find-links"],
    trustedHosts: merged["allow-insecure-host"],
    usesNoIndex: merged["no-index"],
  };
}

function splitName(entry: string): [string | undefined, string] {
  const [, name, url] = /^([A-Za-z0-9_.-]+)=(.*)$/.exec(entry) ?? [];
  return url === undefined ? [undefined, entry] : [name, url];
}

/** uv keeps an index's user and password in variables named after the index. */
function withCredentials(name: string | undefined, url: string, variables: Variables): string {
  const key = `UV_INDEX_${(name ?? "").toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`;
  const user = variables[`${key}_USERNAME`];
  if (name === undefined || user === undefined || !URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.username = encodeURIComponent(user);
  parsed.password = encodeURIComponent(variables[`${key}_PASSWORD`] ?? "");
  return parsed.href;
}
