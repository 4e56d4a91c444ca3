import { fileURLToPath } from "node:url";

import { asHostPath, type HostPath } from "../base/index.ts";

/** Folder with the guest programs of Python, to be mounted read-only. */
export function pythonGuestDirectory(): HostPath {
  return asHostPath(fileURLToPath(new URL("../languages/python/guest", import.meta.url)));
}
