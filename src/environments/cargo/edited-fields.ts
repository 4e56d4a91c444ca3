import type { RepositoryFiles } from "../repository-files.ts";
import { variableField, type ToolFields } from "../tool-editing.ts";

/** How plans for a tree in Rust may be edited. */
export function editedFields(files: RepositoryFiles, sources: readonly string[]): ToolFields {
  return {
    toolchain: "rust",
    until: { says: "a day (YYYY-MM-DD): no crate newer than that, where the tree has no Cargo.lock" },
    variable: variableField(
      {
        RUSTFLAGS: /^(?:(?:--cap-lints[= ]\w+|-A ?[\w:-]+|--cfg[= ]\w+)(?: +|$))*$/,
        RUST_BACKTRACE: /^(?:\d|full)$/,
      },
      (name) => sources.some((path) => files.text(path)?.includes(`"${name}"`)),
    ),
    command: {
      says: 'all tests with features, such as "cargo test --all-features" or "cargo test --workspace --features serde,std"',
      problem: (text) =>
        /^cargo test(?: --all-features| --workspace| --features [\w,/-]+)*$/.test(text)
          ? undefined
          : `"${text}" is not cargo test with --workspace, --all-features or --features alone`,
    },
  };
}
