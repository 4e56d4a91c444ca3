import type { JudgingSubject } from "../../src/judge/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import { DEFAULT_LIMITS, type SuiteCase } from "../../src/spec/index.ts";
import { harvest, harvestJob, type Orchard } from "./orchard.ts";

/** A function of the orchard, or of another `text` of its file, as a task of `suite`, expecting what the reference shows there. */
export async function subjectOf(
  orchard: Orchard,
  name: string,
  suite: readonly SuiteCase[],
  text: string = harvest,
): Promise<JudgingSubject> {
  const language = await loadLanguage("python");
  const definition = language.syntax
    .parse("orchard/harvest.py", text)
    .definitions.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`The orchard has no function called ${name}.`);
  const header = text.split("\n").find((line) => line.includes(`def ${name}(`)) ?? "";
  const reference = await orchard.evaluator.evaluate(
    harvestJob(orchard.workbench, { name, header, cases: suite, text }),
  );
  return {
    evaluator: orchard.evaluator,
    language,
    task: {
      workbench: orchard.workbench,
      locate: (lines) => ({ module: "orchard.harvest", name, kind: definition.kind, lines }),
      suite,
      expected: Object.fromEntries(reference.results.map(({ id, observation }) => [id, observation])),
      policy: { float_tolerance: 1e-9, private_attributes: [], messages: false },
      limits: DEFAULT_LIMITS,
    },
    originalText: text,
    definition,
  };
}
