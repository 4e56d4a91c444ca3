import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { whyNothingCanBeInstalled } from "../environments/given.ts";
import { diorama, givenFolder } from "../curation/desk.ts";

const obstacle = await whyNothingCanBeInstalled();
const title = "mutating a repository" + (obstacle === undefined ? "" : ` (skipped: ${obstacle})`);

const FILES = {
  "kettle.py":
    'def boil(litres):\n    if litres > 2:\n        raise ValueError("full")\n    return litres * 3\n',
  "tests/test_kettle.py": `import inspect
import traceback

import kettle


def test_of_its_own_source():
    assert "kettle.boil" in inspect.getsource(test_of_its_own_source)
    assert kettle.boil(2) == 6


def test_of_a_traceback():
    try:
        kettle.boil(3)
    except ValueError:
        assert "kettle.boil(3)" in traceback.format_exc()
`,
};

describe.skipIf(obstacle !== undefined)(title, () => {
  const folder = givenFolder([""]);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("tests find their own sources, as in the repository", async () => {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, "kettle", path)), { recursive: true });
      writeFileSync(join(folder, "kettle", path), text);
    }
    const ended = await diorama(folder, ["mutate", "kettle", "boil", "--operators", "arithmetic", "--json"]);
    expect(ended.exitCode).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ judges: 2, left_out_tests: [], killed: 2, survived: 0 });
  });
});
