import { expect, test } from "vitest";

import { costlyCompletions } from "./costly-completions.ts";
import { getDefinition, givenPythonSyntax, readStandardLibrary, resultOf } from "./real-python.ts";

const { syntax, editing } = await givenPythonSyntax();

const MODULE = `import os


class Shelf:
    @staticmethod
    def other(a):
        return a

    def load(self, name):
        """Loads."""
        return os.path.join(self, name)
`;
const load = getDefinition(syntax, MODULE, "Shelf.load");

/** Processor time of this thread, which other work of the machine does not change much. */
function secondsFor(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1e6;
}

test.each(Object.keys(costlyCompletions))("reading %s takes no time to speak of", (name) => {
  const completion = costlyCompletions[name]?.() ?? "";
  expect(completion.length).toBeGreaterThan(2_000);
  // Some took minutes when their cost grew with the square of their length.
  expect(secondsFor(() => editing.splice(MODULE, load, completion))).toBeLessThan(2);
});

test("an answer that repeats its whole file, however long as people write files, is read", () => {
  const [file] = readStandardLibrary(["argparse.py"]);
  if (file === undefined) throw new Error("no argparse");
  const target = getDefinition(syntax, file.text, "HelpFormatter._indent");
  expect(file.text.length).toBeGreaterThan(80_000);
  expect(resultOf(file.text, editing.splice(file.text, target, file.text))).toBe(file.text);
});

const NOTE = "    # What somebody thought about this while it was written, line by line.\n";
const TESTS = Array.from(
  { length: 480 },
  (_, i) =>
    `def test_load_${i}():\n    given = ["text ${i}", None, ${i}]\n    assert Shelf().load(given) == {"a": ${i}}\n\n`,
).join("");

test.each([
  ["in its body", `def load(self, name):\n${NOTE.repeat(900)}    return name\n`],
  [
    "in its body, in paragraphs",
    `def load(self, name):\n${`${NOTE.repeat(3)}\n`.repeat(300)}    return name\n`,
  ],
  ["in a table", `def load(self, name):\n    return [\n    1,\n${NOTE.repeat(900)}    ]\n`],
  ["behind it", `def load(self, name):\n    return name\n\n${NOTE.replace(/^ +/, "").repeat(900)}`],
  [
    "behind 1,900 lines of tests",
    `def load(self, name):\n    return name\n\n${TESTS}${NOTE.replace(/^ +/, "").repeat(900)}`,
  ],
])("an answer with a comment of 900 lines %s is read", (_, completion) => {
  const text = resultOf(MODULE, editing.splice(MODULE, load, completion));
  expect(text).toContain("    def load(self, name):\n");
  expect(text.split(NOTE.trim()).length - 1).toBe(
    completion.startsWith("def load(self, name):\n    return name") ? 0 : 900,
  );
});

test("what looks like a comment in a text literal is none", () => {
  const lines = "# {helper()}\n".repeat(9);
  const completion = `def load(self, name):\n    return f"""\n${lines}"""\n\ndef helper():\n    return 1\n`;
  const text = resultOf(MODULE, editing.splice(MODULE, load, completion));
  expect(text).toContain(lines);
  expect(text).toContain("def helper():");
});

test("what costs too much to read is too costly, not unreadable", () => {
  const completion = `values = [${"1, ".repeat(60_000)}]\ndef load(self, name):\n    return values\n`;
  expect(resultOf(MODULE, editing.splice(MODULE, load, completion))).toBe("too_costly");
});
