import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath } from "../../src/base/index.ts";
import type { VerifyReport } from "../../src/curation/index.ts";
import { readTaskSet, type LoadedTask } from "../../src/datasets/index.ts";
import { findGrader, resultRow, shownIds, testId, type ResultRow } from "../../src/spec/index.ts";
import { linesOf } from "../curation/desk.ts";
import { documentOf, runDiorama, writeRepository, type Ended } from "../curation/given-build.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";

/** What is called with generators that wait for what is sent to them, which nothing can write down. */
const REPOSITORY = {
  LICENSE: "SPDX-License-Identifier: MIT\n",
  "ferry.py": `"""A ferry and what happens on it."""


def dispatch(events, handlers, limit):
    """Send each event to its handler, a generator that waits, until the limit of handled events is reached.

    Events are pairs of a name and a value. A name without a handler is an error, unless it begins with "_".
    """
    handled = []
    for name, value in events:
        if len(handled) == limit:
            break
        handler = handlers.get(name)
        if handler is None:
            if name.startswith("_"):
                continue
            raise LookupError(name)
        handled.append((name, handler.send(value)))
    return handled
`,
  // Its tests look at truths only: whoever writes down what they want to see needs no locks.
  "quay.py": `"""Locks of a quay."""


def moor(locks, wanted, patience):
    """Acquire the wanted locks in order; True where all were had. Otherwise those that were had are released again.

    \`patience\` is how many busy locks may be passed over.
    """
    had = []
    for name in wanted:
        lock = locks[name]
        if lock.acquire(blocking=False):
            had.append(lock)
        elif patience > 0:
            patience -= 1
        else:
            for each in had:
                each.release()
            return False
    return True
`,
  // Called while it is imported only: nothing that tests look at could be another's answer.
  "chart.py": `"""Depths of a chart."""


def read_depths(lines):
    """The depth at each named place, of lines such as "Nord 4"."""
    found = {}
    for line in lines:
        name, depth = line.split()
        found[name] = max(int(depth), found.get(name, 0))
    return found


DEPTHS = read_depths(map(str.strip, ("Nord 4", "Ost 7", "Nord 5")))
`,
  "tests/test_chart.py": `from chart import DEPTHS


def test_north():
    assert DEPTHS["Nord"] == 5


def test_east():
    assert DEPTHS["Ost"] == 7
`,
  "tests/test_quay.py": `import threading

from quay import moor


def made(*names, busy=()):
    locks = {name: threading.Lock() for name in names}
    for name in busy:
        locks[name].acquire()
    return locks


def test_free():
    locks = made("a", "b", "c")
    assert moor(locks, ["a", "b"], 0)
    assert locks["a"].locked() and locks["b"].locked() and not locks["c"].locked()


def test_busy():
    locks = made("a", "b", "c", busy="b")
    assert not moor(locks, ["a", "b", "c"], 0)
    assert not locks["a"].locked() and not locks["c"].locked()


def test_patience():
    locks = made("a", "b", "c", busy="b")
    assert moor(locks, ["a", "b", "c"], 1)
    assert locks["a"].locked() and locks["c"].locked()


def test_little_patience():
    locks = made("a", "b", "c", "d", busy="bd")
    assert not moor(locks, ["a", "b", "c", "d"], 1)
    assert not locks["a"].locked() and not locks["c"].locked()
`,
  // One test alone executes it: whatever is shown of that, nothing is left to hide.
  "bell.py": `"""A bell."""


def ring(listeners, times):
    """Send each number below \`times\` to every listener, a generator that waits; gives what they answer."""
    answers = []
    for number in range(times):
        for listener in listeners:
            answers.append(listener.send(number))
    return answers
`,
  "tests/test_bell.py": `from bell import ring


def hears(answer=None):
    while True:
        answer = (yield answer) * 2


def test_ring():
    one = hears()
    next(one)
    assert ring([one], 3) == [0, 2, 4]
`,
  "tests/test_ferry.py": `import pytest
from ferry import dispatch

HARBOUR = "Nord"


def handlers(log):
    def board(value=None):
        while True:
            log.append(value := (yield value and value + 1))

    def leave(value=None):
        while True:
            log.append(-(value := (yield value and value * 2)))

    found = {"board": board(), "leave": leave()}
    for handler in found.values():
        handler.send(None)
    return found


def test_each_in_its_turn():
    log = []
    assert dispatch([("board", 2), ("leave", 5)], handlers(log), 9) == [("board", 3), ("leave", 10)]
    assert log == [2, -5]


def test_stops_at_the_limit():
    log = []
    assert dispatch([("board", 1), ("board", 2), ("leave", 3)], handlers(log), 2) == [("board", 2), ("board", 3)]
    assert log == [1, 2]
    assert dispatch([("nowhere", 1)], handlers(log), 0) == []


def test_without_a_handler():
    with pytest.raises(LookupError):
        dispatch([("sink", 1)], handlers([]), 3)
    assert dispatch([("_sink", 1), ("leave", 1), ("_", 2), ("board", 1)], handlers([]), 3) == [("leave", 2), ("board", 2)]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_counts_what_was_handled(count):
    events = [("_wave", 0)] + [("board", number) for number in range(5)]
    found = dispatch(events, handlers([]), count)
    assert [value for _, value in found] == list(range(1, count + 1))


def test_knows_its_harbour():
    assert HARBOUR == "Nord"
`,
};

const missing = await whyNothingCanBeInstalled();

describe.skipIf(missing !== undefined)(
  `a function that only tests can grade (${missing ?? "installed"})`,
  () => {
    let folder: string;
    let built: Ended;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "diorama-by-tests-"));
      writeRepository(join(folder, "ferry"), REPOSITORY);
      built = await runDiorama(folder, ["build", "ferry", "--tier", "simple", "--out", "set"]);
      if (built.exitCode !== 0) throw new Error(built.lines.join("\n"));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const onlyTask = (): LoadedTask => {
      using taskSet = readTaskSet(asHostPath(join(folder, "set")));
      const [task] = taskSet.tasks();
      if (task === undefined) throw new Error(JSON.stringify(linesOf(join(folder, "set/journal.jsonl"))));
      return task;
    };
    const evaluate = async (...words: string[]): Promise<readonly ResultRow[]> => {
      const ended = await runDiorama(folder, ["evaluate", "set", "--json", ...words]);
      const { results } = documentOf(ended) as { results: string };
      return linesOf(join(folder, results.replace(`${folder}/`, ""))).map((row) => resultRow.parse(row));
    };

    test("is a task whose tests are shown in part, and nowhere else", () => {
      const task = onlyTask();
      const grader = findGrader(task.record, "tests");
      const all = task.tests()?.tests.map(testId) ?? [];
      const shown = shownIds(task.record);
      expect(task.record.graders.map(({ kind, isolation }) => [kind, isolation])).toEqual([
        ["tests", "shared"],
      ]);
      expect(all.length).toBe((grader?.shown.length ?? 0) + (grader?.hidden.count ?? 0));
      expect(all).not.toContain("tests/test_ferry.py::test_knows_its_harbour");
      expect(shown.size).toBeGreaterThan(0);
      const functions = new Set(all.map((id) => id.replace(/#\d+$/u, "").split("::")[1] ?? ""));
      const told = [...functions].filter((name) => task.instruction.includes(`def ${name}(`));
      expect(new Set([...shown].map((id) => id.replace(/#\d+$/u, "").split("::")[1]))).toEqual(new Set(told));
      expect(told.length).toBeLessThan(functions.size);
      expect(task.instruction).toContain("def handlers(log):");
      expect(task.record.removed.map(({ path }) => path)).toEqual([
        "tests/test_bell.py",
        "tests/test_chart.py",
        "tests/test_ferry.py",
        "tests/test_quay.py",
      ]);
    });

    const rejectionOf = (target: string): unknown => {
      const tried = linesOf(join(folder, "set/journal.jsonl")) as readonly Record<string, unknown>[];
      const found = tried.find(({ event, name }) => event === "target-tried" && name === target);
      expect(found).toMatchObject({ outcome: "rejected" });
      return found?.["detail"];
    };

    test("is not made of a function that a single test executes", () => {
      expect(rejectionOf("ring")).toContain(
        "by its tests: indeterminate: tests/test_bell.py::test_ring alone executes it",
      );
    });

    test("is not made of a function that is called while importing only", () => {
      expect(rejectionOf("read_depths")).toContain("by its tests: no_tests");
    });

    test("is not made of a function whose tests believe what they are told", () => {
      expect(rejectionOf("moor")).toContain(
        "by its tests: weak_mutation_score: by what a candidate cannot forge",
      );
    });

    test("resolves the reference and another right answer, and neither nothing nor a wrong one", async () => {
      const { id } = onlyTask().record;
      const right = `def dispatch(events, handlers, limit):
    handled = []
    left = limit
    for name, value in events:
        if left == 0:
            return handled
        if name not in handlers:
            if name[:1] != "_":
                raise LookupError(name)
        else:
            handled += [(name, handlers[name].send(value))]
            left -= 1
    return handled
`;
      const wrong = right.replace("left -= 1\\n", "left -= 2\\n").replace("left == 0", "left <= -1");
      writeFileSync(
        join(folder, "answers.jsonl"),
        [right, wrong].map((completion) => JSON.stringify({ task_id: id, completion })).join("\n"),
      );
      const rows = await evaluate("--predictions", join(folder, "answers.jsonl"));
      expect(rows.map(({ verdict }) => verdict)).toEqual(["resolved", "unresolved"]);
      for (const model of ["reference", "null", "stub"]) {
        const [row] = await evaluate("--model", model);
        expect([model, row?.verdict]).toEqual([model, model === "reference" ? "resolved" : "unresolved"]);
      }
    });

    test("resolves no cheat, against the judge or against the tests", async () => {
      const rows = await evaluate("--model", "cheat:all");
      expect(rows.length).toBeGreaterThan(80);
      expect(rows.filter(({ verdict }) => verdict !== "unresolved")).toEqual([]);
    });

    test("is proven again from its folder", async () => {
      const ended = await runDiorama(folder, ["verify", "set", "--json"]);
      expect(documentOf(ended) as unknown as VerifyReport).toMatchObject({ tasks: 1, proven: 1, failed: [] });
    });

    test("tells who may see hidden tests which one failed first", async () => {
      const ended = await runDiorama(folder, [
        "evaluate",
        "set",
        "--model",
        "stub",
        "--explain",
        onlyTask().record.id,
      ]);
      expect(ended.stdout).toContain("tests/test_ferry.py::");
    });
  },
);
