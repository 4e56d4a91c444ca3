import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath } from "../../src/base/index.ts";
import type { RenameReport } from "../../src/curation/index.ts";
import { readTaskSet } from "../../src/datasets/index.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";
import {
  bytesOfTaskSet,
  documentOf,
  runDiorama,
  writeRepository,
  type Ended,
} from "../curation/given-build.ts";

const obstacle = await whyNothingCanBeInstalled();

/** A package whose functions know one another by import, by keyword, and one by a text. */
const LARDER: Readonly<Record<string, string>> = {
  LICENSE: "SPDX-License-Identifier: MIT\n",
  "README.md": "# Larder\n\nKeeps jars. See https://example.org/larder.\n",
  "larder/__init__.py":
    '"""Larder, see https://example.org/larder."""\nfrom .shelving import Shelf, settle_jars\n\n__author__ = "Quillon"\n',
  "larder/faults.py": "class LarderFault(ValueError):\n    pass\n",
  "larder/shelving.py": `# Copyright (c) 2019 Quillon
from .faults import LarderFault


class Shelf:
    """A shelf of the larder."""

    def __init__(self, width, jars=()):
        self.width = width
        self.jars = list(jars)

    def squeeze(self, jar_weights):
        """Put jars on the Shelf while they fit, and give the others.

        :param jar_weights: of each jar
        """
        left_over = []
        for weight in jar_weights:
            if weight < 0:
                raise LarderFault("weightless")
            if sum(self.jars) + weight > self.width:
                left_over.append(weight)
            else:
                self.jars.append(weight)
        return left_over

    def kind_narrow(self, jar_weights):
        """Give how often the shelf would be filled."""
        if not jar_weights:
            return "never"
        times = sum(jar_weights) // self.width
        if times > 2:
            return "often"
        return f"{times} times"


def settle_jars(shelf, jar_weights, tilt=0):
    """Squeeze jars on a shelf, and say how many are left, by way of Shelf.squeeze."""
    if tilt > 3:
        raise LarderFault("it falls")
    left_over = shelf.squeeze(jar_weights=jar_weights)
    if tilt and left_over:
        return [len(left_over), tilt]
    return [len(left_over)]


def judge_shelf(shelf, kind, jar_weights):
    return getattr(shelf, "kind_" + kind)(jar_weights)
`,
  "tests/test_larder.py": `import pytest
from larder.faults import LarderFault
from larder.shelving import Shelf, judge_shelf, settle_jars


@pytest.mark.parametrize("weights", [[], [1], [3, 4], [9, 1, 2], [4, 4, 4], [12]])
@pytest.mark.parametrize("width", [5, 10])
def test_squeeze(weights, width):
    shelf = Shelf(width)
    left = shelf.squeeze(weights)
    assert sum(shelf.jars) + sum(left) == sum(weights)
    assert len(settle_jars(Shelf(width, [1]), weights, tilt=2)) in (1, 2)
    assert settle_jars(Shelf(width), weights)[0] == len(left)
    assert judge_shelf(Shelf(width), "narrow", weights)


def test_faults():
    with pytest.raises(LarderFault):
        Shelf(3).squeeze([-1])
    with pytest.raises(LarderFault):
        settle_jars(Shelf(3), [1], 4)
`,
};

describe.skipIf(obstacle !== undefined)(`a renamed variant of a set (${obstacle ?? "installed"})`, () => {
  let folder: string;
  let renamed: Ended;
  let report: RenameReport;
  const run = (...words: readonly string[]): Promise<Ended> => runDiorama(folder, words);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "diorama-renamed-"));
    writeRepository(join(folder, "larder"), LARDER);
    const built = await run("build", "larder", "--tier", "simple", "--out", "set", "--json");
    if (built.exitCode !== 0) throw new Error(built.lines.join("\n"));
    renamed = await run("build", "set", "--renamed", "--out", "other", "--json");
    if (renamed.exitCode !== 0) throw new Error(renamed.lines.join("\n"));
    report = documentOf(renamed) as unknown as RenameReport;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const textsOf = (set: string): string[] => {
    const tasks = join(folder, set, "tasks");
    return readdirSync(tasks, { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && !/diorama\.json|LICENSES/u.test(join(entry.parentPath, entry.name)),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => `${path.slice(tasks.length)}\n${readFileSync(path, "utf8")}`);
  };

  test("every task comes through or is counted with its reason", () => {
    const left = Object.values(report.left_out).reduce((sum, count) => sum + count, 0);
    expect(report.accepted).toBeGreaterThanOrEqual(2);
    expect(report.accepted + left).toBe(report.tasks);
    expect(report.left_out).toEqual({ name_stays: 1 });
  });

  test("neither prompts, trees, cases nor solutions hold a name of the repository", () => {
    for (const text of textsOf("other"))
      expect(text).not.toMatch(
        /larder|\bShelf\b|squeeze|settle_jars|jar_weights|left_over|shelving|Quillon|example\.org/iu,
      );
  });

  test("tasks know what they are variants of, and verify proves them again", async () => {
    using before = readTaskSet(asHostPath(join(folder, "set")));
    using after = readTaskSet(asHostPath(join(folder, "other")));
    const ids = new Set(before.manifest.tasks.map(({ id }) => id));
    for (const { record } of after.tasks()) {
      expect(ids.has(record.variant_of ?? "")).toBe(true);
      expect(record.axes["renamed"]).toBe("seed-0");
      expect(before.get(record.variant_of ?? "").record.hidden_cases.count).toBe(record.hidden_cases.count);
    }
    const verified = documentOf(await run("verify", "other", "--json"));
    expect(verified).toMatchObject({ tasks: report.accepted, proven: report.accepted, failed: [] });
  });

  test("compare pairs the runs of both, and gives the gap with its interval", async () => {
    await run("evaluate", "set", "--model", "reference", "--run", "first", "--json");
    await run("evaluate", "other", "--model", "stub", "--run", "second", "--json");
    const compared = documentOf(await run("compare", "first", "second", "--by", "task", "--json"));
    expect(compared).toMatchObject({
      tasks: report.accepted,
      only_second: 0,
      only_first: 1,
      difference: { value: -1 },
      worse: report.accepted,
    });
  });

  test("the same again is finished; in another folder it is the same, byte for byte", async () => {
    expect(documentOf(await run("build", "set", "--renamed", "--out", "other", "--json"))).toMatchObject({
      was_finished: true,
      accepted: report.accepted,
    });
    await run("build", "set", "--renamed", "--out", "again", "--workers", "1", "--json");
    expect(bytesOfTaskSet(join(folder, "again"))).toEqual(bytesOfTaskSet(join(folder, "other")));
  });

  test("a folder that is no task set is refused", async () => {
    const ended = await run("build", "larder", "--renamed", "--out", "nothing");
    expect(ended.exitCode).toBe(2);
    expect(ended.lines.join("\n")).toContain("task-set.json");
  });
});
