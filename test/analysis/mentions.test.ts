import { beforeAll, describe, expect, test } from "vitest";

import {
  CodeQueries,
  findCallSites,
  findPassages,
  findTarget,
  isDocumentationFile,
  openCodeIndex,
  placeOf,
  type CallingLine,
  type CallSite,
} from "../../src/analysis/index.ts";
import { loadParts } from "../../src/languages/index.ts";
import type { Definition, Syntax } from "../../src/languages/language.ts";
import { pythonReferences as references } from "../../src/languages/python/references/references.ts";
import { givenPythonSyntax } from "../languages/python/real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

function givenFile(path: string, text: string): { text: string; parsed: ReturnType<Syntax["parse"]> } {
  return { text, parsed: syntax.parse(path, text) };
}

function targetIn(files: readonly ReturnType<typeof givenFile>[], name: string): Definition {
  return findTarget(
    files.map(({ parsed }) => parsed),
    name,
  );
}

/** Call sites by what an index of the files knows. */
async function findSites(
  files: readonly ReturnType<typeof givenFile>[],
  target: Definition,
  query: { most: number; hidden?: readonly Definition[]; seen?: readonly CallingLine[] },
): Promise<readonly CallSite[]> {
  const language = await loadParts("python", ["structure", "resolution"], "index files");
  const texts = new Map(files.map(({ text, parsed }) => [parsed.path, text]));
  const { views } = await openCodeIndex(texts, { languages: [language] });
  const calls = views.flatMap((view) => new CodeQueries(view).linesCalling(placeOf(target)));
  return findCallSites(files, target, { references, calls, ...query });
}

const PRICES = `
def rounded(amount, places=2):
    if amount < 0:
        return rounded(-amount, places)
    return round(amount, places)

class Basket:
    def total(self):
        net = sum(self.items)
        gross = rounded(net * 1.2)
        return gross

    def rounded(self):
        return self.total()
`;
const SHOP = `
from prices import rounded

def label(item):
    text = item.name
    return f"{text}: {rounded(item.price)}"
`;

describe("call sites", () => {
  test("are those of other functions, own file first, with the lines around", async () => {
    const files = [givenFile("app/shop.py", SHOP), givenFile("prices.py", PRICES)];
    const target = targetIn(files, "prices.py:rounded");
    const sites = await findSites(files, target, { most: 3 });
    expect(sites.map(({ path, caller }) => [path, caller])).toEqual([
      ["prices.py", "Basket.total"],
      ["app/shop.py", "label"],
    ]);
    expect(sites[0]?.text).toBe("net = sum(self.items)\ngross = rounded(net * 1.2)\nreturn gross");
    expect(await findSites(files, target, { most: 1 })).toHaveLength(1);
  });

  test("are no calls of something else of that name", async () => {
    const other = givenFile(
      "prices.py",
      `${PRICES}\n    def label(self):\n        return self.shape.rounded(1)\n`,
    );
    const target = findTarget([other.parsed], "prices.py:rounded");
    expect((await findSites([other], target, { most: 3 })).map(({ caller }) => caller)).toEqual([
      "Basket.total",
    ]);
  });

  test("are none that call it by another name, as one that was passed on", async () => {
    const applied =
      "from prices import rounded\n\ndef apply(function, it):\n    return function(it)\n\napply(rounded, 2)\n";
    const files = [givenFile("prices.py", PRICES), givenFile("apply.py", applied)];
    const sites = await findSites(files, targetIn(files, "prices.py:rounded"), { most: 9 });
    expect(sites.map(({ caller }) => caller)).toEqual(["Basket.total"]);
  });

  test("are none of functions that a solver does not see", async () => {
    const files = [givenFile("app/shop.py", SHOP), givenFile("prices.py", PRICES)];
    const parsed = files.map((file) => file.parsed);
    const hidden = [findTarget(parsed, "Basket.total")];
    const sites = await findSites(files, findTarget(parsed, "prices.py:rounded"), {
      most: 3,
      hidden,
    });
    expect(sites.map(({ caller }) => caller)).toEqual(["label"]);
  });

  test("seen while it ran come first, and one for each function", async () => {
    const files = [givenFile("prices.py", PRICES), givenFile("app/shop.py", SHOP)];
    const target = targetIn(files, "prices.py:rounded");
    const seen = [
      { path: "app/shop.py", line: 5 },
      { path: "prices.py", line: 14 },
      { path: "prices.py", line: 4 },
      { path: "app/shop.py", line: 6 },
      { path: "tests/test_prices.py", line: 3 },
    ];
    expect(
      (await findSites(files, target, { most: 3, seen })).map(({ caller, line }) => [caller, line]),
    ).toEqual([
      ["label", 5],
      ["Basket.total", 10],
    ]);
  });

  test("are shown without blank lines around", async () => {
    const text = "def rounded(a):\n    return a\n\ndef label(b):\n    b = 1\n\n\n    return rounded(b)\n";
    const file = givenFile("prices.py", text);
    const [site] = await findSites([file], targetIn([file], "rounded"), { most: 1 });
    expect(site).toMatchObject({ line: 8, text: "return rounded(b)" });
  });

  test("are whole statements as far as brackets tell, and lines that name the target", async () => {
    const shop = givenFile(
      "shop.py",
      `from prices import rounded

def label(item, names):
    text = join(
        item.name,
        "(",  # not a bracket
        rounded(
            item.price,
            2,
        ),
        item.unit,
    )
    return text

def passed(items):
    return [function(item) for function, item in items]
`,
    );
    const files = [shop, givenFile("prices.py", PRICES)];
    const target = targetIn(files, "prices.py:rounded");
    const seen = [
      { path: "shop.py", line: 7 },
      { path: "shop.py", line: 16 },
    ];
    const [site, ...others] = await findSites(files, target, { most: 1, seen });
    expect(others).toEqual([]);
    expect(site?.text.split("\n")).toEqual([
      "text = join(",
      "    item.name,",
      '    "(",  # not a bracket',
      "    rounded(",
      "        item.price,",
      "        2,",
      "    ),",
      "    item.unit,",
      ")",
    ]);
    expect((await findSites([shop], target, { most: 3, seen })).map(({ caller }) => caller)).toEqual([
      "label",
    ]);
  });

  test("are not those of a function of that name that comes from elsewhere", async () => {
    const files = [
      givenFile("app/__init__.py", "from .prices import rounded\n"),
      givenFile("app/prices.py", PRICES),
      givenFile("app/other.py", "def rounded(it):\n    return it\n\ndef own(it):\n    return rounded(it)\n"),
      givenFile("app/far.py", "from .other import rounded\n\ndef far(it):\n    return rounded(it)\n"),
      givenFile("app/near.py", "from . import prices\n\ndef near(it):\n    return prices.rounded(it)\n"),
      givenFile(
        "app/named.py",
        "from app.prices import (\n    other,\n    rounded,\n)\n\ndef named(it):\n    return rounded(it)\n",
      ),
      givenFile("app/through.py", "from app import rounded\n\ndef through(it):\n    return rounded(it)\n"),
    ];
    const target = targetIn(files, "app/prices.py:rounded");
    expect(
      (await findSites(files, target, { most: 9 })).map(({ caller, isByName }) => [caller, isByName]),
    ).toEqual([
      ["Basket.total", false],
      ["near", false],
      ["named", false],
      ["through", false],
    ]);
  });

  const CLASSES = `
class Cart:
    def clear(self):
        self.items = []

    def reset(self):
        self.log.clear()
        self.clear()

class Log:
    def clear(self):
        self.lines = []

    def reset(self):
        self.clear()
`;
  const USERS = `
from shop import Cart, Log

def made(count):
    cart = Cart()
    log = Log()
    log.clear()
    cart.clear()

def given(log: Log, cart: "Cart"):
    log.clear()
    cart.clear()

def other(log: Log):
    log.clear()

def unknown(thing):
    thing.clear()
`;

  test("are not those of another class's method of that name", async () => {
    const files = [givenFile("shop.py", CLASSES), givenFile("use.py", USERS)];
    const sites = await findSites(files, targetIn(files, "shop.py:Cart.clear"), { most: 9 });
    expect(sites.map(({ caller, line }) => [caller, line])).toEqual([
      ["Cart.reset", 8],
      ["made", 8],
      ["given", 12],
    ]);
  });

  test("are marked where only the name tells, after those that are sure", async () => {
    const files = [
      givenFile("use.py", USERS),
      givenFile("shop.py", CLASSES.slice(0, CLASSES.indexOf("class Log"))),
    ];
    const sites = await findSites(files, targetIn(files, "shop.py:Cart.clear"), { most: 4 });
    expect(sites.map(({ caller, isByName }) => [caller, isByName])).toEqual([
      ["Cart.reset", false],
      ["made", false],
      ["given", false],
      ["other", true],
    ]);
  });

  test("of a method have a receiver", async () => {
    const files = [givenFile("prices.py", PRICES), givenFile("app/shop.py", SHOP)];
    const target = targetIn(files, "prices.py:Basket.total");
    expect((await findSites(files, target, { most: 3 })).map(({ caller }) => caller)).toEqual([
      "Basket.rounded",
    ]);
  });
});

describe("passages of the documentation", () => {
  const readme = {
    path: "README.md",
    text: "# Prices\n\nUse `rounded` for shops:\n\n    >>> rounded(1.239)\n    1.24\n\nNothing is rounded otherwise.\n\nSee `Basket.total` too.\n",
  };

  test("name the target as code, with the code that follows", () => {
    const [target] = givenFile("prices.py", PRICES).parsed.definitions;
    if (target === undefined) throw new Error("nothing parsed");
    expect(findPassages([readme], target, 3)).toEqual([
      {
        path: "README.md",
        line: 3,
        text: "Use `rounded` for shops:\n\n    >>> rounded(1.239)\n    1.24",
      },
    ]);
  });

  test("have fenced code whole, with its blank lines", () => {
    const [target] = givenFile("prices.py", PRICES).parsed.definitions;
    if (target === undefined) throw new Error("nothing parsed");
    const text = "# Prices\n\n```python\nimport prices\n\nprices.rounded(1.239)\n```\n\nThe end.\n";
    expect(findPassages([{ path: "README.md", text }], target, 3).map((passage) => passage.text)).toEqual([
      "# Prices\n\n```python\nimport prices\n\nprices.rounded(1.239)\n```",
    ]);
  });

  const LINES = Array.from({ length: 20 }, (_, at) => `line ${at}`);

  test.each([
    ["before an example that does not fit", ["Use `rounded`:", "", ...LINES.slice(0, 10)], 12],
    ["behind one that fits", ["Use `rounded`:", "", ...LINES.slice(0, 8)], 14],
  ])("end %s", (_, before, most) => {
    const [target] = givenFile("prices.py", PRICES).parsed.definitions;
    if (target === undefined) throw new Error("nothing parsed");
    const examples = [">>> [rounded(one)", "... for one in prices]", "[1.24,", " 3.5]"];
    const lines = [...before, ...examples, ...examples];
    const [passage] = findPassages([{ path: "README.md", text: lines.join("\n") }], target, 1);
    expect(passage?.text.split("\n")).toEqual(lines.slice(0, most));
  });

  test("that begin with a long example have its output, or are not shown", () => {
    const [target] = givenFile("prices.py", PRICES).parsed.definitions;
    if (target === undefined) throw new Error("nothing parsed");
    const lines = [">>> rounded(1.239)", ...LINES];
    const text = [...lines, ">>> rounded(2)", "2"].join("\n");
    expect(findPassages([{ path: "README.md", text }], target, 1)[0]?.text.split("\n")).toEqual(lines);
    const endless = [">>> rounded(1.239)", ...LINES.map((line) => line.repeat(20))].join("\n");
    expect(findPassages([{ path: "README.md", text: endless }], target, 1)).toEqual([]);
  });

  test("name a method behind its class", () => {
    const { definitions } = givenFile("prices.py", PRICES).parsed;
    const method = definitions.find(({ name }) => name === "Basket.total");
    if (method === undefined) throw new Error("nothing parsed");
    expect(findPassages([readme], method, 3).map(({ text }) => text)).toEqual(["See `Basket.total` too."]);
  });

  test.each([
    ["README.md", true],
    ["docs/usage.rst", true],
    ["CHANGES.rst", false],
    ["docs/requirements/dev.txt", false],
    ["requirements-dev.txt", false],
    ["src/module.py", false],
  ])("%s: %s", (path, isDocumentation) => expect(isDocumentationFile(path)).toBe(isDocumentation));
});
