import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { assert, asyncProperty, nat, subarray } from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  CodeQueries,
  maskView,
  openCodeIndex,
  openSimilarCode,
  type IndexedView,
} from "../../../src/analysis/index.ts";
import { asHostPath } from "../../../src/base/index.ts";
import {
  loadParts,
  type CodePlace,
  type Declaration,
  type LanguageWith,
} from "../../../src/languages/index.ts";
import type { EditRecord } from "../../../src/spec/index.ts";
import { resolvedRepositories } from "../../languages/resolved-repositories.ts";

type Files = ReadonlyMap<string, string>;

const scratch = mkdtempSync(join(tmpdir(), "overlay-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A folder with these files alone. */
function writeTree(name: string, files: Files): string {
  const folder = join(scratch, name);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Everything that can be seen of a folder's files: bytes and times of writing. */
function stateOf(folder: string): readonly unknown[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, statSync(path).mtimeMs, readFileSync(path, "utf8")]);
}

async function openFolder(folder: string, language: LanguageWith<"structure">): Promise<IndexedView> {
  const { views } = await openCodeIndex({ directory: asHostPath(folder) }, { languages: [language] });
  const [view] = views;
  if (view === undefined) throw new Error(`${folder} has no files of ${language.name}.`);
  return view;
}

/** What every query says of every declaration, and every file. */
async function tellAll(view: IndexedView): Promise<unknown> {
  const queries = new CodeQueries(view);
  const resolved = view.resolved();
  const declared = view.paths.flatMap((path) =>
    (view.structure(path)?.declarations ?? []).map((declaration) => ({ path, declaration })),
  );
  using similar = await openSimilarCode(view);
  return {
    files: view.paths.map((path) => [path, view.text(path), view.structure(path)]),
    edges: resolved.edges,
    unresolved: resolved.unresolved,
    declarations: declared.map(({ path, declaration }) =>
      tellOf(queries, { path, name: declaration.name, line: declaration.line }),
    ),
    meant: declared.map(({ path, declaration }) =>
      resolved.findDeclaration(path, declaration.spans.name.start),
    ),
    similar: declared.map(({ declaration }) =>
      similar.find({ text: declaration.name, most: 5 }).map(({ place, score }) => [place, score.toFixed(9)]),
    ),
  };
}

function tellOf(queries: CodeQueries, place: CodePlace): Readonly<Record<string, unknown>> {
  const own = place.name.slice(place.name.lastIndexOf(".") + 1);
  return {
    place,
    named: queries.definitionsOf(own),
    callers: queries.callersOf(place),
    lines: queries.linesCalling(place),
    callees: queries.calleesOf(place),
    allCallees: queries.allCalleesOf(place),
    allCallers: queries.allCallersOf(place),
    uses: queries.usesOf(place),
    tests: queries.testsOf(place),
    siblings: queries.siblingsOf(place),
    superclasses: queries.superclassesOf(place),
    subclasses: queries.subclassesOf(place),
    relatives: queries.relativesOf(place),
    members: queries.membersOf(place),
    overridden: queries.overriddenBy(place),
    overrides: queries.overridesOf(place),
    imports: queries.possibleImportsOf(own),
  };
}

/** Those with something to hide that stand in no other. */
function apart(chosen: readonly { readonly path: string; readonly declaration: Declaration }[]) {
  const spans = chosen.flatMap(
    ({
      path,
      declaration: {
        spans: { body },
      },
    }) => (body === undefined ? [] : [{ path, span: body }]),
  );
  return spans.filter(
    (one) =>
      !spans.some(
        (other) =>
          other !== one &&
          other.path === one.path &&
          other.span.start <= one.span.start &&
          one.span.end <= other.span.end,
      ),
  );
}

describe.each([...resolvedRepositories])("an overlay in %s", (name, files) => {
  let language: LanguageWith<"structure" | "resolution">;
  let tree: string;
  let view: IndexedView;
  beforeAll(async () => {
    language = await loadParts(name, ["structure", "resolution"], "mask a view");
    tree = writeTree(`${name}-tree`, files);
    view = await openFolder(tree, language);
  });

  test("answers as a tree that was really edited so, and touches none", async () => {
    const before = stateOf(tree);
    const plain = await tellAll(view);
    const all = view.paths.flatMap((path) =>
      (view.structure(path)?.declarations ?? []).map((declaration) => ({ path, declaration })),
    );
    await assert(
      asyncProperty(
        nat(all.length - 1),
        subarray(all),
        subarray([...view.paths]),
        async (first, twins, leftOut) => {
          const target = all[first];
          if (target === undefined || leftOut.length === view.paths.length) return;
          const edits = apart([target, ...twins.filter((one) => one !== target)]).map(
            ({ path, span }): EditRecord => ({ path, span, placeholder: HIDDEN[name] ?? "" }),
          );
          const edited = new Map([...files].filter(([path]) => !leftOut.includes(path)));
          for (const { path, span, placeholder } of edits.toSorted((a, b) => b.span.start - a.span.start)) {
            const bytes = Buffer.from(edited.get(path) ?? "");
            if (!edited.has(path)) continue;
            const parts = [bytes.subarray(0, span.start), Buffer.from(placeholder), bytes.subarray(span.end)];
            edited.set(path, Buffer.concat(parts).toString());
          }
          const copy = await openFolder(writeTree(`${name}-copy`, edited), language);
          expect(await tellAll(maskView(view, { edits, leftOut }))).toEqual(await tellAll(copy));
        },
      ),
      { numRuns: 6 },
    );
    expect(stateOf(tree)).toEqual(before);
    expect(await tellAll(view)).toEqual(plain);
  });
});

/** What stands in the place of a body. */
const HIDDEN: Readonly<Record<string, string>> = {
  python: "raise NotImplementedError",
  javascript: "{ throw new Error(); }",
  typescript: "{ throw new Error(); }",
  java: "{ throw new RuntimeException(); }",
  c: "{ abort(); }",
};
