import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { onTestFinished } from "vitest";

import { asHostPath } from "../../../src/base/index.ts";
import type { Evidence } from "../../../src/environments/build-system.ts";
import { readEvidence } from "../../../src/environments/python/evidence.ts";
import { readDeclaredProject, type DeclaredProject } from "../../../src/environments/python/declared.ts";
import type { AcquiredSource } from "../../../src/sources/index.ts";
import type { EnvironmentRequest } from "../../../src/spec/index.ts";
import { asAcquired } from "../given.ts";

/** A repository of these files, removed behind the test; `date` is that of its commit. */
export function givenTree(
  files: Readonly<Record<string, string>>,
  date: string | null = null,
): AcquiredSource {
  const directory = mkdtempSync(join(tmpdir(), "diorama-repository-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(directory, dirname(path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  const acquired = asAcquired(directory, "harbour", null);
  return { ...acquired, repository: { ...acquired.repository, date } };
}

/** The plans for such a repository; by default where nothing was asked for. */
export function givenEvidence(
  files: Readonly<Record<string, string>>,
  requested: EnvironmentRequest = {},
): Evidence {
  return readEvidence(givenTree(files), requested);
}

/** What such a repository declares. */
export function givenProject(files: Readonly<Record<string, string>>): DeclaredProject {
  const { directory, files: listed } = givenTree(files);
  return readDeclaredProject(asHostPath(directory), listed);
}
