import { chmodSync, rmSync, writeFileSync } from "node:fs";

import { afterAll, onTestFinished } from "vitest";

import { joinPath, makeTemporaryFolder, type HostPath } from "../../src/base/index.ts";

/** A folder for a test that every user may read: sandboxes may not be ours. */
export function givenFolder(): HostPath {
  const folder = readableFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The store of the kit's build system, with a release of the bell, and a cache; for all tests of a file. */
export function givenKitFolders(): { readonly store: HostPath; readonly cache: HostPath } {
  const [store, cache] = [readableFolder(), readableFolder()];
  writeFileSync(joinPath(store, "bell-2.sh"), "ring() { echo dong; }\n");
  afterAll(() => {
    for (const folder of [store, cache]) rmSync(folder, { recursive: true, force: true });
  });
  return { store, cache };
}

function readableFolder(): HostPath {
  const folder = makeTemporaryFolder("repair");
  chmodSync(folder, 0o755);
  return folder;
}
