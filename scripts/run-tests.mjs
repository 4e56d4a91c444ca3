// `npm test`: sets up, then runs the tests with Node 24. Arguments are handed to vitest.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { findNode24 } from "./node-24.mjs";
import { setUp } from "./setup.mjs";

await setUp();
const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = ["node_modules/vitest/vitest.mjs", "run", ...process.argv.slice(2)];
process.exitCode = spawnSync(findNode24(), vitest, { cwd: root, stdio: "inherit" }).status ?? 1;
