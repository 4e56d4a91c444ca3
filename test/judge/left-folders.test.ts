import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { makeTemporaryFolder } from "../../src/base/index.ts";
import { PATIENCE_MS } from "../patience.ts";

const program = fileURLToPath(new URL("../fixtures/programs/ends-with-live-parent.ts", import.meta.url));

test.each(["throw", "kill"])("a host that ends by %s leaves no folder of a parent for good", async (way) => {
  const host = spawn(process.execPath, [program, way], { stdio: "ignore" });
  const own = (): string[] => readdirSync(tmpdir()).filter((name) => name.includes(`-${host.pid}-`));
  await once(host, "exit");
  if (way === "kill") {
    expect(own().map((name) => name.replace(/-.*-.*/, ""))).toContain("diorama");
    // The next one sweeps what is ours and of no process that lives.
    await expect
      .poll(() => (rmSync(makeTemporaryFolder("work"), { recursive: true }), own()), { timeout: PATIENCE_MS })
      .toEqual([]);
  }
  expect(own()).toEqual([]);
});
