// `npm run check`: format, lint, types, import rule, unused code. Runs all of them and says which failed.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { findNode24 } from "./node-24.mjs";
import { setUp } from "./setup.mjs";

await setUp();
const root = fileURLToPath(new URL("..", import.meta.url));
const node = findNode24();
const checks = {
  format: ["node_modules/.bin/oxfmt", "--check", "."],
  lint: ["node_modules/.bin/oxlint", "--type-aware", "src", "test", "scripts", "bin"],
  types: ["node_modules/@typescript/native/bin/tsc", "-p", "."],
  imports: [node, "node_modules/vitest/vitest.mjs", "run", "test/architecture.test.ts"],
  unused: [node, "node_modules/knip/bin/knip.js"],
};

const failed = Object.entries(checks).filter(([name, [program, ...rest]]) => {
  process.stderr.write(`${name}: ${rest.join(" ") || program}\n`);
  const needsNode = !program.endsWith("node") && program !== node;
  const [first, ...others] = needsNode ? [node, program, ...rest] : [program, ...rest];
  return spawnSync(first, others, { cwd: root, stdio: "inherit" }).status !== 0;
});
process.stderr.write(
  failed.length === 0 ? "All checks passed.\n" : `Failed: ${failed.map(([name]) => name).join(", ")}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
