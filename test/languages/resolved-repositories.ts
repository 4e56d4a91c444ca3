/** Small repositories by language: files that call one another, classes that inherit where the language has them, characters beyond ASCII. */
export const resolvedRepositories: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    "python",
    new Map([
      ["shop/__init__.py", "from .prices import price_of as preis\n"],
      [
        "shop/plants.py",
        `"""Grüne Pflanzen."""


class Plant:
    def __init__(self, name: str):
        self.name = name

    def grow(self, days):
        return days + self.rings(days)

    def rings(self, days):
        return days // 365


class Tree(Plant):
    def rings(self, days):
        return 2 * super().rings(days)
`,
      ],
      [
        "shop/prices.py",
        `import shop.plants as plants
from shop.plants import Plant, Tree


def price_of(plant: Plant) -> int:
    return plant.rings(700) * 3


def sell_all(names):
    trees = [Tree(name) for name in names]
    return sum(map(price_of, trees)) + plants.Plant("farn").grow(2)


print(sell_all(["äpfel"]))
`,
      ],
      [
        "tests/test_prices.py",
        "from shop import preis\nfrom shop.plants import Tree\n\n\ndef test_price():\n    assert preis(Tree('birne')) == 6\n",
      ],
    ]),
  ],
  [
    "javascript",
    new Map([
      ["package.json", '{ "name": "orchard", "type": "module" }'],
      [
        "src/plants.js",
        `// Grüne Pflanzen
export class Plant {
  constructor(name) {
    this.name = name;
  }
  grow(days) {
    return days + this.rings(days);
  }
  rings(days) {
    return Math.floor(days / 365);
  }
}
export class Tree extends Plant {
  rings(days) {
    return 2 * super.rings(days);
  }
}
`,
      ],
      [
        "src/prices.js",
        `import { Tree } from "./plants.js";
export function priceOf(plant) {
  return plant.rings(700) * 3;
}
export function sellAll(names) {
  return names.map((name) => priceOf(new Tree(name)));
}
sellAll(["äpfel"]);
`,
      ],
    ]),
  ],
  [
    "typescript",
    new Map([
      [
        "tsconfig.json",
        '{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true } }',
      ],
      ["package.json", '{ "name": "orchard", "type": "module" }'],
      [
        "src/plants.ts",
        `// Grüne Pflanzen
export interface Growing {
  grow(days: number): number;
}
export class Plant implements Growing {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  grow(days: number): number {
    return days + this.rings(days);
  }
  rings(days: number): number {
    return Math.floor(days / 365);
  }
}
export class Tree extends Plant {
  override rings(days: number): number {
    return 2 * super.rings(days);
  }
}
`,
      ],
      [
        "src/prices.ts",
        `import { Tree, type Plant } from "./plants.ts";
export function priceOf(plant: Plant): number {
  return plant.rings(700) * 3;
}
export const sellAll = (names: readonly string[]): number[] => names.map((name) => priceOf(new Tree(name)));
sellAll(["äpfel"]);
`,
      ],
    ]),
  ],
  [
    "java",
    new Map([
      [
        "src/main/java/orchard/Plant.java",
        `package orchard;

/** Grüne Pflanzen. */
public class Plant {
    private final String name;

    public Plant(String name) {
        this.name = name;
    }

    public int grow(int days) {
        return days + rings(days);
    }

    protected int rings(int days) {
        return days / 365;
    }
}
`,
      ],
      [
        "src/main/java/orchard/Tree.java",
        `package orchard;

public class Tree extends Plant {
    public Tree(String name) {
        super(name);
    }

    @Override
    protected int rings(int days) {
        return 2 * super.rings(days);
    }
}
`,
      ],
      [
        "src/main/java/orchard/Prices.java",
        `package orchard;

public final class Prices {
    static int priceOf(Plant plant) {
        return plant.rings(700) * 3;
    }

    static int sell(String name) {
        return priceOf(new Tree("ä" + name));
    }
}
`,
      ],
    ]),
  ],
  [
    "c",
    new Map([
      ["plants.h", "#ifndef PLANTS_H\n#define PLANTS_H\nint rings(int days);\n#endif\n"],
      [
        "plants.c",
        `#include "plants.h"

/* Grüne Pflanzen */
static int halved(int days) { return days / 2; }

int rings(int days)
{
    return halved(days) / 182;
}
`,
      ],
      [
        "prices.c",
        `#include "plants.h"

int price_of(int days) { return rings(days) * 3; }

int main(void)
{
    return price_of(700);
}
`,
      ],
    ]),
  ],
]);
