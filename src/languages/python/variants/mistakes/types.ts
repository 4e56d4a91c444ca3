import { ownMember } from "../../../../base/index.ts";
import { readCall } from "./call-forms.ts";
import { instead, type MistakeOperator } from "./mistake.ts";

/** One class of those that a broader one means. */
const CONCRETE: Readonly<Record<string, string>> = {
  Mapping: "dict",
  MutableMapping: "dict",
  Sequence: "list",
  Iterable: "list",
  Collection: "list",
  Set: "set",
  Number: "int",
  Integral: "int",
  Real: "float",
};

/** Beside them, what people forget that they are not. */
const BROADER: Readonly<Record<string, string>> = {
  str: "(str, bytes)",
  int: "(int, float)",
  float: "(int, float)",
  list: "(list, tuple)",
  tuple: "(list, tuple)",
  set: "(set, frozenset)",
};

/** A class checked for exactly, without those that inherit from it; one class of those meant; bool taken for no int; a broader check. */
export const typeOtherwise: MistakeOperator = {
  name: "type-otherwise",
  *slip(node) {
    const call = readCall(node);
    const [value, type] = call?.called.text === "isinstance" ? call.positional : [];
    if (value === undefined || type === undefined) return;
    yield instead(
      node,
      `(type(${value.text}) ${type.type === "tuple" ? "in" : "is"} ${type.text})`,
      "exact type",
    );
    if (type.text === "int")
      yield instead(node, `(${node.text} and not isinstance(${value.text}, bool))`, "no bool");
    if (type.text === "bool") yield instead(node, `(${value.text} in (True, False))`, "0 and 1");
    const name = type.text.split(".").at(-1) ?? "";
    const other = ownMember(CONCRETE, name) ?? ownMember(BROADER, type.text);
    if (other !== undefined) yield instead(type, other);
  },
};
