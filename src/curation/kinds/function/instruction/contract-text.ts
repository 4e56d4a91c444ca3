import { exceptionOf } from "../../../../judge/index.ts";
import type { Definition, Parameter, Present, Values } from "../../../../languages/index.ts";
import type { CaseRecipe, ValueRecipe, Observation, PublicContract } from "../../../../spec/index.ts";
import { argumentsOf, openedShape, typeNameOf, type Contract } from "../../../../testgen/index.ts";

/** What may be told of the contract: what the cases keep to, and what they show. Of a parameter of which nothing is known, the types that they give it. */
export function publicContract(
  contract: Contract,
  cases: readonly { readonly recipe: CaseRecipe }[],
  shown: readonly Observation[],
  present: Present,
): PublicContract {
  const results = new Set<string>();
  const exceptions = new Set<string>();
  for (const observation of shown) {
    if (observation.status === "refused") continue;
    if (observation.status === "returned") {
      const value = observation.value as ValueRecipe;
      results.add(readableTypeOf({ value, shared: [] }, present, contract.values));
    }
    const raised = exceptionOf(observation);
    if (raised !== undefined) exceptions.add(raised.class.replace(/^.*[.:]/, ""));
  }
  return {
    parameters: contract.parameters.map(
      ({
        name,
        types,
        refused,
        isNeverEmpty,
        isNeverNegative,
        keys,
        optionalKeys,
        pool,
        longestSigns,
        isRead,
        position,
      }) => ({
        name,
        types: readableTypes(types, argumentsOf(cases, { name }, position), present, contract.values),
        never_empty: isNeverEmpty && !types.isDisjointFrom(SIZED),
        never_negative: isNeverNegative && !types.isDisjointFrom(NUMERIC),
        ...(refused === undefined || types.size === 0 ? {} : { refuses_others: true }),
        ...(keys === undefined || keys.isSubsetOf(optionalKeys)
          ? {}
          : { keys: [...keys.difference(optionalKeys)].toSorted() }),
        ...(pool === undefined || longestSigns !== undefined ? {} : { choices: [...pool].toSorted() }),
        is_read: isRead,
      }),
    ),
    results: [...results].toSorted(),
    exceptions: [...exceptions].toSorted(),
  };
}

/** Types, as contracts name them, that can be empty, and that can be negative. */
const SIZED = new Set(["bytes", "bytearray", "list", "tuple", "set", "frozenset", "deque", "dict"]);
const NUMERIC = new Set(["int", "float"]);

/** What variadic parameters take. */
const FURTHER: Partial<Readonly<Record<Parameter["kind"], string>>> = {
  variadic: "any further positional arguments",
  variadic_keyword: "any further keyword arguments",
};

/** The contract in words, a line per parameter. */
export function describeContract(
  { parameters, results, exceptions }: PublicContract,
  about?: { readonly definition: Pick<Definition, "parameters">; readonly present: Present },
): string {
  const lines = parameters.map((parameter) => `- \`${parameter.name}\`: ${describeParameter(parameter)}`);
  for (const parameter of about?.definition.parameters ?? []) {
    const further = FURTHER[parameter.kind];
    if (further !== undefined) lines.push(`- \`${about?.present.parameterName(parameter)}\`: ${further}.`);
  }
  lines.push(
    results.length === 0
      ? "- It always raises in the cases known."
      : `- The result: ${codes(results).join(" or ")}.`,
  );
  if (exceptions.length > 0) lines.push(`- Raised in some cases: ${codes(exceptions).join(", ")}.`);
  return lines.join("\n");
}

function describeParameter(parameter: PublicContract["parameters"][number]): string {
  const { types, keys, choices } = parameter;
  const facts = [
    types.length === 0
      ? "any value"
      : types.map((type) => `\`${type}\`${describeBounds(type, parameter)}`).join(" or "),
    ...(choices === undefined
      ? []
      : [
          `${choices.length === 1 ? "always" : "one of"} ${codes(choices.map((choice) => JSON.stringify(choice))).join(", ")}`,
        ]),
    ...(keys === undefined
      ? []
      : [`with the ${keys.length === 1 ? "key" : "keys"} ${codes(keys).join(", ")}`]),
    ...(parameter.refuses_others === true ? ["values of other types are refused with an exception"] : []),
    ...(parameter.is_read ? [] : ["no result depends on it"]),
  ];
  return `${facts.join(", ")}.`;
}

function describeBounds(type: string, parameter: PublicContract["parameters"][number]): string {
  if (parameter.never_empty && SIZED.has(type)) return " (never empty)";
  return parameter.never_negative && NUMERIC.has(type) ? " (never negative)" : "";
}

function codes(names: readonly string[]): string[] {
  return names.map((name) => `\`${name}\``);
}

/** Types of a contract, those of named values as far as their names tell; of an empty one those of the values that are given. */
function readableTypes(
  types: ReadonlySet<string>,
  given: ReturnType<typeof argumentsOf>,
  present: Present,
  values: Values | undefined,
): string[] {
  const told = given
    .filter(({ value, shared }) => types.size === 0 || typeNameOf(value, shared) === "named")
    .map((one) => readableTypeOf(one, present, values));
  const isTold = types.has("named") && told.length > 0;
  const others = [...types]
    .filter((type) => !isTold || type !== "named")
    .map((type) => present.typeName(type));
  return [...new Set([...others, ...told])].toSorted();
}

function readableTypeOf(
  { value, shared }: ReturnType<typeof argumentsOf>[number],
  present: Present,
  values: Values | undefined,
): string {
  const { tag, content } = openedShape(value, shared);
  if (tag === "named") return present.namedValue(String(content));
  return present.typeName(typeNameOf(value, shared, values));
}
