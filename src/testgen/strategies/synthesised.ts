/**
 * Inputs for targets that nothing was seen to call, or too little: values of the annotated types, defaults, and values that
 * parameters of the same name took elsewhere in the repository; receivers seen by other methods of the class.
 */
import { canonicalJson, createRandom, createWordRecord, type Random } from "../../base/index.ts";
import type { Parameter } from "../../languages/index.ts";
import type { CaseRecipe, ValueRecipe } from "../../spec/index.ts";
import { declaredParameters } from "../given-arguments.ts";
import { joinShared } from "../shared-values.ts";
import type { PooledValue, TargetContext } from "../target-context.ts";
import type { ProposedCase, TestStrategy } from "../test-strategy.ts";

/** Combinations proposed for one target. */
const MOST_COMBINATIONS = 60;
/** Values considered for one parameter. */
const MOST_VALUES = 24;

/** Makes calls from what is declared and from what related functions were given. */
export const synthesised = {
  role: "filling",
  *propose(context: TargetContext): Iterable<ProposedCase> {
    const receivers = receiversOf(context);
    if (receivers.length === 0) return;
    const parameters = declaredParameters(context);
    const columns = parameters.map((parameter) => valuesFor(parameter, context));
    const required = parameters.filter(({ defaultValue }) => defaultValue === undefined);
    if (
      columns.some(
        (column, index) => column.length === 0 && required.includes(parameters[index] as Parameter),
      )
    )
      return;
    const random = createRandom(`synthesised ${context.module} ${context.definition.name}`);
    for (let row = 0; row < MOST_COMBINATIONS; row++) {
      yield { origin: "synthesised", recipe: combine(parameters, columns, receivers, row, random) };
    }
  },
} satisfies TestStrategy;

function combine(
  parameters: readonly Parameter[],
  columns: readonly (readonly PooledValue[])[],
  receivers: readonly (PooledValue | undefined)[],
  row: number,
  random: Random,
): CaseRecipe {
  const pick = <T>(list: readonly T[]): T => (row < list.length ? (list[row] as T) : random.pick(list));
  const receiver = pick(receivers);
  const given = parameters.flatMap((parameter, index) => {
    const column = columns[index] ?? [];
    const isLeftOut =
      parameter.defaultValue !== undefined && (column.length === 0 || row === 0 || random.next() < 0.4);
    return isLeftOut ? [] : [{ parameter, value: pick(column) }];
  });
  const { shared, values } = joinShared([
    ...(receiver === undefined ? [] : [receiver]),
    ...given.map(({ value }) => value),
  ]);
  const ownValues = receiver === undefined ? values : values.slice(1);
  const recipe: CaseRecipe = {
    shared,
    positional: [],
    keywords: createWordRecord(),
    files: {},
    variables: {},
  };
  if (receiver !== undefined) recipe.receiver = values[0] ?? null;
  let isContiguous = true;
  parameters.forEach((parameter) => {
    const at = given.findIndex((entry) => entry.parameter === parameter);
    if (at < 0) {
      isContiguous = false;
      return;
    }
    const value = ownValues[at] ?? null;
    if (isContiguous && parameter.kind !== "keyword_only") recipe.positional.push(value);
    else recipe.keywords[parameter.name] = value;
  });
  return recipe;
}

function receiversOf({ definition, module, pools }: TargetContext): readonly (PooledValue | undefined)[] {
  if (definition.kind === "function" || definition.kind === "static_method") return [undefined];
  const className = `${module}:${definition.className ?? ""}`;
  if (definition.kind === "class_method") return [{ value: { named: className }, shared: [] }];
  // The lightest first: those that a constructor makes of what it was given, before those with all that became of them since.
  const weightOf = ({ value, shared }: PooledValue): number => canonicalJson([value, shared]).length;
  return (pools.byClass.get(className) ?? []).toSorted((a, b) => weightOf(a) - weightOf(b));
}

function valuesFor(
  { name, annotation }: Parameter,
  { pools, inputs, fileText }: TargetContext,
): readonly PooledValue[] {
  const { values } = inputs.readAnnotation(annotation ?? "", fileText);
  const declared = values.map((value: ValueRecipe): PooledValue => ({ value, shared: [] }));
  const related = pools.byParameter.get(name) ?? [];
  return [...related.slice(0, MOST_VALUES / 2), ...declared].slice(0, MOST_VALUES);
}
