// Makes what stands between the marks of the pages in docs/ anew: node scripts/refresh-docs.mjs
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { findNode24 } from "./node-24.mjs";

const program = fileURLToPath(new URL("generated-docs.ts", import.meta.url));
process.exitCode = spawnSync(findNode24(), [program], { stdio: "inherit" }).status ?? 1;
