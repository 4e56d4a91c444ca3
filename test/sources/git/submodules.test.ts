import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { acquireSource } from "../../../src/sources/index.ts";
import { parseGitmodules } from "../../../src/sources/git/gitmodules.ts";
import {
  contentsOf,
  git,
  givenFolder,
  givenOptions,
  givenRepository,
  leftOutOf,
  writeFiles,
} from "../given.ts";
import { serveFolder } from "../served.ts";
import { slowTest } from "../../slow-suites.ts";

/** Puts a commit of another repository into a folder of a repository, as `git submodule add` does, and commits that. */
function addSubmodule(folder: string, path: string, url: string, commit: string): void {
  git(folder, "config", "--file", ".gitmodules", `submodule.${path}.path`, path);
  git(folder, "config", "--file", ".gitmodules", `submodule.${path}.url`, url);
  git(folder, "add", ".gitmodules");
  git(folder, "update-index", "--add", "--cacheinfo", `160000,${commit},${path}`);
  git(folder, "commit", "--quiet", "-m", `Use ${path}`);
}

function headOf(folder: string): string {
  return git(folder, "rev-parse", "HEAD");
}

/** A bare clone below `root`, ready to be served. */
function publish(folder: string, root: string, name: string): void {
  git(folder, "clone", "--quiet", "--bare", folder, join(root, name));
  git(join(root, name), "update-server-info");
}

describe("submodules of a git source", () => {
  slowTest("are brought from their own and from relative URLs, and those of submodules too", async () => {
    const root = givenFolder();
    await using server = await serveFolder(root);
    const yeast = givenRepository({ "yeast.py": "AGE = 3\n" });
    publish(yeast, root, "yeast.git");
    const dough = givenRepository({ "dough.py": "from yeast import AGE\n", "flour.txt": "rye\n" });
    addSubmodule(dough, "yeast", "../yeast.git", headOf(yeast));
    publish(dough, root, "dough.git");
    const bakery = givenRepository({ "bread.py": "RISEN = True\n" });
    addSubmodule(bakery, "parts/dough", `${server.url}/dough.git`, headOf(dough));
    publish(bakery, root, "bakery.git");

    const options = { ...givenOptions(), submodules: true };
    const acquired = await acquireSource(`git+${server.url}/bakery.git`, options);
    expect(acquired.missingSubmodules).toEqual([]);
    expect(contentsOf(acquired)).toMatchObject({
      "bread.py": "RISEN = True\n",
      "parts/dough/dough.py": "from yeast import AGE\n",
      "parts/dough/flour.txt": "rye\n",
      "parts/dough/yeast/yeast.py": "AGE = 3\n",
    });
    const without = await acquireSource(`git+${server.url}/bakery.git`, { ...options, submodules: false });
    expect(without.files.map(({ path }) => path)).toEqual([".gitmodules", "bread.py"]);
    expect(leftOutOf(without)).toEqual({ "parts/dough": "submodule" });
    expect(without.missingSubmodules).toEqual([
      { path: "parts/dough", url: `${server.url}/dough.git`, problem: "it was not asked for" },
    ]);
    expect(without.treeDigest).not.toBe(acquired.treeDigest);
    await server.close();
    const kept = await acquireSource(`git+${server.url}/bakery.git@${headOf(bakery)}`, options);
    expect(kept.treeDigest).toBe(acquired.treeDigest);
  });

  test("that cannot be had are named, and brought as soon as they can be", async () => {
    const root = givenFolder();
    const yeast = givenRepository({ "yeast.py": "AGE = 3\n" });
    const folder = givenRepository({ "bread.py": "RISEN = True\n" });
    addSubmodule(folder, "yeast", join(root, "yeast.git"), headOf(yeast));
    addSubmodule(folder, "oven", "../oven.git", headOf(yeast));
    const options = { ...givenOptions(), submodules: true };
    const first = await acquireSource(`git+${folder}`, options);
    expect(first.missingSubmodules.map(({ path }) => path)).toEqual(["oven", "yeast"]);
    expect(first.missingSubmodules[0]?.problem).toContain("there is no git repository at");
    publish(yeast, root, "yeast.git");
    const second = await acquireSource(`git+${folder}`, options);
    expect(second.missingSubmodules.map(({ path }) => path)).toEqual(["oven"]);
    expect(contentsOf(second)["yeast/yeast.py"]).toBe("AGE = 3\n");
    writeFiles(folder, { "bread.py": "RISEN = False\n" });
    addSubmodule(folder, "yeast", join(root, "yeast.git"), "1".repeat(40));
    const third = await acquireSource(`git+${folder}`, options);
    expect(third.missingSubmodules.find(({ path }) => path === "yeast")?.problem).toContain(
      "no commit 111111111111",
    );
  });

  test("come out of a checkout that has them, whatever became of their URL", async () => {
    const yeast = givenRepository({ "yeast.py": "AGE = 3\n" });
    const folder = givenRepository({ "bread.py": "RISEN = True\n" });
    addSubmodule(folder, "yeast", "https://registry.invalid/yeast.git", headOf(yeast));
    git(folder, "clone", "--quiet", "--bare", yeast, join(folder, ".git/modules/yeast"));
    const acquired = await acquireSource(`git+${folder}`, { ...givenOptions(), submodules: true });
    expect(acquired.missingSubmodules).toEqual([]);
    expect(contentsOf(acquired)["yeast/yeast.py"]).toBe("AGE = 3\n");
  });

  slowTest("of a repository elsewhere name no folder of this machine and run nothing", async () => {
    const marks = givenFolder();
    const secret = givenRepository({ "secret.txt": "of this machine\n" });
    const root = givenFolder();
    await using server = await serveFolder(root);
    const hostile: Readonly<Record<string, string>> = {
      folder: join(secret, ".git"),
      file: `file://${secret}/.git`,
      climbing: `../../../../../../../..${secret}/.git`,
      command: `ext::sh -c touch% ${join(marks, "ext")}`,
      option: `--upload-pack=touch ${join(marks, "option")}`,
      shell: `ssh://-oProxyCommand=touch ${join(marks, "ssh")}/x`,
    };
    const folder = givenRepository({ "bread.py": "RISEN = True\n" });
    for (const [path, url] of Object.entries(hostile)) addSubmodule(folder, path, url, headOf(secret));
    publish(folder, root, "bakery.git");
    const acquired = await acquireSource(`git+${server.url}/bakery.git`, {
      ...givenOptions(),
      submodules: true,
    });
    expect(acquired.missingSubmodules.map(({ path }) => path)).toEqual(Object.keys(hostile).toSorted());
    expect(acquired.files.map(({ path }) => path)).toEqual([".gitmodules", "bread.py"]);
    for (const mark of ["ext", "option", "ssh"]) expect(existsSync(join(marks, mark))).toBe(false);
  });

  test("that nobody checked out are told of a folder too", async () => {
    const yeast = givenRepository({ "yeast.py": "AGE = 3\n" });
    const folder = givenRepository({ "bread.py": "RISEN = True\n" });
    addSubmodule(folder, "yeast", yeast, headOf(yeast));
    const empty = await acquireSource(folder, givenOptions());
    expect(empty.missingSubmodules).toEqual([{ path: "yeast", url: yeast, problem: "its folder is empty" }]);
    execFileSync("git", ["clone", "--quiet", yeast, join(folder, "yeast")]);
    rmSync(join(folder, "yeast/.git"), { recursive: true });
    writeFileSync(join(folder, "bread.py"), "RISEN = 1\n");
    expect((await acquireSource(folder, givenOptions())).missingSubmodules).toEqual([]);
  });
});

test("a .gitmodules file is read as git reads it", () => {
  const text = `# ours
[submodule "a"]
\tpath = parts/a/
\turl = https://example.com/a.git ; the old place
[core]
\tpath = not/this
[submodule "b \\"c\\""]
  URL = "../b"
  path=b
[submodule "without path"]
  url = ../d
`;
  expect(parseGitmodules(text)).toEqual([
    { name: "a", path: "parts/a", url: "https://example.com/a.git" },
    { name: 'b "c"', path: "b", url: "../b" },
  ]);
});
