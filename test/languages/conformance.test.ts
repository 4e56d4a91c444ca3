import { describe, expect, test } from "vitest";

import {
  createNeighbours,
  createTwinIndex,
  findTarget,
  maskDefinitions,
  selectTargets,
} from "../../src/analysis/index.ts";
import { createRandom } from "../../src/base/index.ts";
import { compareValues } from "../../src/judge/compare-values.ts";
import { loadLanguage, withParts } from "../../src/languages/index.ts";
import { comparisonPolicy } from "../../src/spec/index.ts";
import { edgesOf } from "../../src/testgen/breadth/edges.ts";
import { typeNameOf } from "../../src/testgen/value-shape.ts";
import { varyValue } from "../../src/testgen/vary-value.ts";
import { describeLanguage, type SampleFile } from "../conformance/language.ts";
import { lisp } from "../conformance/lisp.ts";

const ORCHARD = `"""Bäume und Früchte."""
import math
from .prices import rounded as gerundet


class Baum:
    höhe = 0

    def __init__(self, höhe: float = 1.5, *, sorten: "list[str] | None" = None):
        self.höhe = höhe
        self.sorten = sorten or []

    @property
    def reif(self) -> bool:
        """Ob gepflückt werden kann."""
        return self.höhe > 2 and bool(self.sorten)

    async def pflücken(self, menge: int):
        if menge < 0:
            raise ValueError("weniger als nichts")
        for _ in range(menge):
            yield gerundet(self.höhe * menge, 2)


def umfang(radius, einheit="cm"):
    """
    >>> umfang(1.5, einheit="m")
    9.42
    """
    if not isinstance(radius, (int, float)):
        raise TypeError(f"kein Maß: {radius!r}")
    return round(2 * math.pi * radius, 2) if einheit in ("cm", "m") else None


def zählen(körbe: dict[str, int], name, /, *mehr, **weitere):
    summe = körbe.get(name, 0)
    while mehr:
        erster, *mehr = mehr
        summe += len(erster) + max(
            weitere.values(), default=0
        )
    return summe
`;

const PRICES = `LIMITS = {"grün": 3}


def rounded(amount, places=2):
    if amount < 0:
        return -rounded(-amount, places)
    return round(amount, places)


def limit_of(kind: str, /) -> int:
    try:
        return LIMITS[kind]
    except KeyError:  # unbekannt
        return min(LIMITS.values()) - 1
`;

const FLOATS = ["1.0", "2.5", "-3.0"].map((float) => ({ float }));

const VALUES = [
  ["numpy.ndarray", "float64", [3], FLOATS],
  [
    "numpy.ndarray",
    "int32",
    [2, 2],
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [
    "pandas.Series",
    { value: ["numpy.ndarray", "float64", [3], FLOATS] },
    { value: ["pandas.RangeIndex", 0, 3, 1, null] },
    "tief",
  ],
  ["numpy.int64", 3],
  ["datetime.date", 2024, 2, 29],
  ["datetime.timedelta", 0, 90, 0],
  ["decimal.Decimal", "1.50"],
].map((value) => ({ value }));

describe("python", async () => {
  const files: readonly SampleFile[] = [
    { path: "obst/baum.py", text: ORCHARD },
    { path: "obst/prices.py", text: PRICES },
    { path: "obst/windows.py", text: PRICES.replaceAll("\n", "\r\n") },
  ];
  describeLanguage(await loadLanguage("python"), files, VALUES);
});

const HARVEST = `; Körbe und was in ihnen ist
(define (weigh baskets)
  (sum (map weight baskets)))

(define (larger a b)
  ; der schwerere
  (if (< (weigh a) (weigh b))
      (label b (weigh b) (name b))
      (label a (weigh a) (name a))))

(define (greet name) (print "Grüße, (" name)
  name)
`;

const COPY =
  "(define (heavier one other)\n  (if (< (weigh one) (weigh other))\n      (label other (weigh other) (name other))\n      (label one (weigh one) (name one))))\n(define (nothing) 0)\n";

describe("a language that can only be read and edited", () => {
  const files = [
    { path: "harvest.scheme", text: HARVEST },
    { path: "copy.scheme", text: COPY },
  ];
  describeLanguage(lisp, files);

  const sources = files.map(({ path, text }) => ({ text, parsed: lisp.syntax.parse(path, text) }));
  const parsed = sources.map((one) => one.parsed);
  const target = findTarget(parsed, "larger");

  test("has targets, masked files, near copies and neighbours", async () => {
    expect(selectTargets(parsed, { with: [], only: [] }).targets.map(({ name }) => name)).toContain("larger");
    expect(maskDefinitions(lisp.editing, HARVEST, [target]).text).toContain(
      "(define (larger a b)\n  ; der schwerere\n  (error))",
    );
    const twins = await createTwinIndex(sources, lisp.syntax);
    expect(twins.findAll(target).map(({ definition }) => definition.name)).toEqual(["heavier"]);
    const [harvest] = sources;
    if (harvest === undefined) throw new Error("There is no file.");
    expect(createNeighbours(harvest, lisp.syntax)(target, [])?.definition.name).toBe("weigh");
  });

  test("passes values of libraries on as they are, and compares them part by part", () => {
    const [basket, other] = [{ value: ["pears", 1] }, { value: ["pears", 2] }];
    const source = { literals: { texts: [], integers: [] }, siblings: [], values: lisp.values };
    expect(lisp.values).toBeUndefined();
    expect(typeNameOf(basket, [], lisp.values)).toBe("value:pears");
    expect(edgesOf(basket, { ...source, patterns: [] })).toEqual([]);
    expect(varyValue(basket, { ...source, random: createRandom("pears"), partsSeen: () => [] })).toBe(basket);
    const rules = { policy: comparisonPolicy.parse({}), language: lisp };
    expect(compareValues(basket, structuredClone(basket), "value", rules)).toBeUndefined();
    expect(compareValues(basket, other, "value", rules)).toMatchObject({ expected: basket, actual: other });
  });

  test("is refused by what needs more, which says what it cannot do for want of which part", () => {
    expect(() => withParts(lisp, ["variants", "inputs"], "grow suites")).toThrow(
      'Cannot grow suites in language "lisp": the toolkit lacks its variants, inputs.',
    );
    expect(withParts(lisp, [], "read files")).toBe(lisp);
  });
});
