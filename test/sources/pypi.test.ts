import { createHash } from "node:crypto";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { describe, expect, test } from "vitest";

import { acquireSource, fetchFromIndex, readIndexConfiguration } from "../../src/sources/index.ts";
import { acquireFromIndex } from "../../src/sources/pypi.ts";
import type { PackageIndexConfiguration } from "../../src/sources/index.ts";
import { makeTar, makeTarGz, makeZip, type MadeEntry } from "./archive/made-archive.ts";
import { contentsOf, givenOptions, leftOutOf } from "./given.ts";
import { serve, type TestServer } from "./served.ts";

const BREAD = "def bake(minutes):\n    return minutes * 2\n";
const UPLOADED = "2024-03-01T12:00:00.000000Z";

/** One file of the index; without `digest` its own. */
interface Offered {
  readonly archive: Buffer;
  readonly digest?: string;
  readonly isYanked?: boolean;
}

/** An index of the package `bakery-goods`, as HTML or JSON, that counts the archives it gives away. */
async function serveIndex(
  files: Readonly<Record<string, Offered>>,
  form: "html" | "json",
): Promise<TestServer & { readonly downloads: string[] }> {
  const downloads: string[] = [];
  const server = await serve((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const filename = path.split("/").at(-1) ?? "";
    if (path === "/simple/bakery-goods/") {
      response.setHeader(
        "content-type",
        form === "json" ? "application/vnd.pypi.simple.v1+json" : "text/html",
      );
      response.end(form === "json" ? jsonPage(files) : htmlPage(files));
    } else if (path.startsWith("/files/") && files[filename] !== undefined) {
      downloads.push(filename);
      response.end(files[filename].archive);
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  return { ...server, downloads };
}

function digestOf({ archive, digest }: Offered): string {
  return digest ?? createHash("sha256").update(archive).digest("hex");
}

function jsonPage(files: Readonly<Record<string, Offered>>): string {
  return JSON.stringify({
    meta: { "api-version": "1.1" },
    name: "bakery-goods",
    files: Object.entries(files).map(([filename, offered]) => ({
      filename,
      url: `../../files/${encodeURIComponent(filename)}`,
      hashes: { sha256: digestOf(offered) },
      yanked: offered.isYanked === true ? "spoiled" : false,
      "upload-time": UPLOADED,
    })),
  });
}

function htmlPage(files: Readonly<Record<string, Offered>>): string {
  const links = Object.entries(files).map(([filename, offered]) => {
    const yanked = offered.isYanked === true ? ' data-yanked="spoiled &amp; old"' : "";
    const href = `/files/${encodeURIComponent(filename)}#sha256=${digestOf(offered)}`;
    return `<a href="${href}" data-requires-python="&gt;=3.8"${yanked} data-upload-time='${UPLOADED}'>${filename}</a><br>`;
  });
  return `<!DOCTYPE html><html><!-- <a href="/files/no">no</a> --><body>${links.join("\n")}</body></html>`;
}

function configurationOf(server: TestServer): PackageIndexConfiguration {
  return readIndexConfiguration(
    { PIP_INDEX_URL: `${server.url}/simple`, PIP_CONFIG_FILE: "/dev/null", UV_NO_CONFIG: "1" },
    "/nowhere",
  );
}

const sdist = (version: string, extra: readonly MadeEntry[] = []): Buffer =>
  makeTarGz([
    { name: `bakery_goods-${version}/`, type: "5" },
    { name: `bakery_goods-${version}/bread.py`, content: BREAD },
    {
      name: `bakery_goods-${version}/PKG-INFO`,
      content: "Name: bakery-goods\nLicense-Expression: Apache-2.0 OR MIT\n",
    },
    ...extra,
  ]);

describe.each(["html", "json"] as const)("a source distribution from an index that answers in %s", (form) => {
  test("is unpacked with what is known of it, and found again without the index", async () => {
    await using index = await serveIndex({ "bakery_goods-1.0.tar.gz": { archive: sdist("1.0") } }, form);
    const options = givenOptions();
    const acquired = await acquireFromIndex("pypi:Bakery.Goods@1.0", options, configurationOf(index));
    expect(contentsOf(acquired)).toEqual({
      "PKG-INFO": "Name: bakery-goods\nLicense-Expression: Apache-2.0 OR MIT\n",
      "bread.py": BREAD,
    });
    expect(acquired.repository).toEqual({
      source: "pypi:bakery-goods@1.0",
      family: "bakery-goods",
      commit: null,
      version: "1.0",
      date: new Date(UPLOADED).toISOString(),
      licence: "Apache-2.0 OR MIT",
      licence_files: [],
    });
    await index.close();
    expect(await acquireFromIndex("pypi:Bakery.Goods@1.0", options, configurationOf(index))).toEqual(
      acquired,
    );
  });

  test("is the newest final one that nobody withdrew, where no version was named", async () => {
    const offered = ["1.9", "1.10", "2.0rc1", "1.10.post1", "3.0"].map((version) => [
      `bakery-goods-${version}.tar.gz`,
      { archive: sdist(version), isYanked: version === "3.0" },
    ]);
    await using index = await serveIndex(Object.fromEntries(offered), form);
    const acquired = await acquireFromIndex("pypi:bakery-goods", givenOptions(), configurationOf(index));
    expect(acquired.repository.version).toBe("1.10.post1");
    const withdrawn = await acquireFromIndex("pypi:bakery-goods@3", givenOptions(), configurationOf(index));
    expect(withdrawn.repository.version).toBe("3.0");
    expect(index.downloads).toEqual(["bakery-goods-1.10.post1.tar.gz", "bakery-goods-3.0.tar.gz"]);
  });
});

/** A fresh Debian has neither; then such archives are refused with the command that helps. */
const hasCompressors = ["bzip2", "xz"].every(
  (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0,
);

describe("a source distribution", () => {
  test.skipIf(!hasCompressors)("may be a zip or compressed in other ways (needs bzip2 and xz)", async () => {
    const tar = makeTar([{ name: "bakery_goods-2/bread.py", content: BREAD, mode: 0o755 }]);
    const compress = (program: string): Buffer =>
      execFileSync(program, ["--compress", "--stdout"], { input: tar });
    await using index = await serveIndex(
      {
        "bakery_goods-1.zip": { archive: makeZip([{ name: "bakery_goods-1/bread.py", content: BREAD }]) },
        "bakery_goods-2.tar.bz2": { archive: compress("bzip2") },
        "bakery_goods-3.tar.xz": { archive: compress("xz") },
        "bakery_goods-4.tgz": { archive: gzipSync(tar) },
      },
      "json",
    );
    for (const version of ["1", "2", "3", "4"]) {
      const acquired = await acquireFromIndex(
        `pypi:bakery-goods@${version}`,
        givenOptions(),
        configurationOf(index),
      );
      expect(contentsOf(acquired)).toEqual({ "bread.py": BREAD });
    }
  });

  test("cannot write, link or reach outside its folder", async () => {
    const root = "bakery_goods-1.0";
    const hostile: readonly MadeEntry[] = [
      { name: "../escaped.py", content: "X = 1\n" },
      { name: "/absolute.py", content: "X = 1\n" },
      { name: `${root}/../../up.py`, content: "X = 1\n" },
      { name: `${root}/accounts`, type: "2", target: "/etc/passwd" },
      { name: `${root}/hard`, type: "1", target: "/etc/passwd" },
      { name: `${root}/climb`, type: "1", target: "../../etc/passwd" },
      { name: `${root}/outside`, type: "2", target: ".." },
      { name: `${root}/outside/through.py`, content: "X = 1\n" },
      { name: `${root}/disk`, type: "3" },
      { name: `${root}/pipe`, type: "6" },
      { name: `${root}/copy.py`, type: "1", target: `${root}/bread.py` },
      { name: "other/beside.py", content: "X = 1\n" },
      { name: `${root}/bread.pyc`, content: "X" },
    ];
    await using index = await serveIndex(
      { "bakery_goods-1.0.tar.gz": { archive: sdist("1.0", hostile) } },
      "json",
    );
    const options = givenOptions();
    const acquired = await acquireFromIndex("pypi:bakery-goods@1.0", options, configurationOf(index));
    expect(Object.keys(contentsOf(acquired))).toEqual(["PKG-INFO", "bread.py", "copy.py"]);
    expect(contentsOf(acquired)["copy.py"]).toBe(BREAD);
    expect(leftOutOf(acquired)).toMatchObject({
      "../escaped.py": "unsafe_path",
      "/absolute.py": "unsafe_path",
      "../../up.py": "unsafe_path",
      accounts: "symlink_outside",
      hard: "symlink_outside",
      climb: "symlink_outside",
      outside: "symlink_outside",
      "outside/through.py": "unsafe_path",
      disk: "special_file",
      pipe: "special_file",
      "other/beside.py": "outside_root",
    });
    const found = execFileSync("find", [options.cacheDirectory, "-type", "f", "-name", "*.py"], {
      encoding: "utf8",
    });
    expect(
      found
        .trim()
        .split("\n")
        .map((path) => path.split("/tree/")[1] ?? path)
        .sort((a, b) => a.localeCompare(b)),
    ).toEqual(["bread.py", "copy.py"]);
    expect(existsSync(join(options.cacheDirectory, "../escaped.py"))).toBe(false);
  });

  test("cannot do so as a zip either", async () => {
    const archive = makeZip([
      { name: "bakery_goods-1/bread.py", content: BREAD },
      { name: "bakery_goods-1/../../up.py", content: "X = 1\n" },
      { name: "bakery_goods-1/accounts", content: "/etc/passwd", mode: 0o120777 },
      { name: "bakery_goods-1/loaf.py", content: "bread.py", mode: 0o120777 },
      { name: "/absolute.py", content: "X = 1\n" },
    ]);
    await using index = await serveIndex({ "bakery_goods-1.zip": { archive } }, "json");
    const acquired = await acquireFromIndex("pypi:bakery-goods@1", givenOptions(), configurationOf(index));
    expect(contentsOf(acquired)).toEqual({ "bread.py": BREAD, "loaf.py": BREAD });
    expect(leftOutOf(acquired)).toEqual({
      "../../up.py": "unsafe_path",
      "/absolute.py": "unsafe_path",
      accounts: "symlink_outside",
    });
  });

  test("that is broken, unknown or not what the index says is refused, and nothing of it stays", async () => {
    const understated = makeZip([{ name: "bakery_goods-4/bread.py", content: BREAD, claimedBytes: 3 }]);
    const offered = {
      "bakery_goods-1.tar.gz": { archive: sdist("1"), digest: "0".repeat(64) },
      "bakery_goods-2.tar.gz": { archive: sdist("2").subarray(0, 60) },
      "bakery_goods-3.tar.gz": { archive: Buffer.from("<html>Please log in</html>") },
      "bakery_goods-4.zip": { archive: understated },
      "bakery_goods-5.tar.gz": { archive: gzipSync(sdist("5")) },
      "bakery_goods-6-py3-none-any.whl": { archive: Buffer.from("") },
      ...(hasCompressors ? { "bakery_goods-7.tar.xz": { archive: Buffer.from("not xz") } } : {}),
    };
    await using index = await serveIndex(offered, "json");
    const codes: Readonly<Record<string, string>> = {
      "@1": "hash-mismatch",
      "@2": "bad-archive",
      "@3": "bad-archive",
      "@4": "bad-archive",
      "@5": "bad-archive",
      "@6": "no-source-distribution",
      "@7": hasCompressors ? "bad-archive" : "missing-version",
      "@8": "missing-version",
      "@latest": "bad-source",
      "-": "bad-source",
    };
    const options = givenOptions();
    for (const [suffix, code] of Object.entries(codes))
      await expect(
        acquireFromIndex(`pypi:bakery-goods${suffix}`, options, configurationOf(index)),
        suffix,
      ).rejects.toMatchObject({ code });
    await expect(acquireFromIndex("pypi:nowhere", options, configurationOf(index))).rejects.toMatchObject({
      code: "unknown-package",
    });
    expect(execFileSync("find", [options.cacheDirectory, "-type", "f"], { encoding: "utf8" })).toBe("");
  });
});

test("the real six 1.16.0 is the same tree whoever unpacks it", async (context) => {
  const configuration = readIndexConfiguration(process.env, homedir());
  const isReachable = await fetchFromIndex(`${configuration.indexUrl ?? ""}/six/`, configuration).then(
    ({ status }) => status === "found",
    () => false,
  );
  if (!isReachable) return context.skip("the configured Python index cannot be reached");
  const acquired = await acquireSource("pypi:six@1.16.0", givenOptions());
  expect(acquired.repository).toMatchObject({ source: "pypi:six@1.16.0", family: "six", licence: "MIT" });
  const six = createHash("sha256")
    .update(contentsOf(acquired)["six.py"] ?? "")
    .digest("hex");
  expect(six).toBe("4ce39f422ee71467ccac8bed76beb05f8c321c7f0ceda9279ae2dfa3670106b3");
  return undefined;
});
