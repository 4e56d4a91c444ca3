import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { sha256 } from "../../../src/base/index.ts";
import {
  downloadWheel,
  platformTagsOfThisMachine,
  readIndexConfiguration,
} from "../../../src/sources/index.ts";
import { givenFolder, writeFiles } from "../given.ts";
import { serve } from "../served.ts";

const NAMES = [
  "oven_tool-1.2.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
  "oven_tool-1.2.0-py3-none-musllinux_1_1_x86_64.whl",
  "oven_tool-1.2.0-cp311-cp311-manylinux_2_28_x86_64.whl",
  "oven_tool-1.2.0-py2.py3-none-any.whl",
  "oven_tool-1.2.1-py3-none-any.whl",
  "oven_tool-1.2.0.tar.gz",
];

test("the best wheel that fits is saved whole, from an index or a folder", async () => {
  const links = NAMES.map((name) => `<a href="/files/${name}#sha256=${sha256(name)}">${name}</a>`);
  await using index = await serve((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(request.url === "/simple/oven-tool/" ? links.join("\n") : request.url?.split("/").at(-1));
  });
  const configuration = readIndexConfiguration(
    { PIP_INDEX_URL: `${index.url}/simple/`, PIP_CONFIG_FILE: "/dev/null", UV_NO_CONFIG: "1" },
    "/nowhere",
  );
  const destination = givenFolder();
  const nameFor = async (...tags: string[]): Promise<string> =>
    (await downloadWheel("oven.tool", "1.2", tags, destination, { configuration })).filename;
  expect(await nameFor("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "any")).toBe(NAMES[0]);
  expect(await nameFor("musllinux_1_2_x86_64", "musllinux_1_1_x86_64", "any")).toBe(NAMES[1]);
  expect(await nameFor("manylinux_2_17_aarch64", "any")).toBe(NAMES[3]);
  expect(readFileSync(join(destination, NAMES[1] ?? ""), "utf8")).toBe(NAMES[1]);
  await expect(nameFor("linux_riscv64")).rejects.toMatchObject({ code: "missing-wheel" });

  const folder = givenFolder();
  writeFiles(folder, { "oven_tool-1.2.0-py3-none-any.whl": "from a folder" });
  const offline = readIndexConfiguration({ PIP_NO_INDEX: "true", PIP_FIND_LINKS: folder }, "/nowhere");
  const found = await downloadWheel("oven-tool", "1.2.0", ["any"], destination, { configuration: offline });
  expect(found).toEqual({
    path: join(destination, "oven_tool-1.2.0-py3-none-any.whl"),
    filename: "oven_tool-1.2.0-py3-none-any.whl",
    sha256: sha256("from a folder"),
  });
});

test("a wheel that is not what the index says is not saved", async () => {
  const name = NAMES[4] ?? "";
  await using index = await serve((_request, response) => {
    response.end(`<a href="/files/${name}#sha256=${"0".repeat(64)}">${name}</a>`);
  });
  const configuration = readIndexConfiguration(
    { PIP_INDEX_URL: index.url, PIP_CONFIG_FILE: "/dev/null" },
    "/nowhere",
  );
  const destination = givenFolder();
  const failure = downloadWheel("oven-tool", "1.2.1", ["any"], destination, { configuration });
  await expect(failure).rejects.toMatchObject({ code: "hash-mismatch" });
  expect(existsSync(join(destination, name))).toBe(false);
});

test("this machine's platform tags begin with its own C library and end in any", () => {
  const tags = platformTagsOfThisMachine();
  expect(tags[0]).toMatch(/^(?:manylinux_2_\d+|musllinux_1_\d+|macosx_\d+_0)_\w+$/);
  expect(tags.at(-1)).toBe("any");
});
