import { elementsOf, type ValueRecipe } from "../../../spec/index.ts";
import type { ValueFacts, Values } from "../../values.ts";
import { arrayEdges } from "./array-edges.ts";
import { arrayPartsOf, columnNamesOf, flatItems, partsOf, rowCountOf, typeOf } from "./array-shape.ts";
import { comparison } from "./comparison.ts";
import { contentOf } from "./containers.ts";
import { edgesOfFunction, partsOfCode } from "./functions.ts";
import { edgesOfStandard } from "./standard-edges.ts";
import { vary } from "./vary.ts";

/** How arrays, and numbers that were taken out of them, begin in a recipe's text. */
const ARRAY = '"numpy.';

/** What Python's standard library and its libraries of arrays and tables have, and functions that tests write in place. */
export const pythonValues: Values = {
  ...comparison,
  describe,
  partsOf: (node, most) => [...partsOf(node, most), ...partsOfCode(node, most)],
  contentOf,
  edgesOf: (node, siblings) => [
    ...arrayEdges(node, siblings),
    ...edgesOfStandard(node),
    ...edgesOfFunction(node),
  ],
  vary,
  asOtherMapping: (dictionary, type) => ({ value: [type, dictionary] }),
  holdsArrays: (recipe) => JSON.stringify(recipe).includes(ARRAY),
};

function describe(node: ValueRecipe): ValueFacts | undefined {
  if (node === null || typeof node !== "object" || !("value" in node)) return undefined;
  const [type, written] = elementsOf(node["value"]) ?? [];
  if (typeof type !== "string") return undefined;
  const array = arrayPartsOf(node);
  return {
    type: typeOf(node, type),
    number: type === "decimal.Decimal" ? Number(written) : undefined,
    array: array && { type: array.type, shape: array.shape, items: flatItems(array) },
    rowCount: rowCountOf(node),
    columnNames: columnNamesOf(node),
    pattern: type === "re.Pattern" && typeof written === "string" ? written : undefined,
  };
}
