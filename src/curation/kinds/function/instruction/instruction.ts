/**
 * The request for a function task, without a model: fixed sections, each from a named origin, made only from what a solver may see. Contexts
 * (the file around the target and the like) are added when a model is asked.
 */
import type { CallSite, DocumentationPassage, ForeignName } from "../../../../analysis/index.ts";
import { dedent, digestOf, fence, lastPart } from "../../../../base/index.ts";
import type { Definition, Language, Present, Wording } from "../../../../languages/index.ts";
import type {
  ComparisonPolicy,
  CaseRecipe,
  LimitsPolicy,
  OutputKind,
  PublicContract,
  TaskRecord,
} from "../../../../spec/index.ts";
import { describeContract } from "./contract-text.ts";
import type { TestText } from "./test-text.ts";

/** An instruction as text, and where each of its sections comes from. */
export interface Instruction {
  readonly text: string;
  readonly sections: TaskRecord["instruction"];
}

/** What an instruction is made from. */
export interface InstructionParts {
  readonly language: Language;
  readonly definition: Definition;
  /** Near copies in its file, whose bodies are hidden with its own. */
  readonly twins: readonly Definition[];
  /** What stands in the place of a hidden body. */
  readonly placeholder: string;
  readonly contract: PublicContract;
  /** The examples as an interactive session. */
  readonly examples: string;
  /** Constants, as written and texts in quotes, that a verdict depends on and nothing else here shows. */
  readonly constants: readonly string[];
  readonly callSites: readonly CallSite[];
  /** What the target uses of other files. */
  readonly foreignNames: readonly ForeignName[];
  readonly passages: readonly DocumentationPassage[];
  readonly hiddenCases: number;
  /** Functions that cases call in its place, as `calledInstead` names them. Absent: none. */
  readonly leading?: readonly string[];
  /** The tests that grade it in the place of cases; absent where cases do. */
  readonly tests?: { readonly shown: readonly TestText[]; readonly hidden: number };
  /** What of what a call shows is graded. */
  readonly policy: ComparisonPolicy;
  readonly limits: LimitsPolicy;
}

/** A section with its text. */
export interface Section {
  readonly section: string;
  readonly origin: string;
  readonly text: string;
}

/** Writes the sections in their order. Depends on its argument alone. */
export function writeInstruction(parts: InstructionParts): Instruction {
  const { language } = parts;
  const sections = [
    ...describeTarget(parts),
    ...describeUse(parts),
    ...(parts.tests === undefined ? [describeGrading(parts)] : describeTests(language, parts.tests)),
    FORM_OF_THE_ANSWER,
    describeLimits(parts.limits),
  ];
  return joinSections(sections);
}

/** An instruction of these sections, in their order. */
export function joinSections(sections: readonly Section[]): Instruction {
  return {
    text: sections.map(({ section, text }) => `## ${section}\n\n${text}\n`).join("\n"),
    sections: sections.map(({ section, origin, text }) => ({ section, origin, digest: digestOf(text) })),
  };
}

/** What a solver reads beside examples and constants: for asking what of the reference nothing shows. */
export function visibleTextOf({
  language,
  definition,
  callSites,
  foreignNames,
  passages,
}: Pick<InstructionParts, "language" | "definition" | "callSites" | "foreignNames" | "passages">): string {
  return [
    headerOf(definition, language.present),
    definition.docstring ?? "",
    ...callSites.map(({ text }) => text),
    ...foreignNames.map(({ text }) => text),
    ...passages.map(({ text }) => text),
  ].join("\n");
}

function describeTarget({ language, definition, twins, placeholder }: InstructionParts): Section[] {
  const { path, name, kind, isAsync, isGenerator, docstring } = definition;
  const what = `${isAsync ? "asynchronous " : ""}${isGenerator ? "generator " : ""}${kind.replace("_", " ")}`;
  const article = /^[aeiou]/.test(what) ? "an" : "a";
  const task: Section = {
    section: "Task",
    origin: "template",
    text: `Write \`${name}\`, ${article} ${what} in \`${path}\`. Its body was removed${describeTwins(twins, placeholder)}; everything else of the repository is as it was, but for its tests, which are not there.`,
  };
  const header: Section = {
    section: "Header",
    origin: "source",
    text: fence(language.name, headerOf(definition, language.present)),
  };
  if (docstring === undefined) return [task, header];
  return [
    task,
    header,
    { section: "Documentation", origin: "docstring", text: fence("text", withoutIndentation(docstring)) },
  ];
}

function describeTwins(twins: readonly Definition[], placeholder: string): string {
  const names = [...new Set(twins.map(({ name }) => `\`${name}\``))];
  const last = names.pop();
  if (last === undefined) return "";
  const listed = names.length === 0 ? last : `${names.join(", ")} and ${last}`;
  return `, and with it the nearly equal code of ${listed} in that file (\`${placeholder}\` stands there, also when the answer is graded)`;
}

function describeUse({
  language,
  definition,
  contract,
  examples,
  constants,
  callSites,
  foreignNames,
  passages,
  tests,
}: InstructionParts): Section[] {
  const { present } = language;
  const { wording } = present;
  const sections: Section[] = [];
  if (tests === undefined)
    sections.push({
      section: "Inputs and results",
      origin: "annotations and observed calls",
      text: describeContract(contract, { definition, present }),
    });
  if (examples !== "")
    sections.push({
      section: "Examples",
      origin: "observations of the original",
      text: [describeSigns(examples, wording), fence(wording.sessionFence, examples)]
        .filter((part) => part !== "")
        .join("\n\n"),
    });
  if (constants.length > 0)
    sections.push({
      section: "Constants",
      origin: "source",
      text: `Not all of the original's, only the texts and numbers that stand nowhere else here, as written in its source:\n\n${fence("text", constants.join("\n"))}`,
    });
  if (callSites.length > 0)
    sections.push({
      section: "Calls in the repository",
      origin: "source",
      text: callSites
        .map(
          ({ path, caller, line, text, isByName }) =>
            `\`${path}:${line}\`, in \`${caller}\`${isByName ? ", as far as the name tells" : ""}:\n\n${fence(language.name, text)}`,
        )
        .join("\n\n"),
    });
  if (foreignNames.length > 0)
    sections.push({
      section: "From other files of the repository",
      origin: "source",
      text: [...Map.groupBy(foreignNames, ({ path }) => path)]
        .map(
          ([path, names]) =>
            `\`${path}\`:\n\n${fence(language.name, names.map(({ text }) => text).join("\n\n"))}`,
        )
        .join("\n\n"),
    });
  if (passages.length > 0)
    sections.push({
      section: "From the repository's documentation",
      origin: "documentation",
      text: passages
        .map(({ path, line, text }) => `\`${path}:${line}\`:\n\n${fence("text", text)}`)
        .join("\n\n"),
    });
  return sections;
}

/** Sessions without messages and what stands in texts. */
function codeOf(examples: string): string {
  return examples.replaceAll(/^raises .*|(["'])(?:\\.|(?!\1)[^\\\n])*\1/gmu, "''");
}

/** What signs of the examples mean, for those that occur. */
function describeSigns(examples: string, { codeSigns, sessionSigns }: Wording): string {
  const code = codeOf(examples);
  const meanings = [
    ...codeSigns.filter(([sign]) => sign.test(code)),
    ...sessionSigns.filter(([sign]) => sign.test(examples)),
  ].map(([, meaning]) => meaning);
  return meanings.length === 0 ? "" : `Here ${meanings.join("; ")}.`;
}

function describeOutput(
  output: readonly OutputKind[],
  { output: all }: Wording,
): { graded: string[]; left: string[] } {
  const kinds = Object.entries(all).map(([kind, words]) => ({
    isGraded: output.some((one) => one === kind),
    ...words,
  }));
  const graded = kinds.filter(({ isGraded }) => isGraded).map((words) => `- ${words.graded};`);
  return { graded, left: kinds.filter(({ isGraded }) => !isGraded).map(({ left }) => left) };
}

/** The simple names of the functions that cases call in the place of their target, which these lead to. */
export function calledInstead(cases: readonly { readonly recipe: CaseRecipe }[]): readonly string[] {
  const names = cases.flatMap(({ recipe: { call } }) =>
    call === undefined ? [] : [lastPart(call.replace(":", "."))],
  );
  return [...new Set(names)].toSorted();
}

function describeLeading(names: readonly string[]): string {
  if (names.length === 0) return "";
  const listed = names.map((name) => `\`${name}\``).join(" and ");
  return `Some of these call ${listed} instead, which ${names.length > 1 ? "lead" : "leads"} to it: then what that shows counts. `;
}

function describeGrading({
  language,
  hiddenCases,
  leading = [],
  definition,
  examples,
  policy,
}: InstructionParts): Section {
  const { wording } = language.present;
  const inputs =
    examples === ""
      ? `${hiddenCases} inputs of the kinds that are listed`
      : `the inputs above and on ${hiddenCases} others of the kinds that are listed and shown`;
  const { graded, left } = describeOutput(policy.output, wording);
  const code = codeOf(examples);
  const comparisons = wording.comparisons.flatMap(([sign, sentence]) => (sign.test(code) ? [sentence] : []));
  return {
    section: "What is graded",
    origin: "template",
    text: [
      `The function is called on ${inputs}. ${describeLeading(leading)}Each time these must equal what the original showed:`,
      "",
      policy.truth_only
        ? "- whether the returned value counts as true;"
        : `- the returned value, or the yielded items, with the exact types (${wording.unlikeTypes});${describeResults(policy)}`,
      "- or the class of the exception;",
      ...graded,
      "- what the call changed in its arguments, in its receiver and in files.",
      "",
      [
        "Floats may differ by a relative 1e-9; the order of sets and of the keys of dictionaries does not matter.",
        ...comparisons,
      ].join(" ") +
        " Not graded: " +
        `${[...left, "warnings", ...policy.counters.map((name) => `\`${name}\`, which counts what was made before`)].join(", ")}, ` +
        "the wording of exceptions and of objects that tell of an error, private helpers, private attributes after an exception, what cached properties have remembered, and how the result is computed.",
      ...(isDecorated(definition)
        ? [
            "",
            "Called, here and in the examples, is the function itself, without what its decorators make of it.",
          ]
        : []),
    ].join("\n"),
  };
}

/** What else counts in a result, and what does not, in the words of a list's item. */
function describeResults(policy: ComparisonPolicy): string {
  const said = [
    policy.allows_copies ? "in the place of an argument itself an equal value is as good;" : [],
    policy.bytes_alike ? "equal `bytes` are as good as a `bytearray`;" : [],
    policy.fresh_results
      ? "it holds copies, and no list, dictionary, set or object that was given or that is held by what was;"
      : [],
  ];
  return said
    .flat()
    .map((words) => ` ${words}`)
    .join("");
}

/** What is graded where tests of the repository grade it. */
function describeTests(
  { name }: Language,
  { shown, hidden }: NonNullable<InstructionParts["tests"]>,
): Section[] {
  return [
    {
      section: "Tests",
      origin: "tests of the repository",
      text: shown.map(({ path, text }) => `\`${path}\`:\n\n${fence(name, text)}`).join("\n\n"),
    },
    {
      section: "What is graded",
      origin: "template",
      text:
        `The tests above and ${hidden} other tests of the repository that use the function. Each must pass, and its assertions must see what they see with the original; ` +
        "how the result is computed does not matter. The files of the tests are not in the repository that you have, and are empty when the answer is graded.",
    },
  ];
}

/** True for decorators beyond the one that makes a definition what its kind says. */
function isDecorated({ decorators, kind }: Definition): boolean {
  return decorators.length > (kind === "function" || kind === "method" ? 0 : 1);
}

const FORM_OF_THE_ANSWER: Section = {
  section: "Form of the answer",
  origin: "template",
  text: [
    "One code block that holds the whole definition: the header above, and a body.",
    "",
    "- It may stand at any indentation, by spaces or tabs, and a method without its `class` line.",
    "- Of several blocks the last with the definition counts; of several definitions in it, the last.",
    "- The lines with decorators may be left out; those that are given must be the original ones.",
    "- Imports, new constants and helper functions may stand before it.",
    "- Names that the file already defines must not be bound again.",
    "- An answer has at most 1,000,000 characters, and its code about 100,000.",
  ].join("\n"),
};

function describeLimits(limits: LimitsPolicy): Section {
  const mebibytes = limits.memory_floor_bytes / (1024 * 1024);
  return {
    section: "Limits",
    origin: "task",
    text:
      `A call may take ${limits.cpu_factor} times the processor time of the original's slowest call, and at least ${limits.cpu_floor_seconds} s; ` +
      `memory ${limits.memory_factor} times its peak, and at least ${mebibytes} MiB. There is no network. Each evaluation's clock starts on 14 November 2023 at 10:00 UTC; chance is seeded.`,
  };
}

function headerOf(definition: Definition, present: Present): string {
  return present
    .header(definition)
    .split("\n")
    .map((line) =>
      line.startsWith(definition.indentation) ? line.slice(definition.indentation.length) : line,
    )
    .join("\n");
}

/** A docstring as documentation tools show it: without the indentation that all lines but the first share, and without blank ends. */
function withoutIndentation(docstring: string): string {
  const [first = "", ...rest] = docstring.split("\n");
  return [first.trimStart(), ...dedent(rest)]
    .join("\n")
    .replace(/^\s*\n/, "")
    .trimEnd();
}
