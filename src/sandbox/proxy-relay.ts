import { chmodSync } from "node:fs";

import { asSandboxPath } from "../base/index.ts";
import { getGuestPython, guestProgram } from "./guest-python.ts";
import { givesUserIds } from "./privileges.ts";
import type { Mount, NetworkAccess } from "./sandbox.ts";
import { interpreterMounts } from "./system-mounts.ts";

const relayPath = asSandboxPath("/run/diorama/relay.py");
const socketPath = asSandboxPath("/run/diorama/proxy.sock");
const relayPort = 3128;

/** What a sandbox with its own loopback needs to reach a proxy: mounts, and what stands before each command. */
export interface ProxyRelay {
  readonly mounts: readonly Mount[];
  readonly prefix: readonly string[];
}

/**
 * The relay for `network`; nothing where there is none. As root, the proxy's socket is made writable for everybody who
 * reaches its folder, for the sandbox's user is not root. Throws `no-python` where no Python 3 is found.
 */
export function planRelay(network: NetworkAccess): ProxyRelay {
  if (network.kind === "none") return { mounts: [], prefix: [] };
  const python = getGuestPython();
  if (givesUserIds()) chmodSync(network.socket, 0o666);
  return {
    mounts: [
      ...interpreterMounts(python),
      { from: guestProgram("relay.py"), to: relayPath, access: "read" },
      { from: network.socket, to: socketPath, access: "read" },
    ],
    prefix: [python, "-I", "-S", "-B", relayPath, socketPath, String(relayPort)],
  };
}
