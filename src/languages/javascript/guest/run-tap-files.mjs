// Runs files that print TAP one after the other, as taper and the first releases of tap do: each by Node in its own folder, of folders all that is in them. What
// a file printed is its part of the report, and how it ended its result. Words that name nothing are options and their values.
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const MOST_OUTPUT = 64 * 1024 * 1024;
const PROGRAM = /\.(?:[cm]?js|coffee)$/;
const TIMEOUT_MS = 60_000;

function filesOf(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return found !== undefined && PROGRAM.test(path) ? [path] : [];
  const names = readdirSync(path).filter((name) => !name.startsWith("."));
  return names.sort().flatMap((name) => filesOf(join(path, name)));
}

function indent(text, by) {
  return text.replace(/^(?=.)/gm, " ".repeat(by)).replace(/(?<!\n)$/, "\n");
}

const files = process.argv.slice(2).flatMap(filesOf);
let failed = 0;
for (const [at, file] of files.entries()) {
  const program = file.endsWith(".coffee") ? "coffee" : process.execPath;
  const { status, stdout, stderr } = spawnSync(program, [basename(file)], {
    cwd: dirname(file),
    env: { ...process.env, TAP: "1" },
    encoding: "utf8",
    maxBuffer: MOST_OUTPUT,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  if (status !== 0) failed += 1;
  process.stdout.write(`# Subtest: ${file}\n${indent(stdout ?? "", 4)}`);
  process.stdout.write(`${status === 0 ? "" : "not "}ok ${at + 1} - ${file}\n`);
  if (status !== 0) process.stdout.write(indent(stderr ?? "", 2));
}
process.stdout.write(`1..${files.length}\n`);
process.exitCode = failed === 0 ? 0 : 1;
