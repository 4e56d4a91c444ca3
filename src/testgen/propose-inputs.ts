import { createRandom, createWordRecord } from "../base/index.ts";
import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import { hintsOf, isInside } from "./contract.ts";
import { inferContract } from "./infer-contract.ts";
import { declaredParameters } from "./given-arguments.ts";
import { FirstCases } from "./first-cases.ts";
import type { TargetContext } from "./target-context.ts";
import type { ProposedCase, TestStrategy } from "./test-strategy.ts";
import { varyCase } from "./vary-case.ts";

/** Inputs for a target, and what is known of the exceptions it means to raise. */
export interface ProposedInputs {
  /** Observed calls first, then what was made up. */
  readonly inputs: readonly ProposedCase[];
  /** Simple names of exception classes that the target is known to raise: others, on an input that was made up, say that it is none. */
  readonly exceptions: ReadonlySet<string>;
}

/** Attempts at another variation for each input wanted. */
const ATTEMPTS = 8;
/** Inputs from strategies, of those wanted: the rest are variations. */
const FIRST_SHARE = 0.4;

/**
 * Inputs for a target without running it: its observed calls, calls made from annotations and defaults, and variations of these inside its
 * contract. Where nothing says what a parameter takes, values of several types are tried, the same type for all such parameters first. At most
 * `most`; none where a receiver or an argument cannot be made. Deterministic. `strategies`: all that are registered, by default.
 */
export async function proposeInputs(
  context: TargetContext,
  most: number,
  strategies?: readonly TestStrategy[],
): Promise<ProposedInputs> {
  const hints = hintsOf(context);
  const contract = inferContract(context, hints);
  const random = createRandom(`inputs ${context.module} ${context.definition.name}`);
  const first = new FirstCases({ context, contract, strategies });
  await first.take("evidence", most);
  const room = first.cases.length + Math.ceil((most - first.cases.length) * FIRST_SHARE);
  await first.take("required", room);
  await first.take("filling", room);
  if (first.cases.length === 0) for (const proposed of guess(context)) first.add(proposed, room);
  const { pools, values } = context;
  const { literals } = hints;
  for (let attempt = 0; attempt < ATTEMPTS * most; attempt++) {
    if (first.cases.length === 0 || first.cases.length >= most) break;
    const corpus = first.cases.map(({ recipe }) => recipe);
    const recipe = varyCase(random.pick(corpus), { random, contract, corpus, pools, literals, values });
    if (isInside(contract, recipe)) first.add({ origin: "grown", recipe }, most);
  }
  return { inputs: first.cases, exceptions: contract.exceptions };
}

/** Types that are tried where nothing is known, likely ones first. */
const GUESSED_TYPES = ["int", "str", "list", "float", "dict", "bool", "tuple", "bytes", "set", "null"];

function* guess({ definition, inputs }: TargetContext): Iterable<ProposedCase> {
  const { kind } = definition;
  if (kind !== "function" && kind !== "static_method") return;
  const required = declaredParameters({ definition }).filter(
    ({ defaultValue }) => defaultValue === undefined,
  );
  const columns = GUESSED_TYPES.map((type) => inputs.examplesOf(type));
  const longest = Math.max(...columns.map(({ length }) => length));
  const rowOf = (pick: (index: number) => readonly ValueRecipe[], row: number): ProposedCase => {
    const values = required.map((_, index) => {
      const column = pick(index);
      return column[(row + index) % column.length] ?? null;
    });
    return { origin: "synthesised", recipe: callOf(required, values) };
  };
  for (let row = 0; row < longest; row++) for (const column of columns) yield rowOf(() => column, row);
  for (let row = 0; row < longest * columns.length; row++)
    yield rowOf(
      (index) => columns[(row + index * (1 + Math.floor(row / columns.length))) % columns.length] ?? [],
      row,
    );
}

function callOf(
  parameters: ReturnType<typeof declaredParameters>,
  values: readonly ValueRecipe[],
): CaseRecipe {
  const recipe: CaseRecipe = {
    shared: [],
    positional: [],
    keywords: createWordRecord(),
    files: {},
    variables: {},
  };
  parameters.forEach(({ name, kind }, index) => {
    if (kind === "keyword_only") recipe.keywords[name] = values[index] ?? null;
    else recipe.positional.push(values[index] ?? null);
  });
  return recipe;
}
