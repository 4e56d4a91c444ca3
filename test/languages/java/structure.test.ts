import { describe, expect, test } from "vitest";

import { givenStructure } from "../shown-structure.ts";

describe("the structure of Java", () => {
  test("has types and members; what is in an anonymous class belongs to the member around it", async () => {
    const read = await givenStructure("java", "Orchard.java");
    expect(read.outline).toEqual([
      "10 class Orchard",
      "  12 variable Orchard.COUNT",
      "  12 variable Orchard.sizes",
      "  14 variable Orchard.watering",
      "    15 class Orchard.watering.Drop",
      "      15 method Orchard.watering.Drop.fall",
      "  18 constructor Orchard.Orchard",
      "  21 method Orchard.pick",
      "  24 method Orchard.pick",
      "    25 record Orchard.pick.Pair",
      "      25 variable Orchard.pick.Pair.one",
      "      25 variable Orchard.pick.Pair.other",
      "    26 enum Orchard.pick.Local",
      "      26 variable Orchard.pick.Local.ONE",
      "  29 enum Orchard.Kind",
      "    31 variable Orchard.Kind.APPLE",
      "    32 variable Orchard.Kind.PEAR",
      "    33 constructor Orchard.Kind.Kind",
      "  36 record Orchard.Basket",
      "    36 variable Orchard.Basket.size",
      "    36 variable Orchard.Basket.held",
      "    37 constructor Orchard.Basket.Basket",
      "    38 variable Orchard.Basket.most",
      "  41 interface Orchard.Ripe",
      "    41 method Orchard.Ripe.since",
      "  43 interface Orchard.Named",
      "    43 method Orchard.Named.rename",
      "    43 variable Orchard.Named.MOST",
    ]);
    expect(read.imports).toEqual([
      "3 java.util.List itself as List",
      "4 java.util.concurrent * as nothing",
      "5 java.lang.Math max as max",
      "6 market.Prices * as nothing",
    ]);
    expect(read.all("Orchard.pick")).toEqual([
      {
        whole: "abstract T pick(int[] from[]);",
        header: "abstract T pick(int[] from[]);",
        name: "pick",
        parameters: "(int[] from[])",
        given: ["positional from: int[][]"],
        type: "T",
        decorators: [],
        modifiers: ["abstract"],
        bases: [],
      },
      {
        whole:
          "@Override\n  public <E> List<E> pick(Orchard<T> this, List<? extends E> from) throws Rotten {\n    record Pair(int one, int other) {}\n    return from.stream().map(each -> { enum Local { ONE } return each; }).toList();\n  }",
        header: "public <E> List<E> pick(Orchard<T> this, List<? extends E> from) throws Rotten ",
        name: "pick",
        parameters: "(Orchard<T> this, List<? extends E> from)",
        body: "{\n    record Pair(int one, int other) {}\n    return from.stream().map(each -> { enum Local { ONE } return each; }).toList();\n  }",
        given: ["positional from: List<? extends E>"],
        type: "List<E>",
        decorators: ["Override"],
        modifiers: ["public"],
        bases: [],
      },
    ]);
    expect(read.all("Orchard.sizes")).toEqual([
      {
        whole: "sizes[] = {1}",
        header: "sizes[] = {1}",
        name: "sizes",
        documentation: "/** How many. */",
        given: [],
        type: "int[]",
        decorators: ['SuppressWarnings("🌳")'],
        modifiers: ["private", "static", "final"],
        bases: [],
      },
    ]);
    expect(read.all("Orchard.Kind.APPLE")).toEqual([
      {
        whole: "@Ripe APPLE(1) { void fall() {} }",
        header: "APPLE(1) { void fall() {} }",
        name: "APPLE",
        documentation: "/** Red. */",
        given: [],
        decorators: ["Ripe"],
        modifiers: [],
        bases: [],
      },
    ]);
    expect(read.all("Orchard.Basket.Basket")).toEqual([
      {
        whole: "Basket { check(size); }",
        header: "Basket ",
        name: "Basket",
        body: "{ check(size); }",
        given: [],
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
  });

  test("has tests by the conventions of JUnit", async () => {
    const read = await givenStructure("java", "test/OrchardTest.java");
    expect(read.outline).toEqual([
      "6 class OrchardTest (test)",
      "  8 method OrchardTest.picksAnApple (test)",
      "  11 method OrchardTest.picks (test)",
      "  13 method OrchardTest.helper",
      "16 class OldTest (test)",
      "  17 method OldTest.testPicking (test)",
    ]);
    expect(read.imports).toEqual([
      "3 org.junit.jupiter.api.Test itself as Test",
      "4 org.junit.jupiter.params.ParameterizedTest itself as ParameterizedTest",
    ]);
    expect(read.all("OrchardTest.picks")).toEqual([
      {
        whole: '@ParameterizedTest(name = "🍎")\n  void picks(int count) {}',
        header: "void picks(int count) ",
        name: "picks",
        parameters: "(int count)",
        body: "{}",
        given: ["positional count: int"],
        type: "void",
        decorators: ['ParameterizedTest(name = "🍎")'],
        modifiers: [],
        bases: [],
      },
    ]);
  });
});
