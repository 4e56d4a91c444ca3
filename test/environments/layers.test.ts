import { existsSync, linkSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { asHostPath, type HostPath } from "../../src/base/index.ts";
import { listLayers, removeLayers } from "../../src/environments/index.ts";

let cache: HostPath;
beforeEach(() => {
  cache = asHostPath(mkdtempSync(join(tmpdir(), "diorama-layers-")));
});
afterEach(() => rmSync(cache, { recursive: true, force: true }));

function keep(name: string, usedAt: string): string {
  const layer = join(cache, "layers", name);
  mkdirSync(join(layer, "lib"), { recursive: true });
  writeFileSync(join(layer, "lib", "flour.py"), "x".repeat(10_000));
  linkSync(join(layer, "lib", "flour.py"), join(layer, "lib", "again.py"));
  utimesSync(layer, new Date(usedAt), new Date(usedAt));
  return layer;
}

test("layers are listed by when they were used, a file with two names counted once, and removed whole", async () => {
  const old = keep("old", "2020-01-01");
  const fresh = keep("fresh", "2026-01-01");
  const layers = listLayers(cache);
  expect(layers.map(({ path }) => path)).toEqual([fresh, old]);
  for (const { bytes } of layers) {
    expect(bytes).toBeGreaterThanOrEqual(10_000);
    expect(bytes).toBeLessThan(20_000);
  }
  await removeLayers(cache, layers.slice(1));
  expect(existsSync(old)).toBe(false);
  expect(listLayers(cache).map(({ path }) => path)).toEqual([fresh]);
});

test("a cache without layers has none", () => expect(listLayers(cache)).toEqual([]));
