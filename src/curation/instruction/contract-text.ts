import { ownMember } from "../../base/index.ts";
import type { Definition } from "../../languages/index.ts";
import { raisedWithin } from "../../judge/index.ts";
import type { CaseRecipe, ValueRecipe, Observation, PublicContract } from "../../spec/index.ts";
import { argumentsOf, openedShape, typeNameOf, type Contract } from "../../testgen/index.ts";

/** What may be told of the contract: what the cases keep to, and what they show. Of a parameter of which nothing is known, the types that they give it. */
export function publicContract(
  contract: Contract,
  cases: readonly { readonly recipe: CaseRecipe }[],
  shown: readonly Observation[],
): PublicContract {
  const results = new Set<string>();
  const exceptions = new Set<string>();
  for (const observation of shown) {
    if (observation.status === "refused") continue;
    const isReturned = observation.status === "returned";
    if (isReturned) results.add(readableTypeOf(observation.value as ValueRecipe, []));
    const raised = isReturned ? raisedWithin(observation.value) : observation.exception.class;
    if (typeof raised === "string") exceptions.add(raised.replace(/^.*[.:]/, ""));
  }
  return {
    parameters: contract.parameters.map(
      ({ name, types, refused, isNeverEmpty, isNeverNegative, keys, optionalKeys, pool, isRead }, index) => ({
        name,
        types: readableTypes(types, argumentsOf(cases, { name }, index)),
        never_empty: isNeverEmpty && !types.isDisjointFrom(SIZED),
        never_negative: isNeverNegative && !types.isDisjointFrom(NUMERIC),
        ...(refused === undefined || types.size === 0 ? {} : { refuses_others: true }),
        ...(keys === undefined || keys.isSubsetOf(optionalKeys)
          ? {}
          : { keys: [...keys.difference(optionalKeys)].toSorted() }),
        ...(pool === undefined ? {} : { choices: [...pool].toSorted() }),
        is_read: isRead,
      }),
    ),
    results: [...results].toSorted(),
    exceptions: [...exceptions].toSorted(),
  };
}

/** Types, as contracts name them, that can be empty, and that can be negative. */
const SIZED = new Set(["str", "bytes", "bytearray", "list", "tuple", "set", "frozenset", "deque", "dict"]);
const NUMERIC = new Set(["int", "float"]);

/** The contract in words, a line per parameter. */
export function describeContract(
  { parameters, results, exceptions }: PublicContract,
  definition?: Pick<Definition, "parameters">,
): string {
  const lines = parameters.map((parameter) => `- \`${parameter.name}\`: ${describeParameter(parameter)}`);
  for (const { name, kind } of definition?.parameters ?? []) {
    if (kind === "variadic") lines.push(`- \`*${name}\`: any further positional arguments.`);
    if (kind === "variadic_keyword") lines.push(`- \`**${name}\`: any further keyword arguments.`);
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
function readableTypes(types: ReadonlySet<string>, given: ReturnType<typeof argumentsOf>): string[] {
  const told = given
    .filter(({ value, shared }) => types.size === 0 || typeNameOf(value, shared) === "named")
    .map(({ value, shared }) => readableTypeOf(value, shared));
  const isTold = types.has("named") && told.length > 0;
  const others = [...types].filter((type) => !isTold || type !== "named").map(readableType);
  return [...new Set([...others, ...told])].toSorted();
}

function readableTypeOf(value: ValueRecipe, shared: readonly ValueRecipe[]): string {
  const { tag, content } = openedShape(value, shared);
  return tag === "named" ? readableName(String(content)) : readableType(typeNameOf(value, shared));
}

/** What a value is that is known by its name, `module:Qualified.Name`: what a class holds may be anything, an enum's member too. */
function readableName(name: string): string {
  const owner = name.slice(0, Math.max(name.lastIndexOf("."), 0));
  if (owner.includes(":")) return `member of ${owner.replace(/^builtins:/u, "").replace(":", ".")}`;
  return /[a-z][^:]*$/u.test(name) ? "class or function" : "class, function or constant";
}

const READABLE: Readonly<Record<string, string>> = {
  null: "None",
  text: "str",
  path: "str",
  named: "class or function",
  callback: "callable",
  argument: "the argument itself",
  receiver: "self",
  special: "Ellipsis or NotImplemented",
};

/** The type of a contract as users of Python name it. */
function readableType(type: string): string {
  const known = ownMember(READABLE, type);
  if (known !== undefined) return known;
  return type.replace(/^(?:object|value):/u, "").replace(":", ".");
}
