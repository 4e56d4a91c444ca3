import type { ValueRecipe } from "../spec/index.ts";
import { SEQUENCE_TAGS, sequenceOf, shapeOf } from "./value-shape.ts";

/** The empty or zero value of the same type; nothing of types that have none. */
export function falsyLike(item: ValueRecipe): ValueRecipe {
  const { tag } = shapeOf(item);
  if (tag === "int") return 0;
  if (tag === "float") return { float: "0.0" };
  if (tag === "bool") return false;
  if (tag === "str") return "";
  if (tag === "bytes") return { bytes: "" };
  if (tag === "dict") return { dict: [] };
  return SEQUENCE_TAGS.has(tag) ? sequenceOf(tag, []) : null;
}
