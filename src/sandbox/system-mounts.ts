import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { asHostPath, asSandboxPath, isWithin, type HostPath } from "../base/index.ts";
import type { Mount } from "./sandbox.ts";

/** Home of programs in a sandbox with its own file system: empty, private, gone after the command. */
export const sandboxHome = asSandboxPath("/home/diorama");

const programFolders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/** Parts of `/etc` that programs need. No `localtime`: time in a sandbox is UTC unless `TZ` says otherwise. */
const settings = [
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/alternatives",
  "/etc/fonts",
  "/etc/mime.types",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
  "/etc/ssl/cert.pem",
  "/etc/ca-certificates",
  "/etc/pki/tls",
  "/etc/pki/ca-trust/extracted",
  "/etc/crypto-policies",
  "/etc/services",
  "/etc/protocols",
];

/** Files of ours in place of those that would tell about this machine and its users. */
const replacedSettings = ["passwd", "group", "hosts", "nsswitch.conf"];

/**
 * What programs of the system need: programs, libraries, certificates, and names of users that mean nothing. Compilers
 * and git work with it where the system has them. Read-only; nothing of home folders, `/var`, `/run` or `/opt`.
 * With a folder of further files of a system (`usr`, `etc`) these are laid over the system's own, and what it has in `etc` is there too.
 */
export function systemMounts(layer?: HostPath): Mount[] {
  const system = [
    ...programFolders.filter((path) => existsSync(path)).map((path) => programMount(path, layer)),
    ...settings.filter((path) => existsSync(path)).map((path) => readMount(path, path)),
    ...settingsOf(layer),
  ];
  const replaced = replacedSettings.map((name) =>
    readMount(fileURLToPath(new URL(`./etc/${name}`, import.meta.url)), `/etc/${name}`),
  );
  return [...system, ...replaced];
}

/** A folder of programs, with what a layer has behind the links of its path laid over it. */
function programMount(path: string, layer: HostPath | undefined): Mount {
  const mount = readMount(path, path);
  const upper = layer === undefined ? undefined : asHostPath(layer + mount.from);
  return upper === undefined || !existsSync(upper) ? mount : { ...mount, over: [upper] };
}

/** A layer's settings; of those that the system has too, its list of libraries alone. */
function settingsOf(layer: HostPath | undefined): Mount[] {
  const folder = layer === undefined ? undefined : join(layer, "etc");
  if (folder === undefined || !existsSync(folder)) return [];
  const own = new Set([...settings, ...replacedSettings.map((name) => `/etc/${name}`)]);
  return readdirSync(folder)
    .map((name) => [join(folder, name), `/etc/${name}`] as const)
    .filter(([from, to]) => existsSync(from) && (to === LIBRARY_LIST || !own.has(to)))
    .filter(([, to]) => ![...own].some((path) => path.startsWith(`${to}/`)))
    .map(([from, to]) => readMount(from, to));
}

const LIBRARY_LIST = "/etc/ld.so.cache";

const prefixParts = ["bin", "include", "lib", "lib32", "lib64", "libexec", "share", "ssl", "etc"];

/**
 * What an interpreter needs beside `systemMounts()`, at the same paths as here: the parts of its installation prefix
 * (`<prefix>/bin/python3.12` gives `<prefix>/bin`, `<prefix>/lib`, …), never other folders beside them. `interpreter`
 * is an absolute path; links are followed. Empty for an interpreter of the system.
 */
export function interpreterMounts(interpreter: string): Mount[] {
  const prefix = dirname(dirname(realpathSync(interpreter)));
  if (programFolders.some((folder) => isWithin(prefix, folder)) || prefix === "/") return [];
  return prefixParts
    .map((part) => join(prefix, part))
    .filter((path) => existsSync(path))
    .map((path) => readMount(path, path));
}

/**
 * Empty folders over the packages that are installed for an interpreter on this machine (`site-packages`, `dist-packages`): a
 * sandbox has those of its environment, and what else happens to be installed here may hold the answer to a task.
 */
export function packageCovers(interpreter: string): Mount[] {
  const prefix = dirname(dirname(realpathSync(interpreter)));
  const libraries = [
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    join(prefix, "lib"),
    join(prefix, "lib64"),
  ];
  const folders = [...new Set(libraries)]
    .filter((library) => existsSync(library))
    .flatMap((library) =>
      readdirSync(library)
        .filter((name) => /^python\d[\d.]*$/.test(name))
        .flatMap((name) => ["site-packages", "dist-packages"].map((part) => join(library, name, part))),
    );
  return folders.filter((path) => existsSync(path)).map(emptyMount);
}

/** An empty folder over one of this machine. */
export function emptyMount(path: string): Mount {
  return readMount(fileURLToPath(new URL("./etc/empty", import.meta.url)), path);
}

/** A mount of what is behind the links of a path. */
export function readMount(from: string, to: string): Mount {
  return { from: asHostPath(realpathSync(from)), to: asSandboxPath(to), access: "read" };
}
