import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { whyNothingCanBeInstalled } from "../environments/given.ts";
import { linesOf } from "./desk.ts";
import { bytesOfTaskSet, documentOf, PYTHON_MODULES, runDiorama, writeRepository } from "./given-build.ts";
import { slowTest } from "../slow-suites.ts";

/** Its tests are where no rule looks for them, and its code reads a variable. */
const LARDER = {
  LICENSE: "SPDX-License-Identifier: MIT\n",
  "larder.py": `import os


def keep(food: str, days: int) -> str:
    """Say where food is kept."""
    place = os.environ["LARDER_PLACE"]
    if days > 7:
        return food + " in the freezer"
    if not food:
        raise ValueError("no food")
    return food + " in the " + place
`,
  "checks/verify_larder.py": `import larder


def test_keep():
    assert larder.keep("jam", 3) == "jam in the cellar"
    assert larder.keep("peas", 30) == "peas in the freezer"
`,
  "diorama.toml": `test-command = "pytest checks -o python_files=verify_*.py"

[env]
LARDER_PLACE = "cellar"
`,
};

const missing = await whyNothingCanBeInstalled();

describe.skipIf(missing !== undefined)(`what is asked of an environment (${missing ?? "installed"})`, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "diorama-asked-"));
    writeRepository(join(folder, "larder"), LARDER);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  slowTest(
    "is part of a set, whether a file says it or the command line, and verify needs nothing else",
    async () => {
      const built = await runDiorama(folder, ["build", "larder", "--tier", "simple", "--json"]);
      expect(built.lines.join("\n")).not.toContain("Warning");
      const report = documentOf(built) as {
        task_set: string;
        sources: { environment: unknown; reached: number; accepted: number }[];
      };
      expect(report.sources[0]).toMatchObject({
        environment: { status: "verified", tests: { passed: 1 } },
        filtered: { test_code: 1 },
        reached: 1,
        accepted: 1,
      });
      const [task = ""] = readdirSync(join(report.task_set, "tasks"));
      const base = join(report.task_set, "tasks", task);
      const recipe = JSON.parse(readFileSync(join(base, "environment/recipe.json"), "utf8")) as object;
      expect(recipe).toMatchObject({
        variables: { LARDER_PLACE: "cellar" },
        requested: {
          test_command: "pytest checks -o python_files=verify_*.py",
          env: { LARDER_PLACE: "cellar" },
        },
      });
      expect(readdirSync(join(base, "environment/repository")).toSorted()).toEqual([
        "LICENSE",
        "diorama.toml",
        "larder.py",
      ]);
      expect(readFileSync(join(base, "environment/Dockerfile"), "utf8")).toContain(
        'ENV LARDER_PLACE="cellar"\n',
      );

      cpSync(join(folder, "larder"), join(folder, "elsewhere/larder"), { recursive: true });
      const again = await runDiorama(folder, [
        "build",
        "elsewhere/larder",
        "--tier",
        "simple",
        "--out",
        "again",
        "--json",
      ]);
      expect(again.exitCode).toBe(0);
      const { "task-set.json": manifest = "", ...tasks } = bytesOfTaskSet(join(folder, "again"));
      const { "task-set.json": first = "", ...firstTasks } = bytesOfTaskSet(report.task_set);
      expect(tasks).toEqual(firstTasks);
      const nameless = (text: string): unknown => ({ ...(JSON.parse(text) as object), name: "" });
      expect(nameless(manifest)).toEqual(nameless(first));

      rmSync(join(folder, "larder"), { recursive: true });
      rmSync(join(folder, "elsewhere"), { recursive: true });
      const verified = await runDiorama(folder, ["verify", report.task_set, "--json"]);
      expect(documentOf(verified)).toMatchObject({ tasks: 1, proven: 1 });
    },
  );

  test("is refused before anything is acquired where it cannot be used", async () => {
    writeFileSync(join(folder, "other.toml"), 'pyhton = "3.9"\n');
    const ended = await runDiorama(folder, ["build", "nowhere", "--config", "other.toml", "--json"]);
    expect(ended.exitCode).toBe(2);
    expect(documentOf(ended)).toMatchObject({
      error: { code: "unknown-setting", hint: expect.stringContaining('Did you mean "python"?') as string },
    });
  });

  slowTest("is told to be missing before targets are tried, and environment build says no", async () => {
    const { "diorama.toml": _, ...bare } = LARDER;
    writeRepository(join(folder, "bare"), {
      ...bare,
      "test_larder.py": "import jar_lids\n\n\ndef test_lid():\n    pass\n",
    });
    const ended = await runDiorama(folder, ["build", "bare", "--tier", "simple"]);
    const warned = ended.lines.findIndex((line) => line.includes("bare: Warning: none of its tests ran"));
    expect(ended.lines.slice(warned + 1, warned + 4)).toEqual([
      "  why   ModuleNotFoundError: No module named 'jar_lids'",
      "  next  add --with jar-lids",
      "  log   diorama environment build bare --log",
    ]);
    expect(ended.lines.findIndex((line) => line.includes("proving targets"))).toBeGreaterThan(warned);
    expect(ended.stdout).toContain("next         add --with jar-lids");
    const environment = await runDiorama(folder, ["environment", "build", "bare", "--log"]);
    expect(environment.exitCode).toBe(1);
    expect(environment.lines).toContain("bare: its licence is MIT.");
    expect(environment.stdout).toContain("next: add --with jar-lids");
    expect(environment.stdout).toMatch(/--- test: [^]*test_larder\.py could not be collected: [^]*jar_lids/);
  });

  slowTest("is not even begun where no licence lets the code be used", async () => {
    writeRepository(join(folder, "wild"), {
      "setup.py": 'raise SystemExit("this was run")\n',
      "wild.py": PYTHON_MODULES.leave,
    });
    const cache = join(folder, "cache");
    const variables = { XDG_CACHE_HOME: cache };
    const folderOf = async (...more: readonly string[]): Promise<unknown> =>
      documentOf(await runDiorama(folder, ["build", "wild", "--json", ...more], variables))["task_set"];
    const plain = await folderOf();
    const asked = await folderOf("--env", "CELLAR=cold");
    writeFileSync(join(folder, "asked.toml"), '[env]\nCELLAR = "cold"\n');
    expect(asked).not.toBe(plain);
    expect(await folderOf("--env", "CELLAR=warm")).not.toBe(asked);
    const ended = await runDiorama(folder, ["build", "wild", "--out", "wild-set", "--json"], {
      XDG_CACHE_HOME: cache,
    });
    expect(ended.exitCode).toBe(1);
    expect(documentOf(ended)).toMatchObject({
      sources: [
        {
          environment: { status: "not_built" },
          found: 1,
          tried: 1,
          rejected: { licence: 1 },
          refused_licences: { "no licence stated": 1 },
        },
      ],
    });
    expect(ended.lines.join("\n")).not.toContain("environment");
    expect(readdirSync(join(cache, "diorama"))).toEqual(["code-index", "staging", "trees"]);
    expect(linesOf(join(folder, "wild-set/journal.jsonl")).map(({ event }) => event)).toEqual([
      "source-acquired",
      "targets-found",
      "target-tried",
      "source-finished",
    ]);
    expect(existsSync(join(folder, "wild-set/task-set.json"))).toBe(true);
  });
});
