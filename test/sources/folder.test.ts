import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { acquireSource } from "../../src/sources/index.ts";
import {
  COMMIT_DATE,
  contentsOf,
  git,
  givenFolder,
  givenOptions,
  givenRepository,
  leftOutOf,
  writeFiles,
} from "./given.ts";

const BREAD = "def bake(minutes):\n    return minutes * 2\n";

describe("acquiring a folder", () => {
  test("takes its sources, whatever they are called, and none of what builds left behind", async () => {
    const folder = join(givenFolder(), "Bakery");
    writeFiles(folder, {
      "src/bakery/bread.py": BREAD,
      "src/bakery/_version.py": 'version = "1.2"\n',
      "my cake/Brötchen 🥖.py": "PRICE = 1\n",
      "build/recipe.py": "ours = True\n",
      "dist/readme.txt": "ours\n",
      ".gitignore": "_version.py\n",
      ".git/HEAD": "nothing\n",
      "src/bakery/__pycache__/bread.cpython-311.pyc": "junk",
      "src/bakery.egg-info/PKG-INFO": "junk",
      "env/pyvenv.cfg": "junk",
      "env/lib/python3.11/site-packages/bakery/bread.py": "junk",
      ".venv/bin/python": "junk",
      ".tox/py311/x.py": "junk",
      "web/node_modules/flour/index.js": "junk",
      "sub/.hg/store": "junk",
      "other/build/lib/bakery/bread.py": "junk",
      "other/dist/bakery-1.2-py3-none-any.whl": "junk",
      ".mypy_cache/a.json": "junk",
      "old.pyc": "junk",
    });
    const acquired = await acquireSource(folder, givenOptions());
    expect(contentsOf(acquired)).toEqual({
      ".gitignore": "_version.py\n",
      "build/recipe.py": "ours = True\n",
      "dist/readme.txt": "ours\n",
      "my cake/Brötchen 🥖.py": "PRICE = 1\n",
      "src/bakery/_version.py": 'version = "1.2"\n',
      "src/bakery/bread.py": BREAD,
    });
    expect(acquired.repository).toEqual({
      source: "folder:Bakery",
      family: "bakery",
      commit: null,
      version: null,
      date: null,
      licence: null,
      licence_files: [],
    });
    expect(acquired.leftOut).toEqual([]);
  });

  test("names what it cannot take: links out, pipes, huge files, names that are no text", async () => {
    const folder = givenFolder();
    writeFiles(folder, { "bread.py": BREAD, "huge.py": "", [`${folder.slice(1)}/x`]: "deep\n" });
    truncateSync(join(folder, "huge.py"), 50 * 1024 * 1024);
    symlinkSync("/etc/passwd", join(folder, "accounts"));
    symlinkSync(join(folder, "bread.py"), join(folder, "absolute.py"));
    symlinkSync("missing.py", join(folder, "dangling.py"));
    execFileSync("mkfifo", [join(folder, "pipe")]);
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]), "x");
    const acquired = await acquireSource(folder, givenOptions());
    expect(contentsOf(acquired)).toMatchObject({ "absolute.py": BREAD, "bread.py": BREAD });
    expect(acquired.files).toHaveLength(3);
    expect(leftOutOf(acquired)).toEqual({
      accounts: "symlink_outside",
      "caf\u{FFFD}": "not_utf8_name",
      "dangling.py": "symlink_dangling",
      "huge.py": "too_large",
      pipe: "special_file",
    });
  });

  test("records the commit of a checkout only while its files are the commit's", async () => {
    const folder = givenRepository({ "bread.py": BREAD, ".gitignore": "_version.py\n", "tool.sh": "" });
    git(folder, "tag", "v2.0");
    const commit = git(folder, "rev-parse", "HEAD");
    const options = givenOptions();
    const commitNow = async (): Promise<string | null> =>
      (await acquireSource(folder, options)).repository.commit;

    const clean = await acquireSource(folder, options);
    expect(clean.repository).toMatchObject({
      commit,
      version: "2.0",
      date: new Date(COMMIT_DATE).toISOString(),
    });
    writeFiles(folder, { "_version.py": "ignored = True\n" });
    expect(await commitNow()).toBe(commit);
    writeFiles(folder, { "new.py": "" });
    expect(await commitNow()).toBeNull();
    git(folder, "clean", "--quiet", "--force");
    chmodSync(join(folder, "tool.sh"), 0o755);
    expect(await commitNow()).toBeNull();
    chmodSync(join(folder, "tool.sh"), 0o644);
    writeFiles(folder, { "bread.py": `${BREAD}# more\n` });
    expect(await commitNow()).toBeNull();
    git(folder, "checkout", "--quiet", "bread.py");
    expect(await commitNow()).toBe(commit);
    const worktree = join(givenFolder(), "second");
    git(folder, "worktree", "add", "--quiet", worktree);
    expect((await acquireSource(worktree, options)).repository.commit).toBe(commit);
  });

  test("gives the same folder for the same files, and another for others", async () => {
    const options = givenOptions();
    const [first, second] = [givenFolder(), givenFolder()].map((parent) => join(parent, "bakery"));
    for (const folder of [first ?? "", second ?? ""])
      writeFiles(folder, { "bread.py": BREAD, "b/c.py": "X = 1\n" });
    const before = await acquireSource(first ?? "", options);
    expect((await acquireSource(second ?? "", options)).directory).toBe(before.directory);
    chmodSync(join(second ?? "", "bread.py"), 0o755);
    const after = await acquireSource(second ?? "", options);
    expect(after.treeDigest).not.toBe(before.treeDigest);
    expect(contentsOf(after)).toEqual(contentsOf(before));
  });

  test("refuses what is no folder or holds nothing", async () => {
    const folder = givenFolder();
    writeFiles(folder, { "bread.py": BREAD });
    mkdirSync(join(folder, "empty"));
    const refusals = {
      [join(folder, "bread.py")]: "unknown-source",
      [join(folder, "nowhere")]: "unknown-source",
      [join(folder, "empty")]: "empty-repository",
    };
    for (const [spec, code] of Object.entries(refusals))
      await expect(acquireSource(spec, givenOptions())).rejects.toMatchObject({ name: "UsageError", code });
  });

  test("stops when interrupted, leaving nothing half made", async () => {
    const folder = givenFolder();
    writeFiles(folder, { "bread.py": BREAD });
    const options = givenOptions();
    await expect(acquireSource(folder, { ...options, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "interrupted",
    });
    expect(execFileSync("find", [options.cacheDirectory, "-type", "f"], { encoding: "utf8" })).toBe("");
  });

  test.for([
    ["size=64k", "disk-full Free some space, or choose a cache folder on another disk."],
    ["ro", "not-permitted Give this user access to that path, or choose another cache folder."],
  ] as const)(
    "says what helps when the cache is on a disk mounted with %s",
    ([mountOptions, expected], context) => {
      if (spawnSync("unshare", ["--map-root-user", "--mount", "true"]).status !== 0)
        return context.skip("needs a mount namespace of its own");
      const folder = givenFolder();
      writeFiles(folder, { "cake.py": "x".repeat(200_000) });
      const program = `
      import { acquireSource } from ${JSON.stringify(join(import.meta.dirname, "../../src/sources/index.ts"))};
      const options = { cacheDirectory: process.argv[2], logger: () => undefined };
      await acquireSource(process.argv[1], options).catch((error) => console.log(error.code + " " + error.hint));`;
      const script = 'mount -t tmpfs -o "$1" tmpfs "$0" && shift && exec "$@" "$0"';
      const node = [process.execPath, "--input-type=module", "--eval", program, folder];
      const unshare = [
        "--map-root-user",
        "--mount",
        "sh",
        "-c",
        script,
        givenFolder(),
        mountOptions,
        ...node,
      ];
      expect(execFileSync("unshare", unshare, { encoding: "utf8" })).toBe(`${expected}\n`);
      return undefined;
    },
  );
});
