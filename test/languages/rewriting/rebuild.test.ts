import { describe, expect, test } from "vitest";

import { applyEdits } from "../../../src/base/index.ts";
import { declarationOf, givenFile, givenLanguage } from "../../analysis/edits/orchard.ts";
import { cAnswers, javaAnswers, pythonAnswers, scriptAnswers, type AnswerCases } from "./answers.ts";

const ALL = [pythonAnswers, scriptAnswers("javascript"), scriptAnswers("typescript"), javaAnswers, cAnswers];

async function rebuild({ language: name, path, text, target }: AnswerCases, answer: string, given = text) {
  const language = await givenLanguage(name);
  const file = givenFile(language, path, given);
  const outcome = language.rewriting.placing.rebuild(file, declarationOf(file, target), answer);
  return outcome.status === "refused" ? outcome : { ...outcome, text: applyEdits(given, outcome.edits) };
}

describe.each(ALL)("in $language", (cases) => {
  test.each(cases.good)("an answer that is %s rebuilds the file", async (_name, answer, form) => {
    expect(await rebuild(cases, answer)).toMatchObject({ status: "rebuilt", form, text: cases.rebuilt });
  });

  test.each(cases.good)("an answer that is %s keeps line ends of two characters", async (_name, answer) => {
    const wide = (text: string): string => text.replaceAll("\n", "\r\n");
    const outcome = await rebuild(cases, answer, wide(cases.text));
    expect(outcome).toMatchObject({ status: "rebuilt", text: wide(cases.rebuilt) });
  });

  test.each(cases.good)("an answer that is %s takes line ends of one character", async (_name, answer) => {
    const wide = answer.replaceAll("\n", "\r\n");
    expect(await rebuild(cases, wide)).toMatchObject({ status: "rebuilt", text: cases.rebuilt });
  });

  test.each(cases.refused)("an answer that is %s is refused", async (_name, answer, reason) => {
    expect(await rebuild(cases, answer)).toMatchObject({ status: "refused", reason });
  });

  test("the whole file takes its place", async () => {
    const language = await givenLanguage(cases.language);
    const file = givenFile(language, cases.path, cases.text);
    const answer = `The file:\n\n\`\`\`\n${cases.rebuilt}\`\`\`\n`;
    const outcome = language.rewriting.placing.rebuild(file, undefined, answer);
    expect(outcome).toMatchObject({ status: "rebuilt", form: "file" });
    if (outcome.status === "rebuilt") expect(applyEdits(cases.text, outcome.edits)).toBe(cases.rebuilt);
  });
});

describe("in Java", () => {
  const crate = `class Crate {
  Crate() {
    this(1);
  }

  Crate(int size) {
    throw new UnsupportedOperationException();
  }

  Crate(String name) {
    this(2);
  }
}
`;
  const given = { ...javaAnswers, text: crate, target: "Crate.Crate" };
  const rebuilt = crate.replace("throw new UnsupportedOperationException();", "use(size);");
  const rebuildSecond = async (answer: string) => {
    const language = await givenLanguage("java");
    const file = givenFile(language, given.path, crate);
    const second = file.structure.declarations.filter(({ kind }) => kind === "constructor")[1];
    const outcome = language.rewriting.placing.rebuild(file, second, answer);
    return outcome.status === "refused" ? outcome : applyEdits(crate, outcome.edits);
  };

  test("an answer that is the whole file rebuilds it for one of several overloads", async () => {
    expect(await rebuildSecond(`\`\`\`java\n${rebuilt}\`\`\`\n`)).toBe(rebuilt);
  });

  test("a body alone is indented as the file is", async () => {
    expect(await rebuildSecond("use(size);")).toBe(rebuilt);
  });
});

describe("in Python, of what stands in functions and in old files", () => {
  const NEST = "def basket():\n    def weigh(x):\n        raise NotImplementedError\n\n    return weigh\n";
  const nest = { ...pythonAnswers, text: NEST, target: "basket.weigh" };

  test.each([
    ["the whole file", NEST.replace("raise NotImplementedError", "return x")],
    ["a fence with it", `\`\`\`\n${NEST.replace("raise NotImplementedError", "return x")}\`\`\``],
    ["the function alone", "def weigh(x):\n    return x\n"],
  ])("a function in a function is found in %s", async (_name, answer) => {
    expect(await rebuild(nest, answer)).toMatchObject({
      text: NEST.replace("raise NotImplementedError", "return x"),
    });
  });

  test("a method of a class in a function is found in the whole file, and in its class alone", async () => {
    const crate =
      "def basket():\n    class Crate:\n        def weigh(self):\n            pass\n\n    return Crate\n";
    const rebuilt = crate.replace("pass", "return 7");
    const given = { ...pythonAnswers, text: crate, target: "basket.Crate.weigh" };
    expect(await rebuild(given, rebuilt)).toMatchObject({ text: rebuilt });
    const alone = "class Crate:\n    def weigh(self):\n        return 7\n";
    expect(await rebuild(given, alone)).toMatchObject({ text: rebuilt });
  });

  test("of functions of one name in a function the one in its place is found in the whole file", async () => {
    const text =
      "def pick(x):\n    if x:\n        def by(y):\n            pass\n    else:\n        def by(y):\n            return 2\n    return by\n";
    const rebuilt = text.replace("pass", "return 1");
    expect(await rebuild({ ...pythonAnswers, text, target: "pick.by" }, rebuilt)).toMatchObject({
      text: rebuilt,
    });
  });

  test("a body that begins with a function and asks for nothing is one where it is indented so", async () => {
    const text = "def check():\n    raise NotImplementedError\n";
    const body = "    def even(x):\n        return x\n\n    assert even(2)";
    const outcome = await rebuild({ ...pythonAnswers, text, target: "check" }, body);
    expect(outcome).toMatchObject({ form: "body", text: `def check():\n${body}\n` });
    const other = "def even(x):\n    return x\n\nassert even(2)";
    expect(await rebuild({ ...pythonAnswers, text, target: "check" }, other)).toMatchObject({
      reason: "wrong_definition",
    });
  });

  test("Python 2 takes its place in Python 2 alone", async () => {
    const old = 'def say(x):\n    raise NotImplementedError\n\ndef shout():\n    print "x"\n';
    const answer = "def say(x):\n    print x\n";
    expect(await rebuild({ ...pythonAnswers, text: old, target: "say" }, answer)).toMatchObject({
      text: old.replace("raise NotImplementedError", "print x"),
    });
    const text = old.replace('print "x"', 'print("x")');
    expect(await rebuild({ ...pythonAnswers, text, target: "say" }, answer)).toMatchObject({
      reason: "not_parsable",
    });
  });
});

describe("what comes with an answer", () => {
  test("in JavaScript: new imports below the others, helpers before the target", async () => {
    const cases = scriptAnswers("javascript");
    const answer =
      'import { join } from "node:path";\n\nfunction half(x) {\n  return x / 2;\n}\n\nexport function count(fruits) {\n  return half(join(fruits));\n}\n';
    const outcome = await rebuild({ ...cases, target: "count" }, answer);
    expect(outcome).toMatchObject({
      text: cases.text
        .replace('"node:fs";\n', '"node:fs";\nimport { join } from "node:path";\n')
        .replace("export function count", "function half(x) {\n  return x / 2;\n}\n\nexport function count")
        .replace("fruits.length", "half(join(fruits))"),
    });
  });

  test("in Java: imports below the others", async () => {
    const answer =
      "import java.util.Map;\n\npublic int weigh(List<Integer> fruits) {\n    return Map.of().size();\n}";
    expect(await rebuild(javaAnswers, answer)).toMatchObject({
      text: javaAnswers.text
        .replace("import java.util.List;\n", "import java.util.List;\nimport java.util.Map;\n")
        .replace("throw new UnsupportedOperationException()", "return Map.of().size()"),
    });
  });

  test("in C: headers below the others", async () => {
    const answer =
      "#include <stdlib.h>\n\nstatic int weigh(const int *fruits, size_t count)\n{\n    return abs(fruits[count - 1]);\n}";
    expect(await rebuild(cAnswers, answer)).toMatchObject({
      text: cAnswers.text
        .replace("#include <stddef.h>\n", "#include <stddef.h>\n#include <stdlib.h>\n")
        .replace("__builtin_trap()", "return abs(fruits[count - 1])"),
    });
  });

  test("a helper that the file has otherwise is refused", async () => {
    const cases = scriptAnswers("javascript");
    const answer = "class Basket {}\n\nexport function count(fruits) {\n  return 1;\n}\n";
    expect(await rebuild({ ...cases, target: "count" }, answer)).toMatchObject({ reason: "redefines" });
  });

  test("a class in Python is answered by its members, by itself, or with imports", async () => {
    const text = "import os\n\n\nclass Pear:\n    pass\n\n\nx = 1\n";
    const cases = { ...pythonAnswers, text, target: "Pear" };
    const whole = "class Pear:\n    def eat(self):\n        return re.sep\n";
    const rebuilt = text.replace("class Pear:\n    pass\n", whole);
    expect(await rebuild(cases, whole)).toMatchObject({ text: rebuilt, form: "definition" });
    expect(await rebuild(cases, "def eat(self):\n    return re.sep\n")).toMatchObject({
      text: rebuilt,
      form: "body",
    });
    expect(await rebuild(cases, `import re\n\n${whole}`)).toMatchObject({
      text: rebuilt.replace("class", "import re\nclass"),
    });
  });
});
