import { splitTestId, type TestArguments, type TestCall, type TestFramework } from "../../test-framework.ts";
import { NO_TESTS } from "../../test-report.ts";
import { readCargoOutput } from "./cargo-output.ts";

/** `cargo test`: what libtest prints of each test, documentation tests too, and by their exit code programs that print nothing of the kind. */
export const cargoTest: TestFramework = {
  name: "cargotest",
  programs: ["cargo"],
  whole: {
    command: (call) => ({
      words: ["sh", `${call.guests}/run-tests.sh`, ...wordsOf(call)],
      variables: {
        CARGO: call.program,
        REPORT: call.report,
        ...(call.arguments.configuration === "plain" ? { CARGO_BUILD_RUSTFLAGS: "--cap-lints=warn" } : {}),
      },
    }),
    readReport: readCargoOutput,
    noTestsExit: NO_TESTS,
  },
  judgeArguments: ({ addopts }) => addopts,
};

function wordsOf({ arguments: options, skipped }: Pick<TestCall, "arguments" | "skipped">): string[] {
  const { addopts, files }: TestArguments = options;
  const left = skipped.flatMap((id) => ["--skip", splitTestId(id).names.join("::")]);
  const inside = [...files, ...(left.length === 0 ? [] : ["--exact", ...left])];
  return [...addopts, ...(inside.length === 0 ? [] : ["--", ...inside])];
}
