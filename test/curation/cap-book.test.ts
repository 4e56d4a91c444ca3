import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { signatureOf } from "../../src/analysis/index.ts";
import type { AcceptedRecord } from "../../src/curation/journal.ts";
import { clusterLedBy, CapBook, type CapRequest } from "../../src/curation/cap-book.ts";
import { DEFAULT_CAPS, type Caps } from "../../src/curation/caps.ts";
import type { Token } from "../../src/languages/index.ts";

/** Signatures of bodies that have nothing in common. */
const SIGNATURES = Array.from({ length: 12 }, (_, body) => {
  const tokens = Array.from({ length: 40 }, (__, at): Token => ({ kind: "other", text: `${body}-${at}` }));
  return signatureOf(tokens);
});

function request(fields: Partial<CapRequest> & { readonly body?: number } = {}): CapRequest {
  const { body = 0, ...rest } = fields;
  return {
    source: "pypi:orchard@1",
    path: "orchard/tree.py",
    class_name: null,
    is_script: false,
    split: "train",
    signature: SIGNATURES[body] ?? "",
    ...rest,
  };
}

function accept(book: CapBook, one: CapRequest, number: number): AcceptedRecord | undefined {
  const decision = book.admit(one);
  if (decision.status === "full") return undefined;
  const id = `orchard-pick-${String(number).padStart(12, "0")}`;
  const record: AcceptedRecord = {
    event: "target-tried",
    name: `pick_${number}`,
    line: number,
    is_reached: true,
    statements: 3,
    is_core_shape: true,
    evaluations: 0,
    duration_ms: 0,
    outcome: "accepted",
    task_id: id,
    digest: "",
    tier: "core",
    cluster: decision.cluster ?? clusterLedBy(id),
    mutation_score: 1,
    coverage: 1,
    ...one,
  };
  book.take(record);
  return record;
}

describe("caps", () => {
  const caps: Caps = { perFile: 3, perClass: 2, perScripts: 2, perSource: 4, perCluster: 1 };

  test("each place takes as many as it may, and says when it is full", () => {
    const book = new CapBook(caps, []);
    const places: Parameters<typeof request>[0][] = [
      { class_name: "Tree" },
      { class_name: "Tree" },
      { class_name: "Tree" },
      { class_name: "Leaf" },
      {},
      { path: "orchard/pear.py", class_name: "Tree" },
      { path: "orchard/plum.py" },
      { source: "pypi:orchard@2" },
    ];
    const admitted = places.map((place, body) => {
      const one = request({ ...place, body });
      const decision = book.admit(one);
      accept(book, one, body);
      return decision.status === "full" ? `${decision.reason}: ${decision.detail}` : "free";
    });
    expect(admitted).toEqual([
      "free",
      "free",
      "cap: no more than 2 of the class Tree",
      "free",
      "cap: no more than 3 of the file orchard/tree.py",
      "free",
      "cap: no more than 4 of the source pypi:orchard@1",
      "free",
    ]);
  });

  test("scripts of a source have one cap together, wherever they lie", () => {
    const book = new CapBook(caps, []);
    const scripts = ["tools/a.py", "tools/b.py", "release.py", "orchard/c.py"].map((path, body) =>
      request({ path, body, is_script: path !== "orchard/c.py" }),
    );
    const taken = scripts.map((one, number) => accept(book, one, number) !== undefined);
    expect(taken).toEqual([true, true, false, true]);
    expect(book.admit(request({ path: "tools/d.py", body: 7, is_script: true }))).toEqual({
      status: "full",
      reason: "cap",
      detail: "no more than 2 of the scripts of pypi:orchard@1",
    });
  });
});

describe("clusters", () => {
  test("one task each by default; the refused one is told what it is like, wherever that is", () => {
    const book = new CapBook(DEFAULT_CAPS, []);
    expect(accept(book, request(), 1)?.cluster).toBe("c-000000000001");
    expect(book.admit(request({ source: "pypi:grove@1" }))).toEqual({
      status: "full",
      reason: "cluster",
      detail: "like orchard-pick-000000000001 (orchard/tree.py:pick_1 of pypi:orchard@1)",
    });
    expect(book.admit(request({ body: 1 }))).toEqual({ status: "free", cluster: undefined });
  });

  test("more where more are asked for, but never in two parts of a set", () => {
    const book = new CapBook({ ...DEFAULT_CAPS, perCluster: 2 }, []);
    accept(book, request(), 1);
    expect(book.admit(request({ split: "test" }))).toMatchObject({
      reason: "cluster",
      detail: expect.stringContaining("which is for train"),
    });
    expect(accept(book, request({ path: "orchard/pear.py" }), 2)?.cluster).toBe("c-000000000001");
    expect(book.admit(request())).toMatchObject({ status: "full", reason: "cluster" });
  });
});

const applicants = fc.array(
  fc
    .record({
      body: fc.nat({ max: 11 }),
      path: fc.constantFrom("a.py", "b.py"),
      class_name: fc.constantFrom(null, "Tree", "Leaf"),
      source: fc.constantFrom("one", "two"),
      split: fc.constantFrom("train" as const, "test" as const),
    })
    .map(request),
  { maxLength: 30 },
);
const someCaps: fc.Arbitrary<Caps> = fc.record({
  perFile: fc.integer({ min: 1, max: 6 }),
  perClass: fc.integer({ min: 1, max: 4 }),
  perScripts: fc.integer({ min: 1, max: 4 }),
  perCluster: fc.integer({ min: 1, max: 3 }),
});

test("what is refused once is refused for good, and the journal gives the same room again", () => {
  fc.assert(
    fc.property(someCaps, applicants, (caps, all) => {
      const book = new CapBook(caps, []);
      const accepted: AcceptedRecord[] = [];
      const refused: CapRequest[] = [];
      for (const [number, one] of all.entries()) {
        const record = accept(book, one, number);
        if (record === undefined) refused.push(one);
        else accepted.push(record);
        for (const earlier of refused) expect(book.admit(earlier).status).toBe("full");
      }
      const again = new CapBook(caps, accepted);
      for (const one of all) expect(again.admit(one)).toEqual(book.admit(one));
    }),
    { numRuns: 60 },
  );
});
