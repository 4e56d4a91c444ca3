import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { acquireSource } from "../../../src/sources/index.ts";
import { serveFolder, serveRepositories } from "../served.ts";
import {
  COMMIT_DATE,
  contentsOf,
  git,
  givenFolder,
  givenOptions,
  givenRepository,
  leftOutOf,
  writeFiles,
} from "../given.ts";

const BREAD = "def bake(minutes):\n    return minutes * 2\n";

/** A bare clone, as servers hold them. */
function givenBare(folder: string): string {
  const bare = join(givenFolder(), "bakery.git");
  git(folder, "clone", "--quiet", "--bare", folder, bare);
  return bare;
}

describe("acquiring a git repository", () => {
  test("gives branch, tag, commit and short commit of a bare one, with what git knows of them", async () => {
    const folder = givenRepository({ "bread.py": BREAD, LICENSE: "SPDX-License-Identifier: MIT\n" });
    git(folder, "tag", "-a", "v1.2.0", "-m", "first");
    const first = git(folder, "rev-parse", "HEAD");
    writeFiles(folder, { "cake.py": "LAYERS = 3\n" });
    git(folder, "add", ".");
    git(folder, "commit", "--quiet", "-m", "Cake");
    git(folder, "branch", "feature/@icing");
    const bare = givenBare(folder);
    const options = givenOptions();

    const tagged = await acquireSource(`git+file://${bare}@v1.2.0`, options);
    expect(contentsOf(tagged)).toEqual({ "bread.py": BREAD, LICENSE: "SPDX-License-Identifier: MIT\n" });
    expect(tagged.repository).toEqual({
      source: "git:bakery",
      family: "bakery",
      commit: first,
      version: "1.2.0",
      date: new Date(COMMIT_DATE).toISOString(),
      licence: "MIT",
      licence_files: ["LICENSE"],
    });
    const head = await acquireSource(bare, options);
    expect(head.repository.version).toBe(`1.2.0.post1+g${git(folder, "rev-parse", "HEAD").slice(0, 7)}`);
    expect(head.files.map(({ path }) => path)).toEqual(["LICENSE", "bread.py", "cake.py"]);
    for (const spec of [`git+${bare}@feature/@icing`, `${folder}/.git`, `git+${folder}@main`])
      expect((await acquireSource(spec, options)).repository.commit).toBe(head.repository.commit);
    for (const ref of [first, first.slice(0, 9), "refs/tags/v1.2.0"])
      expect((await acquireSource(`git+${bare}@${ref}`, options)).directory).toBe(tagged.directory);
  });

  test("a commit after a tag of development is no release after it", async () => {
    const folder = givenRepository({ "bread.py": BREAD });
    git(folder, "tag", "v1.3.0.dev2");
    writeFiles(folder, { "cake.py": "LAYERS = 3\n" });
    git(folder, "add", ".");
    git(folder, "commit", "--quiet", "-m", "Cake");
    const { repository } = await acquireSource(`git+${folder}`, givenOptions());
    expect(repository.version).toBe(`1.3.0.dev2+1.g${repository.commit?.slice(0, 7)}`);
  });

  test("fetches what is not on this machine, and a kept commit needs no repository any more", async () => {
    const folder = givenRepository({ "bread.py": BREAD });
    writeFiles(folder, { "bread.py": "STALE = 1\n" });
    git(folder, "commit", "--quiet", "--all", "-m", "Stale");
    const old = git(folder, "rev-parse", "HEAD~1");
    const root = givenFolder();
    git(folder, "clone", "--quiet", "--bare", folder, join(root, "bakery.git"));
    git(join(root, "bakery.git"), "update-server-info");
    await using server = await serveFolder(root);
    const options = givenOptions();
    const acquired = await acquireSource(`git+${server.url}/bakery.git@main`, options);
    expect(acquired.repository.source).toBe(`${server.url}/bakery`);
    expect(contentsOf(acquired)).toEqual({ "bread.py": "STALE = 1\n" });
    const older = await acquireSource(`git+${server.url}/bakery.git@${old}`, options);
    expect(contentsOf(older)).toEqual({ "bread.py": BREAD });
    await server.close();
    expect(await acquireSource(`git+${server.url}/bakery.git@${old}`, options)).toEqual(older);
  });

  test("asks a server for the commits before one, without what they hold, to know its version", async () => {
    const folder = givenRepository({ "bread.py": BREAD });
    git(folder, "checkout", "--quiet", "-b", "release");
    writeFiles(folder, { "bread.py": "RELEASED = 1\n" });
    git(folder, "commit", "--quiet", "--all", "-m", "Release");
    git(folder, "tag", "-a", "v1.2.0", "-m", "first");
    git(folder, "checkout", "--quiet", "main");
    writeFiles(folder, { "cake.py": "LAYERS = 3\n" });
    git(folder, "add", ".");
    git(folder, "commit", "--quiet", "-m", "Cake");
    git(folder, "merge", "--quiet", "--no-edit", "release");
    const commit = git(folder, "rev-parse", "HEAD");
    const root = givenFolder();
    git(folder, "clone", "--quiet", "--bare", folder, join(root, "bakery.git"));
    await using server = await serveRepositories(root);
    const fetched = await acquireSource(`git+${server.url}/bakery.git@${commit}`, givenOptions());
    expect(fetched.repository.version).toMatch(/^1\.2\.0\.post\d\+g[0-9a-f]{7}$/u);
    expect(contentsOf(fetched)).toEqual({ "bread.py": "RELEASED = 1\n", "cake.py": "LAYERS = 3\n" });
    const local = await acquireSource(`git+file://${join(root, "bakery.git")}@${commit}`, givenOptions());
    expect(local.repository.version).toBe(fetched.repository.version);
  });

  test("runs nothing of a hostile repository and lets no attribute change a byte", async () => {
    const marks = givenFolder();
    const command = (name: string): string => `touch ${join(marks, name)}; cat`;
    const keyword = "$Format:%H$ $Id$\n";
    const folder = givenRepository({
      ".gitattributes": "* filter=evil export-subst ident\nhidden.py export-ignore\n*.txt text\n",
      ".lfsconfig": "[lfs]\n\turl = http://127.0.0.1:9\n",
      "version.py": keyword,
      "hidden.py": BREAD,
      "notes.txt": "flour\nwater\n",
      "run.sh": "#!/bin/sh\n",
    });
    chmodSync(join(folder, "run.sh"), 0o755);
    git(folder, "commit", "--quiet", "--all", "--amend", "--no-edit");
    for (const [name, value] of Object.entries({
      "filter.evil.smudge": command("smudge"),
      "filter.evil.clean": command("clean"),
      "filter.evil.process": command("process"),
      "core.fsmonitor": command("fsmonitor"),
      "core.sshCommand": command("ssh"),
      "core.pager": command("pager"),
      "core.hooksPath": join(folder, ".git/hooks"),
      "uploadpack.packObjectsHook": command("pack"),
      "core.alternateRefsCommand": command("alternates"),
      "protocol.ext.allow": "always",
      "remote.origin.url": `ext::${command("ext")}`,
      "remote.origin.promisor": "true",
      "extensions.partialClone": "origin",
      "core.repositoryFormatVersion": "1",
    }))
      git(folder, "config", name, value);
    for (const hook of ["post-checkout", "pre-commit", "reference-transaction", "post-index-change"])
      writeFileSync(join(folder, ".git/hooks", hook), `#!/bin/sh\n${command(hook)}\n`, { mode: 0o755 });

    const options = givenOptions();
    const fromGit = await acquireSource(`git+${folder}`, options);
    expect(contentsOf(fromGit)).toMatchObject({
      "version.py": keyword,
      "hidden.py": BREAD,
      "notes.txt": "flour\nwater\n",
    });
    const fromFolder = await acquireSource(folder, options);
    expect(fromFolder.treeDigest).toBe(fromGit.treeDigest);
    expect(fromFolder.repository.commit).toBe(fromGit.repository.commit);
    expect(execFileSync("find", [marks, "-type", "f"], { encoding: "utf8" })).toBe("");
  });

  test("resolves links inside, leaves out links outside, submodules and names that are not UTF-8", async () => {
    const folder = givenRepository({ "oven/bread.py": BREAD, "Brötchen & Co.py": "PRICE = 1\n" });
    symlinkSync("oven/bread.py", join(folder, "bread.py"));
    symlinkSync("/etc/passwd", join(folder, "accounts"));
    symlinkSync("../../outside", join(folder, "up"));
    writeFileSync(
      Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from(".py")]),
      "X = 1\n",
    );
    git(folder, "add", ".");
    git(folder, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},vendor/flour`);
    git(folder, "commit", "--quiet", "-m", "Links");
    const acquired = await acquireSource(`git+${folder}`, givenOptions());
    expect(contentsOf(acquired)).toEqual({
      "Brötchen & Co.py": "PRICE = 1\n",
      "bread.py": BREAD,
      "oven/bread.py": BREAD,
    });
    expect(leftOutOf(acquired)).toEqual({
      accounts: "symlink_outside",
      up: "symlink_outside",
      "caf\u{FFFD}.py": "not_utf8_name",
      "vendor/flour": "submodule",
    });
  });

  test("leaves out what a partial clone was made without, and a whole clone has it", async () => {
    const folder = givenRepository({ "bread.py": BREAD, "picture.txt": "crust ".repeat(1_000) });
    git(folder, "config", "uploadpack.allowFilter", "true");
    const partial = join(givenFolder(), "partial");
    execFileSync("git", ["clone", "-q", "--bare", "--filter=blob:limit=1k", `file://${folder}`, partial]);
    const options = givenOptions();
    const acquired = await acquireSource(`git+${partial}`, options);
    expect(contentsOf(acquired)).toEqual({ "bread.py": BREAD });
    expect(leftOutOf(acquired)).toEqual({ "picture.txt": "not_fetched" });
    git(partial, "fetch", "-q", "--refetch", "--no-filter", `file://${folder}`);
    const whole = await acquireSource(`git+${partial}`, options);
    expect(Object.keys(contentsOf(whole))).toEqual(["bread.py", "picture.txt"]);
  });

  test("keeps a tree of forbidden names inside its folder", async () => {
    const folder = givenRepository({ "bread.py": BREAD });
    const blob = git(folder, "hash-object", "-w", "bread.py");
    const item = (mode: string, name: string, id: string): Buffer =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]);
    const writeTree = (content: Buffer): string =>
      execFileSync("git", ["-C", folder, "hash-object", "-t", "tree", "-w", "--stdin", "--literally"], {
        input: content,
        encoding: "utf8",
      }).trim();
    const inner = writeTree(item("100644", "escaped.py", blob));
    const outer = writeTree(
      Buffer.concat([
        item("40000", "..", inner),
        item("40000", ".git", inner),
        item("100644", "bread.py", blob),
      ]),
    );
    git(folder, "update-ref", "refs/heads/hostile", git(folder, "commit-tree", outer, "-m", "hostile"));
    const options = givenOptions();
    const acquired = await acquireSource(`git+${folder}@hostile`, options);
    expect(contentsOf(acquired)).toEqual({ "bread.py": BREAD });
    expect(leftOutOf(acquired)["../escaped.py"]).toBe("unsafe_path");
    expect(existsSync(join(acquired.directory, "../escaped.py"))).toBe(false);
  });

  test("reads a bare repository of another user that has neither configuration nor owner's consent", async (context) => {
    if (process.getuid?.() !== 0) return context.skip("only root can give a folder away");
    const bare = givenBare(givenRepository({ "bread.py": BREAD }));
    execFileSync("rm", ["-rf", join(bare, "config"), join(bare, "hooks")]);
    execFileSync("chown", ["-R", "54321:54321", bare]);
    expect(contentsOf(await acquireSource(bare, givenOptions()))).toEqual({ "bread.py": BREAD });
    return undefined;
  });

  test("leaves nothing behind when a repository lacks objects, and says so", async () => {
    const folder = givenRepository({ "bread.py": BREAD });
    const blob = git(folder, "rev-parse", "HEAD:bread.py");
    execFileSync("rm", ["-f", join(folder, ".git/objects", blob.slice(0, 2), blob.slice(2))]);
    const options = givenOptions();
    await expect(acquireSource(`git+${folder}`, options)).rejects.toMatchObject({
      code: "incomplete-repository",
    });
    expect(existsSync(join(options.cacheDirectory, "trees"))).toBe(false);
    expect(execFileSync("ls", [join(options.cacheDirectory, "staging")], { encoding: "utf8" })).toBe("");
  });

  test("names the refs there are when one is missing", async () => {
    const folder = givenRepository({ "bread.py": BREAD });
    git(folder, "tag", "v1.2.0");
    await expect(acquireSource(`git+${folder}@v1.2.1`, givenOptions())).rejects.toMatchObject({
      name: "UsageError",
      code: "missing-ref",
      hint: 'Known: v1.2.0, main. Did you mean "v1.2.0"?',
    });
    for (const ref of ["1".repeat(40), "abcd123"])
      await expect(acquireSource(`git+${folder}@${ref}`, givenOptions())).rejects.toMatchObject({
        code: "missing-ref",
      });
  });

  test("refuses a repository without commits, none at all, and refs that are options", async () => {
    const empty = join(givenFolder(), "empty");
    mkdirSync(empty);
    git(empty, "init", "--quiet");
    const expectRefusal = async (spec: string, code: string): Promise<void> => {
      await expect(acquireSource(spec, givenOptions())).rejects.toMatchObject({ name: "UsageError", code });
    };
    await expectRefusal(`git+${empty}`, "empty-repository");
    await expectRefusal("git+/nowhere/at/all", "missing-repository");
    const folder = givenRepository({ "bread.py": BREAD });
    await expectRefusal(`git+${folder}@--upload-pack=touch`, "bad-source");
    await expectRefusal("git+--upload-pack=touch", "bad-source");
    await expectRefusal("github:no-repository", "bad-source");
    git(folder, "rm", "--quiet", "bread.py");
    git(folder, "commit", "--quiet", "-m", "Nothing");
    await expectRefusal(`git+${folder}`, "empty-repository");
  });

  test("never shows the password of a URL", async () => {
    const failure = acquireSource("git+http://baker:s3cret@127.0.0.1:1/bakery.git", givenOptions());
    const error = await failure.then(
      () => undefined,
      (thrown: unknown) => thrown as Error & { hint: string; fields: unknown },
    );
    expect(error).toMatchObject({ code: "repository-unreachable" });
    expect(JSON.stringify([error?.message, error?.hint, error?.fields])).not.toContain("s3cret");
  });

  test("gives concurrent callers the same complete tree", async () => {
    const folder = givenRepository(
      Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`loaf${at}.py`, `N = ${at}\n`])),
    );
    const options = givenOptions();
    const all = await Promise.all(Array.from({ length: 4 }, () => acquireSource(`git+${folder}`, options)));
    expect(new Set(all.map(({ directory }) => directory)).size).toBe(1);
    expect(all.map((acquired) => Object.keys(contentsOf(acquired)).length)).toEqual([50, 50, 50, 50]);
  });

  test("makes a tree anew that somebody changed in the cache", async () => {
    const folder = givenRepository({ "bread.py": BREAD });
    const options = givenOptions();
    const acquired = await acquireSource(`git+${folder}`, options);
    writeFileSync(join(acquired.directory, "bread.py"), "");
    expect(contentsOf(await acquireSource(`git+${folder}`, options))).toEqual({ "bread.py": BREAD });
    expect(readFileSync(join(acquired.directory, "bread.py"), "utf8")).toBe(BREAD);
  });
});
