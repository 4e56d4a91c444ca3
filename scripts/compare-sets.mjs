// What differs between two task sets of the same sources: node scripts/compare-sets.mjs A B
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { findNode24 } from "./node-24.mjs";

const program = fileURLToPath(new URL("compared-sets.ts", import.meta.url));
process.exitCode =
  spawnSync(findNode24(), [program, ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1;
