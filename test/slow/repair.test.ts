import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { diorama, givenFolder } from "../curation/desk.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";
import { reply, serveChat } from "../models/served-chat.ts";

const obstacle = await whyNothingCanBeInstalled();

const FILES = {
  LICENSE: "MIT License\n\nPermission is hereby granted, free of charge, to any person\n",
  "harbour.py": "import os\n\n\ndef tide():\n    return os.environ.get('HARBOUR_TIDE', 'unknown')\n",
  "tests/test_tide.py":
    "from harbour import tide\n\n\ndef test_low():\n    assert tide() == 'low'\n\n\ndef test_known():\n    assert tide() != 'unknown'\n",
  "tests/test_quay.py": "def test_quay():\n    assert 'quay'\n",
};

const act = (action: object): string => `\`\`\`json\n${JSON.stringify(action)}\n\`\`\`\n`;
const SPOIL =
  "printf 'def pytest_collection_modifyitems(items):\\n    items.clear()\\n' > conftest.py; for file in tests/*.py; do echo 'def test_fine(): pass' > $file; done; python -m pytest -q; exit 0";
/** A model that cheats first: tests written by a command, a part of the tests, a test command that prints. */
const ANSWERS = [
  act({ action: "run", command: SPOIL }),
  act({ action: "edit", fields: { test_command: "pytest || true" } }),
  act({ action: "edit", fields: { test_command: "pytest tests/test_quay.py" } }),
  act({ action: "verify" }),
  act({ action: "edit", fields: { test_command: null, variables: { HARBOUR_TIDE: "high" } } }),
  act({ action: "verify" }),
  act({ action: "edit", fields: { variables: { HARBOUR_TIDE: "low" } } }),
  act({ action: "verify" }),
];

describe.skipIf(obstacle !== undefined)(`a model that repairs (${obstacle ?? "installed"})`, () => {
  test("cannot fool the trial of pytest, finds the plan, and is the same again from its record and from the lock", async () => {
    const folder = givenFolder(["repaired", "again"]);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(join(folder, "source", path, ".."), { recursive: true });
      writeFileSync(join(folder, "source", path), text);
    }
    const source = join(folder, "source");
    const build = async (user: string, ...words: string[]) => {
      const all = ["environment", "build", source, "--json", ...words];
      const { stdout, exitCode } = await diorama(join(folder, user), all);
      return { exitCode, document: JSON.parse(stdout) as Record<string, unknown> };
    };
    await using served = await serveChat((response, _, index) => reply(response, ANSWERS[index] ?? ""));
    const first = await build(
      "repaired",
      "--model",
      `openai:pilot@${served.url}`,
      "--record",
      "record",
      "--out",
      "lock.json",
    );
    const said = served.requests.map(({ body: { messages } }) => messages.at(-1)?.content ?? "");
    expect(said[4]).toContain("2 of the 3 tests that ran before are not run any more.");
    expect(said[6]).toContain("2 of 3 unskipped tests pass in all runs.");
    expect(first).toMatchObject({
      exitCode: 0,
      document: {
        status: "verified",
        found_by: "model",
        tests: { passed: 3, failed: 0, skipped: 0, flaky: 0 },
        recipe: { requested: { env: { HARBOUR_TIDE: "low" } } },
        repair: {
          ended: "repaired",
          turns: 8,
          commands: 1,
          verifications: 3,
          bad_answers: { refused_edit: 1 },
        },
      },
    });

    const replayed = await build("repaired", "--model", "replay:record", "--no-reply-cache");
    expect(served.requests).toHaveLength(ANSWERS.length);
    expect(replayed.document).toMatchObject({ status: "verified", recipe: first.document["recipe"] });

    const lock = join(folder, "repaired", "lock.json");
    expect(readFileSync(lock, "utf8")).toContain('"found_by": "model"');
    const again = await build("again", "--from-lock", lock);
    expect(again).toMatchObject({
      exitCode: 0,
      document: { status: "verified", recipe: first.document["recipe"], tests: first.document["tests"] },
    });
  });
});
