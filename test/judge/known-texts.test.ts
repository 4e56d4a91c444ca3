import { expect, it } from "vitest";

import { KnownTexts } from "../../src/judge/known-texts.ts";
import { ReportReader } from "../../src/judge/report.ts";
import { returned } from "./compare-cases.ts";

const observed = returned(3);
const shown = JSON.stringify(observed);
const frame = (id: string, text: string, cost = "1.5e-05"): string =>
  `{"id": "${id}", "cpu_seconds": ${cost}, "observation": ${text}}`;

it("knows a case again by the very text that was as expected, whatever it cost", () => {
  const known = new KnownTexts();
  known.learn(frame("case-1", shown), "case-1", observed);
  expect(known.recall(frame("case-1", shown, "0.25"))).toEqual({
    id: "case-1",
    cpuSeconds: 0.25,
    observation: observed,
  });
});

it.each([
  ["another value", frame("case-1", shown.replace("3", "4"))],
  ["more behind it", `${frame("case-1", shown)} `],
  ["the same of another case", frame("case-2", shown)],
  ["more before it", ` ${frame("case-1", shown)}`],
  ["another member", frame("case-1", shown).replace('"observation"', '"arcs": [], "observation"')],
  ["a negative cost", frame("case-1", shown, "-1")],
])("does not know %s", (_, text) => {
  const known = new KnownTexts();
  known.learn(frame("case-1", shown), "case-1", observed);
  expect(known.recall(text)).toBeUndefined();
});

it("takes no case out of turn, and learns nothing of what is not as expected", () => {
  const known = new KnownTexts();
  const read = (...texts: string[]): ReportReader => {
    const report = new ReportReader(
      ["case-1", "case-2"],
      (result) => ({
        ...result,
        comparison:
          result.id === "case-1" ? "as expected" : { reason: "wrong_observation", difference: undefined },
      }),
      known,
    );
    const send = (kind: number, text: string): void => {
      const head = Buffer.alloc(5);
      head.writeUInt8(kind);
      head.writeUInt32BE(text.length, 1);
      report.frames.read(Buffer.concat([head, Buffer.from(text)]));
    };
    send(1, '{"code_digest": null, "cpu_seconds": 0}');
    for (const text of texts) send(4, text);
    return report;
  };
  const both = [frame("case-1", shown), frame("case-2", shown)];
  expect(read(...both).results.map(({ comparison }) => comparison === "as expected")).toEqual([true, false]);
  expect(known.recall(frame("case-1", shown))).toBeDefined();
  expect(known.recall(frame("case-2", shown))).toBeUndefined();
  expect(read(...both).results.map(({ comparison }) => comparison === "as expected")).toEqual([true, false]);
  expect(read(frame("case-1", shown), frame("case-1", shown)).state.status).toBe("malformed");
});
