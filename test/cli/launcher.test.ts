import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const fixtures = join(root, "test", "fixtures", "cli");

/** A Node of this machine that cannot run the program itself, so that the launcher has to find another. */
const olderNode = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .map((folder) => join(folder, "node"))
  .find((path) => {
    const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
    const major = Number(/^v(\d+)/.exec(stdout ?? "")?.[1] ?? 99);
    return major >= 20 && major < 24;
  });

let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), "diorama-launcher-"));
  cpSync(join(root, "bin"), join(checkout, "bin"), { recursive: true });
  mkdirSync(join(checkout, "src", "cli"), { recursive: true });
  copyFileSync(join(fixtures, "main.ts"), join(checkout, "src", "cli", "main.ts"));
  copyFileSync(join(root, "src", "cli", "launcher.ts"), join(checkout, "src", "cli", "launcher.ts"));
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

test("without dependencies, tells the command that installs them", () => {
  const { status, stderr } = spawnSync(process.execPath, [join(checkout, "bin", "diorama")], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `Cannot start diorama: its dependencies are not installed in ${checkout}.\nType: cd ${checkout} && npm ci\n`,
  });
});

const nodes = [
  { name: "this Node", node: process.execPath },
  ...(olderNode === undefined ? [] : [{ name: "an older Node", node: olderNode }]),
];

describe.each(nodes)("started by $name", ({ node }) => {
  beforeAll(() => symlinkSync(join(root, "node_modules"), join(checkout, "node_modules")));
  afterAll(() => rmSync(join(checkout, "node_modules")));

  const run = (...words: string[]) =>
    spawnSync(node, [join(checkout, "bin", "diorama"), ...words], { encoding: "utf8" });

  test("runs the program with Node 24 and hands on words and exit code", () => {
    const { status, stdout } = run("exit", "7", "two words");
    expect(JSON.parse(stdout)).toMatchObject({
      node: expect.stringMatching(/^v2[4-9]/),
      words: ["exit", "7", "two words"],
    });
    expect(status).toBe(7);
  });

  test("ends by the signal that ended the program", () => {
    expect(run("die").signal).toBe("SIGKILL");
  });

  test("hands on an interruption", async () => {
    const { launcher } = await startWaiting(node);
    launcher.kill("SIGINT");
    expect(await once(launcher, "exit")).toEqual([130, null]);
  });

  test("leaves nothing behind when it is killed", async () => {
    const { launcher, pid } = await startWaiting(node);
    launcher.kill("SIGKILL");
    await once(launcher, "exit");
    await untilGone(pid);
  });
});

describe("installed beside its dependencies", () => {
  let folder: string;
  let launcher: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "diorama-installed-"));
    const installed = join(folder, "node_modules", "diorama");
    launcher = join(installed, "bin", "diorama");
    cpSync(join(root, "bin"), join(installed, "bin"), { recursive: true });
    mkdirSync(join(installed, "dist", "cli"), { recursive: true });
    writeFileSync(join(installed, "package.json"), '{"type": "module"}');
    const main = "process.stdout.write(`${process.version} ${import.meta.filename}`);\n";
    writeFileSync(join(installed, "dist", "cli", "main.js"), main);
    symlinkSync(join(root, "node_modules", "commander"), join(folder, "node_modules", "commander"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(nodes)("runs what was compiled, started by $name", ({ node }) => {
    const ownNode = join(folder, "node_modules", "node");
    symlinkSync(join(root, "node_modules", "node"), ownNode);
    const { stdout, stderr } = spawnSync(node, [launcher], { encoding: "utf8" });
    rmSync(ownNode);
    expect({ stdout, stderr }).toEqual({
      stdout: expect.stringMatching(/^v2[4-9].*\/node_modules\/diorama\/dist\/cli\/main\.js$/),
      stderr: "",
    });
  });

  test.skipIf(olderNode === undefined)(
    "where npm did not bring Node 24, tells the command that does (needs an older Node)",
    () => {
      mkdirSync(join(folder, "node_modules", "node"));
      const { status, stderr } = spawnSync(olderNode ?? "", [launcher], { encoding: "utf8" });
      expect(status).toBe(2);
      expect(stderr).toMatch(/^Cannot start diorama: it needs Node 24, and this is v2\d.*ENOENT\)\.\n/);
      expect(stderr).toContain(`\nType: cd ${folder} && npm rebuild node --ignore-scripts=false\n`);
    },
  );
});

async function startWaiting(
  node: string,
): Promise<{ launcher: ChildProcessWithoutNullStreams; pid: number }> {
  const launcher = spawn(node, [join(checkout, "bin", "diorama"), "wait"]);
  const [line] = (await once(createInterface(launcher.stdout), "line")) as [string];
  return { launcher, pid: (JSON.parse(line) as { pid: number }).pid };
}

/** Gone, or dead where nobody reaps orphans: as the first process of a container may not. */
async function untilGone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`)) {
    if (/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
