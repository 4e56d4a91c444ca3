import {
  countedMutants,
  createMutants,
  runForGrowth,
  lineOfEdit,
  mayShowInMessagesOnly,
  type BodyRun,
  type Mutant,
  runBody,
  classifyMutant,
  type ProofTarget,
} from "../proof/index.ts";
import type { Observation, SuiteCase } from "../spec/index.ts";
import { bodyMerit, messageMerit, WANTED_HOLDERS, type Corpus, type ObservedCase } from "./corpus.ts";

type Over = [cases: readonly SuiteCase[], expected: Readonly<Record<string, Observation>>];

interface TriedMutant {
  readonly mutant: Mutant;
  readonly run: BodyRun;
}

/** Mutants of the reference, and which of them no known case tells apart yet. */
export class SurvivorSearch {
  readonly #target: ProofTarget;
  readonly #corpus: Corpus;
  readonly #mutants: readonly Mutant[];
  readonly #seenDigests = new Map<string, string>();
  readonly #seenInMessages = new Set<Mutant>();
  /** Whether each mutant has a process of its own. */
  #isApart = false;

  constructor(target: ProofTarget, corpus: Corpus) {
    this.#target = target;
    this.#corpus = corpus;
    this.#mutants = createMutants(target);
  }

  survivors(): readonly Mutant[] {
    return countedMutants(this.#mutants).filter(({ status }) => status === "open");
  }

  /** The mutation score over all cases, without the mutants that were seen in messages only. */
  score(): number {
    return this.#scoreWithout((mutant) => this.#seenInMessages.has(mutant));
  }

  /** The same, where every mutant that may turn out to show in messages only does. */
  bestScore(): number {
    return this.#scoreWithout(() => true);
  }

  #scoreWithout(isHidden: (mutant: Mutant) => boolean): number {
    const survivors = this.survivors();
    const raisingLines = this.#corpus.raisingLines();
    const hidden = survivors.filter(
      (mutant) => isHidden(mutant) && mayShowInMessagesOnly(this.#target, mutant, raisingLines),
    );
    const counted = countedMutants(this.#mutants).length - hidden.length;
    return counted <= 0 ? 1 : 1 - (survivors.length - hidden.length) / counted;
  }

  /** Lines of the file on which a mutant survives. */
  survivingLines(): ReadonlySet<number> {
    return new Set(this.survivors().flatMap(({ variant }) => lineOfEdit(this.#target, variant) ?? []));
  }

  /** Runs the surviving mutants over fresh cases, or over all known ones, and credits those that kill. */
  async run(fresh?: readonly ObservedCase[]): Promise<void> {
    const cases = this.#casesOf(fresh);
    if (cases.length === 0) return;
    const expected = this.#expectedWith(fresh);
    const runs =
      fresh === undefined
        ? await this.#searchFirst(cases, expected)
        : await this.#search(this.survivors(), cases, expected);
    for (const { mutant, run } of runs) {
      classifyMutant(mutant, run, this.#corpus.codeDigest, this.#seenDigests);
      for (const id of run.failedCases) this.#corpus.credit(id, bodyMerit(mutant.variant.id), fresh ?? []);
      const [other] = run.passedOver;
      if (other === undefined || mutant.status !== "open") continue;
      this.#seenInMessages.add(mutant);
      this.#corpus.credit(other, messageMerit(mutant.variant.id), fresh ?? [], 1);
    }
  }

  /** Runs killed mutants that one case alone tells apart over fresh cases, or over all known ones, and credits those that do it too. */
  async seekOtherKills(fresh?: readonly ObservedCase[]): Promise<void> {
    const cases = this.#casesOf(fresh);
    const lonely = this.#corpus.lonelyMerits();
    const wanted = this.#mutants.filter(
      ({ status, variant }) => status === "killed" && lonely.has(bodyMerit(variant.id)),
    );
    if (cases.length === 0 || wanted.length === 0) return;
    const expected = this.#expectedWith(fresh);
    const runs = await this.#search(wanted, cases, expected);
    for (const { mutant, run } of runs) {
      for (const id of run.failedCases)
        this.#corpus.credit(id, bodyMerit(mutant.variant.id), fresh ?? [], WANTED_HOLDERS);
    }
  }

  /** Credits the first case that each trivial body fails, so that the suite keeps one. */
  async runTrivialBodies(): Promise<void> {
    const { language, originalText, definition } = this.#target;
    const expected = this.#corpus.expected();
    const cases = this.#corpus.cases();
    const bodies = language.variants.trivialBodies(originalText, definition, Object.values(expected));
    const runs = await Promise.all(
      bodies.map(({ completion }) => runBody(this.#target, completion, cases, expected)),
    );
    runs.forEach((run, index) => {
      const [id] = run.failedCases;
      if (id !== undefined) this.#corpus.credit(id, bodyMerit(bodies[index]?.id ?? ""), []);
    });
  }

  /**
   * Where many mutants survive all first inputs, the original, run before them, may have left its answers in a cache: if more are killed in
   * processes of their own, that is how this target's mutants are run.
   */
  async #searchFirst(...over: Over): Promise<readonly TriedMutant[]> {
    const runs = await this.#search(this.survivors(), ...over);
    const killed = countKilled(runs);
    if (killed >= SUSPICIOUS_SHARE * runs.length) return runs;
    this.#isApart = true;
    const apart = await this.#search(this.survivors(), ...over);
    this.#isApart = countKilled(apart) > killed;
    return this.#isApart ? apart : runs;
  }

  /** Runs mutants over those of the cases that reach what they change. */
  async #search(mutants: readonly Mutant[], ...[cases, expected]: Over): Promise<readonly TriedMutant[]> {
    const bodies = mutants.flatMap((mutant) => {
      const line = lineOfEdit(this.#target, mutant.variant);
      const near = cases.filter(({ id }) => this.#corpus.reachedLines.mayReach(id, line));
      // What no case seems to reach is tried over all of them once: some interpreters jump past a line without a word.
      const isNew = mutant.codeDigest === undefined;
      const { completion } = mutant.variant;
      return near.length > 0 || isNew ? [{ mutant, completion, cases: near.length > 0 ? near : cases }] : [];
    });
    const runs = await runForGrowth(this.#target, bodies, expected, this.#isApart);
    return bodies.map(({ mutant }, index) => ({ mutant, run: runs[index] as BodyRun }));
  }

  #casesOf(fresh: readonly ObservedCase[] | undefined): readonly SuiteCase[] {
    return fresh?.map(({ proposed }) => proposed) ?? this.#corpus.cases();
  }

  #expectedWith(fresh: readonly ObservedCase[] = []): Record<string, Observation> {
    return {
      ...this.#corpus.expected(),
      ...Object.fromEntries(fresh.map(({ proposed, observation }) => [proposed.id, observation])),
    };
  }
}

/** Share of mutants that first inputs kill, at least, where the original leaves nothing behind that a mutant lives on. */
const SUSPICIOUS_SHARE = 0.5;

function countKilled(runs: readonly TriedMutant[]): number {
  return runs.filter(({ run }) => run.verdict !== "resolved").length;
}
