import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What mutmut said of some mutants. */
export interface MutmutRun {
  /** Of the whole command, in seconds. */
  readonly seconds: number;
  /** By key: seconds from the fork to its end, and whether a test failed or took too long. */
  readonly mutants: ReadonlyMap<string, { readonly seconds: number; readonly isKilled: boolean }>;
}

/** A folder in which mutmut mutates a package, and pytest finds one file of tests. */
export class MutmutProject {
  readonly #python: string;
  readonly #folder: string;

  /** `files`: texts by path, to be written over the copied tree. */
  constructor(python: string, folder: string, tree: string, files: Readonly<Record<string, string>>) {
    this.#python = python;
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    cpSync(tree, folder, { recursive: true });
    for (const name of ["setup.cfg", "pyproject.toml", "tox.ini", "pytest.ini", "conftest.py"])
      rmSync(join(folder, name), { force: true });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    const [source = "."] = Object.keys(files).map((path) => path.split("/").slice(0, -1).join("/") || path);
    writeFileSync(
      join(folder, "setup.cfg"),
      `[mutmut]\nsource_paths=${source}\npytest_add_cli_args_test_selection=test_cases.py\n`,
    );
  }

  /**
   * Runs the mutants whose keys match, one at a time, over a file of tests. Undefined where mutmut mutates nothing that they call. Throws where it
   * fails otherwise.
   */
  run(pattern: string, tests: string, path: string): MutmutRun | undefined {
    rmSync(join(this.#folder, "mutants"), { recursive: true, force: true });
    writeFileSync(join(this.#folder, "test_cases.py"), tests);
    const started = performance.now();
    const program = join(this.#python, "..", "mutmut");
    const words = ["run", "--max-children", "1", pattern];
    const ended = spawnSync(program, words, { cwd: this.#folder, encoding: "utf8", timeout: 900_000 });
    const seconds = (performance.now() - started) / 1000;
    if (ended.stdout.includes("could not find any test case for any mutant")) return undefined;
    const meta = join(this.#folder, "mutants", `${path}.meta`);
    if (ended.status !== 0 || !existsSync(meta))
      throw new Error(
        `mutmut ${words.join(" ")} failed:\n${ended.stdout.slice(-2000)}${ended.stderr.slice(-2000)}`,
      );
    const { exit_code_by_key: codes, durations_by_key: durations } = JSON.parse(
      readFileSync(meta, "utf8"),
    ) as {
      exit_code_by_key: Record<string, number | null>;
      durations_by_key: Record<string, number>;
    };
    return {
      seconds,
      mutants: new Map(
        Object.entries(durations).map(([key, own]) => [key, { seconds: own, isKilled: codes[key] !== 0 }]),
      ),
    };
  }
}
