import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

import { asHostPath, UsageError, type HostPath } from "../../base/index.ts";

/** Where a repository is and which state of it is meant. */
export interface GitLocation {
  /** What git is given: a URL, an `scp`-like address, or an absolute path. */
  readonly address: string;
  /** The git directory's objects, where it is on this machine; they are read in place. */
  readonly objects: HostPath | undefined;
  /** A branch, tag or commit; `HEAD` where none was named. */
  readonly ref: string;
  /** The repository without facts of a machine, and without user and password. */
  readonly source: string;
  readonly family: string;
}

/** Reads `git+URL@REF`, `github:OWNER/NAME@REF`, and the path of a git directory. Throws `bad-source`. */
export function parseGitSpec(spec: string): GitLocation {
  const location = spec.startsWith("github:") ? parseGithub(spec) : parseAddress(spec);
  if (/^-|\s/.test(location.ref) || location.ref === "")
    throw badSource(spec, `"${location.ref}" cannot be a branch, tag or commit`);
  return location;
}

/** The git directory at a path (bare, a `.git` folder, or a work tree's own), or `undefined` where there is none. */
export function findGitDirectory(path: string): HostPath | undefined {
  if (isGitDirectory(path)) return asHostPath(resolve(path));
  const inside = join(path, ".git");
  if (isGitDirectory(inside)) return asHostPath(resolve(inside));
  return followGitFile(inside);
}

/** True for a folder that is itself a git directory. */
export function isGitDirectory(path: string): boolean {
  return existsSync(join(path, "HEAD")) && isFolder(join(path, "objects")) && isFolder(join(path, "refs"));
}

/** The part of a path that names a git directory, and the ref after its `@`; `undefined` where there is none. */
export function splitLocalSpec(
  text: string,
): { readonly path: string; readonly ref: string | undefined } | undefined {
  if (findGitDirectory(text) !== undefined) return { path: text, ref: undefined };
  for (let at = text.lastIndexOf("@"); at > 0; at = text.lastIndexOf("@", at - 1)) {
    const path = text.slice(0, at);
    if (findGitDirectory(path) !== undefined) return { path, ref: text.slice(at + 1) };
  }
  return undefined;
}

function parseGithub(spec: string): GitLocation {
  const [, owner, name, ref = "HEAD"] =
    /^github:([A-Za-z0-9][A-Za-z0-9-]*)\/([A-Za-z0-9._-]+?)(?:\.git)?(?:@(.*))?$/.exec(spec) ?? [];
  if (owner === undefined || name === undefined || name === "." || name === "..")
    throw badSource(spec, "it is not of the form github:OWNER/NAME@REF");
  const url = `https://github.com/${owner}/${name}`;
  return {
    address: `${url}.git`,
    objects: undefined,
    ref,
    source: url,
    family: `${owner}/${name}`.toLowerCase(),
  };
}

function parseAddress(spec: string): GitLocation {
  const text = spec.startsWith("git+") ? spec.slice("git+".length) : spec;
  if (text.startsWith("-")) throw badSource(spec, "an address cannot begin with -");
  if (text.startsWith("file:")) return parseLocal(spec, pathOf(spec, text));
  if (/^(?:https?|ssh|git):\/\//i.test(text)) return parseUrl(spec, text);
  const local = splitLocalSpec(text);
  if (local !== undefined) return parseLocal(spec, text);
  // user@host:path, where the colon comes before any slash
  const [, host, path, ref = "HEAD"] =
    /^((?:[^\s/@:]+@)?[^\s/@:]+):(?!\/\/)([^@]+)(?:@(.*))?$/.exec(text) ?? [];
  if (host === undefined || path === undefined || isAbsolute(text)) return parseLocal(spec, text);
  const hostName = host.replace(/^.*@/, "").toLowerCase();
  return {
    address: `${host}:${path}`,
    objects: undefined,
    ref,
    source: `ssh://${hostName}/${trimName(path)}`,
    family: familyOf(path),
  };
}

/** The first `@` of the path begins the ref, so that refs may hold more of them. */
function parseUrl(spec: string, text: string): GitLocation {
  const [, start = "", path = "", ref = "HEAD"] = /^([a-z]+:\/\/[^/]+)(\/[^@]*)(?:@(.*))?$/i.exec(text) ?? [];
  if (!URL.canParse(start + path) || trimName(path) === "")
    throw badSource(spec, "it is not the URL of a repository");
  const url = new URL(start + path);
  const source = `${url.protocol}//${url.host}/${trimName(url.pathname)}`;
  return {
    address: start + path,
    objects: undefined,
    ref,
    source,
    family: familyOf(decodeURI(url.pathname)),
  };
}

function parseLocal(spec: string, text: string): GitLocation {
  const local = splitLocalSpec(text);
  const directory = local === undefined ? undefined : findGitDirectory(local.path);
  if (local === undefined || directory === undefined)
    throw new UsageError(
      "missing-repository",
      `Cannot acquire ${spec}: there is no git repository at ${text}.`,
      {
        hint: "Name a folder that git works in, or a bare git directory.",
      },
    );
  const name = nameOf(resolve(local.path));
  return {
    address: directory,
    objects: asHostPath(join(commonDirectory(directory), "objects")),
    ref: local.ref ?? "HEAD",
    source: `git:${name}`,
    family: name.toLowerCase(),
  };
}

function pathOf(spec: string, url: string): string {
  const path = /^file:(?:\/\/(?:localhost)?)?(\/.*)$/.exec(url)?.[1];
  try {
    if (path !== undefined) return decodeURIComponent(path);
  } catch (error) {
    throw badSource(spec, "its percent signs are no encoding", error);
  }
  throw badSource(spec, "it is not the URL of a folder");
}

/** Names that say nothing: the folder above has the repository's. */
const NAMELESS = new Set(["", ".git", "git", "repo", "repository", "source", "src"]);

function nameOf(path: string): string {
  const name = basename(path).replace(/\.git$/, "");
  return NAMELESS.has(name) && dirname(path) !== path ? nameOf(dirname(path)) : name || "repository";
}

function familyOf(path: string): string {
  return trimName(path).split("/").slice(-2).join("/").toLowerCase();
}

function trimName(path: string): string {
  return path.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
}

/** The git directory that a `.git` file names (work trees, submodules). */
function followGitFile(path: string): HostPath | undefined {
  if (!isFile(path)) return undefined;
  const target = /^gitdir: (.*)$/m.exec(readFileSync(path, "utf8"))?.[1];
  if (target === undefined) return undefined;
  const directory = resolve(dirname(path), target);
  return existsSync(join(directory, "HEAD")) ? asHostPath(directory) : undefined;
}

/** Where a git directory keeps objects: a work tree's own has only a pointer to it. */
function commonDirectory(directory: HostPath): string {
  const pointer = join(directory, "commondir");
  return isFile(pointer) ? resolve(directory, readFileSync(pointer, "utf8").trim()) : directory;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function badSource(spec: string, found: string, cause?: unknown): UsageError {
  return new UsageError("bad-source", `Cannot read the source "${spec}": ${found}.`, {
    cause,
    hint: "Write git+URL@REF, github:OWNER/NAME@REF, or the path of a git directory.",
  });
}
