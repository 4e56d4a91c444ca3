import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { EvidenceRecord } from "../../src/spec/index.ts";
import { needingLibraries } from "../judge/python-library.ts";
import { casesFrom, libraries, openProvingGround, type ProvingGround } from "./proving-ground.ts";
import { slowTest } from "../slow-suites.ts";

const PATH = "mill/grade.py";
const FILE = `
def grade(weight, least=10):
    """Coarse, fine or none."""
    if weight < 0:
        raise ValueError(weight)
    name = f"{weight:03} of {least}"
    if not weight:
        return "none"
    return name if weight > least else name.upper()


def clean(text): return text.strip().lower() if text else "nothing"
`;

const title = needingLibraries("evidence");

describe.skipIf(libraries === undefined)(title, () => {
  let ground: ProvingGround;
  beforeAll(async () => {
    ground = await openProvingGround({ "mill/__init__.py": "", [PATH]: FILE }, PATH);
  });
  afterAll(() => ground[Symbol.asyncDispose]());

  const prove = async (name: string, inputs: readonly unknown[]): Promise<EvidenceRecord> => {
    const cases = casesFrom(
      inputs.map((input) => ({ positional: [input as never] })),
      3,
    );
    const { evidence } = await ground.prove(name, cases);
    if (evidence === undefined) throw new Error(`there is no evidence of ${name}`);
    return evidence;
  };

  slowTest(
    "has each branch arc and each line, in lines of the file, and which of them a case takes",
    async () => {
      const { arcs, lines, summary } = await prove("grade", [1, 5, 20, 2, 10, 11, 300]);
      expect(arcs).toEqual({
        possible: [
          [4, 5],
          [4, 6],
          [7, 8],
          [7, 9],
        ],
        executed: [
          [4, 6],
          [7, 9],
        ],
      });
      expect(lines).toEqual({ possible: [4, 5, 6, 7, 8, 9], executed: [4, 6, 7, 9] });
      expect(summary.coverage).toMatchObject({ branch: 0.5, arcs_possible: 4, lines_executed: 4 });
    },
  );

  slowTest("has every rewrite, alone and with others, and the kinds that found no occasion", async () => {
    const { rewrites, summary } = await prove("grade", [1, 0, 20, -1, 0, 11, 300]);
    expect(rewrites.every(({ verdict }) => verdict === "resolved")).toBe(true);
    expect(rewrites.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "join-texts",
        expect.stringMatching(/^combined: rename-locals, alias-parameters, .*, join-texts, inner-function$/),
        expect.stringMatching(/^combined-reversed: join-texts, .*, rename-locals$/),
      ]),
    );
    expect(summary.rewrites).toMatchObject({ combined: 2, tried: rewrites.length });
    expect(summary.rewrites.without_occasion).toEqual(
      expect.arrayContaining(["nest-elif", "while-true", "loop-to-comprehension"]),
    );
    expect(summary.rewrites.kinds).not.toContain("while-true");
  });

  test("has no branch coverage of what is one line, but line coverage", async () => {
    const { arcs, lines, summary } = await prove("clean", ["a", " B", "c c", "", "X", " y "]);
    expect(arcs.possible).toEqual([]);
    expect(lines).toEqual({ possible: [12], executed: [12] });
    expect(summary.coverage).toMatchObject({ branch: null, line: 1 });
  });
});
