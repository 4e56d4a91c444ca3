import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

import { afterAll, describe, expect, it } from "vitest";

import { findInterpreters } from "./values/interpreters.ts";

const supervisor = fileURLToPath(new URL("../../src/judge/supervisor", import.meta.url));

/** Leaves all sorts of things in the folder, and looks after each whether that is seen and the next case's folder is empty. */
const PROGRAM = `
import os, sys
import diorama_directory as directory
place = sys.argv[1]
os.chdir(place)
directory.adopt(place)
assert os.listdir(place) == []

def in_folder(): os.mkdir("a")
def in_file(): open("a", "w").close()
def in_hidden_link(): os.symlink("nowhere", ".b")
def by_mode(): os.chmod(place, 0o500)
def by_replacing():
    os.rename(place, place + "-old")
    os.mkdir(place)
    open(os.path.join(place, "b"), "w").close()
def by_removing(): os.rmdir(place)

for trace in (in_folder, in_file, in_hidden_link, by_mode, by_replacing, by_removing):
    directory.enter(place)
    assert directory.is_untouched(place), trace
    trace()
    assert not directory.is_untouched(place), trace
    directory.enter(place)
    assert os.listdir(place) == [] and os.getcwd() == place, trace

def comes_and_goes():
    open("a", "w").close()
    os.remove("a")
comes_and_goes()
directory.enter(place)
os.mkdir("a")
os.chdir("a")
directory.enter(place)
assert os.getcwd() == place and os.listdir(place) == []
print("seen")
`;

// A folder in memory tells by its size what is in it, others may not.
const roots = ["/dev/shm", tmpdir()];
const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

describe.each(findInterpreters())("the private folder of a case under CPython $version", ({ python }) => {
  it.each(roots)("is found empty below %s, and as it was made, or made anew", (root) => {
    const folder = mkdtempSync(`${root}/diorama-directory-`);
    made.push(folder, `${folder}-old`);
    const said = execFileSync(python, ["-B", "-c", PROGRAM, folder], {
      env: { PYTHONPATH: supervisor },
      encoding: "utf8",
    });
    expect(said.trim()).toBe("seen");
  });
});
