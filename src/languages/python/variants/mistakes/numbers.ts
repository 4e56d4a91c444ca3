import { ownMember } from "../../../../base/index.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { readCall } from "./call-forms.ts";
import { instead, type MistakeOperator } from "./mistake.ts";

/** A reader of numbers that takes texts of one form alone. */
function only(reader: string, form: string): string {
  return `(lambda text: ${reader}(text if not isinstance(text, str) or ${form} else "no number"))`;
}

/** What people read numbers with instead: they forget the sign, white space around it, or what else the built-in one takes. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  int: [
    only("int", "text.isdigit()"),
    only("int", "text == text.strip()"),
    "(lambda text: int(float(text)))",
  ],
  float: [only("float", `text.replace(".", "", 1).isdigit()`), only("float", "text == text.strip()")],
};

/** Numbers read from fewer or more texts: of digits alone, without white space around, whole ones with a fraction. */
export const numberReadOtherwise: MistakeOperator = {
  name: "number-read-otherwise",
  *slip(node) {
    if (node.type !== "identifier" || !isReader(node)) return;
    for (const other of ownMember(READERS, node.text) ?? []) yield instead(node, other);
  },
};

/** True for a name that is called with one argument, given to `map`, or one of what a name may be. */
function isReader(node: SyntaxNode): boolean {
  const above = node.parent;
  if (above?.type === "conditional_expression") return true;
  if (above?.type === "assignment" && node.field === "right") return true;
  const call =
    above === undefined ? undefined : readCall(node.field === "function" ? above : (above.parent ?? above));
  if (call === undefined) return false;
  if (node.field === "function") return call.positional.length === 1 && call.keywords.length === 0;
  return call.called.text === "map" && call.positional[0] === node;
}
