// `npm run demo`: sets up, cuts tasks out of a small published package, and evaluates the built-in models on them.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { setUp } from "./setup.mjs";

const SOURCE = "pypi:inflection@0.5.1";
const MODELS = ["null", "stub", "reference", "mutant", "cheat:delegate"];

const root = fileURLToPath(new URL("..", import.meta.url));
await setUp();
const taskSet = ".demo/task-set";
diorama("build", SOURCE, "--tier", "simple", "--limit", "12", "--out", taskSet);
const runs = MODELS.map((model) => {
  const run = `.demo/runs/${model.replace(":", "-")}`;
  diorama("evaluate", taskSet, "--model", model, "--run", run);
  return run;
});
process.stdout.write(
  [
    "",
    `The tasks:   ${root}${taskSet}   (bin/diorama show ${taskSet})`,
    `The results: ${root}.demo/runs     (bin/diorama report ${runs.join(" ")})`,
    `Prove again: bin/diorama verify ${taskSet}`,
    "",
  ].join("\n"),
);

/** Runs the program from the checkout, telling what is typed. Ends the demonstration where it could not do its work. */
function diorama(...words) {
  process.stdout.write(`\n$ bin/diorama ${words.join(" ")}\n`);
  const { status, signal } = spawnSync(process.execPath, ["bin/diorama", ...words], {
    cwd: root,
    stdio: "inherit",
  });
  if (signal !== null || status !== 0) process.exit(status ?? 130);
}
