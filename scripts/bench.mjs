// `npm run bench -- [NAME…] [--OPTION VALUE…]`: sets up, then runs the measurements in bench/ one after the other with Node
// 24. Options are the measurements' own.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

import { findNode24 } from "./node-24.mjs";
import { setUp } from "./setup.mjs";

await setUp();
const directory = fileURLToPath(new URL("../bench", import.meta.url));
const words = process.argv.slice(2);
const firstOption = words.findIndex((word) => word.startsWith("--"));
const wanted = firstOption < 0 ? words : words.slice(0, firstOption);
const options = firstOption < 0 ? [] : words.slice(firstOption);
const files = existsSync(directory)
  ? readdirSync(directory)
      .filter((name) => name.endsWith(".ts"))
      .sort()
  : [];
const chosen = files.filter((name) => wanted.length === 0 || wanted.includes(basename(name, ".ts")));
if (chosen.length === 0) {
  process.stderr.write(
    `Nothing to measure. There is: ${files.map((name) => basename(name, ".ts")).join(", ") || "nothing"}\n`,
  );
  process.exitCode = 2;
}
for (const name of chosen) {
  const { status } = spawnSync(findNode24(), [join(directory, name), ...options], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
