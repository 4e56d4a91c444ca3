import {
  cachedSummaries,
  CodeQueries,
  contexts,
  createTwinIndex,
  findDeclared,
  findTarget,
  maskDefinitions,
  maskedLine,
  maskView,
  openVisible,
  reachingTests,
  type ContextName,
  type IndexedView,
  type PromptContext,
  type SourceFile,
} from "../analysis/index.ts";
import { UsageError } from "../base/index.ts";
import { loadParts, type CodePlace, type Definition, type LanguageWith } from "../languages/index.ts";
import { openCode } from "./open-code.ts";
import type { WorkContext } from "./work-context.ts";

type ContextLanguage = LanguageWith<"syntax" | "editing" | "slicing">;

/** A target of a source with its body hidden. Dispose it. */
export interface TargetContext extends Disposable {
  readonly place: CodePlace;
  /** What a provider shows in at most so many tokens, a quarter of the characters each. Tests are all that reach the target: of a source nothing is graded. */
  make(provider: ContextName, budgetTokens: number): PromptContext;
}

/**
 * Hides the body of a target and of its near copies, and opens what is left. Nothing of the source runs, and no file of it is written. Throws `unknown-target`, `ambiguous-target`, `language-lacks`, and
 * `no-body` for what is no function or method.
 */
export async function openTargetContext(
  source: string,
  target: string,
  context: Partial<WorkContext> = {},
): Promise<TargetContext> {
  const code = await openCode(source, context);
  try {
    const found = findDeclared(code.queries, target);
    const [place] = found.places;
    const view = code.index.views.find((one) => one === found.queries.view);
    if (place === undefined || view === undefined) throw new TypeError("A target that is found has a view.");
    const language: ContextLanguage = await loadParts(
      view.language,
      ["syntax", "editing", "slicing"],
      "hide a body",
    );
    const files = readFiles(view, language);
    const isTestFile = (path: string): boolean => language.files.isTestFile(path);
    const definition = findDefinition(
      files.filter(({ parsed }) => !isTestFile(parsed.path)),
      place,
    );
    const twins = await createTwinIndex(files, language.syntax);
    const hidden = outermost([definition, ...twins.findAll(definition).map((twin) => twin.definition)]);
    const text = view.text(place.path) ?? "";
    const own = hidden.filter(({ path }) => path === place.path);
    const masked = maskDefinitions(language.editing, text, own);
    const elsewhere = hidden
      .filter(({ path }) => path !== place.path)
      .map((twin) => language.editing.mask(view.text(twin.path) ?? "", twin).edit);
    const tests = view.paths.filter(isTestFile);
    const edits = [...masked.edits, ...elsewhere];
    const visiblePlace = { ...place, line: maskedLine(text, masked, place.line) };
    const repository = openVisible(
      {
        visible: maskView(view, { edits, leftOut: tests }),
        tests: () => reachingTests(new CodeQueries(maskView(view, { edits })), visiblePlace),
        answer: maskView(view, { edits: edits.slice(1), leftOut: tests }),
        place: visiblePlace,
        store: cachedSummaries(code.cache, language),
      },
      language,
    );
    return {
      place,
      make: (provider, budgetTokens) => {
        const outline = language.syntax.outline(masked.text);
        const { definitions } = language.syntax.parse(place.path, masked.text);
        const own = definitions.find(
          ({ name, kind }) => name === definition.name && kind === definition.kind,
        );
        const lines = own?.lines ?? definition.lines;
        return contexts[provider]({
          text: masked.text,
          outline,
          target: lines,
          budgetTokens,
          repository: () => repository,
        });
      },
      [Symbol.dispose]: () => code[Symbol.dispose](),
    };
  } catch (error) {
    code[Symbol.dispose]();
    throw error;
  }
}

/** All files, tests included: these are shown, too. */
function readFiles(view: IndexedView, { syntax }: ContextLanguage): readonly SourceFile[] {
  return view.paths.map((path) => {
    const text = view.text(path) ?? "";
    return { text, parsed: syntax.parse(path, text) };
  });
}

/** Without definitions around the first, for those hold it, and without what stands inside another. The first stays the first. */
function outermost(definitions: readonly Definition[]): readonly Definition[] {
  const [target] = definitions;
  const others = definitions.filter((one) => target === undefined || !isAround(one, target));
  return others.filter((one) => !others.some((other) => other !== one && isAround(other, one)));
}

function isAround(outer: Definition, inner: Definition): boolean {
  const { start, end } = inner.spans.whole;
  return (
    outer !== inner &&
    outer.path === inner.path &&
    outer.spans.whole.start <= start &&
    end <= outer.spans.whole.end
  );
}

function findDefinition(files: readonly SourceFile[], { path, name }: CodePlace): Definition {
  const parsed = files.map((file) => file.parsed);
  const isThere = parsed.some(
    (file) => file.path === path && file.definitions.some((one) => one.name === name),
  );
  if (isThere) return findTarget(parsed, `${path}:${name}`);
  throw new UsageError(
    "no-body",
    `Cannot hide the body of "${path}:${name}": it is no function or method of code that is no test.`,
  );
}
