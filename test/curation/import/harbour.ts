import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "..", "..", "fixtures", "imports", "harbour");

/** A row as RepoST writes it, around one script of the fixtures. */
export function harbourRow(id: string, target: string, script: string): Record<string, unknown> {
  return {
    func_name: target,
    idx: id,
    repo_name: "quay___harbour",
    commit_id: "0123456789abcdef0123456789abcdef01234567",
    func_path: `harbour/${script}.py`,
    orig_func: "",
    orig_context: "",
    eval_script: readFileSync(join(folder, `${script}.py`), "utf8"),
    coverage_rate: 1,
    coverage_report: "No Branch, Coverage Rate = 100%.",
    sandbox_ast_check: true,
    sandbox_functionality_check: { reasoning: "", answer: "same" },
    test_correctness_check: { reasoning: "", answer: "yes" },
  };
}

/** A row of each sort: a function, a method with state, a coroutine, a foreign package, a test that asserts nothing, chance and clock, text that is printed, a module's state. */
export const HARBOUR_ROWS = [
  harbourRow("3", "wind_word", "wind_word"),
  harbourRow("11", "Berth.assign", "assign"),
  harbourRow("20", "poll", "poll"),
  harbourRow("21", "tide_table", "tide_table"),
  harbourRow("40", "count_cargo", "count_cargo"),
  harbourRow("41", "pick_watch", "pick_watch"),
  harbourRow("50", "announce", "announce"),
  harbourRow("51", "list_arrivals", "list_arrivals"),
];

/** Writes rows as a data set and gives its path. */
export function writeRows(directory: string, rows: readonly unknown[]): string {
  const file = join(directory, "harbour.json");
  writeFileSync(file, JSON.stringify(rows));
  return file;
}
