import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import { asSandboxPath, silentLogger } from "../../src/base/index.ts";
import { GuestPrograms } from "../../src/judge/guest-programs.ts";
import { pythonDriver as driver } from "../../src/languages/python/driver.ts";
import { chooseBackend } from "../../src/sandbox/index.ts";
import { plantOrchard } from "./orchard.ts";

const supervisor = fileURLToPath(new URL("../../src/judge/supervisor", import.meta.url));
const programs = [supervisor, driver.programs].flatMap(listPrograms).toSorted();

function listPrograms(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".py"));
}

describe("guest programs for parents", () => {
  it("lie beside their byte code, once per runtime, until they are disposed of", async () => {
    await using orchard = await plantOrchard();
    const { runtime } = orchard.editableTree;
    const guests = new GuestPrograms({ sandbox: await chooseBackend("auto"), driver, logger: silentLogger });
    const [folder, again] = await Promise.all([guests.folderFor(runtime), guests.folderFor(runtime)]);
    expect(again).toBe(folder);
    expect(listPrograms(folder)).toEqual(programs);
    expect(readdirSync(join(folder, "__pycache__"))).toHaveLength(programs.length);
    guests[Symbol.dispose]();
    expect(existsSync(folder)).toBe(false);
  });

  it("have none where the interpreter cannot compile them", async () => {
    await using orchard = await plantOrchard();
    using guests = new GuestPrograms({ sandbox: await chooseBackend("auto"), driver, logger: silentLogger });
    const runtime = {
      ...orchard.editableTree.runtime,
      interpreter: asSandboxPath("/bin/false"),
      digest: "broken",
    };
    expect(readdirSync(await guests.folderFor(runtime)).toSorted()).toEqual(programs);
  });
});
