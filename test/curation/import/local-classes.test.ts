import { expect, test } from "vitest";

import { moveLocalClasses } from "../../../src/curation/import/local-classes.ts";
import { loadLanguage } from "../../../src/languages/index.ts";

const { syntax } = await loadLanguage("python");
const places = { module: "pumps", moduleNames: new Set(["Pump", "LIMIT"]), classesModule: "pumps_stand_ins" };

test("a class of a test that needs only its module gets a file of its own", () => {
  const moved = moveLocalClasses(
    `def test_fill():
    class Tank(Pump):
        def __init__(self, litres):
            self.litres = min(litres, LIMIT)

    assert fill(Tank(3)) == fill_new_implementation(Tank(3))
`,
    syntax,
    places,
  );
  expect(moved).toEqual({
    testText: `def test_fill():
    from pumps_stand_ins import Tank

    assert fill(Tank(3)) == fill_new_implementation(Tank(3))
`,
    classesText: `from pumps import LIMIT, Pump


class Tank(Pump):
    def __init__(self, litres):
        self.litres = min(litres, LIMIT)
`,
  });
});

test("a class that uses what the test has around it, or whose name stands for two, stays", () => {
  const text = `def test_fill():
    seen = []

    class Tank:
        def fill(self, litres):
            seen.append(litres)

    class Hose:
        pass

    assert fill(Tank(), Hose()) == fill_new_implementation(Tank(), Hose())


def test_drain():
    class Hose:
        length = 2

    assert drain(Hose()) == drain_new_implementation(Hose())
`;
  expect(moveLocalClasses(text, syntax, places)).toEqual({ testText: text, classesText: "" });
});
