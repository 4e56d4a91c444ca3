import { cpSync, existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

import { z } from "zod";

import { asHostPath, asSandboxPath, joinPath, type HostPath } from "../../src/base/index.ts";
import type { BuildSystem, Evidence, Job, LockPlan, Toolchain } from "../../src/environments/build-system.ts";
import { failed, made, succeeded } from "../../src/environments/failures.ts";
import { LAYER_PATH, readable, SOURCE_PATH, WORK_PATH } from "../../src/environments/machine.ts";
import type { TestFramework } from "../../src/languages/index.ts";

// A build system of a few rules: a tree with a Kitfile names the packages it needs, one a line; packages
// are shell files `NAME-VERSION.sh` in a folder that stands for a registry; `build.sh` makes products; `tests/*.sh` are tests.

const STORE_PATH = asSandboxPath("/diorama/store");

/** A build system whose packages are the files in `store`. */
export function kitBuildSystem(store: HostPath): BuildSystem {
  return {
    language: "sh",
    variables: { KIT_LAMP: "lit" },
    program: joinPath(LAYER_PATH, "bin", "kit"),
    guests: asHostPath(fileURLToPath(new URL("../fixtures/environments/kit-guests", import.meta.url))),
    findToolchains: ({ path }) => Promise.resolve(findShell(path)),
    programs: [],
    mountsOf: () => [],
    readEvidence({ directory, files }) {
      if (!files.some(({ path }) => path === "Kitfile")) return undefined;
      return readKit(readFileSync(joinPath(directory, "Kitfile"), "utf8").trim().split("\n"));
    },
    describeInstaller: () => ({
      registries: [store],
      access: { allowedHosts: [] },
      certificateVariables: {},
      obtain: () =>
        Promise.resolve({
          mounts: [readable(store, STORE_PATH)],
          variables: (at) => ({ STORE: at(STORE_PATH) }),
        }),
    }),
    planLayer: (lock) => [
      shellJob(
        `mkdir -p "$LAYER/lib" "$LAYER/bin"
        for file in $LOCK; do cp "$STORE/$file" "$LAYER/lib/" || exit 1; done
        printf '%s\\n' '#!/bin/sh' 'for file in "\${0%/*}"/../lib/*.sh; do . "$file"; done' \\
          'program=$1; shift; . "$program"' > "$LAYER/bin/kit"
        chmod -R a+rX "$LAYER" && chmod a+x "$LAYER/bin/kit"`,
        "install_failed",
        { LOCK: lock.replaceAll("\n", " ") },
      ),
    ],
  };
}

function findShell(path: string): Toolchain[] {
  const shell = path.split(delimiter).find((folder) => existsSync(join(folder, "sh")));
  if (shell === undefined) return [];
  const found = asHostPath(realpathSync(join(shell, "sh")));
  return [{ path: found, release: "1.0", description: "sh 1.0", platform: process.platform }];
}

function readKit(needs: readonly string[]): Evidence {
  return {
    isDeclared: true,
    sourceFiles: 1,
    items: [{ path: "Kitfile", line: 1, says: "what it needs" }],
    summary: { requires: undefined, isBuilt: true, requirements: needs, extras: [], testFiles: 1 },
    chooseToolchain: ([first]) => (first === undefined ? failed("no_interpreter", "No shell.") : made(first)),
    planBuild: () => ({
      what: "build.sh",
      job: shellJob('cd "$SOURCE" && sh build.sh "$WORK/made"', "build_failed"),
      retry: () => undefined,
      collect(work, target) {
        cpSync(joinPath(work, "made"), joinPath(target, "tree"), { recursive: true });
        return made({ importRoots: ["lib"], details: null });
      },
      otherwise: () => undefined,
    }),
    planLocks: () =>
      made([planLock("all that it needs", needs), planLock("its first need", needs.slice(0, 1))]),
    planTrial: () => ({
      what: "lib",
      check: made(({ program, guests, searchPaths }) => ({
        words: [program, `${guests}/load.sh`, ...searchPaths],
        variables: {},
      })),
      readCheck: (outcome) =>
        succeeded(outcome)
          ? made(outcome.stdout.trim().split("\n"))
          : failed("import_failed", outcome.stderr),
      tests: {
        framework: kit,
        ways: [{ configuration: "declared", addopts: [], files: [] }],
        hasTests: true,
      },
    }),
    advise: ({ failure }) =>
      failure && { kind: "missing_package", problem: failure.category, next: "put it into the store" },
  };
}

/** Resolves names to the last versions that the store has. */
function planLock(what: string, needs: readonly string[]): LockPlan {
  return {
    what,
    decidedBy: { needs },
    job: shellJob(
      `for need in $NEEDS; do
        found=$(cd "$STORE" && ls | grep "^$need-" | sort | tail -n 1)
        [ -n "$found" ] || { echo "no $need in the store" >&2; exit 1; }
        echo "$found" >> "$WORK/lock"
      done`,
      "resolution_failed",
      { NEEDS: needs.join(" ") },
    ),
    read: (work) => made(readFileSync(joinPath(work, "lock"), "utf8")),
  };
}

function shellJob(
  script: string,
  category: "build_failed" | "resolution_failed" | "install_failed",
  variables: Readonly<Record<string, string>> = {},
): Job {
  return {
    network: "registries",
    commands: (at) => [
      {
        words: ["sh", "-c", script],
        timeoutMs: 60_000,
        variables: { ...variables, SOURCE: at(SOURCE_PATH), WORK: at(WORK_PATH), LAYER: at(LAYER_PATH) },
        categoryOf: () => category,
      },
    ],
  };
}

const outcomes = z.record(z.string(), z.enum(["passed", "failed", "skipped", "unread"]));

const NO_TESTS = 9;

/** Reports with one JSON document, unlike the frameworks whose plug-ins write events. */
const kit: TestFramework = {
  name: "kit",
  programs: ["kit"],
  whole: {
    command: ({ program, guests, report, skip, searchPaths, seed, arguments: { files } }) => ({
      words: [program, `${guests}/run-tests.sh`, report, skip, ...searchPaths],
      variables: { KIT_SEED: String(seed), KIT_TESTS: files.join(" ") },
    }),
    readReport(text) {
      const told = Object.entries(outcomes.parse(JSON.parse(text)));
      const found = told.flatMap(([id, outcome]) => (outcome === "unread" ? [] : [[id, outcome] as const]));
      return {
        collected: found.map(([id]) => id),
        collectionErrors: told.flatMap(([id, outcome]) =>
          outcome === "unread" ? [{ path: id, message: "it cannot be read", cause: undefined }] : [],
        ),
        notBegun: undefined,
        finished: new Map(found.map(([id, outcome]) => [id, { outcome, message: "" }])),
        late: [],
        interrupted: undefined,
        exit: told.length === 0 ? NO_TESTS : 0,
      };
    },
    noTestsExit: NO_TESTS,
  },
  judgeArguments: () => [],
};
