import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { acquireFromNpm } from "../../src/sources/npm/npm.ts";
import type { NpmAccess } from "../../src/sources/npm/package-document.ts";
import { repositoryOf } from "../../src/sources/npm/package-repository.ts";
import { carriesTests } from "../../src/sources/npm/packed-tests.ts";
import { readIndexConfiguration } from "../../src/sources/index.ts";
import { makeTarGz } from "./archive/made-archive.ts";
import { COMMIT_DATE, contentsOf, git, givenFolder, givenOptions, givenRepository } from "./given.ts";
import { serve, type TestServer } from "./served.ts";

const UPLOADED = "2024-03-01T12:00:00.000Z";

const given = process.env["GIT_CONFIG_GLOBAL"];
afterEach(() => {
  if (given === undefined) delete process.env["GIT_CONFIG_GLOBAL"];
  else process.env["GIT_CONFIG_GLOBAL"] = given;
});

interface Packed {
  readonly files: Readonly<Record<string, string>>;
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly dist?: Readonly<Record<string, string>>;
}

/** A registry with one package, by version, that counts what is asked of it. */
async function serveRegistry(
  name: string,
  versions: Readonly<Record<string, Packed>>,
  tags: Readonly<Record<string, string>> = {},
): Promise<TestServer & { readonly asked: string[]; readonly access: NpmAccess }> {
  const asked: string[] = [];
  const archives = Object.entries(versions).map(([version, { files }]) => {
    const entries = Object.entries(files).map(([path, content]) => ({ name: `package/${path}`, content }));
    return [`/${name}/-/oven-${version}.tgz`, makeTarGz(entries)] as const;
  });
  const describe = ([version, { manifest, dist }]: [string, Packed], at: number): [string, unknown] => {
    const archive = archives[at]?.[1] ?? Buffer.alloc(0);
    const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
    // As mirrors have it: under the name of npm's own registry.
    const tarball = `https://registry.npmjs.org/${name}/-/oven-${version}.tgz`;
    return [version, { version, ...manifest, dist: { tarball, ...(dist ?? { integrity }) } }];
  };
  const server = await serve((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    asked.push(path);
    const archive = archives.find(([one]) => one === path)?.[1];
    if (archive !== undefined) response.end(archive);
    else if (path !== `/${name}`) response.writeHead(404).end();
    else
      response.end(
        JSON.stringify({
          name,
          "dist-tags": tags,
          versions: Object.fromEntries(Object.entries(versions).map(describe)),
          time: { created: UPLOADED, "1.0.0": UPLOADED },
        }),
      );
  });
  const configuration = readIndexConfiguration(
    { PIP_CONFIG_FILE: "/dev/null", UV_NO_CONFIG: "1" },
    "/nowhere",
  );
  return { ...server, asked, access: { registry: `${server.url}/`, configuration } };
}

const WHOLE = {
  "package.json": '{"name": "oven", "license": "MIT"}\n',
  "index.js": "exports.bake = (minutes) => minutes * 2;\n",
  "test/bake.js": "require('assert').equal(require('..').bake(2), 4);\n",
};
const MADE = { "package.json": WHOLE["package.json"], "dist/index.js": WHOLE["index.js"] };

test("a package with sources and tests is unpacked with what is known of it, and found again without the registry", async () => {
  await using registry = await serveRegistry("@bakery/oven", { "1.0.0": { files: WHOLE } });
  const options = givenOptions();
  const acquired = await acquireFromNpm("npm:@bakery/oven@1.0.0", options, registry.access);
  expect(contentsOf(acquired)).toEqual(WHOLE);
  expect(acquired.repository).toEqual({
    source: "npm:@bakery/oven@1.0.0",
    family: "@bakery/oven",
    commit: null,
    version: "1.0.0",
    date: UPLOADED,
    licence: "MIT",
    licence_files: [],
  });
  await registry.close();
  expect(await acquireFromNpm("npm:@bakery/oven@1.0.0", options, registry.access)).toEqual(acquired);
  expect(registry.asked).toEqual(["/@bakery/oven", "/@bakery/oven/-/oven-1.0.0.tgz"]);
});

test("without a version it is the latest, and a tag names one", async () => {
  const versions = Object.fromEntries(
    ["1.0.0", "1.1.0", "2.0.0-beta.1"].map((one) => [one, { files: WHOLE }]),
  );
  await using registry = await serveRegistry("oven", versions, { latest: "1.1.0", next: "2.0.0-beta.1" });
  const versionOf = async (spec: string) =>
    (await acquireFromNpm(spec, givenOptions(), registry.access)).repository.version;
  expect(await versionOf("npm:oven")).toBe("1.1.0");
  expect(await versionOf("npm:oven@next")).toBe("2.0.0-beta.1");
  await expect(versionOf("npm:oven@1.1.9")).rejects.toMatchObject({
    code: "missing-version",
    hint: "Did you mean 1.1.0?",
  });
  await expect(versionOf("npm:stove")).rejects.toMatchObject({ code: "unknown-package" });
  await expect(versionOf("npm:../oven")).rejects.toMatchObject({ code: "bad-source" });
});

test.each([
  [
    "another hash",
    { integrity: `sha512-${Buffer.alloc(64, 1).toString("base64")}` },
    "is not what the registry announced",
  ],
  [
    "a weak hash that fits beside a strong one that does not",
    { integrity: `sha1-x sha512-${"A".repeat(86)}==` },
    "is not what",
  ],
  ["another old hash", { shasum: "0".repeat(40) }, "is not what the registry announced"],
  ["no hash", {}, "announces no hash"],
])("a package with %s is not unpacked", async (_, dist, problem) => {
  await using registry = await serveRegistry("oven", { "1.0.0": { files: WHOLE, dist } });
  const options = givenOptions();
  await expect(acquireFromNpm("npm:oven@1.0.0", options, registry.access)).rejects.toMatchObject({
    code: "other-content",
    message: expect.stringContaining(problem) as string,
  });
  expect(readdirSync(options.cacheDirectory)).toEqual([]);
});

test("an old package with the hash of its time is taken", async () => {
  const entries = Object.entries(WHOLE).map(([path, content]) => ({ name: `package/${path}`, content }));
  const shasum = createHash("sha1").update(makeTarGz(entries)).digest("hex");
  await using registry = await serveRegistry("oven", { "1.0.0": { files: WHOLE, dist: { shasum } } });
  expect(contentsOf(await acquireFromNpm("npm:oven@1.0.0", givenOptions(), registry.access))).toEqual(WHOLE);
});

/** A repository on this machine that git takes for one on a server. */
function givenServer(url: string): { readonly head: string; tag(name: string): void } {
  const repository = givenRepository({ ...WHOLE, "README.md": "Bakes.\n" });
  const config = join(givenFolder(), "gitconfig");
  writeFileSync(
    config,
    `[url "file://${repository}"]\n\tinsteadOf = ${url}\n[protocol "file"]\n\tallow = always\n`,
  );
  process.env["GIT_CONFIG_GLOBAL"] = config;
  const head = git(repository, "rev-parse", "HEAD");
  return { head, tag: (name) => void git(repository, "tag", name) };
}

test("of a package that holds only what was made, the commit is taken that it was packed at", async () => {
  const { head } = givenServer("https://forge.example/bakery/oven");
  const manifest = { repository: { url: "git+https://forge.example/bakery/oven.git" }, gitHead: head };
  await using registry = await serveRegistry("oven", { "1.0.0": { files: MADE, manifest } });
  const acquired = await acquireFromNpm("npm:oven@1.0.0", givenOptions(), registry.access);
  expect(contentsOf(acquired)).toEqual({ ...WHOLE, "README.md": "Bakes.\n" });
  expect([acquired.spec, acquired.repository]).toMatchObject([
    "npm:oven@1.0.0",
    { source: "https://forge.example/bakery/oven", commit: head, date: new Date(COMMIT_DATE).toISOString() },
  ]);
});

test("without a commit, or with one that is gone, it is the one with the version's tag; without a tag it is refused", async () => {
  const server = givenServer("https://forge.example/bakery/oven");
  const repository = "https://forge.example/bakery/oven";
  const manifests = [{ repository }, { repository, gitHead: "0".repeat(40) }];
  for (const manifest of manifests) {
    await using registry = await serveRegistry("oven", { "1.0.0": { files: MADE, manifest } });
    await expect(acquireFromNpm("npm:oven@1.0.0", givenOptions(), registry.access)).rejects.toMatchObject({
      code: "no-sources",
      hint: "Choose a commit of it: git+https://forge.example/bakery/oven@REF.",
    });
  }
  server.tag("v1.0.0");
  for (const manifest of manifests) {
    await using registry = await serveRegistry("oven", { "1.0.0": { files: MADE, manifest } });
    const { repository: record } = await acquireFromNpm("npm:oven@1.0.0", givenOptions(), registry.access);
    expect(record).toMatchObject({ commit: server.head, version: "1.0.0" });
  }
});

test("a package that names no repository, or a folder of this machine, is refused with the next step", async () => {
  const folder = givenRepository(WHOLE);
  for (const manifest of [{}, { repository: `git+file://${folder}` }, { repository: { url: folder } }]) {
    await using registry = await serveRegistry("oven", { "1.0.0": { files: MADE, manifest } });
    await expect(acquireFromNpm("npm:oven@1.0.0", givenOptions(), registry.access)).rejects.toMatchObject({
      code: "no-sources",
      message: expect.stringContaining("its package has 2 files, no sources with tests among them") as string,
      hint: "Name its git repository instead: git+URL@REF or github:OWNER/NAME@REF.",
    });
  }
});

test("repositories are read as manifests write them", () => {
  const urlOf = (repository: unknown) => repositoryOf({ repository, gitHead: undefined })?.url;
  const oven = "https://github.com/bakery/oven";
  for (const text of [
    "bakery/oven",
    "github:bakery/oven",
    "git://github.com/bakery/oven.git",
    "git+ssh://git@github.com/bakery/oven.git",
    "git@github.com:bakery/oven.git",
    "https://github.com/bakery/oven/tree/main/packages/door",
    { type: "git", url: "git+https://github.com/bakery/oven.git" },
  ])
    expect({ text, url: urlOf(text) }).toEqual({ text, url: oven });
  expect(urlOf("gitlab:bakery/oven")).toBe("https://gitlab.com/bakery/oven");
  for (const text of [
    "file:///srv/oven",
    "/srv/oven",
    "../oven",
    "--upload-pack=x",
    "ext::sh -c x",
    "",
    7,
    null,
    { url: 7 },
  ])
    expect({ text, url: urlOf(text) }).toEqual({ text, url: undefined });
});

test("what was made of sources, and a page of documentation, are no sources with tests", () => {
  expect(carriesTests(["package.json", "index.js", "test.js"])).toBe(true);
  expect(carriesTests(["package.json", "src/oven.ts", "src/__tests__/oven.ts"])).toBe(true);
  expect(carriesTests(["package.json", "lib/oven.js", "lib/oven.test.js"])).toBe(true);
  expect(carriesTests(["package.json", "dist/oven.js", "dist/oven.test.js"])).toBe(false);
  expect(carriesTests(["package.json", "index.js", "latest.js", "README.md"])).toBe(false);
  expect(carriesTests(["package.json", "oven.d.ts", "test/oven.js"])).toBe(false);
  expect(carriesTests(["index.js", "test.js"])).toBe(false);
});
