import { describe, expect, test } from "vitest";

import { createRandom } from "../../src/base/index.ts";
import type {
  CodeEdge,
  CodePlace,
  FileStructure,
  LanguageWith,
  ResolvedRepository,
} from "../../src/languages/index.ts";

/** Source files of a repository, by path; files beside them that say how it is built may be among them. */
export type RepositoryTexts = ReadonlyMap<string, string>;

/** What any language must keep to that says what names mean. The files call one another, and hold more than one file. */
export function describeResolution(
  { files: sources, structure, resolution }: LanguageWith<"structure" | "resolution">,
  files: RepositoryTexts,
): void {
  const isSource = ([path]: readonly [string, string]): boolean => sources.isSourceFile(path);
  const texts = [...files].filter(isSource);
  const projectFiles = new Map([...files].filter(([path]) => resolution.isProjectFile(path)));
  const link = (given: readonly (readonly [string, string])[]): ResolvedRepository =>
    resolution.link(
      new Map(given.map(([path, text]) => [path, resolution.summarise(path, text)])),
      projectFiles,
    );
  const structures = new Map(texts.map(([path, text]) => [path, structure.read(path, text)]));
  const linked = link(texts);

  describe("resolution", () => {
    test("finds calls from file to file, and says what is sure of them", () => {
      const calls = linked.edges.filter(({ kind }) => kind === "call");
      expect(calls.some(({ caller, callee }) => caller.path !== callee.path)).toBe(true);
      for (const { kind, at, confidence } of linked.edges) {
        expect(at === null).toBe(kind !== "call");
        expect(confidence > 0 && confidence <= 1).toBe(true);
      }
    });

    test("lists edges in the order of their callers, none twice", () => {
      const calls = linked.edges.filter(({ kind }) => kind === "call");
      expect(calls.map(sortKey)).toEqual(calls.toSorted(byCaller).map(sortKey));
      const callers = linked.edges.map((edge) => ({ ...edge, at: null }));
      expect(callers.map(sortKey)).toEqual(callers.toSorted(byCaller).map(sortKey));
      const keys = linked.edges.map(({ kind, caller, callee, at }) =>
        JSON.stringify([kind, caller, callee, at]),
      );
      expect(new Set(keys).size).toBe(keys.length);
    });

    test("names places that the files declare, and lines that they have", () => {
      for (const { caller, callee, at } of linked.edges) {
        expect([caller, callee].filter((place) => !isDeclared(place, structures))).toEqual([]);
        expect((at ?? 1) <= (files.get(caller.path) ?? "").split("\n").length).toBe(true);
      }
      for (const { caller, at } of linked.unresolved) {
        expect(isDeclared(caller, structures)).toBe(true);
        expect(at).toBeGreaterThan(0);
      }
    });

    test("says the same whatever the order of the files, and of summaries that were written down", () => {
      const shuffled = texts.toReversed();
      expect(shuffled.map(([path]) => path)).not.toEqual(texts.map(([path]) => path));
      expect(describeLinks(link(shuffled))).toEqual(describeLinks(linked));
      const summaries = texts.map(
        ([path, text]) => [path, JSON.parse(JSON.stringify(resolution.summarise(path, text)))] as const,
      );
      expect(describeLinks(resolution.link(new Map(summaries), projectFiles))).toEqual(describeLinks(linked));
    });

    test("finds a declaration where it is used, and its own name among its uses", () => {
      const callees = linked.edges.map(({ callee }) => callee).filter(({ name }) => name !== "<module>");
      expect(callees.length).toBeGreaterThan(0);
      for (const place of callees) {
        const uses = linked.findUses(place);
        const own = structures
          .get(place.path)
          ?.declarations.find((one) => one.name === place.name && one.line === place.line);
        // Where a keyword is the name of constructors, nothing names one: its class is named.
        if (own?.kind === "constructor" && uses.length === 0) continue;
        expect(uses.map(({ path, span }) => ({ path, span }))).toContainEqual({
          path: place.path,
          span: own?.spans.name,
        });
        const keys = uses.map(({ path, span }) => [path, span.start] as const);
        expect(keys).toEqual(keys.toSorted(([a, at], [b, to]) => (a === b ? at - to : a < b ? -1 : 1)));
        for (const { path, span, how } of uses) {
          if (how === "name") continue;
          const found = linked.findDeclaration(path, span.start);
          // A constructor is named by its class.
          const isMeant = found?.path === place.path && `${place.name}.`.startsWith(`${found.name}.`);
          expect([path, span, found, isMeant]).toEqual([path, span, found, true]);
        }
      }
    });

    test("knows nothing of files that are gone, and lives with what is left of broken ones", () => {
      for (const [gone] of texts) {
        const rest = link(texts.filter(([path]) => path !== gone));
        expect(
          rest.edges.filter(({ caller, callee }) => caller.path === gone || callee.path === gone),
        ).toEqual([]);
      }
      const random = createRandom("broken files");
      for (let round = 0; round < 20; round++) {
        const broken = texts.map(([path, text]) => {
          const at = random.integer(text.length);
          return [path, text.slice(0, at) + text.slice(at + 1 + random.integer(20))] as const;
        });
        expect(link(broken).edges).toBeInstanceOf(Array);
      }
    });
  });
}

function describeLinks({ edges, unresolved }: ResolvedRepository): unknown {
  return { edges, unresolved };
}

function isDeclared(
  { path, name, line }: CodePlace,
  structures: ReadonlyMap<string, FileStructure>,
): boolean {
  const found = structures.get(path);
  if (name === "<module>") return found !== undefined && line === 1;
  return found?.declarations.some((one) => one.name === name && one.line === line) === true;
}

function sortKey({ caller, at }: CodeEdge): unknown {
  return [caller.path, caller.line, at];
}

function byCaller(one: CodeEdge, other: CodeEdge): number {
  if (one.caller.path !== other.caller.path) return one.caller.path < other.caller.path ? -1 : 1;
  return one.caller.line - other.caller.line || (one.at ?? 0) - (other.at ?? 0);
}
