// The test files of the slow suites, the real-world ones first: `slowFiles`; run as a program it prints them, a line each.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const files = readdirSync(join(root, "test"), { recursive: true })
  .filter((path) => path.endsWith(".test.ts") && !path.startsWith("fixtures/"))
  .map((path) => `test/${path}`)
  .sort();

const isRealWorld = (path) => path.startsWith("test/slow/");
/** Files of which the default suite leaves something out. */
const leavesOut = (path) => readFileSync(join(root, path), "utf8").includes("/slow-suites.ts");

export const slowFiles = [
  ...files.filter(isRealWorld),
  ...files.filter((path) => !isRealWorld(path) && leavesOut(path)),
];

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${slowFiles.join("\n")}\n`);
