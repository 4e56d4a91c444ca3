import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { askProgram, programsNamed } from "../../src/environments/find-programs.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "diorama-programs-")));
afterAll(() => rmSync(folder, { recursive: true }));

function plant(place: string, says: string): string {
  mkdirSync(join(folder, place), { recursive: true });
  const path = join(folder, place, "oven");
  writeFileSync(path, `#!/bin/sh\necho "${says} $HOME"\n`);
  chmodSync(path, 0o755);
  return path;
}

test("each installation is found once, where it is found first", async () => {
  const [first, second] = [plant("first", "gas"), plant("second", "wood")];
  mkdirSync(join(folder, "again"));
  symlinkSync(first, join(folder, "again", "oven"));
  const path = ["first", "second", "again", "nowhere"].map((place) => join(folder, place)).join(":");
  const machine = { path, home: "/home/baker" };
  expect(programsNamed("oven", machine, [second, first])).toEqual([first, second]);
  expect(await askProgram([second], { ...machine, path: `${path}:/usr/bin:/bin` })).toBe(
    "wood /home/baker\n",
  );
  expect(await askProgram([join(folder, "nowhere", "oven")], machine)).toBeUndefined();
});
