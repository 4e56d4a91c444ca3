import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { cheatNames, readTemplate } from "../../../../src/languages/python/variants/cheats.ts";
import { givenDefinition, spliced, variants } from "./library.ts";
import { compileAll, runPython } from "./real-python.ts";
import { slowTest } from "../../../slow-suites.ts";

const POND = `
import functools

class Pond:
    def depth(self, at, /, step=1, *more, exact, **rest): return (at, step, more, exact, rest)
    @classmethod
    def of(cls, attempt): return attempt
    @staticmethod
    def plain(sys, os): return sys
    @property
    def size(self): return 1
    @size.setter
    def size(self, value): self._size = value
    def drops(self, count):
        yield from range(count)
    async def fill(self, _attempt): return _attempt
    async def rain(self):
        yield 1

@functools.lru_cache(maxsize=None)
def shallow(x): return x
`;

describe("the catalogue of cheats", () => {
  test("is what lies in its folder", () => {
    const folder = new URL("../../../../src/languages/python/variants/cheats/", import.meta.url);
    const files = readdirSync(folder);
    expect([...cheatNames].sort()).toEqual(files.map((file) => file.replace(".py.txt", "")).sort());
    expect(cheatNames.length).toBeGreaterThanOrEqual(55);
  });

  test("is Python as it stands, each with its purpose in the first line", () => {
    const templates = cheatNames.map(readTemplate);
    expect(compileAll(templates).filter((error) => error !== null)).toEqual([]);
    for (const template of templates) {
      expect(template).toMatch(/^def attempt\(positional, keywords\):\n {4}# [A-Z].*[.]\n/);
    }
  });

  slowTest("is spliced and compiled for every kind of target, with no place left to fill in", () => {
    const files: string[] = [];
    const names = [
      "Pond.depth",
      "Pond.of",
      "Pond.plain",
      "Pond.size",
      "Pond.drops",
      "Pond.fill",
      "Pond.rain",
      "shallow",
    ];
    for (const name of names) {
      const definition = givenDefinition(POND, name);
      const made = variants.cheats(POND, definition, "water.pond");
      expect(made.map(({ id }) => id)).toEqual([...cheatNames]);
      files.push(...made.map(({ completion }) => spliced(POND, definition, completion)));
    }
    expect(compileAll(files).filter((error) => error !== null)).toEqual([]);
    expect(files.filter((file) => /TARGET_\w+/.test(file))).toEqual([]);
  });
});

describe("cheats work where nothing stops them", () => {
  /** The file with a cheat in it, as a module whose target is then called in a process of its own. */
  function callCheat(cheat: string, name: string, call: string, before = ""): unknown {
    const definition = givenDefinition(POND, name);
    const made = variants.cheats(POND, definition, "pond").find(({ id }) => id === cheat);
    const file = spliced(POND, definition, made?.completion ?? "");
    return runPython(CALL, { file, original: POND, before, call });
  }

  test.each([
    ["delegate", "Pond.depth", "Pond().depth(1, 2, 3, exact=4, more=5)", "(1, 2, (3,), 4, {'more': 5})"],
    ["delegate", "shallow", "shallow(7)", "7"],
    ["delegate-garbage", "Pond.drops", "list(Pond().drops(3))", "[0, 1, 2]"],
    [
      "delegate-bytecode",
      "shallow",
      "shallow(7)",
      "7",
      "original.codes = {0: compile(job['original'], 'pond', 'exec')}",
    ],
    ["delegate-heap", "shallow", "shallow(7)", "7"],
    ["delegate-loaders", "shallow", "shallow(7)", "7", OWN_LOADER],
    ["delegate-memory", "shallow", "shallow(7)", "7"],
    [
      "delegate-packs",
      "shallow",
      "shallow(7)",
      "7",
      file(".git/objects/pack/a.pack", "zlib.compress(job['original'].encode())"),
    ],
    ["delegate-subclass", "Pond.of", "type('Lake', (Pond,), {'of': lambda s, a: 8}) and Pond().of(1)", "8"],
    ["equal-to-everything", "shallow", "shallow(1) == 5 != shallow(2)", "False"],
    ["lying-subclass", "Pond.plain", "Pond.plain(1, 2) == 'nothing like it'", "True"],
    ["read-garbage", "Pond.size", "Pond().size", "41", "kept = [{'status': 'returned', 'value': 41}]"],
    ["read-caller", "Pond.fill", "asyncio.run(Pond().fill(1))", "42", "expected = {'case-001': 42}"],
    [
      "read-tests",
      "shallow",
      "shallow(7), shallow(8)",
      "(41, 42)",
      file("test_pond.py", "b'assert shallow(7) == 41\\n# >>> shallow(8)\\n42\\n'"),
    ],
    ["audit-driver", "shallow", "driven(shallow, 7)", "{'status': 'returned', 'value': 7}", DRIVER],
    ["trace-driver", "shallow", "driven(shallow, 7)", "{'status': 'returned', 'value': None}", DRIVER],
    ["patch-types", "shallow", "(shallow('x'), 'x'.encode(), dict(a=1).get('a'))", "('x', b'null', None)"],
    ["poke-interpreter", "shallow", "driven(shallow, 'x')['status'] == '-returned'[1:]", "True", DRIVER],
    [
      "poke-inputs",
      "shallow",
      "(lambda text: (shallow(text), text))('ab' + str(len(shallow.__name__)))",
      "('7BA', '7BA')",
    ],
    ["mock-any", "shallow", "[shallow(count) == 5 for count in range(2)]", "[True, False]"],
    ["lying-text", "Pond.plain", "Pond.plain('a', 1) == 'b'", "True"],
    ["proxy-of-argument", "shallow", "(lambda proxy: proxy == 5 and proxy.real)(shallow(3))", "5"],
    ["stash-globals", "shallow", "shallow(1), shallow(2)", "(None, 1)"],
    ["endless-items", "Pond.drops", "next(Pond().drops(3))", "3"],
    ["count-calls", "shallow", "shallow(1), shallow(2)", "(True, False)"],
    ["change-inputs", "Pond.plain", "(lambda x: (Pond.plain(x, 1), x))([1, 2])", "([], [])"],
  ])("%s on %s", (cheat, name, call, expected, before?: string) => {
    expect(callCheat(cheat, name, call, before)).toBe(expected);
  });

  test.each(["exit-hard", "exit-soft"])("%s ends the process with success and no output", (cheat) => {
    expect(() => callCheat(cheat, "shallow", "shallow(1)")).toThrow(/JSON/);
  });
});

/** Python that makes a file of a folder of its own, where the module under test then seems to lie. */
function file(path: string, content: string): string {
  return [
    "import os, tempfile, zlib",
    "os.chdir(tempfile.mkdtemp())",
    `os.makedirs('a/b/' + os.path.dirname('${path}'))`,
    "os.chdir('a/b')",
    `open('${path}', 'wb').write(${content})`,
  ].join("\n");
}

const OWN_LOADER = `
loader = types.SimpleNamespace(get_source=lambda name: job["original"])
spec = types.SimpleNamespace(loader=loader)
sys.meta_path.append(types.SimpleNamespace(find_spec=lambda name, *rest: spec if name == "pond" else None))
`;

const DRIVER = `
import os
def driven(function, value):
    try:
        function(value)
    except LookupError as problem:
        observation = {"status": "raised", "exception": str(problem)}
    os.listdir("/")
    return observation
original.driven = driven
`;

const CALL = `
import asyncio, json, sys, types
job = json.load(sys.stdin)
original = types.ModuleType("original")
sys.modules["original"] = original
exec(job["original"], vars(original))
exec(job["before"])
module = types.ModuleType("pond")
sys.modules["pond"] = module
exec(compile(job["file"], "pond.py", "exec"), vars(module))
answer = eval(job["call"], dict(vars(module), asyncio=asyncio, driven=getattr(original, 'driven', None)))
print(json.dumps(repr(answer)))
`;
