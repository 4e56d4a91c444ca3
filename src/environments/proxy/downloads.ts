import type { IncomingMessage } from "node:http";

/** What of a registry never changes under its address: files with a version, or a hash, in their path. */
export interface ImmutableDownloads {
  /** Scheme, host and port, as a URL has them (`https://registry.example:8443`). */
  readonly origin: string;
  /** Of whole paths. What has no such path (indexes, metadata, documents of packages) is asked for each time. */
  readonly path: RegExp;
}

/** Files below a registry's URL whose remaining path has a form; nothing where it is no URL. `form` is a regular expression's source, anchored here. */
export function downloadsBelow(url: string, form: string): readonly ImmutableDownloads[] {
  const registry = URL.parse(url);
  if (registry === null || !/^https?:$/.test(registry.protocol)) return [];
  const prefix = registry.pathname.replace(/\/*$/, "/").replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return [{ origin: registry.origin, path: new RegExp(`^${prefix}(?:${form})$`) }];
}

/** Where a request goes. */
export interface Origin {
  readonly protocol: "http:" | "https:";
  readonly host: string;
  readonly port: number;
}

/** Scheme, host and port as URLs have them. */
export function originOf({ protocol, host, port }: Origin): string {
  return new URL(`${protocol}//${host}:${port}`).origin;
}

/** Segments of letters and signs that no server takes for anything else. */
const PLAIN_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[\w.~!@+,=:-]|%(?:2[Bb]|40))+)+$/;

/** Headers that make an answer another one than everybody's. */
const PERSONAL = ["authorization", "cookie", "range", "if-range"];

/** The address of a file that never changes, where a request asks for one as everybody would; undefined otherwise. */
export function immutableUrl(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  path: string,
  origin: Origin,
  known: readonly ImmutableDownloads[],
): string | undefined {
  if (method !== "GET" || PERSONAL.some((header) => headers[header] !== undefined)) return undefined;
  if (!PLAIN_PATH.test(path)) return undefined;
  // What comes without TLS may be anybody's, unless it is this machine's own.
  if (origin.protocol === "http:" && !/^(?:localhost|127\.\d+\.\d+\.\d+)$/.test(origin.host))
    return undefined;
  const text = originOf(origin);
  return known.some((one) => one.origin === text && one.path.test(path)) ? text + path : undefined;
}
