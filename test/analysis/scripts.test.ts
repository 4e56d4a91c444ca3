import { beforeAll, expect, test } from "vitest";

import { findScripts } from "../../src/analysis/index.ts";
import type { Syntax } from "../../src/languages/language.ts";
import { pythonFiles } from "../../src/languages/python/source-files.ts";
import { pythonModules } from "../../src/languages/python/modules/modules.ts";
import { givenPythonSyntax } from "../languages/python/real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

function scriptsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const sources = Object.entries(files).map(([path, text]) => ({ text, parsed: syntax.parse(path, text) }));
  return [...findScripts(sources, { files: pythonFiles, modules: pythonModules })];
}

test("scripts are what no package imports: generators, helpers, set-up, whether tests know them or not", () => {
  const files = {
    "setup.py": "from setuptools import setup\n",
    "orchard/__init__.py": "from .tree import grow\nimport vendored.part as part\n",
    "orchard/tree.py": "def grow(): ...\n",
    "orchard/alone.py": "def lie(): ...\n",
    "vendored/part.py": "",
    "tools/gen_tables.py": "from tools import common\n",
    "tools/common.py": "",
    "tools/__init__.py": "",
    "scripts/used.py": "",
    "release.py": "import orchard.tree\n",
    "orchard/plant.py": "from scripts.used import (\n    one,\n)\n",
    "tests/test_tools.py": "from tools.gen_tables import write\n",
  };
  expect(scriptsOf(files).toSorted()).toEqual([
    "release.py",
    "setup.py",
    "tools/__init__.py",
    "tools/common.py",
    "tools/gen_tables.py",
  ]);
});

test.each<Readonly<Record<string, string>>>([
  { "inflect.py": "", "test_inflect.py": "import inflect\n", "src/barn/__init__.py": "" },
  { "library.py": "", "shelf.py": "" },
  { "sorts/bubble.py": "", "sorts/quick.py": "", "graphs/__init__.py": "" },
])("what a repository is for is none: %j", (files) => {
  expect(scriptsOf(files)).toEqual([]);
});
