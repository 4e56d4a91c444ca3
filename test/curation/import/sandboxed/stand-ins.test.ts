import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { asHostPath } from "../../../../src/base/index.ts";
import { findOutsideModules } from "../../../../src/curation/import/sandboxed/outside-modules.ts";
import {
  compareSignatures,
  RealDefinitions,
} from "../../../../src/curation/import/sandboxed/real-signatures.ts";
import { loadLanguage } from "../../../../src/languages/index.ts";

const language = await loadLanguage("python");

const folder = asHostPath(mkdtempSync(join(tmpdir(), "diorama-stand-ins-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An installed package whose names come from its own modules. */
const INSTALLED = {
  "courier/__init__.py": "from .calls import get as get, post\nfrom .people import Sender\n",
  "courier/calls.py":
    "def get(url, params=None, **options): ...\n\n\ndef post(url, data=None, json=None): ...\n",
  "courier/people.py":
    "class Sender:\n    def __init__(self, name, pause=0): ...\n\n    def send(self, text, *, urgent=False): ...\n",
  "courier/loop.py": "from .loop import nothing\n",
};
for (const [path, text] of Object.entries(INSTALLED)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function faultsOf(imports: string, script: string): readonly string[] {
  const real = new RealDefinitions([folder], language);
  return compareSignatures(script, language.syntax.outline(imports)?.imports ?? [], real, language);
}

describe("stand-ins take what the real ones take", () => {
  test.each([
    [
      "import courier\n",
      "class courier:\n    @staticmethod\n    def get(url, params=None, timeout=None): ...\n",
    ],
    ["import courier as c\n", "class c:\n    @staticmethod\n    def post(url, data=None): ...\n"],
    ["from courier import get\n", "def get(url): ...\n"],
    [
      "from courier import Sender\n",
      "class Sender:\n    def __init__(self, name): ...\n    def send(self, text, urgent=False): ...\n",
    ],
    [
      "import courier.calls\n",
      "class courier:\n    class calls:\n        @staticmethod\n        def post(*given, **named): ...\n",
    ],
    [
      "import unknown\nfrom courier.loop import nothing\n",
      "def nothing(a): ...\nclass unknown:\n    def get(self, a): ...\n",
    ],
    [
      "from courier import get\n",
      "from courier import get\n\n\nclass Other:\n    def get(self, where): ...\n",
    ],
  ])("%s may be stood in for by %s", (imports, script) => expect(faultsOf(imports, script)).toEqual([]));

  test.each([
    [
      "import courier\n",
      "class courier:\n    @staticmethod\n    def post(address, data=None): ...\n",
      "has `address`",
    ],
    [
      "import courier\n",
      "class courier:\n    @staticmethod\n    def get(params, url): ...\n",
      "`params` in the place of `url`",
    ],
    [
      "from courier import Sender\n",
      "class Sender:\n    def __init__(self, name, speed): ...\n",
      "has `speed`",
    ],
    ["from courier import Sender as S\n", "class S:\n    def send(self, message): ...\n", "has `message`"],
    [
      "import courier.calls\n",
      "class courier:\n    class calls:\n        @staticmethod\n        def post(data): ...\n",
      "`data` in the place of `url`",
    ],
  ])("%s is not stood in for by %s", (imports, script, fault) => {
    const faults = faultsOf(imports, script);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
  });
});

test("packages and what reaches outside are told apart from the rest", () => {
  const text =
    "import json, numpy.linalg\nfrom urllib import request\nimport requests\nfrom .near import x\nimport own.part\n";
  expect(findOutsideModules([text], language, new Set(["own.part", "own"]))).toEqual({
    packages: ["numpy", "requests"],
    services: ["requests", "urllib.request"],
  });
});
