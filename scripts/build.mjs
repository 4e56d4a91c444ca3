// What npm runs before it packs: compiles src into dist and puts beside it what the program reads as it stands.
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { findNode24 } from "./node-24.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
rmSync(`${root}dist`, { recursive: true, force: true });
const compiler = "node_modules/@typescript/native/bin/tsc";
const { status } = spawnSync(findNode24(), [compiler, "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: ["ignore", "inherit", "inherit"],
});
if (status !== 0) process.exit(1);
cpSync(`${root}src`, `${root}dist`, {
  recursive: true,
  filter: (path) => !/\.ts$|\/__pycache__$/.test(path),
});
