import { identifierText } from "../identifiers.ts";
import type { SyntaxNode } from "../syntax-tree.ts";

/** A scope while it is filled. */
export interface ScopeDraft {
  readonly index: number;
  readonly parent: ScopeDraft | undefined;
  readonly kind: "module" | "class" | "function" | "comprehension" | "types";
  readonly node: SyntaxNode;
  readonly names: Set<string>;
  readonly globals: Set<string>;
  readonly nonlocals: Set<string>;
}

/** A name's place while scopes are filled. */
export interface PlaceDraft {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly role: "variable" | "member" | "keyword" | "exported";
  readonly scope: ScopeDraft;
  readonly isBinding: boolean;
  /** Of a keyword: the name that is called with it. */
  readonly called?: { readonly name: string; readonly start: number } | undefined;
}

/** A text literal's content, a piece of it between what is filled in, or an example in documentation. */
export interface TextDraft {
  readonly start: number;
  readonly end: number;
  readonly isPart: boolean;
  /** True for an example in documentation. */
  readonly isCode: boolean;
}

/** Scopes, places and texts of one file, filled from top to bottom. */
export class ScopeTable {
  readonly scopes: ScopeDraft[] = [];
  readonly places: PlaceDraft[] = [];
  readonly texts: TextDraft[] = [];
  /** Texts that stand alone. */
  readonly documentation: SyntaxNode[] = [];
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  open(kind: ScopeDraft["kind"], node: SyntaxNode, parent: ScopeDraft | undefined): ScopeDraft {
    const scope = {
      index: this.scopes.length,
      parent,
      kind,
      node,
      names: new Set<string>(),
      globals: new Set<string>(),
      nonlocals: new Set<string>(),
    };
    this.scopes.push(scope);
    return scope;
  }

  bind(node: SyntaxNode, scope: ScopeDraft): void {
    const name = identifierText(node, this.text);
    scope.names.add(name);
    this.places.push({ name, start: node.start, end: node.end, role: "variable", scope, isBinding: true });
  }

  see(node: SyntaxNode, scope: ScopeDraft, role: PlaceDraft["role"]): void {
    const name = identifierText(node, this.text);
    this.places.push({ name, start: node.start, end: node.end, role, scope, isBinding: false });
  }

  /** The name of an argument of a call of something with a name. */
  seeKeyword(node: SyntaxNode, scope: ScopeDraft, function_: SyntaxNode | undefined): void {
    const name = identifierText(node, this.text);
    const called = function_ && { name: identifierText(function_, this.text), start: function_.start };
    this.places.push({
      name,
      start: node.start,
      end: node.end,
      role: "keyword",
      scope,
      isBinding: false,
      called,
    });
  }

  /** A name inside a text. */
  seeText(name: string, start: number, found: Pick<PlaceDraft, "role" | "scope">): void {
    const normal = name.normalize("NFKC");
    this.places.push({ name: normal, start, end: start + name.length, isBinding: false, ...found });
  }
}

/** The scope that a variable means (Python reference, section 4.2.2); undefined for what no scope of the file binds. */
export function resolveName(name: string, from: ScopeDraft): ScopeDraft | undefined {
  for (let scope: ScopeDraft | undefined = from; scope !== undefined; scope = scope.parent) {
    if (scope.kind === "class" && scope !== from) continue;
    if (scope.globals.has(name)) return moduleOf(scope);
    if (scope.names.has(name) && !scope.nonlocals.has(name)) return scope;
  }
  return undefined;
}

function moduleOf(from: ScopeDraft): ScopeDraft {
  let scope = from;
  while (scope.parent !== undefined) scope = scope.parent;
  return scope;
}
