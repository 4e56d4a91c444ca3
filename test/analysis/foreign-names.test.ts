import { describe, expect, test } from "vitest";

import {
  CodeQueries,
  createForeignNames,
  findTarget,
  openCodeIndex,
  type ForeignName,
} from "../../src/analysis/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";

const language = await loadLanguage("python");
const { syntax } = language;

const FILES: Readonly<Record<string, string>> = {
  "src/shop/__init__.py": "from .prices import Price, rounded\n",
  "src/shop/prices.py": `
LIMIT = 100
RATES = {
${Array.from({ length: 120 }, (_, at) => `    "country-${at}": ${at},`).join("\n")}
}

class Price:
    """What something costs."""
    currency: str = "EUR"

    def __init__(self, amount):
        self.amount = amount

    def in_cents(self) -> int:
        secret = 100
        return self.amount * secret

@cached
def rounded(amount, places=2):
    """Half away from zero."""
    factor = 10**places
    if amount < 0:
        return -rounded(-amount, places)
    secret = amount * factor
    secret += 0.5
    nearest = int(secret)
    return nearest / factor

def halved(amount):
    return amount / 2

def unused():
    pass
`,
  "src/shop/basket.py": `
from . import prices, rounded as rounding
from .tests import cheap
from .base import Holder as Base
from os import path

class Basket(Base):
    def total(self, price):
        from .prices import LIMIT
        net = rounding(price.in_cents()) + prices.halved(1)
        if net > LIMIT or path.exists("x"):
            return prices.RATES["country-1"]
        return self.own(cheap(net))

    def own(self, net):
        return net
`,
  "src/shop/base.py":
    "from .root import Root\n\nclass Holder(Root, object):\n    def hold(self, item): self.item = item\n",
  "src/shop/tests.py": "def cheap(price):\n    return price\n",
  "src/shop/root.py": "class Root(Root):\n    pass\n",
};

const files = new Map(Object.entries(FILES));
const { views } = await openCodeIndex(files, { languages: [language] });
const parsed = Object.entries(FILES).map(([path, text]) => syntax.parse(path, text));

function find(name: string, classes: readonly string[] = []): readonly ForeignName[] {
  return views.flatMap((view) =>
    createForeignNames(new CodeQueries(view), {
      language,
      importRoots: ["src"],
      isVisible: (path) => path !== "src/shop/tests.py",
    }).find(findTarget(parsed, name), classes),
  );
}

describe("names of other files", () => {
  test("are what the body names of the imports, and the bases of its class, wherever they are defined", () => {
    expect(find("Basket.total").map(({ path, text }) => [path, text.split("\n")[0]])).toEqual([
      ["src/shop/base.py", "class Holder(Root, object):"],
      ["src/shop/prices.py", "LIMIT = 100"],
      ["src/shop/prices.py", "RATES = {"],
      ["src/shop/prices.py", "@cached"],
      ["src/shop/prices.py", "def halved(amount):"],
      ["src/shop/root.py", "class Root(Root): ..."],
    ]);
    expect(find("Basket.own").map(({ path }) => path)).toEqual(["src/shop/base.py", "src/shop/root.py"]);
  });

  test("have headers and values, bodies only of short functions, and long ones end early", () => {
    const text = find("Basket.total", ["shop.prices:Price"])
      .map((one) => one.text)
      .join("\n");
    expect(text).toContain("@cached\ndef rounded(amount, places=2): ...");
    expect(text).toContain('class Price:\n    currency: str = "EUR"\n    def __init__(self, amount): ...');
    expect(text).toContain("def halved(amount):\n    return amount / 2");
    expect(text).toContain('"country-1": 1,');
    expect(text).not.toContain("country-119");
    expect(text).not.toContain("secret");
    expect(text).not.toContain("unused");
  });

  test("are none where nothing of other files is used", () => {
    expect(find("rounded")).toEqual([]);
    expect(find("Basket.own", ["shop.basket:Basket", "builtins:list", "nowhere:Class"])).toHaveLength(2);
  });
});
