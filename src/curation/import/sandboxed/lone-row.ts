import { sha256 } from "../../../base/index.ts";
import type { ForeignRow, RepostRow } from "../../../datasets/index.ts";
import type { SliceFile, Definition } from "../../../languages/index.ts";
import type { RepositoryRecord } from "../../../spec/index.ts";

/** A target of a repository, for a row of RepoST's. */
export interface RowMaterial {
  readonly repository: RepositoryRecord;
  readonly definition: Definition;
  /** Its text, decorators included. */
  readonly text: string;
  readonly context: readonly SliceFile[];
}

/** Id of a target's row: digits, as RepoST's; the same wherever the repository lies. */
export function rowIdOf({ family }: RepositoryRecord, { path, name, lines }: Definition): string {
  return String(Number.parseInt(sha256(`${family} ${path}:${lines.start}:${name}`).slice(0, 12), 16));
}

/** RepoST's final record of a target with its script. What its two checks by a model ask is answered by comparing and running. */
export function rowOf(
  { repository, definition, text, context }: RowMaterial,
  program: string,
  language: string,
): ForeignRow {
  const id = rowIdOf(repository, definition);
  const record: RepostRow = {
    func_name: definition.name,
    idx: id,
    repo_name: nameOf(repository),
    commit_id: repository.commit ?? repository.version ?? "",
    func_path: definition.path,
    orig_func: text,
    orig_context: context
      .map((file) => `\`\`\`${language}\n## ${file.path}\n${file.text}\n\`\`\``)
      .join("\n\n"),
    eval_script: program,
    coverage_rate: -1,
    coverage_report: "Not measured.",
    sandbox_ast_check: true,
    sandbox_functionality_check: {
      reasoning: "The definition is that of the repository, byte for byte. No model was asked.",
      answer: "same",
    },
    test_correctness_check: {
      reasoning:
        "The test passes with the original in both places, and its calls were observed. No model was asked.",
      answer: "yes",
    },
  };
  return { id, record };
}

/** `owner___name`; what has no owner is of `LOCAL`. */
function nameOf({ source, family }: RepositoryRecord): string {
  const [, owner = "LOCAL", name = family.split("/").at(-1) ?? family] =
    /(?:github:|:\/\/[^/]+\/)([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:@.*)?$/.exec(source) ?? [];
  return `${owner}___${name.replaceAll(/[^\w.-]+/g, "-")}`;
}

/** A script with its test behind it, as a program. */
export function joinProgram(script: string, test: string, name: string): string {
  return `${script.trim()}\n\n\n${test.trim()}\n\n\nif __name__ == "__main__":\n    ${name}()\n`;
}
