import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import { asHostPath, asSandboxPath, silentLogger } from "../../src/base/index.ts";
import { CompiledGuests } from "../../src/judge/compiled-guests.ts";
import { chooseBackend } from "../../src/sandbox/index.ts";
import { plantOrchard } from "./orchard.ts";

const guestDirectory = asHostPath(
  fileURLToPath(new URL("../../src/languages/python/guest", import.meta.url)),
);

describe("guest programs for parents", () => {
  it("lie beside their byte code, once per runtime, until they are disposed of", async () => {
    await using orchard = await plantOrchard();
    const { runtime } = orchard.editableTree;
    const guests = new CompiledGuests({
      sandbox: await chooseBackend("auto"),
      guestDirectory,
      logger: silentLogger,
    });
    const [folder, again] = await Promise.all([guests.folderFor(runtime), guests.folderFor(runtime)]);
    const sources = readdirSync(guestDirectory).filter((name) => name.endsWith(".py"));
    expect(again).toBe(folder);
    expect(readdirSync(folder).filter((name) => name.endsWith(".py"))).toEqual(sources);
    expect(readdirSync(join(folder, "__pycache__"))).toHaveLength(sources.length);
    guests[Symbol.dispose]();
    expect(existsSync(folder)).toBe(false);
  });

  it("are the sources where the interpreter cannot compile them", async () => {
    await using orchard = await plantOrchard();
    using guests = new CompiledGuests({
      sandbox: await chooseBackend("auto"),
      guestDirectory,
      logger: silentLogger,
    });
    const runtime = {
      ...orchard.editableTree.runtime,
      python: asSandboxPath("/bin/false"),
      digest: "broken",
    };
    expect(await guests.folderFor(runtime)).toBe(guestDirectory);
  });
});
