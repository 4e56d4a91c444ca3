import { beforeAll, describe, expect, test } from "vitest";

import { SignatureIndex, signatureOf, similarityOf } from "../../src/analysis/index.ts";
import type { Syntax, Token } from "../../src/languages/language.ts";
import { givenPythonSyntax, readStandardLibrary } from "../languages/python/real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

function tokensOf(text: string): readonly Token[] {
  const [definition] = syntax.parse("orchard.py", text).definitions;
  if (definition === undefined) throw new Error("There is no definition.");
  return syntax.bodyTokens(text, definition);
}

const WEIGH = `def weigh(tree, least):
    """Weigh what is ripe."""
    total = 0
    for apple in tree.apples:
        if apple.weight > least and not apple.rotten:
            total += apple.weight
    if total == 0:
        return None
    return total
`;

test("a signature is the same on every machine and in every version", () => {
  expect(signatureOf(tokensOf(WEIGH))).toMatchInlineSnapshot(
    `"SDXY8jOawLTRgDih8KPySD+3JT4nocL1Spov/pENXPMVGZRVLLXnYb1ZNMHyQkWzGmK2xi++mJd2a1t4THmQ/y0DrVlyzMJoCPnZkQlU4zEt92gao4phpbtQp2vRT38qYSnee/SSgLzdcmmjnmElZsH4FYpPLEhAvjlbPSJ+2zY="`,
  );
});

test("names and comments do not count, but for short bodies names do", () => {
  const signature = signatureOf(tokensOf(WEIGH));
  const renamed = WEIGH.replaceAll(/\b(?:tree|apple|total|least)\b/g, "z_$&").replace(
    "    total = 0",
    "    # begin\n    total = 0",
  );
  expect(signatureOf(tokensOf(renamed))).toBe(signature);
  const short = (name: string): string =>
    signatureOf(tokensOf(`def cut(tree):\n    ${name} = tree.top\n    return ${name} + 1\n`));
  expect(similarityOf(short("leaf"), short("leaf"))).toBe(1);
  expect(similarityOf(short("leaf"), short("twig"))).toBeLessThan(0.8);
});

/** Definitions of real code of at least 40 tokens, so that names do not count. */
function realTokens(): (readonly Token[])[] {
  return readStandardLibrary(["_pydecimal.py", "calendar.py", "fractions.py"]).flatMap(({ path, text }) =>
    syntax
      .parse(path, text)
      .definitions.map((definition) => syntax.bodyTokens(text, definition))
      .filter((tokens) => tokens.length >= 40),
  );
}

/** Renamed four-grams, spelled out. */
function grams(tokens: readonly Token[]): Set<string> {
  return new Set(
    tokens.slice(3).map((_, at) => {
      const names: string[] = [];
      return tokens
        .slice(at, at + 4)
        .map(({ kind, text }) => {
          if (kind !== "name") return text;
          if (!names.includes(text)) names.push(text);
          return `name ${names.indexOf(text)}`;
        })
        .join("\n");
    }),
  );
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = one.intersection(other).size;
  return shared / (one.size + other.size - shared);
}

describe("on real code", () => {
  test("the estimate is within four standard errors of the similarity, whole and cut bodies alike", () => {
    const bodies = realTokens();
    for (const [at, tokens] of bodies.slice(0, 150).entries()) {
      const others = [tokens.slice(0, Math.ceil(tokens.length * 0.8)), bodies[at + 1] ?? tokens];
      for (const other of others.filter(({ length }) => length >= 30)) {
        const exact = jaccard(grams(tokens), grams(other));
        const error = Math.sqrt((exact * (1 - exact)) / 128);
        const estimated = similarityOf(signatureOf(tokens), signatureOf(other));
        expect(Math.abs(estimated - exact)).toBeLessThanOrEqual(4.5 * error + 0.02);
      }
    }
  });

  test("the index finds what comparing with all finds: the first that is similar", () => {
    const signatures = realTokens().slice(0, 300).map(signatureOf);
    const index = new SignatureIndex();
    let found = 0;
    for (const [at, signature] of signatures.entries()) {
      const first = signatures.slice(0, at).findIndex((earlier) => similarityOf(earlier, signature) >= 0.8);
      expect([at, index.findSimilar(signature)]).toEqual([at, first < 0 ? undefined : String(first)]);
      if (first >= 0) found++;
      index.add(String(at), signature);
    }
    expect(found).toBeGreaterThan(5);
  });
});
