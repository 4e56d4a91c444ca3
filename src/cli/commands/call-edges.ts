import type { CodeQueries, FoundTarget } from "../../analysis/index.ts";
import type { CodeEdge, CodePlace } from "../../languages/index.ts";
import type { Command } from "commander";
import type { AddCommand, Attach } from "../command.ts";
import { renderTable } from "../table.ts";

/** `diorama callers SOURCE TARGET`: what calls it. Exit 1 where nothing does. */
export const addCallers: AddCommand = (program, attach) => {
  const command = program
    .command("callers")
    .summary("list what calls a definition")
    .description(
      "Lists the calls of a definition in the code of a SOURCE (as for build), of a class those of its constructors too. Nothing of it is run.",
    );
  addQuery(command, attach, {
    name: "callers",
    ask: (queries, place) => queries.callersOf(place),
    end: ({ caller }) => caller,
  });
};

/** `diorama callees SOURCE TARGET`: what it calls. Exit 1 where it calls nothing of the repository. */
export const addCallees: AddCommand = (program, attach) => {
  const command = program
    .command("callees")
    .summary("list what a definition calls")
    .description(
      "Lists the calls that a definition makes of others in the code of a SOURCE (as for build), of a class those that its methods make. Nothing of it is run.",
    );
  addQuery(command, attach, {
    name: "callees",
    ask: (queries, place) => queries.calleesOf(place),
    end: ({ callee }) => callee,
  });
};

/** A question about calls of a target, and which end of the edges is the answer. */
interface CallQuery {
  readonly name: "callers" | "callees";
  readonly ask: (queries: CodeQueries, place: CodePlace) => readonly CodeEdge[];
  readonly end: (edge: CodeEdge) => CodePlace;
}

function addQuery(command: Command, attach: Attach, query: CallQuery): void {
  command
    .argument("<source>", "a repository as for build")
    .argument(
      "<target>",
      "PATH:NAME, or NAME where it is the only one; PATH:<module> is the code of a module",
    );
  attach<[string, string], object>(command, async (context, [source, target]) => {
    const { openCode } = await import("../../curation/index.ts");
    const { findDeclared } = await import("../../analysis/index.ts");
    using code = await openCode(source, context);
    const found = findDeclared(code.queries, target);
    context.progress.begin(`${source}: resolving names`);
    const edges = found.places.flatMap((place) => query.ask(found.queries, place));
    return {
      exitCode: edges.length > 0 ? 0 : 1,
      document: { source, target: found.places, [query.name]: edges },
      text: renderEdges(query, found, edges),
    };
  });
}

function renderEdges(
  { name, end }: CallQuery,
  { places: [first] }: FoundTarget,
  edges: readonly CodeEdge[],
): string {
  const target = first === undefined ? "" : `${first.path}:${first.name}`;
  if (edges.length === 0)
    return name === "callers" ? `Nothing calls ${target}.` : `${target} calls nothing of the repository.`;
  const rows = edges.map((edge) => [
    `${end(edge).path}:${end(edge).name}`,
    String(end(edge).line),
    `${edge.caller.path}:${edge.at ?? ""}`,
    edge.how,
    edge.confidence.toFixed(2),
  ]);
  return renderTable(
    [
      { heading: name },
      { heading: "line", align: "right" },
      { heading: "call" },
      { heading: "known by" },
      { heading: "confidence", align: "right" },
    ],
    rows,
  );
}
