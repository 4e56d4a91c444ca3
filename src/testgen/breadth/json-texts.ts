/** Texts that hold JSON as the values that they stand for: what reads one tells its members apart, not its signs. */
import { floatText, type ValueRecipe } from "../../spec/index.ts";
import { itemsOf, pairsOf, shapeOf } from "../value-shape.ts";

/** Longer texts are documents, of which a place changes little. */
const LONGEST = 2_000;

/** What a text of a JSON object or array stands for; undefined for any other. */
export function readJsonText(text: string): ValueRecipe | undefined {
  if (text.length > LONGEST || !/^\s*[[{]/u.test(text)) return undefined;
  try {
    return recipeOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function recipeOf(value: unknown): ValueRecipe {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : { float: floatText(value) };
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(recipeOf);
  if (typeof value !== "object" || value === null) return null;
  return { dict: Object.entries(value).map(([key, member]) => [key, recipeOf(member)]) };
}

/** The text of a value; undefined for what JSON has no form for. */
export function jsonTextOf(node: ValueRecipe): string | undefined {
  const { tag, content } = shapeOf(node);
  if (tag === "null" || tag === "bool" || tag === "int" || tag === "str") return JSON.stringify(content);
  if (tag === "float") return Number.isFinite(Number(content)) ? String(content) : undefined;
  if (tag === "list") {
    const items = itemsOf(content).map(jsonTextOf);
    return items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
  }
  if (tag !== "dict") return undefined;
  const entries = pairsOf(content).map(([key, value]) => {
    const text = jsonTextOf(value);
    return typeof key === "string" && text !== undefined ? `${JSON.stringify(key)}: ${text}` : undefined;
  });
  return entries.includes(undefined) ? undefined : `{${entries.join(", ")}}`;
}
