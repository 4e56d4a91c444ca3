import { Option } from "commander";

import type { LeftOutPiece, Slice } from "../../analysis/index.ts";
import { TOKENIZER } from "../../base/index.ts";
import type { SlicePiece } from "../../languages/index.ts";
import { wholeNumber } from "../option-values.ts";
import type { AddCommand } from "../command.ts";

interface SliceFlags {
  readonly budget?: number;
  readonly as: "files" | "one-file";
  readonly given?: readonly string[];
  readonly givenStates?: readonly string[];
  readonly givenValues?: readonly string[];
  readonly givenTexts?: readonly string[];
}

/** `diorama slice SOURCE TARGET`: what a definition needs to run. */
export const addSlice: AddCommand = (program, attach) => {
  const command = program
    .command("slice")
    .summary("cut out what a definition needs to run")
    .description(
      "Cuts a definition out of the code of a SOURCE (as for build) with what it needs to run: functions, classes down to the members needed, constants, imports, and code that fills them. Nothing of it is run. Tokens are counted as a quarter of the characters.\n\nWhere it does not fit the budget, first the bodies of functions go, those farthest from the target and of these the longest first, each with what only it needs; then whole definitions in the same order; then the target's body.",
    )
    .argument("<source>", "a repository as for build")
    .argument("<target>", "PATH:NAME, or NAME where it is the only one")
    .option("--budget <tokens>", "most tokens of all files together", wholeNumber(1))
    .addOption(
      new Option("--as <form>", "files with their paths, or one file without imports of the repository")
        .choices(["files", "one-file"])
        .default("files"),
    )
    .option(
      "--given <class...>",
      "all classes of objects that it is given, its receiver's included, as module:Name; absent: what annotations tell; notes name parameters of which nothing tells",
    )
    .option(
      "--given-states <class...>",
      "the same of objects that are restored from their state: nothing calls their constructors",
    )
    .option(
      "--given-values <name...>",
      "functions, methods and classes that it is given as they are, as module:Name",
    )
    .option(
      "--given-texts <text...>",
      "all texts in its inputs that may name members; absent: code that reads members of its own by such names may read any that is public",
    );
  attach<[string, string], SliceFlags>(command, async (context, [source, target], flags) => {
    const { openSlicedTarget } = await import("../../curation/index.ts");
    const { sliceDefinition } = await import("../../analysis/index.ts");
    using opened = await openSlicedTarget(source, target, context);
    const { sliced, place } = opened;
    context.progress.begin(`${source}: slicing`);
    const slice = sliceDefinition(sliced, place, {
      given: flags.given,
      givenStates: flags.givenStates,
      givenValues: flags.givenValues,
      givenTexts: flags.givenTexts,
      budgetTokens: flags.budget,
      form: flags.as,
    });
    return {
      exitCode: 0,
      document: {
        target: place,
        files: slice.files,
        tokens: slice.tokens,
        tokenizer: TOKENIZER,
        definitions: slice.definitions.map(describePiece),
        left_out: slice.leftOut.map(describeLeftOut),
        notes: slice.notes,
      },
      text: renderSlice(slice),
    };
  });
};

function describePiece({ path, name, kind, line, distance }: SlicePiece): object {
  return { path, name, kind, line, distance };
}

function describeLeftOut({ piece, shown }: LeftOutPiece): object {
  return { ...describePiece(piece), shown };
}

function renderSlice({ files, tokens, definitions, leftOut, notes }: Slice): string {
  const texts = files
    .filter(({ text }) => text !== "")
    .map(({ path, text }) => `# ${path}\n${text.trimEnd()}`);
  const cut = leftOut.length === 0 ? "" : `, ${leftOut.length} shortened or left out`;
  const told = notes.map((note) => `# ${note}`);
  return [...texts, ...told, `# ${definitions.length} definitions, ${tokens} tokens${cut}`].join("\n\n");
}
