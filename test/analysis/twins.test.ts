import { beforeAll, describe, expect, test } from "vitest";

import { createTwinIndex, findTarget } from "../../src/analysis/index.ts";
import type { Syntax } from "../../src/languages/language.ts";
import { givenPythonSyntax, readStandardLibrary } from "../languages/python/real-python.ts";
import { slowTest } from "../slow-suites.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

const COUNT = `
    total = 0
    for apple in tree.apples:
        if apple.weight > least and not apple.rotten:
            total += apple.weight
    if total == 0:
        raise ValueError("nothing is ripe")
    return total
`;
/** The same with other names throughout. */
const COUNT_RENAMED = COUNT.replaceAll(/\b(?:total|apple|apples|tree|weight|least|rotten)\b/g, "z_$&");

interface FoundTwin {
  readonly path: string;
  readonly name: string;
  readonly line: number;
  readonly isRenamed: boolean;
}

async function findTwins(
  files: Readonly<Record<string, string>>,
  target: string,
): Promise<readonly FoundTwin[]> {
  const sources = Object.entries(files).map(([path, text]) => ({ text, parsed: syntax.parse(path, text) }));
  const index = await createTwinIndex(sources, syntax);
  const definition = findTarget(
    sources.map(({ parsed }) => parsed),
    target,
  );
  return index.findAll(definition).map(({ definition: { path, name, lines }, share, isRenamed }) => {
    expect(share).toBeGreaterThanOrEqual(0.7);
    return { path, name, line: lines.start, isRenamed };
  });
}

/** The first one, as rejections name it. */
async function findTwin(
  files: Readonly<Record<string, string>>,
  target: string,
): Promise<FoundTwin | undefined> {
  const [first] = await findTwins(files, target);
  return first;
}

const def = (header: string, body: string): string => `def ${header}:${body}`;

describe("a body that stands elsewhere in the repository is found", () => {
  test("as written, in another file, inside a longer function", async () => {
    const longer = `${COUNT.replace("return total", "print(total)")}\n    while total > 3:\n        total //= 2\n    return [total]\n`;
    const files = {
      "a.py": def("weigh(tree, least)", COUNT),
      "b.py": `\n\n${def("halve(tree, least)", longer)}`,
    };
    expect(await findTwin(files, "weigh")).toEqual({
      path: "b.py",
      name: "halve",
      line: 3,
      isRenamed: false,
    });
  });

  test("under other names, in another class", async () => {
    const method = COUNT_RENAMED.replaceAll("\n", "\n    ");
    const files = {
      "a.py": `${def("weigh(tree, least)", COUNT)}\nclass Barn:\n    def load(self, z_tree, z_least):${method}\n`,
    };
    expect(await findTwin(files, "weigh")).toEqual({
      path: "a.py",
      name: "Barn.load",
      line: 11,
      isRenamed: true,
    });
    expect(await findTwin(files, "Barn.load")).toMatchObject({ name: "weigh", isRenamed: true });
  });

  test("in another accessor of the same property", async () => {
    const body = COUNT.replaceAll("\n", "\n    ").replaceAll("tree", "self").replaceAll("least", "3");
    const setter = body.replace("return total", "self.value = total + value");
    const property = `    @property\n    def load(self):${body}\n    @load.setter\n    def load(self, value):${setter}`;
    expect(await findTwin({ "a.py": `class Tree:\n${property}` }, "Tree.load")).toMatchObject({ line: 13 });
  });

  test("all of several, as written before renamed", async () => {
    const changed = COUNT.replace("and not apple.rotten", "");
    const files = {
      "a.py": def("weigh(tree, least)", COUNT),
      "b.py": def("load(z_tree, z_least)", COUNT_RENAMED),
      "c.py": def("sort_out(tree, least)", changed),
    };
    expect(await findTwins(files, "weigh")).toMatchObject([
      { name: "sort_out", isRenamed: false },
      { name: "load", isRenamed: true },
    ]);
  });
});

describe("what only looks alike is no twin", () => {
  test("another body, and a longer one that holds the same turns of phrase", async () => {
    const other = `
    ripe = [apple for apple in tree.apples if apple.weight > least]
    return max(ripe, key=lambda apple: apple.weight, default=None)
`;
    const files = { "a.py": def("weigh(tree, least)", COUNT), "b.py": def("best(tree, least)", other) };
    expect(await findTwin(files, "weigh")).toBeUndefined();
    expect(await findTwin(files, "best")).toBeUndefined();
  });

  test("a recursive function", async () => {
    const files = {
      "a.py": `def depth(tree, level=0):
    deepest = level
    for branch in tree.branches:
        deepest = max(deepest, depth(branch, level + 1))
    return deepest
`,
    };
    expect(await findTwin(files, "depth")).toBeUndefined();
  });

  test("idioms of a few tokens, and stubs", async () => {
    const idiom = "\n    try:\n        return tree[0]\n    except KeyError:\n        return 0\n";
    const files = {
      "a.py": def("first(tree)", idiom) + def("lowest(tree)", idiom),
      "b.py": def("one(tree)", "\n    raise NotImplementedError\n"),
      "c.py": def("other(tree)", "\n    raise NotImplementedError\n"),
    };
    expect(await findTwin(files, "first")).toBeUndefined();
    expect(await findTwin(files, "one")).toBeUndefined();
  });

  test("a much longer body that holds it under other names: in enough text every turn of phrase is found", async () => {
    const more = ["crate", "barn", "cart", "mill"].map(
      (name) =>
        `    ${name} = {key: [value] for key, value in self.${name}s(z_total, ${name.length}).items()}\n`,
    );
    const others =
      more.join("") + more.join("").replaceAll(" for ", " async for ").replaceAll("[value]", "-value");
    const longer = COUNT_RENAMED.replace("    return z_total\n", `${others}    return z_total\n`);
    const files = { "a.py": def("weigh(tree, least)", COUNT), "b.py": def("store(z_tree, z_least)", longer) };
    expect(await findTwin(files, "weigh")).toBeUndefined();
    const near = COUNT_RENAMED.replace("    return z_total\n", `${more[0] ?? ""}    return z_total\n`);
    expect(await findTwin({ ...files, "b.py": def("store(z_tree, z_least)", near) }, "weigh")).toMatchObject({
      isRenamed: true,
    });
  });

  test("a short body under other names", async () => {
    const short =
      "\n    crates = list(tree)\n    crates.sort()\n    crates.reverse()\n    return crates[:3]\n";
    const files = {
      "a.py": def("heaviest(tree)", short),
      "b.py": def("latest(z)", short.replaceAll(/crates|tree|sort|list/g, "z_$&")),
      "c.py": def("copied(tree)", short),
    };
    expect(await findTwin({ "a.py": files["a.py"], "b.py": files["b.py"] }, "heaviest")).toBeUndefined();
    expect(await findTwin(files, "heaviest")).toMatchObject({ name: "copied" });
  });
});

slowTest("whatever is found in real code does hold the share of the body that is told", async () => {
  const sources = readStandardLibrary(["_pydecimal.py", "argparse.py", "calendar.py", "fractions.py"]).map(
    ({ path, text }) => ({ text, parsed: syntax.parse(path, text) }),
  );
  const index = await createTwinIndex(sources, syntax);
  const texts = new Map(sources.map(({ text, parsed }) => [parsed.path, text]));
  const definitions = sources.flatMap(({ parsed }) => parsed.definitions);
  const grams = (path: string, name: string, line: number): Set<string> => {
    const definition = definitions.find((one) => one.path === path && one.lines.start === line);
    if (definition?.name !== name) throw new Error(`${path}:${line} is not ${name}.`);
    const words = syntax.bodyTokens(texts.get(path) ?? "", definition).map(({ text }) => text);
    return new Set(words.slice(3).map((_, at) => words.slice(at, at + 4).join(" ")));
  };
  let found = 0;
  for (const { path, name, lines, facts } of definitions) {
    const definition = definitions.find((one) => one.path === path && one.lines.start === lines.start);
    for (const twin of definition === undefined ? [] : index.findAll(definition)) {
      if (twin.isRenamed) continue;
      found++;
      expect(facts.isStub).toBe(false);
      const own = grams(path, name, lines.start);
      const other = grams(twin.definition.path, twin.definition.name, twin.definition.lines.start);
      const shared = [...own].filter((gram) => other.has(gram)).length;
      expect([path, name, shared / own.size]).toEqual([path, name, twin.share]);
    }
  }
  expect(found).toBeGreaterThan(5);
});
