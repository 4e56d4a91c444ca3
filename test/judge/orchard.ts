import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { asHostPath, asSandboxPath, silentLogger } from "../../src/base/index.ts";
import {
  createEvaluator,
  prepareEditableTree,
  type EvaluationJob,
  type EvaluationLimits,
  type WarmJudge,
  type EditableTree,
} from "../../src/judge/index.ts";
import type { Driver } from "../../src/languages/index.ts";
import { pythonDriver } from "../../src/languages/python/driver.ts";
import { chooseBackend, interpreterMounts, systemMounts } from "../../src/sandbox/index.ts";
import type { SuiteCase, ValueRecipe } from "../../src/spec/index.ts";

const fixture = fileURLToPath(new URL("../fixtures/judge/orchard", import.meta.url));
const editedFile = "orchard/harvest.py";

/** The orchard's file as it stands. */
export const harvest: string = readFileSync(join(fixture, editedFile), "utf8");

/** Limits under which everything harmless in these tests runs. */
export const roomy: EvaluationLimits = {
  caseCpuSeconds: 2,
  importSeconds: 20,
  memoryBytes: 512 * 1024 * 1024,
  outputBytes: 1024 * 1024,
};

/** A tree for the orchard package, an evaluator in real sandboxes, and how to let go of both. */
export interface Orchard extends AsyncDisposable {
  readonly editableTree: EditableTree;
  readonly evaluator: WarmJudge;
}

/**
 * `interpreter`, `mounts` and `variables` as in `Runtime`; the defaults are the `python3` on the path and the sandbox that `auto`
 * chooses.
 */
export async function plantOrchard(
  options: {
    readonly interpreter?: string;
    readonly path?: string;
    readonly mounts?: EditableTree["runtime"]["mounts"];
    readonly variables?: Readonly<Record<string, string>>;
    readonly workers?: number;
    readonly parentMemoryBytes?: number;
    readonly nests?: boolean;
    /** Another package than the orchard, its edited files, and its test sources. */
    readonly other?: {
      readonly source: string;
      readonly editedFile: string;
      readonly otherFiles?: readonly string[];
      readonly isTest: (path: string) => boolean;
    };
    readonly driver?: Driver;
    /** Name of a backend. */
    readonly sandbox?: string;
  } = {},
): Promise<Orchard> {
  const planted: NonNullable<typeof options.other> = options.other ?? {
    source: fixture,
    editedFile,
    isTest: () => false,
  };
  const folder = mkdtempSync(join(tmpdir(), "diorama-test-"));
  chmodSync(folder, 0o755);
  const python = options.interpreter ?? findPython();
  const libraries = options.path === undefined ? [] : [readMount(options.path, "/libraries")];
  const { backend, availability } = await chooseBackend(options.sandbox ?? "auto");
  const nestsSandboxes = options.nests ?? availability.nestsSandboxes;
  const evaluator = createEvaluator({
    sandbox: { backend, availability: { ...availability, nestsSandboxes } },
    driver: options.driver ?? pythonDriver,
    workers: options.workers ?? 1,
    logger: silentLogger,
    ...(options.parentMemoryBytes === undefined ? {} : { parentMemoryBytes: options.parentMemoryBytes }),
  });
  return {
    editableTree: prepareEditableTree({
      source: asHostPath(planted.source),
      driver: pythonDriver,
      editedFile: planted.editedFile,
      otherFiles: planted.otherFiles ?? [],
      destination: asHostPath(join(folder, "tree")),
      emptied: readdirSync(planted.source, { recursive: true, encoding: "utf8" }).filter(
        (path) => planted.isTest(path) && statSync(join(planted.source, path)).isFile(),
      ),
      runtime: {
        mounts: [...systemMounts(), ...interpreterMounts(python), ...libraries, ...(options.mounts ?? [])],
        interpreter: asSandboxPath(python),
        variables: {
          PATH: "/usr/bin:/bin",
          ...options.variables,
          ...(options.path === undefined ? {} : { PYTHONPATH: "/libraries" }),
        },
        digest: `test:${python}`,
      },
      importRoots: ["."],
    }),
    evaluator,
    async [Symbol.asyncDispose]() {
      await evaluator[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The real interpreter behind `python3`. */
export function findPython(): string {
  const script = "import os, sys; print(os.path.realpath(sys.executable))";
  return execFileSync("python3", ["-c", script], { encoding: "utf8" }).trim();
}

/** A case that calls with positional arguments, on a receiver where one is given. */
export function call(id: string, positional: ValueRecipe[], receiver?: ValueRecipe): SuiteCase {
  const recipe = { shared: [], positional, keywords: {}, files: {}, variables: {} };
  return { id, origin: "synthesised", recipe: receiver === undefined ? recipe : { ...recipe, receiver } };
}

/** An evaluation of a target of the orchard; `header` is the line on which it begins, decorators included. */
export function harvestJob(
  editableTree: EditableTree,
  about: {
    readonly name: string;
    readonly header: string;
    readonly cases: readonly SuiteCase[];
    readonly kind?: string;
    readonly text?: string;
  } & Partial<EvaluationJob>,
): EvaluationJob {
  const { name, header, text = harvest, kind = "function", ...rest } = about;
  const start = text.slice(0, text.indexOf(header)).split("\n").length;
  const end = start + bodyLines(text.split("\n").slice(start - 1));
  return {
    editableTree,
    target: { module: "orchard.harvest", name, kind, lines: { start, end } },
    fileText: text,
    limits: roomy,
    output: [],
    trust: "own",
    ...rest,
  };
}

/** Lines below the first up to the next one that is not indented deeper than the first `def`. */
function bodyLines(lines: readonly string[]): number {
  const header = lines.findIndex((line) => /^\s*(async )?def /.test(line));
  const indentation = lines[header]?.search(/\S/) ?? 0;
  const next = lines.findIndex(
    (line, at) =>
      at > header && line.trim() !== "" && !line.startsWith(")") && line.search(/\S/) <= indentation,
  );
  return (next < 0 ? lines.length : next) - 1;
}

function readMount(from: string, to: string): EditableTree["runtime"]["mounts"][number] {
  return { from: asHostPath(from), to: asSandboxPath(to), access: "read" };
}
