import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { asHostPath } from "../../../src/base/index.ts";
import { fileNameOf, planUnpacking, SYSTEM_PATH } from "../../../src/environments/system/layer-jobs.ts";
import { listRegularFiles } from "../../../src/environments/tree.ts";

const canUnpack = existsSync("/usr/bin/dpkg-deb") && lstatSync("/bin").isSymbolicLink();

test.skipIf(!canUnpack)("what a package has in folders that are links here lies where these lead", () => {
  const folder = mkdtempSync(join(tmpdir(), "diorama-packages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [tree, work, root] = ["tree", "work", "root"].map((name) => join(folder, name));
  if (tree === undefined || work === undefined || root === undefined) throw new Error("three folders");
  const files = {
    "DEBIAN/control":
      "Package: tide\nVersion: 1\nArchitecture: all\nMaintainer: Nobody <nobody@example.com>\nDescription: x\n",
    "bin/tide": "#!/bin/sh\n",
    "usr/share/tide/table": "low\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(tree, path, ".."), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  for (const each of [work, root]) mkdirSync(each);
  const tide = { name: "tide", version: "1", architecture: "all", sha256: "" };
  execFileSync("dpkg-deb", ["--root-owner-group", "--build", tree, join(work, fileNameOf(tide))]);
  const { commands } = planUnpacking([tide]);
  for (const { words, variables } of commands((path) => path)) {
    const [program = "", ...rest] = words;
    expect(variables).toMatchObject({ ROOT: SYSTEM_PATH });
    execFileSync(program, rest, { env: { PATH: process.env["PATH"], WORK: work, ROOT: root } });
  }
  expect(listRegularFiles(asHostPath(root))).toEqual(["usr/bin/tide", "usr/share/tide/table"]);
});
