import type { EvidenceRecord, EvidenceSummary } from "../../src/spec/index.ts";

const none = { tried: 0, resolved: 0 };

/** The figures of a proof in which everything went well. */
export const givenSummary: EvidenceSummary = {
  proof_version: 1,
  level: "verified",
  stability: { parents: 5, dropped_cases: 0 },
  trivial: none,
  rewrites: { ...none, kinds: [] },
  mutation: {
    score: 1,
    counted: 1,
    killed: 1,
    timed_out: 0,
    survived: 0,
    duplicates: 0,
    equivalent_bytecode: 0,
    unobservable: 0,
  },
  coverage: { branch: 1, line: 1, arcs_possible: 1, arcs_executed: 1, lines_possible: 1, lines_executed: 1 },
  cheats: { ...none, names: [] },
  shortcuts: { ...none, names: [] },
  leaks: { searched: [], found: 0 },
  determinacy: { score: 1, killed_by_visible: 1, killed: 1, unshown_arcs: 0 },
  constants: { needed: 0, stated: 0 },
  distinct_outcomes: 3,
};

/** An evidence record that lists nothing below its figures. */
export function givenEvidence(parts: Partial<EvidenceRecord> = {}): EvidenceRecord {
  return {
    format: "evidence/1",
    summary: givenSummary,
    mutants: [],
    arcs: { possible: [], executed: [] },
    trivial: [],
    rewrites: [],
    cheats: [],
    shortcuts: [],
    leaks: [],
    undetermined: [],
    dropped_cases: [],
    ...parts,
  };
}
