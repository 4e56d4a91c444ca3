// `npm run bench -- NAME… [--OPTION VALUE…]`: sets up, then runs these measurements of bench/ one after the other with Node
// 24. Options are the measurements' own. Without a name, lists what there is.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

import { findNode24 } from "./node-24.mjs";
import { setUp } from "./setup.mjs";

const directory = fileURLToPath(new URL("../bench", import.meta.url));
const words = process.argv.slice(2);
const firstOption = words.findIndex((word) => word.startsWith("--"));
const wanted = firstOption < 0 ? words : words.slice(0, firstOption);
const options = firstOption < 0 ? [] : words.slice(firstOption);
const names = readdirSync(directory)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => basename(name, ".ts"))
  .sort();
const unknown = wanted.filter((name) => !names.includes(name));
if (wanted.length === 0 || unknown.length > 0) {
  const problem = unknown.length === 0 ? "Name what to measure" : `Nothing is called ${unknown.join(", ")}`;
  process.stderr.write(`${problem}. There is: ${names.join(", ")}\nType: npm run bench -- NAME…\n`);
  process.exit(2);
}
await setUp();
for (const name of names.filter((each) => wanted.includes(each))) {
  const { status } = spawnSync(findNode24(), [join(directory, `${name}.ts`), ...options], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
