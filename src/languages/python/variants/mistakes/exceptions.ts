import { ownMember } from "../../../../base/index.ts";
import { indentationOf, isBelowHeader } from "../rewrites/lines.ts";
import { findChild, findField, partsOf } from "../syntax-node.ts";
import { atEnd } from "./insertions.ts";
import { instead, type MistakeOperator } from "./mistake.ts";

/** The class that people raise instead. */
const RAISED: Readonly<Record<string, readonly string[]>> = {
  ValueError: ["TypeError"],
  TypeError: ["ValueError"],
  KeyError: ["ValueError", "IndexError"],
  IndexError: ["KeyError"],
  AttributeError: ["TypeError"],
  NotImplementedError: ["TypeError"],
  RuntimeError: ["ValueError"],
};

/** An error raised as another class, or told by None. */
export const raisedOtherwise: MistakeOperator = {
  name: "raised-otherwise",
  *slip(node) {
    if (node.type !== "raise_statement") return;
    const raised = partsOf(node)[0];
    const named = raised?.type === "call" ? findField(raised, "function") : raised;
    for (const other of ownMember(RAISED, named?.text ?? "") ?? []) if (named) yield instead(named, other);
    yield instead(node, "return None");
    if (named?.type === "identifier" && !ownMember(RAISED, named.text)) yield instead(named, "ValueError");
  },
};

/** The class of a lookup that failed, alone or first of several. */
const MISSING = /^\(?\s*(KeyError|LookupError|IndexError)\b/u;

/** A key that is there with None behind it is taken for one that is not: where its value gets a name, or is returned at once. */
export const noneForMissing: MistakeOperator = {
  name: "none-for-missing",
  *slip(node, reference) {
    const handler = node.type === "try_statement" ? findChild(node, "except_clause") : undefined;
    const block = handler && findField(node, "body");
    const [, missing] = MISSING.exec(partsOf(handler ?? node)[0]?.text ?? "") ?? [];
    if (block === undefined || missing === undefined) return;
    const [first] = partsOf(block);
    const value = first?.type === "return_statement" ? partsOf(first)[0] : undefined;
    if (first !== undefined && value !== undefined && isBelowHeader(reference, block)) {
      const line = `${reference.newline}${indentationOf(reference, block)}`;
      yield instead(
        first,
        `found = ${value.text}${line}if found is None: raise ${missing}(found)${line}return found`,
      );
    }
    const assignment = first?.type === "expression_statement" ? partsOf(first)[0] : undefined;
    const [name, given] =
      assignment?.type === "assignment"
        ? [findField(assignment, "left"), findField(assignment, "right")]
        : [];
    if (name?.type !== "identifier" || given?.type !== "subscript") return;
    yield* atEnd(reference, block, `if ${name.text} is None: raise ${missing}(${name.text})`, first);
  },
};

/** Classes below and above one that is caught. */
const CAUGHT: Readonly<Record<string, readonly string[]>> = {
  Exception: ["ValueError", "(ValueError, TypeError)"],
  BaseException: ["Exception"],
  LookupError: ["KeyError", "IndexError"],
  KeyError: ["LookupError", "(KeyError, TypeError)", "AttributeError"],
  IndexError: ["LookupError", "KeyError"],
  ValueError: ["(ValueError, TypeError)", "TypeError", "UnicodeError"],
  TypeError: ["(TypeError, ValueError)", "ValueError"],
  AttributeError: ["(AttributeError, TypeError)", "TypeError"],
  StopIteration: ["(StopIteration, TypeError)"],
  OSError: ["FileNotFoundError"],
  ArithmeticError: ["ZeroDivisionError"],
  ZeroDivisionError: ["ArithmeticError"],
  UnicodeError: ["UnicodeDecodeError"],
  ImportError: ["ModuleNotFoundError"],
};

/** More or less is caught: classes below and above the one that is named, all of them, one of several. */
export const caughtOtherwise: MistakeOperator = {
  name: "caught-otherwise",
  *slip(node) {
    if (node.type !== "except_clause") return;
    const [first] = partsOf(node);
    const named = first?.type === "as_pattern" ? partsOf(first)[0] : first;
    if (named === undefined || named.type === "block") return;
    for (const other of ownMember(CAUGHT, named.text) ?? []) yield instead(named, other);
    if (named.text !== "Exception" && named.text !== "BaseException") yield instead(named, "Exception");
  },
};
