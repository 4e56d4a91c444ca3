import { findField } from "../syntax-node.ts";
import { readCall } from "./call-forms.ts";
import { atStart } from "./insertions.ts";
import { instead, type MistakeOperator } from "./mistake.ts";
import { isGoneOver, usesOf } from "./uses.ts";

/** What is gone over more than once is an iterator, empty the second time: a parameter, or a list that is made on the way. */
export const consumedIterator: MistakeOperator = {
  name: "consumed-iterator",
  *slip(node, reference) {
    const { body, definition } = reference;
    if (node === body) {
      for (const { name, kind } of definition.parameters) {
        const isOne = kind !== "variadic" && kind !== "variadic_keyword";
        if (isOne && usesOf(name, node).filter(isGoneOver).length > 1)
          yield* atStart(reference, `${name} = iter(${name})`);
      }
    }
    const isAssignment = node.type === "assignment";
    const [name, value] = isAssignment ? [findField(node, "left"), findField(node, "right")] : [];
    if (name?.type !== "identifier" || value === undefined || usesOf(name.text, body).length < 2) return;
    if (value.type === "list_comprehension") yield instead(value, `(${value.text.slice(1, -1)})`);
    if (/^(?:list|sorted|tuple)$/.test(readCall(value)?.called.text ?? ""))
      yield instead(value, `iter(${value.text})`);
  },
};
