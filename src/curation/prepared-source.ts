/**
 * Where the targets of one source are tried: its tree without test code, an index of what candidates could read, the values seen in all
 * observed calls, and a tree per edited file. Everything here is shared by the targets of the source.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import {
  createForeignNames,
  createNeighbours,
  createTwinIndex,
  definedNames,
  createCallees,
  findCallSites,
  findPassages,
  findScripts,
  isDocumentationFile,
  maskDefinitions,
  maskedLine,
  placeOf,
  readablePrivateAttributes,
  signatureOf,
  readSourceModules,
  type CallSite,
  type DocumentationFile,
  type DocumentationPassage,
  type ForeignName,
  type MaskedFile,
  type Neighbour,
} from "../analysis/index.ts";
import { asHostPath, joinPath, sha256, writeFileAtomically, type HostPath } from "../base/index.ts";
import { containerFileFor, materialiseTree, runtimeOf } from "../environments/index.ts";
import { prepareEditableTree, type JudgeEvaluator, type EditableTree } from "../judge/index.ts";
import type { Definition, SourceModule } from "../languages/index.ts";
import type { Leak, LeakIndex, ProofTarget, Rejected } from "../proof/index.ts";
import {
  comparisonPolicy,
  type ContextTest,
  type EnvironmentRecipe,
  type RepositoryRecord,
} from "../spec/index.ts";
import {
  handedOn,
  poolValues,
  typeNameOf,
  withoutHandedOn,
  type ObservedCall,
  type TargetContext,
} from "../testgen/index.ts";
import { findContextTests, type HiddenGrading } from "./context-tests.ts";
import { findLeftOutTests } from "./left-out-tests.ts";
import { FIRST_LIMITS } from "./first-limits.ts";
import type { SourceLicences } from "./source-licences.ts";
import type { AnalysedSource, AnalysedTarget } from "./analysed-source.ts";
import { withoutOwnCode } from "./own-code.ts";
import { placedDefinitions } from "./placed-definitions.ts";
import { createTargetTests, type TargetTests } from "./target-tests.ts";
import { maskedTwins, planTwins, type TwinPlan } from "./twin-plan.ts";
import type { Services } from "./services.ts";

/** A target with what growing needs to know of it. */
export interface PreparedTarget extends AnalysedTarget {
  readonly context: TargetContext;
}

/** A target in its tree, with a count of the evaluations it has cost. */
export interface CountedTarget {
  readonly proofTarget: ProofTarget;
  evaluations(): number;
}

/** Where the repository calls a target, what it uses of other files, and where the documentation speaks of it. */
export interface Mentions {
  readonly callSites: readonly CallSite[];
  readonly foreignNames: readonly ForeignName[];
  readonly passages: readonly DocumentationPassage[];
}

/** Mentions of each kind that an instruction shows. */
const MOST_MENTIONS = 3;
/** Documentation files of more bytes are not read. */
const LARGEST_DOCUMENTATION = 512 * 1024;

/** Functions that a target calls whose constants are tried, at most: the nearest. */
const MOST_CALLEES = 12;

/** A source prepared for its targets. Dispose it: it holds folders. */
export interface PreparedSource extends Disposable {
  readonly repository: RepositoryRecord;
  readonly environmentRecipe: EnvironmentRecipe;
  readonly environmentDigest: string;
  /** Simple names of all functions and methods that the repository defines. */
  readonly definedNames: ReadonlySet<string>;
  readonly leaks: LeakIndex;
  readonly licences: SourceLicences;
  /** What candidates can import of the repository. */
  readonly modules: readonly SourceModule[];
  /** Text of `environment/Dockerfile`. */
  readonly dockerfile: string;
  /** Files that candidates do not get. */
  readonly removed: readonly { readonly path: string; readonly reason: string }[];
  readonly targets: readonly PreparedTarget[];
  /** Text of a source file; empty for others. */
  textOf(path: string): string;
  /** Copies of a target's body that a solver could read beside what is hidden. */
  findLeaks(definition: Definition): readonly Leak[];
  /** What is done about other functions, in the files that candidates get, which show most of a target's body. */
  twinsOf(definition: Definition): TwinPlan;
  /** The definition beside a target that is most like it, of those that a solver sees whole. */
  nearestTo(definition: Definition): Neighbour | undefined;
  /** Whether a file is a script beside the packages. */
  isScript(path: string): boolean;
  /** MinHash signature of a target's body. */
  signatureOf(target: PreparedTarget): string;
  /** What of the repository a solver is pointed to. */
  mentionsOf(target: PreparedTarget): Mentions;
  openTarget(target: PreparedTarget): CountedTarget;
  /** The target with further calls that were seen of it. */
  withCalls(target: PreparedTarget, calls: readonly ObservedCall[]): PreparedTarget;
  /** The tests that a prompt may show of a target of which this is graded and hidden. */
  contextTestsOf(target: PreparedTarget, hidden: HiddenGrading): Promise<readonly ContextTest[]>;
  /** The tests that could grade a target, or why none could; undefined where no test ran. */
  testsOf(target: PreparedTarget): Promise<TargetTests | Rejected | undefined>;
  copyMaskedTree(target: PreparedTarget, maskedText: string, destination: HostPath): void;
}

/** What a function calls that copies on purpose: `copy.deepcopy`, `rows.copy`. */
const COPIES = /(?:^|\.)(?:deep)?copy$/iu;

/** Prepares an analysed source. */
export async function openPreparedSource(
  analysed: AnalysedSource,
  services: Services,
): Promise<PreparedSource> {
  const { evaluator, language, leakSearch, temporaryDirectory, environmentOptions } = services;
  const { acquired, environment, files, code } = analysed;
  const isLeftOut = findLeftOutTests(files, analysed.isTestFile, language.modules);
  // Never a path that was another source's: workers that served it have what lay there mounted.
  const directory = asHostPath(mkdtempSync(joinPath(temporaryDirectory, "source-")));
  const tree = joinPath(directory, "tree");
  await materialiseTree(acquired, environment, tree, { leaveOut: isLeftOut });
  const parsed = [...files.values()].map((file) => file.parsed);
  const pools = poolValues([...analysed.targets, ...analysed.constructors], {
    definitions: placedDefinitions(parsed, environment.recipe.import_roots, language.modules),
    inputs: language.inputs,
  });
  const visible = [...files.values()].filter((file) => !isLeftOut(file.parsed.path));
  const documentation = readDocumentation(analysed);
  const calleesOf = createCallees(parsed, {
    allCalleesOf: (place) => code?.allCalleesOf(place) ?? [],
  });
  const twins = await createTwinIndex(visible, language.syntax);
  const foreignNames =
    code &&
    createForeignNames(code, {
      language,
      importRoots: environment.recipe.import_roots,
      isVisible: (path) => !isLeftOut(path),
    });
  const twinsOf = (definition: Definition): TwinPlan => planTwins(definition, twins.findAll(definition));
  const leaks = await leakSearch.open(tree, environment);
  const textOf = (path: string): string => files.get(path)?.text ?? "";
  const maskedFile = (definition: Definition): MaskedFile =>
    maskDefinitions(language.editing, textOf(definition.path), [
      definition,
      ...maskedTwins(twinsOf(definition)),
    ]);
  const isWithinConstruction = ({ definition: { className }, callers }: AnalysedTarget): boolean =>
    className !== undefined &&
    callers.length > 0 &&
    callers.every(({ path, line }) =>
      files
        .get(path)
        ?.parsed.definitions.some(
          ({ facts, lines, ...one }) =>
            facts.isConstructor && one.className === className && lines.start <= line && line <= lines.end,
        ),
    );
  const scripts = findScripts([...files.values()], language);
  const neighbours = new Map<string, ReturnType<typeof createNeighbours>>();
  const neighboursIn = (path: string): ReturnType<typeof createNeighbours> => {
    const file = files.get(path);
    if (file === undefined) return () => undefined;
    const known = neighbours.get(path) ?? createNeighbours(file, language.syntax);
    neighbours.set(path, known);
    return known;
  };
  const findTests = createTargetTests(analysed, { tree, directory, isLeftOut }, services);
  const editableTrees = new Map<string, EditableTree>();
  const editableTreeFor = (editedFile: string): EditableTree => {
    const known = editableTrees.get(editedFile);
    if (known !== undefined) return known;
    const destination = joinPath(directory, "preparedTasks", sha256(editedFile).slice(0, 16));
    const editableTree = prepareEditableTree({
      source: tree,
      driver: language.driver,
      editedFile,
      destination,
      runtime: runtimeOf(environment),
      importRoots: environment.recipe.import_roots,
    });
    editableTrees.set(editedFile, editableTree);
    return editableTree;
  };
  return {
    repository: acquired.repository,
    environmentRecipe: environment.recipe,
    environmentDigest: environment.digest,
    definedNames: definedNames(parsed),
    leaks,
    findLeaks: (definition) => leaks.find(definition, textOf(definition.path), maskedFile(definition).text),
    licences: analysed.licences,
    modules: readSourceModules(tree, language, environment.recipe.import_roots),
    dockerfile: containerFileFor(environment.recipe),
    removed: acquired.files
      .filter(({ path }) => isLeftOut(path))
      .map(({ path }) => ({ path, reason: "test code" })),
    targets: analysed.targets.map((target) => {
      const { definition, module } = target;
      const text = definitionText(textOf(definition.path), definition.spans.whole);
      const code = definitionText(textOf(definition.path), definition.spans.definition);
      const seen = withoutOwnCode(target.calls, code);
      const own = handedOn(target, seen);
      const calls = withoutHandedOn(target, own, seen);
      const { inputs, values } = language;
      const callees = calleesOf(definition);
      return {
        ...target,
        calls,
        context: {
          definition,
          module,
          text,
          fileText: textOf(definition.path),
          inputs,
          values,
          calls,
          handedOn: own,
          leading: target.leading,
          pools,
          isWithinConstruction: isWithinConstruction(target),
          calleeExceptions: callees.exceptions,
          calleeTexts: callees.definitions
            .slice(0, MOST_CALLEES)
            .map(({ path, spans }) => definitionText(textOf(path), spans.definition)),
        },
      };
    }),
    textOf,
    twinsOf,
    nearestTo: (definition) => neighboursIn(definition.path)(definition, maskedTwins(twinsOf(definition))),
    isScript: (path) => scripts.has(path),
    signatureOf: ({ definition }) =>
      signatureOf(language.syntax.bodyTokens(textOf(definition.path), definition)),
    mentionsOf: ({ definition, calls, callers }) => ({
      callSites: inMaskedFile(
        findCallSites(visible, definition, {
          most: MOST_MENTIONS,
          calls: code?.linesCalling(placeOf(definition)) ?? [],
          hidden: maskedTwins(twinsOf(definition)),
          seen: callers,
          references: language.references,
        }),
        { path: definition.path, text: textOf(definition.path), masked: maskedFile(definition) },
      ),
      foreignNames: foreignNames?.find(definition, classesGivenTo(calls)) ?? [],
      passages: findPassages(documentation, definition, MOST_MENTIONS),
    }),
    withCalls(target, more) {
      const code = definitionText(textOf(target.definition.path), target.definition.spans.definition);
      const { context } = target;
      const calls = [
        ...target.calls,
        ...withoutHandedOn(target, context.handedOn, withoutOwnCode(more, code)),
      ];
      return { ...target, calls, isReached: true, context: { ...target.context, calls } };
    },
    openTarget(target) {
      const { path } = target.definition;
      const counted = countEvaluations(evaluator);
      const proofTarget: ProofTarget = {
        language,
        evaluator: counted.evaluator,
        editableTree: editableTreeFor(path),
        definition: target.definition,
        module: target.module,
        originalText: textOf(path),
        policy: comparisonPolicy.parse({
          private_attributes: readablePrivateAttributes(parsed, target.definition),
          gives_iterators: target.definition.isGenerator,
          fresh_results: target.definition.facts.calls.some((name) => COPIES.test(name)),
        }),
        limits: FIRST_LIMITS,
        repeatsSlowCases: true,
        signal: environmentOptions.signal,
      };
      return { proofTarget, evaluations: counted.count };
    },
    contextTestsOf: (target, hidden) => findContextTests(analysed, language, target, hidden),
    testsOf: (target) => findTests(target, maskedTwins(twinsOf(target.definition))),
    copyMaskedTree(target, maskedText, destination) {
      mkdirSync(dirname(destination), { recursive: true });
      cpSync(tree, destination, { recursive: true, mode: 2 });
      writeFileAtomically(joinPath(destination, target.definition.path), maskedText);
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Call sites with the lines on which solvers find them: behind what was cut out of a target's file, others than in the original. */
function inMaskedFile(
  sites: readonly CallSite[],
  { path, text, masked }: { readonly path: string; readonly text: string; readonly masked: MaskedFile },
): readonly CallSite[] {
  return sites.map((prepared) =>
    prepared.path === path ? { ...prepared, line: maskedLine(text, masked, prepared.line) } : prepared,
  );
}

/** Classes of the objects that a target was seen to be given, as `module:Qualified.Name`. */
function classesGivenTo(calls: AnalysedTarget["calls"]): readonly string[] {
  const types = calls.flatMap(({ recipe: { positional, keywords, shared } }) =>
    [...positional, ...Object.values(keywords)].map((value) => typeNameOf(value, shared)),
  );
  return [...new Set(types)].flatMap((type) => /^object:(.+)$/u.exec(type)?.[1] ?? []);
}

function readDocumentation({ acquired }: AnalysedSource): DocumentationFile[] {
  return acquired.files
    .filter(({ path, bytes }) => isDocumentationFile(path) && bytes <= LARGEST_DOCUMENTATION)
    .map(({ path }) => ({ path, text: readFileSync(joinPath(acquired.directory, path), "utf8") }));
}

function definitionText(text: string, { start, end }: Definition["spans"]["whole"]): string {
  return Buffer.from(text).subarray(start, end).toString();
}

function countEvaluations(evaluator: JudgeEvaluator): {
  readonly evaluator: JudgeEvaluator;
  readonly count: () => number;
} {
  let evaluations = 0;
  return {
    evaluator: {
      evaluate(job, signal) {
        evaluations++;
        return evaluator.evaluate(job, signal);
      },
      async evaluateInTurn(jobs, signal) {
        const outcomes = await evaluator.evaluateInTurn(jobs, signal);
        evaluations += outcomes.filter((outcome) => outcome !== undefined).length;
        return outcomes;
      },
      runSeries(job, signal) {
        evaluations += job.runs.length;
        return evaluator.runSeries(job, signal);
      },
      findPossibleArcs: (...question) => evaluator.findPossibleArcs(...question),
      findPatterns: (job) => evaluator.findPatterns(job),
      evaluateCold: (job, signal) => evaluator.evaluateCold(job, signal),
      evaluateFresh: (job, signal) => evaluator.evaluateFresh(job, signal),
      [Symbol.asyncDispose]: () => evaluator[Symbol.asyncDispose](),
    },
    count: () => evaluations,
  };
}
