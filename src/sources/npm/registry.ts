import { join } from "node:path";

import { readIfThere } from "../python-index/pip-settings.ts";

/** npm's own registry. */
export const NPM_REGISTRY = "https://registry.npmjs.org/";

/** The registry that the user's npm is configured for, with a slash at its end: a variable, else the user's own file, else npm's. It may hold a user and password. */
export function npmRegistry(home: string, variables: Readonly<Record<string, string | undefined>>): string {
  const named = variables["npm_config_registry"] ?? variables["NPM_CONFIG_REGISTRY"];
  const file = variables["NPM_CONFIG_USERCONFIG"] ?? join(home, ".npmrc");
  const registry = named ?? /^\s*registry\s*=\s*(\S+)/m.exec(readIfThere(file) ?? "")?.[1] ?? NPM_REGISTRY;
  return URL.canParse(registry) ? registry.replace(/\/*$/, "/") : NPM_REGISTRY;
}
