import type { Logger } from "../../base/index.ts";

/** What a gate decides by. */
export interface GateOptions {
  /** `name` allows the ports 80 and 443, `name:port` that port; lower case. */
  readonly allowedHosts: readonly string[];
  /** The user's own proxy (`http://user:password@name:port`), where the machine needs one. */
  readonly upstreamProxy?: string | undefined;
  /** Hosts (or domains, with or without a leading dot) that are reached without it, as in `NO_PROXY`. */
  readonly reachedDirectly?: readonly string[] | undefined;
  readonly logger: Logger;
}

/** What is let through, and how it is reached. */
export interface Gate {
  readonly refused: string[];
  /** The proxy to reach a host by, if any. */
  upstreamFor(host: string): URL | undefined;
  /** True where the host may be reached; notes it otherwise. */
  admits(host: string, port: number): boolean;
}

/** A gate with an empty list of refusals. */
export function createGate(options: GateOptions): Gate {
  const { allowedHosts, upstreamProxy, reachedDirectly = [], logger } = options;
  const upstream = upstreamProxy === undefined ? undefined : new URL(upstreamProxy);
  const direct = reachedDirectly
    .map((entry) => entry.toLowerCase().replace(/^\*?\./, ""))
    .filter((entry) => entry !== "");
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  const refused: string[] = [];
  return {
    refused,
    upstreamFor(host) {
      const name = host.toLowerCase();
      const isDirect = direct.some((entry) => entry === "*" || name === entry || name.endsWith(`.${entry}`));
      return isDirect ? undefined : upstream;
    },
    admits(host, port) {
      const name = host.toLowerCase();
      if (allowed.has(`${name}:${port}`)) return true;
      if (allowed.has(name) && (port === 443 || port === 80)) return true;
      const asked = `${name}:${port}`;
      if (!refused.includes(asked) && refused.length < 100) {
        refused.push(asked);
        logger("warn", "registry-proxy-refused", { host: asked });
      }
      return false;
    },
  };
}
