import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Path of a Node that runs TypeScript: this process's own, else the one among the dependencies. */
export function findNode24() {
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  const own = fileURLToPath(new URL("../node_modules/node/bin/node", import.meta.url));
  if (!existsSync(own)) {
    process.stderr.write("Cannot go on: there is no Node 24 among the dependencies.\nType: npm ci\n");
    process.exit(2);
  }
  return own;
}
