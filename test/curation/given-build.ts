import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

const PROGRAM = join(import.meta.dirname, "..", "..", "bin", "diorama");

/** How an invocation of the program ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  /** Lines of stderr. */
  readonly lines: readonly string[];
}

/** A running invocation of the program. */
export interface Invocation {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Calls `act` with every line of stderr, those that came before included. */
  onLine(act: (line: string) => void): void;
}

/** Starts the program in a folder. */
export function startDiorama(
  folder: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Invocation {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    cwd: folder,
    env: { ...process.env, ...variables },
  });
  const lines: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  createInterface(child.stderr).on("line", (line) => {
    lines.push(line);
    for (const act of listeners) act(line);
  });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  return {
    process: child,
    ended: once(child, "close").then(([exitCode, signal]) => ({
      exitCode: exitCode as number | null,
      signal: signal as string | null,
      stdout,
      lines,
    })),
    onLine(act) {
      lines.forEach(act);
      listeners.push(act);
    },
  };
}

/** Runs the program to its end. */
export function runDiorama(
  folder: string,
  words: readonly string[],
  variables?: Readonly<Record<string, string>>,
): Promise<Ended> {
  return startDiorama(folder, words, variables).ended;
}

/** The one document on stdout; fails where there is anything else. */
export function documentOf({ stdout }: Ended): Record<string, unknown> {
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Writes the files of a repository. */
export function writeRepository(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** The part of a task set that must be the same however it was made: manifest and task folders, by path. */
export function bytesOfTaskSet(folder: string): Record<string, string> {
  const paths = readdirSync(join(folder, "tasks"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const all = ["task-set.json", ...paths.toSorted()];
  return Object.fromEntries(all.map((path) => [path, readFileSync(join(folder, path), "latin1")]));
}

/** Modules with one function each that tasks can be made of from its annotations; none is like another. */
export const PYTHON_MODULES = {
  shelve: pythonFunction("shelve"),
  stack: `def stack(crates: list[int], room: int = 10) -> list[int]:
    """Take crates from the front while they fit.

    >>> stack([4, 5, 6])
    [4, 5]
    """
    taken = []
    for crate in crates:
        if crate > room:
            break
        room -= crate
        taken.append(crate)
    if not taken:
        raise ValueError("nothing fits")
    return taken
`,
  leave: `def leave(basket: dict[str, int]) -> str:
    """Name what is in a basket more than once.

    >>> leave({"plum": 2, "pear": 1})
    'plum'
    """
    names = sorted(name for name, count in basket.items() if count > 1)
    if not names:
        return "-"
    return ", ".join(names)
`,
};

/** A module with one function that tasks can be made of from its annotations; its name is the argument. */
export function pythonFunction(name: string): string {
  return `def ${name}(jars: int, shelf: int = 12) -> str:
    """Say how full a shelf is.

    >>> ${name}(3)
    'room'
    """
    if jars < 0:
        raise ValueError("negative")
    if jars > shelf:
        return "over"
    words = "full" if jars == shelf else "room"
    return words
`;
}

/** A small repository with tests: one function, one method. */
export const PANTRY: Readonly<Record<string, string>> = {
  LICENSE: "SPDX-License-Identifier: MIT\n",
  "pantry.py": `${pythonFunction("fill")}

class Jar:
    def __init__(self, size: int) -> None:
        self.size = size
        self.used = 0

    def add(self, amount: int) -> int:
        """Add and give what does not fit."""
        room = self.size - self.used
        if amount > room:
            self.used = self.size
            return amount - room
        self.used += amount
        return 0
`,
  "tests/test_pantry.py": `import pytest
from pantry import Jar, fill


def test_fill():
    assert [fill(1), fill(12), fill(15)] == ["room", "full", "over"]
    with pytest.raises(ValueError):
        fill(-1)


def test_add():
    jar = Jar(10)
    assert [jar.add(4), jar.add(8)] == [0, 2]
`,
};
