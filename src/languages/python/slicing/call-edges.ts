import { lastPart, type RepositoryPath } from "../../../base/index.ts";
import type { CodeEdge, CodePlace, UnresolvedCall } from "../../resolution.ts";
import type { SlicedRepository } from "../../slicing.ts";
import type { Node, Program } from "./program.ts";
import type { MemberUse } from "./summary.ts";

/** The resolved calls of a repository, by the piece that makes them. Nothing is linked before the first is asked for. */
export class CallEdges {
  readonly #repository: SlicedRepository;
  readonly #program: Program;
  readonly #called = new Map<Node, readonly Node[]>();
  #unresolved: ReadonlyMap<RepositoryPath, readonly UnresolvedCall[]> | undefined;
  #byCaller: ReadonlyMap<RepositoryPath, readonly CodeEdge[]> | undefined;

  constructor(program: Program) {
    this.#program = program;
    this.#repository = program.repository;
  }

  /**
   * The methods that a piece calls by their names or by operators, itself or in functions inside it, where more than a name says so; test code left
   * out. Functions that are handed around are not among them: what made them is needed where they are.
   */
  from(node: Node): readonly Node[] {
    const known = this.#called.get(node) ?? this.#from(node);
    this.#called.set(node, known);
    return known;
  }

  #from(node: Node): readonly Node[] {
    this.#byCaller ??= this.#collect();
    const { name, later } = node.unit;
    const written = new Set((later?.members ?? []).map((member) => `${member.line}:${member.name}`));
    const edges = (this.#byCaller.get(node.path) ?? []).filter(({ caller, callee, at }) => {
      const called = lastPart(callee.name);
      const isOwn = caller.name === name || caller.name.startsWith(`${name}.`);
      return isOwn && (written.has(`${at}:${called}`) || /^__\w+__$/.test(called));
    });
    return [...new Set(edges.flatMap(({ callee }) => this.#find(callee) ?? []))];
  }

  /**
   * What a call of a member on something may lead to: the pieces that it was found to lead to; none where it leaves the repository; undefined where
   * nobody can say.
   */
  ofCall(node: Node, { name, line }: Pick<MemberUse, "name" | "line">): readonly Node[] | undefined {
    this.#byCaller ??= this.#collect();
    const isHere = ({ caller, at }: Pick<CodeEdge, "caller" | "at">): boolean =>
      at === line && (caller.name === node.unit.name || caller.name.startsWith(`${node.unit.name}.`));
    const edges = (this.#byCaller.get(node.path) ?? []).filter(
      (edge) => isHere(edge) && edge.callee.name.endsWith(`.${name}`),
    );
    if (edges.length > 0) return edges.flatMap(({ callee }) => this.#find(callee) ?? []);
    const left = (this.#unresolved?.get(node.path) ?? []).filter(
      (call) => isHere(call) && call.written.endsWith(`.${name}`),
    );
    return left.length > 0 && left.every(({ why }) => why === "outside") ? [] : undefined;
  }

  #find({ path, name, line }: CodePlace): Node | undefined {
    const found = this.#program.named(path, name);
    return found.find(({ unit }) => unit.line === line) ?? found.at(-1);
  }

  #collect(): ReadonlyMap<RepositoryPath, readonly CodeEdge[]> {
    const resolved = this.#repository.resolved();
    this.#unresolved = Map.groupBy(resolved?.unresolved ?? [], ({ caller }) => caller.path);
    const edges = resolved?.edges ?? [];
    const called = edges.filter(
      ({ kind, how, callee }) =>
        kind === "call" && how !== "name" && !this.#repository.isTestFile(callee.path),
    );
    return Map.groupBy(called, ({ caller }) => caller.path);
  }
}
