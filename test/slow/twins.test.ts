import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath } from "../../src/base/index.ts";
import type { VerifyReport } from "../../src/curation/index.ts";
import { readTaskSet } from "../../src/datasets/index.ts";
import { writePrompt } from "../../src/evaluation/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import { findBackendsUnderTest } from "../slow-suites.ts";
import { resultRow } from "../../src/spec/index.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";
import { linesOf } from "../curation/desk.ts";
import { runDiorama, writeRepository, type Ended } from "../curation/given-build.ts";

/** A way up or down: one body but for what is done with each step, and what comes back. */
function walk(name: string, step: string, end: string): string {
  return `def ${name}(steps: list[int], reach: int = 3) -> int:
    """Walk over steps – ${name} – as far as they go."""
    walked = 0
    for step in steps:
        if step > reach:
            return walked
        if step < 0:
            raise ValueError("broken")
        walked ${step}
    return ${end}
`;
}

/** Two near copies, and a third that needs the second without calling it by name. */
const LADDERS = `"""Leitern – ladders."""


${walk("climb", "+= step", "walked")}

${walk("descend", "-= step * 2", "walked - 1")}

${walk("jump", "+= leap(step)", "walked + 7")}
leap = lambda step: descend([step])
`;

const REPOSITORY = {
  LICENSE: "SPDX-License-Identifier: MIT\n",
  "ladders.py": LADDERS,
  "tests/test_ladders.py": `import pytest
from ladders import climb, descend, jump


def test_ways():
    assert [climb([1, 2, 9, 1]), climb([1, 1]), climb([]), climb([5], 6)] == [3, 2, 0, 5]
    assert [descend([1, 2, 9, 1]), descend([1, 1]), descend([]), descend([5], 6)] == [-6, -5, -1, -11]
    assert [jump([1, 2, 9, 1]), jump([1]), jump([])] == [-8, 4, 7]
    for way in (climb, descend, jump):
        with pytest.raises(ValueError):
            way([1, -1])
`,
};

/** What only the bodies have. */
const HIDDEN = { climb: "walked += step", descend: "walked -= step * 2" } as const;

const missing = await whyNothingCanBeInstalled();

describe.skipIf(missing !== undefined)(`near copies in one file (${missing ?? "installed"})`, () => {
  let folder: string;
  let ended: Ended;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "diorama-twins-"));
    writeRepository(join(folder, "ladders"), REPOSITORY);
    ended = await runDiorama(folder, [
      "build",
      "ladders",
      "--tier",
      "simple",
      "--per-cluster",
      "3",
      "--out",
      "set",
    ]);
    if (ended.exitCode !== 0) throw new Error(ended.lines.join("\n"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const tasks = (): Record<string, ReturnType<ReturnType<typeof readTaskSet>["get"]>> => {
    using taskSet = readTaskSet(asHostPath(join(folder, "set")));
    const loaded = taskSet.manifest.tasks.map(({ id, name }) => [name, taskSet.get(id)] as const);
    return Object.fromEntries(loaded);
  };
  const getTask = (name: string) => {
    const task = tasks()[name];
    if (task === undefined) throw new Error(`There is no task of ${name}.`);
    return task;
  };

  test("make a task each, unless what is graded needs the other's body", () => {
    const tried = linesOf(join(folder, "set/journal.jsonl")).filter(({ event }) => event === "target-tried");
    expect(
      Object.fromEntries(tried.map(({ name, reason, detail }) => [name, reason && [reason, detail]])),
    ).toEqual({
      climb: undefined,
      descend: undefined,
      jump: [
        "twin",
        expect.stringMatching(
          /^without its twins in the file, case-\d+ differs: status: raised NotImplementedError/,
        ),
      ],
    });
  });

  test.each(["climb", "descend"] as const)("%s is hidden with its twins, and named with them", (name) => {
    const task = getTask(name);
    const { record, maskedTree, instruction } = task;
    const masked = readFileSync(join(maskedTree, "ladders.py"), "utf8");
    for (const line of Object.values(HIDDEN)) expect(masked + instruction).not.toContain(line);
    expect(masked.match(/raise NotImplementedError/g)).toHaveLength(3);
    expect(masked.match(/as far as they go/g)).toHaveLength(3);
    const original = Buffer.from(task.originalFileText());
    expect(original.toString()).toBe(LADDERS);
    const hidden = record.edits.map(({ span }) => original.subarray(span.start, span.end).toString());
    expect(hidden[0]).toContain(HIDDEN[name]);
    expect(hidden[1]).toContain(HIDDEN[name === "climb" ? "descend" : "climb"]);
    expect(hidden[2]).toContain("leap(step)");
    const other = name === "climb" ? "descend" : "climb";
    expect(instruction).toContain(
      `Its body was removed, and with it the nearly equal code of \`${other}\` and \`jump\` in that file (\`raise NotImplementedError\` stands there, also when the answer is graded);`,
    );
    expect(record.removed.map(({ path }) => path)).toEqual(["tests/test_ladders.py"]);
  });

  test.each(["climb", "descend"] as const)(
    "a model is shown the file around %s without either body",
    async (name) => {
      const language = await loadLanguage("python");
      for (const context of ["file", "types"] as const) {
        const options = { context, contextTokens: 8_000, specification: "full" } as const;
        const text = writePrompt(getTask(name), language, options)
          .messages.map(({ content }) => content)
          .join("\n");
        for (const line of Object.values(HIDDEN)) expect(text).not.toContain(line);
        expect(text).toContain(`def ${name}(steps: list[int], reach: int = 3) -> int:`);
        expect(text.includes("as are the bodies of functions that are nearly the same")).toBe(
          context === "file",
        );
      }
    },
  );

  test("prove themselves again, but not with a twin's body shown or with another edit", async () => {
    const proven = await runDiorama(folder, ["verify", "set", "--json"]);
    expect(JSON.parse(proven.stdout)).toMatchObject({ tasks: 2, proven: 2, failed: [] });

    cpSync(join(folder, "set"), join(folder, "changed"), { recursive: true });
    const [climb, descend] = [getTask("climb").record, getTask("descend").record];
    const base = (id: string): string => join(folder, "changed/tasks", id);
    const [, twin] = climb.edits;
    const shown = join(base(climb.id), "environment/repository/ladders.py");
    const { start, end } = twin?.span ?? { start: 0, end: 0 };
    const body = Buffer.from(LADDERS).subarray(start, end).toString();
    const parts = readFileSync(shown, "utf8").split(twin?.placeholder ?? "");
    writeFileSync(shown, [parts.slice(0, 2).join(twin?.placeholder), body, ...parts.slice(2)].join(""));
    const fewer = { ...descend, edits: descend.edits.slice(0, 2) };
    writeFileSync(join(base(descend.id), "diorama.json"), JSON.stringify(fewer));
    acceptChanges(join(folder, "changed"));

    const { stdout } = await runDiorama(folder, ["verify", "changed", "--json"]);
    const { failed } = JSON.parse(stdout) as VerifyReport;
    expect(failed).toEqual(
      [climb, descend].map(({ id }) => ({
        task_id: id,
        reason: "damaged",
        detail: "the masked file is not the original with its body cut out",
      })),
    );
  });

  test("stand masked where a candidate is judged, in every tier: none is called, read or renamed there", async () => {
    const tiers = await findBackendsUnderTest();
    expect(tiers).not.toEqual([]);
    const { id } = getTask("climb").record;
    const right = LADDERS.slice(LADDERS.indexOf("def climb"), LADDERS.indexOf("def descend"));
    const called = "try:\n        descend([1])\n    except NotImplementedError:\n        pass";
    const honest = [right, right.replace("    walked = 0\n", `    ${called}\n    walked = 0\n`)];
    const completions = [...honest, ...ROBBERS.map((body) => `def climb(steps, reach=3):\n${indent(body)}`)];
    const rows = completions.map((completion, sample) => JSON.stringify({ task_id: id, sample, completion }));
    writeFileSync(join(folder, "answers.jsonl"), `${rows.join("\n")}\n`);
    for (const { name: tier } of tiers) {
      const words = ["evaluate", "set", "--predictions", "answers.jsonl", "--run", `run-${tier}`];
      const ended = await runDiorama(folder, [...words, "--sandbox", tier, "--json"]);
      const { results } = JSON.parse(ended.stdout) as { results: string };
      const judged = linesOf(results).map((row) => resultRow.parse(row));
      const own = judged.filter(({ task_id }) => task_id === id);
      expect(own.map(({ sample, reward }) => [sample, reward])).toEqual(
        completions.map((_, sample) => [sample, sample < honest.length ? 1 : 0]),
      );
    }
  });
});

/** What makes `climb` of a text of `descend`. */
const RENAMED = `start = text.index("\\ndef descend(")
text = text[start:].split("\\n\\n\\n")[0].replace("def descend", "def climb")
text = text.replace("-= step * 2", "+= step").replace("return walked - 1", "return walked")
scope = {}
exec(text, scope)
return scope["climb"](steps, reach)
`;

/** Bodies that are right where the twin's body can be had, each from another place. */
const ROBBERS = [
  "return -descend(steps, reach) // 2",
  "return -type(climb)(descend.__code__, globals())(steps, reach) // 2",
  `import gc
twin = next(one for one in gc.get_objects() if getattr(one, "__name__", "") == "descend" and hasattr(one, "__code__"))
return -twin(steps, reach) // 2`,
  `import ladders
return -vars(ladders)["descend"](steps, reach) // 2`,
  `text = open(descend.__code__.co_filename).read()\n${RENAMED}`,
  `import inspect\ntext = "\\n" + inspect.getsource(descend)\n${RENAMED}`,
  `import inspect, ladders\ntext = inspect.getsource(ladders)\n${RENAMED}`,
  `import linecache\ntext = "".join(linecache.getlines(descend.__code__.co_filename))\n${RENAMED}`,
  `text = __loader__.get_source(__name__)\n${RENAMED}`,
  `import importlib.util\ntext = importlib.util.find_spec("ladders").loader.get_source("ladders")\n${RENAMED}`,
  `text = __loader__.get_data(__file__).decode()\n${RENAMED}`,
];

function indent(body: string): string {
  return `${body.trimEnd().replaceAll(/^/gm, "    ")}\n`;
}

/** Makes the manifest of a changed set name its tasks as they are now. */
function acceptChanges(set: string): void {
  const path = join(set, "task-set.json");
  using taskSet = readTaskSet(asHostPath(set));
  const tasks = taskSet.manifest.tasks.map((task) => ({ ...task, digest: taskSet.get(task.id).digest }));
  writeFileSync(path, JSON.stringify({ ...taskSet.manifest, tasks }));
}
