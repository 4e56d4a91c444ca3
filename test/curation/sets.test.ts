import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { SourceReport } from "../../src/curation/index.ts";
import { parseTaskRecord, taskSetManifest, type TaskSetManifest } from "../../src/spec/index.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";
import { linesOf } from "./desk.ts";
import {
  bytesOfTaskSet,
  documentOf,
  PYTHON_MODULES,
  runDiorama,
  startDiorama,
  writeRepository,
  type Ended,
} from "./given-build.ts";
import { slowDescribe } from "../slow-suites.ts";

const MIT = "SPDX-License-Identifier: MIT\n";
const NAMES: Readonly<Record<string, string>> = { crate: "book", taken: "lent", room: "width" };

/** The orchard's own code under other names. */
const borrowed = PYTHON_MODULES.stack
  .replaceAll(/\b(?:crate|taken|room)\b/g, (name) => NAMES[name] ?? name)
  .replaceAll("stack", "lend");

/** Code of several licences; two functions that are one under other names; a file with more tasks than it may have. */
const ORCHARD = {
  LICENSE: MIT,
  NOTICE: "Grown by us.\n",
  "orchard/__init__.py": "",
  "orchard/basket.py": `${PYTHON_MODULES.leave}\n\n${PYTHON_MODULES.shelve}`,
  "orchard/crates.py": PYTHON_MODULES.stack,
  "orchard/press/LICENSE": "SPDX-License-Identifier: GPL-3.0-only\n",
  "orchard/press/__init__.py": "",
  "orchard/press/squeeze.py": "def squeeze(apples):\n    return sum(apples) // 3\n",
  "orchard/ladder.py": climb("climb", "rung"),
  "orchard/stairs.py": climb("ascend", "step"),
};

function climb(name: string, step: string): string {
  return `def ${name}(${step}s: list[int], reach: int = 3) -> int:
    """Count what is climbed before a gap is too wide."""
    climbed = 0
    for ${step} in ${step}s:
        if ${step} > reach:
            return climbed
        if ${step} < 0:
            raise ValueError("broken")
        climbed += ${step}
    return climbed
`;
}

/** Two accessors that give each other away, a pair of which one is hidden with the other, a line, and tables that tools write. */
const PRESS = {
  LICENSE: MIT,
  "press/__init__.py": "",
  "press/crates.py": PYTHON_MODULES.stack,
  "press/group.py": `class Group:
    def __init__(self, ripe: list[int], raw: list[int]) -> None:
        self.ripe, self.raw = ripe, raw

    def first(self, number: int = 0) -> int:
        if number:
            return self.ripe[number] + 1
        return len(self.ripe)

    def last(self, number: int = 0) -> int:
        if number:
            return self.raw[number] + 2
        return len(self.raw)

    def both(self, number: int = 0) -> list[int]:
        return sorted([self.first(number), self.last(number)])
`,
  "tools/__init__.py": "",
  "tools/tables.py": `${PYTHON_MODULES.leave}\n\n${PYTHON_MODULES.shelve}`,
  "tests/test_press.py": `from press.group import Group
from tools.tables import leave


def test_group():
    group = Group([3, 4, 5], [6, 7])
    assert [group.first(), group.first(2), group.last(), group.last(1)] == [3, 6, 2, 9]
    assert group.both() == [2, 3]
    assert leave({"plum": 2}) == "plum"
`,
};

const missing = await whyNothingCanBeInstalled();

slowDescribe.skipIf(missing !== undefined)(`what is core (${missing ?? "installed"})`, () => {
  test("is not a line, not what its neighbour gives away, and not much of scripts", async () => {
    const folder = mkdtempSync(join(tmpdir(), "diorama-core-"));
    try {
      writeRepository(join(folder, "press"), PRESS);
      const words = ["build", "press", "--per-scripts", "1", "--out", "set"];
      const ended = await runDiorama(folder, words);
      expect([ended.exitCode, ended.lines.slice(-3)]).toEqual([0, expect.anything()]);
      const tried = linesOf(join(folder, "set/journal.jsonl")).filter(
        ({ event }) => event === "target-tried",
      );
      expect(
        Object.fromEntries(tried.map(({ name, reason, detail }) => [name, reason && [reason, detail]])),
      ).toEqual({
        stack: undefined,
        "Group.first": [
          "tier",
          "its neighbour gives it away: Group.last (line 10) is 100 % the same but for names and constants",
        ],
        "Group.last": ["tier", expect.stringContaining("Group.first (line 5) is 100 %")],
        "Group.both": ["tier", expect.stringMatching(/^its shape is simple: /)],
        leave: undefined,
        shelve: ["cap", "no more than 1 of the scripts of press"],
      });
      const { tasks } = taskSetManifest.parse(
        JSON.parse(readFileSync(join(folder, "set/task-set.json"), "utf8")),
      );
      for (const { id, tier } of tasks) {
        const record = parseTaskRecord(
          JSON.parse(readFileSync(join(folder, "set/tasks", id, "diorama.json"), "utf8")),
        );
        const { statements, calls, neighbour_likeness: likeness = -1 } = record.difficulty.features;
        expect([tier, statements, calls]).toEqual(["core", expect.any(Number), expect.any(Number)]);
        expect(likeness).toBeGreaterThanOrEqual(0);
        expect(likeness).toBeLessThan(0.8);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

slowDescribe.skipIf(missing !== undefined)(`a set of three sources (${missing ?? "installed"})`, () => {
  let folder: string;
  let ended: Ended;
  let manifest: TaskSetManifest;
  const command = (out: string, ...more: readonly string[]): string[] => {
    return [
      "build",
      "orchard",
      "library",
      "wild",
      "--tier",
      "simple",
      "--per-file",
      "1",
      "--out",
      out,
      ...more,
    ];
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "diorama-sets-"));
    writeRepository(join(folder, "orchard"), ORCHARD);
    writeRepository(join(folder, "library"), { LICENSE: MIT, "library.py": borrowed });
    writeRepository(join(folder, "wild"), { "wild.py": PYTHON_MODULES.leave });
    // What the second source is compared with comes from the journal, for the first was built before a kill.
    const killed = startDiorama(folder, command("set"));
    killed.onLine((line) => line.includes("library: acquiring") && killed.process.kill("SIGKILL"));
    expect((await killed.ended).signal).toBe("SIGKILL");
    ended = await runDiorama(folder, command("set"));
    if (ended.exitCode !== 0) throw new Error(ended.lines.join("\n"));
    manifest = taskSetManifest.parse(JSON.parse(readFileSync(join(folder, "set/task-set.json"), "utf8")));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("takes one of what is alike, and nothing beyond its caps and licences; says why of each", () => {
    const tried = linesOf(join(folder, "set/journal.jsonl")).filter(({ event }) => event === "target-tried");
    const outcomes = tried.map(({ source, name, outcome, reason, detail }) => [
      `${String(source)} ${String(name)}`,
      outcome === "accepted" ? "accepted" : `${String(reason)}: ${String(detail)}`,
    ]);
    const stack = manifest.tasks.find(({ name }) => name === "stack")?.id;
    expect(Object.fromEntries(outcomes)).toEqual({
      "orchard leave": "accepted",
      "orchard shelve": "cap: no more than 1 of the file orchard/basket.py",
      "orchard stack": "accepted",
      "orchard squeeze": "licence: GPL-3.0-only",
      "orchard climb": "answer_reachable: repository: orchard/stairs.py holds 100 % of the body, as ascend",
      "orchard ascend": "answer_reachable: repository: orchard/ladder.py holds 100 % of the body, as climb",
      "library lend": `cluster: like ${stack} (orchard/crates.py:stack of orchard)`,
      "wild leave": "licence: no licence stated",
    });
  });

  test("tells what was left alone because of its licence, and what to type", () => {
    expect(ended.stdout).toContain(
      "Left alone because of their licence: GPL-3.0-only 1, no licence stated 1.\n" +
        "Code that you may use, your own for instance, is taken whatever its licence with: --license any",
    );
    expect(ended.lines.join("\n")).toContain(
      "wild: nothing of it is under a licence that is asked for (no licence stated). For all licences, type --license any.",
    );
  });

  test("names cluster, split and licence of each task, and how varied they are", () => {
    for (const { id, split, cluster } of manifest.tasks) {
      const base = join(folder, "set/tasks", id);
      const record = parseTaskRecord(JSON.parse(readFileSync(join(base, "diorama.json"), "utf8")));
      expect(record).toMatchObject({ split, cluster, repository: { licence: "MIT" } });
      expect(cluster).toBe(`c-${id.slice(-12)}`);
      expect(record.repository.licence_files).toEqual(["LICENSE", "NOTICE"]);
      expect(readFileSync(join(base, "LICENSES/NOTICE"), "utf8")).toBe("Grown by us.\n");
    }
    expect(new Set(manifest.tasks.map(({ split }) => split)).size).toBe(1);
    expect(manifest.diversity).toMatchObject({
      source: { "folder:orchard": 2 },
      licence: { MIT: 2 },
      clusters_by_tasks: { "1": 2 },
      distinct: { tasks: 2, sources: 1, files: 2, clusters: 2 },
    });
  });

  test("other licences and caps are other sets", async () => {
    const refused = await runDiorama(folder, command("set", "--license", "any", "--json"));
    expect(refused.exitCode).toBe(2);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      error: { code: "other-options", message: expect.stringContaining("licences") },
    });
  });
});

test("a licence that does not exist is refused before anything is done", async () => {
  const place = mkdtempSync(join(tmpdir(), "diorama-sets-"));
  writeRepository(join(place, "library"), { "library.py": PYTHON_MODULES.leave });
  const ended = await runDiorama(place, ["build", "library", "--license", "permisive", "--json"]);
  rmSync(place, { recursive: true, force: true });
  expect({ exitCode: ended.exitCode, document: JSON.parse(ended.stdout) as unknown }).toMatchObject({
    exitCode: 2,
    document: { error: { code: "unknown-licence", hint: expect.stringContaining("permissive") } },
  });
});

slowDescribe.skipIf(missing !== undefined)(`a limit for two sources (${missing ?? "installed"})`, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "diorama-limits-"));
    const { leave, shelve } = PYTHON_MODULES;
    writeRepository(join(folder, "orchard"), { "a.py": leave, "b.py": shelve });
    writeRepository(join(folder, "ladders"), { "ladder.py": climb("climb", "rung") });
    writeRepository(join(folder, "stubs"), { "stub.py": "def later(apples):\n    ...\n" });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const build = (second: string, out: string, workers: string): string[] =>
    `build orchard ${second} --tier simple --license any --json --limit 2 --out ${out} --workers ${workers}`.split(
      " ",
    );
  const acceptedBySource = (ended: Ended): unknown =>
    (documentOf(ended)["sources"] as SourceReport[]).map(({ accepted, filtered }) => ({
      accepted,
      untried: filtered["limit"] ?? 0,
    }));

  test("is shared by them", async () => {
    const ended = await runDiorama(folder, build("ladders", "shared", "2"));
    expect(acceptedBySource(ended)).toEqual([
      { accepted: 1, untried: 1 },
      { accepted: 1, untried: 0 },
    ]);
  });

  test("is handed on where one leaves some of it, the same at any number of workers and after a kill", async () => {
    const whole = await runDiorama(folder, build("stubs", "whole", "2"));
    expect(acceptedBySource(whole)).toEqual([
      { accepted: 2, untried: 0 },
      { accepted: 0, untried: 0 },
    ]);
    const killed = startDiorama(folder, build("stubs", "killed", "1"));
    killed.onLine((line) => line.startsWith("stubs: 0 tasks") && killed.process.kill("SIGKILL"));
    expect((await killed.ended).signal).toBe("SIGKILL");
    const resumed = await runDiorama(folder, build("stubs", "killed", "1"));
    expect(acceptedBySource(resumed)).toEqual(acceptedBySource(whole));
    expect(bytesOfTaskSet(join(folder, "killed"))).toEqual(bytesOfTaskSet(join(folder, "whole")));
  });

  test("and all else can be looked at before anything runs", async () => {
    const before = readdirSync(folder).length;
    const ended = await runDiorama(folder, [...build("ladders", "dry", "1"), "--dry-run"]);
    expect(ended.exitCode).toBe(0);
    expect(documentOf(ended)).toMatchObject({
      sources: [
        {
          source: "orchard",
          found: 2,
          targets: { core: 2, simple: 0 },
          tried: 2,
          licences: { "no licence stated": 2 },
          refused_licences: {},
          environment: { is_built: false, requirements: ["coverage", "pytest"] },
          proved: [1, 2],
        },
        { source: "ladders", tried: 1, proved: [1, 1] },
      ],
      estimate: { targets: [2, 3], model_calls: [0, 0], cost_usd: 0 },
    });
    const asking = ["--model", "openai:clerk@http://127.0.0.1:9/v1", "--adversaries", "2"];
    const asked = await runDiorama(folder, [...build("ladders", "dry", "1"), ...asking, "--dry-run"]);
    expect(documentOf(asked)).toMatchObject({ estimate: { model_calls: [6, 15], cost_usd: null } });
    expect(readdirSync(folder)).toHaveLength(before);
  });
});
