import { beforeAll, expect, test } from "vitest";

import { createTwinIndex, findTarget, type TwinIndex } from "../../src/analysis/index.ts";
import { maskedTwins, planTwins, type TwinPlan } from "../../src/curation/twin-plan.ts";
import type { Syntax } from "../../src/languages/language.ts";
import { givenPythonSyntax } from "../languages/python/real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

/** A function that weighs apples, with another word in its middle and another line at its end. */
function weigh(name: string, field = "weight", end = "return total"): string {
  return `def ${name}(tree, least):
    total = 0
    for apple in tree.apples:
        if apple.${field} > least and not apple.rotten:
            total += apple.${field}
    if total == 0:
        raise ValueError("nothing is ripe")
    ${end}
`;
}

async function plan(
  files: Readonly<Record<string, string>>,
  name: string,
): Promise<{ readonly plan: TwinPlan; readonly names: readonly string[]; readonly index: TwinIndex }> {
  const sources = Object.entries(files).map(([path, text]) => ({ text, parsed: syntax.parse(path, text) }));
  const index = await createTwinIndex(sources, syntax);
  const target = findTarget(
    sources.map(({ parsed }) => parsed),
    name,
  );
  const planned = planTwins(target, index.findAll(target));
  return { plan: planned, names: maskedTwins(planned).map((twin) => twin.name), index };
}

test("twins in the target's own file are cut out with it, in the order of the file, whatever they are called", async () => {
  const renamed = weigh("first").replaceAll(/\b(?:total|apple|apples|tree|weight|least|rotten)\b/g, "z_$&");
  const files = { "a.py": renamed + weigh("target") + weigh("last", "size") };
  expect(await plan(files, "target")).toMatchObject({
    plan: { status: "masked" },
    names: ["first", "last"],
  });
  expect(await plan({ "a.py": weigh("target") }, "target")).toMatchObject({
    plan: { status: "masked" },
    names: [],
  });
});

test("one in another file rejects the target, however many are in its own", async () => {
  const files = { "a.py": weigh("target") + weigh("near", "size"), "b.py": weigh("far", "price") };
  expect((await plan(files, "target")).plan).toEqual({
    status: "rejected",
    detail: expect.stringMatching(/^b\.py:far \(line 1\) holds \d+ % of the body$/),
  });
});

test("the same body, one that holds it, one that it holds are cut out like any other", async () => {
  const longer = weigh("longer").replace("    total = 0", "    least += 1\n    total = 0");
  expect(await plan({ "a.py": weigh("target") + weigh("copy") }, "target")).toMatchObject({
    names: ["copy"],
  });
  expect(await plan({ "a.py": weigh("target") + longer }, "target")).toMatchObject({ names: ["longer"] });
  const part = longer.replace("longer", "target") + weigh("part");
  expect(await plan({ "a.py": part }, "target")).toMatchObject({ names: ["part"] });
});

test("one that the target calls is needed where a candidate works", async () => {
  const target = weigh("target", "size", "return total + self.near(tree, 1)").replace("(tree", "(self, tree");
  const files = { "a.py": target + weigh("near", "size", "return [total]") };
  expect((await plan(files, "target")).plan).toEqual({
    status: "rejected",
    detail: expect.stringMatching(/^a\.py:near \(line 9\) holds \d+ % of the body and is called by it$/),
  });
  expect(await plan(files, "near")).toMatchObject({ names: ["target"] });
});

test("more than eight leave too little of the file", async () => {
  const others = Array.from({ length: 8 }, (_, at) => weigh(`near_${at}`, `size_${at}`));
  const eight = { "a.py": weigh("target") + others.join("") };
  expect((await plan(eight, "target")).names).toHaveLength(8);
  const nine = { "a.py": `${eight["a.py"]}${weigh("near_8", "price")}` };
  expect((await plan(nine, "target")).plan).toEqual({
    status: "rejected",
    detail: "9 functions of its file each hold most of the body",
  });
});

test("one that stands around the target, or in it, cannot be cut out apart", async () => {
  const files = { "a.py": weigh("target") + weigh("near", "size") };
  const { index } = await plan(files, "target");
  const { definitions } = syntax.parse("a.py", files["a.py"]);
  const [target] = definitions;
  if (target === undefined) throw new Error("There is no target.");
  const [twin] = index.findAll(target);
  if (twin === undefined) throw new Error("It has no twin.");
  const { start, end } = target.spans.whole;
  for (const whole of [
    { start: start, end: end + 1 },
    { start: start + 1, end: end - 1 },
  ]) {
    const definition = { ...twin.definition, spans: { ...twin.definition.spans, whole } };
    expect(planTwins(target, [{ ...twin, definition }])).toMatchObject({
      status: "rejected",
      detail: expect.stringMatching(/and cannot be taken apart from it$/) as unknown,
    });
  }
});
