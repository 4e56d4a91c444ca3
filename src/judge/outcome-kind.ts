import { canonicalJson } from "../base/index.ts";
import {
  type CaseRecipe,
  classNameOf,
  elementsOf,
  isEmptyValue,
  membersOf,
  type Observation,
  taggedValue,
} from "../spec/index.ts";
import type { ValueRules } from "./comparison-rules.ts";
import { findInputChanges } from "./input-changes.ts";

/**
 * Of what kind an outcome is, for asking whether a solver was shown one like it: the class of an exception; or the type of the result, which
 * truth value it is, whether it is empty, whether it is one of the inputs as it was given, whether the call changed an input or a file,
 * and whether it said something that counts.
 */
export function outcomeKind(observation: Observation, recipe: CaseRecipe, rules: ValueRules): string {
  if (observation.status === "refused") return "refused";
  const isChange = findInputChanges(observation, recipe, rules).length > 0;
  const changes = isChange || Object.keys(observation.files).length > 0 ? " and changes something" : "";
  const said = rules.policy.output.filter((kind) => (observation[kind] ?? []).length > 0);
  const effects = [changes, ...said.map((kind) => ` and ${kind} something`)].join("");
  if (observation.status === "raised") return `raises ${observation.exception.class}${effects}`;
  const { value } = observation;
  const inputs = [...recipe.positional, ...Object.values(recipe.keywords)];
  const own = canonicalJson(value);
  const isGiven = !isPlain(value) && inputs.some((input) => canonicalJson(input) === own);
  return `returns ${typeOf(value)}${isGiven ? " as given" : ""}${effects}`;
}

/** Values that are equal to an input by chance more often than not. */
function isPlain(value: unknown): boolean {
  return value === null || typeof value === "boolean" || typeof value === "number" || isEmptyValue(value);
}

function typeOf(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  const empty = isEmptyValue(value) ? "empty " : "";
  if (typeof value === "string") return `${empty}str`;
  if (typeof value === "number") return "int";
  if (elementsOf(value) !== undefined) return `${empty}list`;
  const tagged = taggedValue(value);
  if (tagged === undefined) return "other";
  const { tag, content, end } = tagged;
  if (tag === "object") return `${String(classNameOf(membersOf(content)))} object`;
  if (tag === "value") return String(elementsOf(content)?.[0]);
  return `${empty}${tag}${end === undefined ? "" : ` ${typeof end === "string" ? end : "raising"}`}`;
}
