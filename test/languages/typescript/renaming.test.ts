import { describe, expect, test } from "vitest";

import { renamed } from "../../analysis/edits/orchard.ts";

const MARKET = `export interface Fruit {
  weight: number;
  colour?: string;
}

export function weigh(fruit: Fruit): number {
  return fruit.weight;
}
`;

/** What renaming leaves of the files that it changes, or its reason. */
const inMarket = (files: Readonly<Record<string, string>>, mark: string, to: string) =>
  renamed({ "market.ts": MARKET, ...files }, { path: "market.ts", mark, to });

describe("renaming in TypeScript", () => {
  test("a member is renamed in literals of its type, patterns, shorthand and indexes", async () => {
    const shop = (
      weight: string,
      taken: string,
      given: string,
    ) => `import { weigh, type Fruit } from "./market";

const given = { ${weight}: 1 } satisfies Fruit;
const all: Fruit[] = [{ "${weight}": 2 }, given];
for (const { ${taken} } of all) weigh({ ${given} });
export const first = ({ ${weight}: own }: Fruit): number => own + given["${weight}"];
`;
    expect(
      await inMarket({ "shop.ts": shop("weight", "weight", "weight") }, "weight: number", "mass"),
    ).toEqual({
      "market.ts": MARKET.replaceAll(/\bweight\b/gu, "mass"),
      "shop.ts": shop("mass", "mass: weight", "mass: weight"),
    });
  });

  test("attributes of elements go along", async () => {
    const row = (label: string) =>
      `export function Row(props: { ${label}: string; size: number }) { return props.${label}; }\n` +
      `export const one = <Row ${label}="x" size={1} />;\n`;
    expect(
      await renamed({ "row.tsx": row("label") }, { path: "row.tsx", mark: "label", to: "caption" }),
    ).toEqual({
      "row.tsx": row("caption"),
    });
  });

  test("a function is followed through imports, exports and shorthand; another name for it stays", async () => {
    const files = {
      "index.ts": 'export { weigh } from "./market";\nexport { weigh as measure } from "./market";\n',
      "shop.ts":
        'import { weigh } from "./index";\nimport { measure } from "./index";\nexport const tools = { weigh, measure };\n',
    };
    expect(await inMarket(files, "weigh(", "balance")).toEqual({
      "market.ts": MARKET.replace("weigh(", "balance("),
      "index.ts": files["index.ts"].replace("{ weigh }", "{ balance }").replace("weigh as", "balance as"),
      "shop.ts": files["shop.ts"]
        .replace("{ weigh }", "{ balance }")
        .replace("{ weigh,", "{ weigh: balance,"),
    });
  });

  test("a file may be called as it is", async () => {
    const files = {
      "weigh.ts": 'export { weigh } from "./market";\n',
      "shop.ts": 'export * from "./weigh";\n',
    };
    expect(await inMarket(files, "weigh(", "balance")).toEqual({
      "market.ts": MARKET.replace("weigh(", "balance("),
      "weigh.ts": files["weigh.ts"].replace("{ weigh }", "{ balance }"),
    });
  });

  test("overloads, merged declarations, and what implements and overrides a member are one", async () => {
    const text = (grow: string, plant: string) => `interface ${plant} { ${grow}(): number }
interface ${plant} { ${grow}(by: number): number }
class Tree implements ${plant} {
  ${grow}(): number;
  ${grow}(by: number): number;
  ${grow}(by = 1) { return by; }
}
class Oak extends Tree { override ${grow}() { return super.${grow}() * 2; } }
declare const either: Tree | { ${grow}(): number };
either.${grow}();
const ${plant} = { none: new Oak() };
export { ${plant}, Tree };
`;
    const before = { "plant.ts": text("grow", "Plant") };
    expect(await renamed(before, { path: "plant.ts", mark: "grow", to: "rise" })).toEqual({
      "plant.ts": text("rise", "Plant"),
    });
    expect(await renamed(before, { path: "plant.ts", mark: "Plant", to: "Herb" })).toEqual({
      "plant.ts": text("grow", "Herb"),
    });
  });

  test("a parameter and a variable are renamed where they stand alone, and keep the members that they fill", async () => {
    const text = (size: string, filled: string) =>
      `export function box(${size}: number) { const inner = { ${filled} }; return inner.size + ${size}; }\n`;
    expect(
      await renamed({ "box.ts": text("size", "size") }, { path: "box.ts", mark: "size", to: "width" }),
    ).toEqual({ "box.ts": text("width", "size: width") });
  });

  test.each([
    [
      "a place without a type may mean it",
      "export const heavy = (one: any) => one.weight;",
      "uncertain_uses",
    ],
    [
      "a pattern over something without a type may, too",
      "export const f = ({ weight }: any) => weight;",
      "uncertain_uses",
    ],
    [
      "an object with it is passed on without its type",
      "import { weigh } from './market';\nconst o = { weight: 1 };\nweigh(o);",
      "uncertain_uses",
    ],
    ["a text says it", "export const key = 'weight';", "mentioned_in_text"],
    [
      "a key of the type is asked for by a text",
      "import type { Fruit } from './market';\nexport const k: keyof Fruit = 'weight';",
      "uncertain_uses",
    ],
    [
      "the type has the new name already",
      "import './market';\ndeclare module './market' { interface Fruit { mass: string } }",
      "name_taken",
    ],
  ])("is refused where %s", async (_, text, reason) => {
    expect(await inMarket({ "shop.ts": text }, "weight: number", "mass")).toBe(reason);
  });

  test("is refused where a member may be left out and an object has it without that type", async () => {
    const text = 'import { weigh } from "./market";\nconst o = { weight: 1, colour: "red" };\nweigh(o);\n';
    expect(await inMarket({ "shop.ts": text }, "colour", "hue")).toBe("uncertain_uses");
    expect(await inMarket({}, "colour", "hue")).toEqual({ "market.ts": MARKET.replace("colour", "hue") });
  });

  test("is refused for members that code outside of the repository calls or reads", async () => {
    const files = {
      "page.ts":
        'import { Base, register } from "somewhere";\nclass Page extends Base { draw() {} }\nregister({ handler: () => new Page() });\n' +
        "export const lengths = { length: [].length };\nexport class Own implements Iterable<number> { *[Symbol.iterator]() { yield 1; } }\n",
    };
    expect(await renamed(files, { path: "page.ts", mark: "draw", to: "paint" })).toBe("overrides_outside");
    expect(await renamed(files, { path: "page.ts", mark: "handler", to: "answer" })).toBe(
      "overrides_outside",
    );
    expect(await renamed(files, { path: "page.ts", mark: "length].", to: "size" })).toBe("unknown_name");
  });

  test("is refused where a name of a scope in between would be caught", async () => {
    const text = "const size = 1;\nexport function box(width: number) { return width + size; }\n";
    expect(await renamed({ "box.ts": text }, { path: "box.ts", mark: "size", to: "width" })).toBe(
      "name_taken",
    );
  });
});

describe("renaming in JavaScript", () => {
  const files = {
    "market.js": "exports.weigh = (fruit) => fruit.weight;\n",
    "shop.js":
      'const { weigh } = require("./market");\nconst market = require("./market");\nmarket.weigh({});\nweigh({});\n',
  };

  test("what a module gives out is renamed where others take it, and they keep names of their own", async () => {
    expect(await renamed(files, { path: "market.js", mark: "weigh", to: "balance" })).toEqual({
      "market.js": files["market.js"].replace("weigh", "balance"),
      "shop.js": files["shop.js"]
        .replace("{ weigh }", "{ balance: weigh }")
        .replace("market.weigh", "market.balance"),
    });
  });

  test("is refused where a declaration file describes it", async () => {
    const described = { ...files, "market.d.ts": "export function weigh(fruit: object): number;\n" };
    expect(await renamed(described, { path: "market.js", mark: "weigh", to: "balance" })).toBe(
      "uncertain_uses",
    );
  });
});
