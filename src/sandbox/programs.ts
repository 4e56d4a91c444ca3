import { accessSync, constants } from "node:fs";
import { join } from "node:path";

import { asHostPath, type HostPath } from "../base/index.ts";

const systemFolders = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"];

/** Where a program of the system lies. Folders of the system come before those of `PATH`, which anybody may have set. */
export function findProgram(name: string): HostPath | undefined {
  const others = (process.env["PATH"] ?? "").split(":").filter((folder) => folder.startsWith("/"));
  const found = [...systemFolders, ...others].map((folder) => join(folder, name)).find(isExecutable);
  return found === undefined ? undefined : asHostPath(found);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
