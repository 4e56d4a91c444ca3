import { readFileSync } from "node:fs";
import { join } from "node:path";

/** npm's own registry. */
export const NPM_REGISTRY = "https://registry.npmjs.org/";

/** The registry that the user's npm is configured for, with a slash at its end: a variable, else the user's own file, else npm's. It may hold a user and password. */
export function npmRegistry(home: string, variables: Readonly<Record<string, string | undefined>>): string {
  const named = variables["npm_config_registry"] ?? variables["NPM_CONFIG_REGISTRY"];
  const file = variables["NPM_CONFIG_USERCONFIG"] ?? join(home, ".npmrc");
  const registry = named ?? /^\s*registry\s*=\s*(\S+)/m.exec(readText(file))?.[1] ?? NPM_REGISTRY;
  return URL.canParse(registry) ? registry.replace(/\/*$/, "/") : NPM_REGISTRY;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
