import type { Parser } from "web-tree-sitter";

import type { RepositoryPath } from "../../../base/index.ts";
import { readStructure } from "../../declarations.ts";
import { createCommentsAbove, isStarredComment } from "../../doc-comments.ts";
import type { Structure } from "../../structure.ts";
import { readTree, visitTree, type SyntaxNode, type SyntaxTree } from "../../syntax-tree.ts";
import { readObject, readStatement, readValue } from "./definitions.ts";
import { createEntrance } from "./entered-nodes.ts";
import { readExports } from "./exports.ts";
import { readImports } from "./imports.ts";
import { readMember, readVariables } from "./members.ts";
import type { Scope, ScriptDraft } from "./scope.ts";
import { readTest } from "./tests.ts";

/** What reads a file of JavaScript or TypeScript. */
export interface ScriptReading {
  readonly parserOf: (path: RepositoryPath) => Parser;
  readonly isTestFile: (path: RepositoryPath) => boolean;
  /** The text position for position in words that the grammar knows, where it does not know all of the language. */
  readonly prepare?: (text: string) => string;
}

/** Reads what scripts declare: functions, classes and members by what they are bound to, variables of files, and tests by their titles. */
export function createScriptStructure(reading: ScriptReading): Structure {
  return {
    version: "2",
    read: (path, text) => {
      const { isTestFile } = reading;
      const tree = readScript(path, text, reading);
      return readStructure(text, tree, (root, found) => {
        const draft = {
          ...found,
          comments: createCommentsAbove(text, isStarredComment),
          isTestFile: isTestFile(path),
        };
        visitTree(root, TOP, (node, scope) => visit(draft, node, scope));
      });
    },
  };
}

/** What the grammar cannot read is read again as it is prepared, which counts where it shows fewer errors. */
function readScript(path: RepositoryPath, text: string, { parserOf, prepare }: ScriptReading): SyntaxTree {
  const read = (written: string): SyntaxTree =>
    readTree(parserOf(path), written, {
      isError: ({ type, isMissing }) => isMissing || type === "ERROR",
      shouldEnter: createEntrance(written),
    });
  const tree = read(text);
  if (prepare === undefined || tree.status === "refused" || tree.errors.length === 0) return tree;
  const words = prepare(text);
  const prepared = words === text ? tree : read(words);
  return prepared.status === "read" && prepared.errors.length < tree.errors.length ? prepared : tree;
}

const TOP: Scope = { parent: undefined, prefix: "", place: "module", owner: undefined, titles: [] };

function visit(draft: ScriptDraft, node: SyntaxNode, scope: Scope): Scope | undefined {
  if (node.type === "comment") draft.comments.add(node);
  readImports(draft, node);
  if (scope.place === "module") readExports(draft, node);
  return (
    readStatement(draft, node, scope) ??
    readValue(draft, node, scope) ??
    readObject(draft, node, scope) ??
    readMember(draft, node, scope) ??
    readVariables(draft, node, scope) ??
    readTest(draft, node, scope) ??
    scope
  );
}
