import { findChild, findField, partsOf } from "../syntax-node.ts";
import { replace, type MutationOperator } from "./operator.ts";

/** Format specifications and conversions left out, interpolations left out, `"…" % x` to `"…"`. */
export const formatting: MutationOperator = {
  name: "formatting",
  *mutate(node) {
    if (node.type === "format_specifier" && node.text !== ":") yield replace(node, "");
    if (node.type === "type_conversion") yield replace(node, "");
    if (node.type === "interpolation" && findChild(node, "{") !== undefined) yield replace(node, "");
    if (node.type !== "binary_operator" || findField(node, "operator")?.text !== "%") return;
    const text = partsOf(node)[0];
    if (text?.type === "string" || text?.type === "concatenated_string") yield replace(node, text.text);
  },
};
