import type { FragmentForm, FragmentRefusal } from "../../../src/languages/index.ts";

/** A file of a language, a target in it, and answers with what becomes of them. */
export interface AnswerCases {
  readonly language: string;
  readonly path: string;
  readonly text: string;
  readonly target: string;
  /** Answers that give `rebuilt`, each by the form it is read as. */
  readonly rebuilt: string;
  readonly good: readonly (readonly [name: string, answer: string, form: FragmentForm])[];
  readonly refused: readonly (readonly [name: string, answer: string, reason: FragmentRefusal])[];
}

const PYTHON = `import os


class Basket:
    """Fruits."""

    def weigh(self, fruits):
        """Grams."""
        raise NotImplementedError

    def empty(self):
        return os.sep
`;

const PYTHON_NEW = "    total = 0\n    for fruit in fruits:\n        total += fruit\n    return total";
const shift = (code: string, by: string): string => code.replace(/^(?=.)/gmu, by);

export const pythonAnswers: AnswerCases = {
  language: "python",
  path: "basket.py",
  text: PYTHON,
  target: "Basket.weigh",
  rebuilt: PYTHON.replace("        raise NotImplementedError", shift(PYTHON_NEW, "    ")),
  good: [
    ["a body without indentation", PYTHON_NEW.replace(/^ {4}/gmu, ""), "body"],
    ["a body indented as in the file", shift(PYTHON_NEW, "    "), "body"],
    [
      "the method in a fence with prose",
      `Sure:\n\n\`\`\`python\ndef weigh(self, fruits):\n    """Grams."""\n${PYTHON_NEW}\n\`\`\`\nDone.`,
      "definition",
    ],
    [
      "the method below its class line",
      `class Basket:\n    def weigh(self, fruits):\n        """Grams."""\n${shift(PYTHON_NEW, "    ")}\n`,
      "enclosed",
    ],
    [
      "the last of several blocks",
      `\`\`\`python\nprint(1)\n\`\`\`\nand\n\`\`\`python\ndef weigh(self, fruits):\n    """Grams."""\n${PYTHON_NEW}\n\`\`\``,
      "definition",
    ],
  ],
  refused: [
    ["nothing", "", "no_code"],
    ["prose", "I cannot do that, sorry.", "not_parsable"],
    ["another function", "def count(fruits):\n    pass\n", "wrong_definition"],
    ["dots for a body", "def weigh(self, fruits):\n    ...\n", "elided"],
    ["a comment for code", "def weigh(self, fruits):\n    # ... existing code ...\n    return 1\n", "elided"],
    ["a class of that name", "class weigh:\n    pass\n", "wrong_kind"],
  ],
};

const SCRIPT = `import { readFile } from "node:fs";

/** Fruits. */
export class Basket {
  weigh(fruits) {
    throw new Error("not implemented");
  }

  empty() {
    return readFile;
  }
}

export function count(fruits) {
  return fruits.length;
}
`;

const SCRIPT_BODY =
  "  let total = `a\n  b`.length;\n  for (const fruit of fruits) {\n    total += fruit;\n  }\n  return total;";
const shiftScript = (code: string, by: string): string =>
  code
    .split("\n")
    .map((line, at) => (at === 1 ? line : by + line))
    .join("\n");

export const scriptAnswers = (language: "javascript" | "typescript"): AnswerCases => ({
  language,
  path: language === "javascript" ? "basket.js" : "basket.ts",
  text: SCRIPT,
  target: "Basket.weigh",
  rebuilt: SCRIPT.replace('    throw new Error("not implemented");', shiftScript(SCRIPT_BODY, "  ")),
  good: [
    ["a body", SCRIPT_BODY, "body"],
    ["a body in braces", `{\n${SCRIPT_BODY}\n}`, "body"],
    ["the method", `weigh(fruits) {\n${SCRIPT_BODY}\n}`, "definition"],
    [
      "the method in a fence with prose",
      `Here:\n\`\`\`js\nweigh(fruits) {\n${SCRIPT_BODY}\n}\n\`\`\`\nBye.`,
      "definition",
    ],
    [
      "the class",
      `export class Basket {\n  weigh(fruits) {\n${shiftScript(SCRIPT_BODY, "  ")}\n  }\n}\n`,
      "enclosed",
    ],
  ],
  refused: [
    ["nothing", "```js\n```", "no_code"],
    ["prose", "I can not do that: sorry.", "not_parsable"],
    ["another function", "function other(fruits) {\n  return 1;\n}", "wrong_definition"],
    ["a comment for code", "weigh(fruits) {\n  // ... existing code ...\n}", "elided"],
    ["dots for code", "weigh(fruits) {\n  ...\n}", "elided"],
    ["an asynchronous method", "async weigh(fruits) {\n  return 1;\n}", "wrong_kind"],
  ],
});

const JAVA = `package orchard;

import java.util.List;

/** Fruits. */
public class Basket {
    /** Grams. */
    @Override
    public int weigh(List<Integer> fruits) {
        throw new UnsupportedOperationException();
    }

    private int empty() {
        return 0;
    }
}
`;

const JAVA_BODY =
  "    int total = 0;\n    for (int fruit : fruits) {\n        total += fruit;\n    }\n    return total;";

export const javaAnswers: AnswerCases = {
  language: "java",
  path: "orchard/Basket.java",
  text: JAVA,
  target: "Basket.weigh",
  rebuilt: JAVA.replace("        throw new UnsupportedOperationException();", shift(JAVA_BODY, "    ")),
  good: [
    ["a body", JAVA_BODY, "body"],
    [
      "the method with its annotation",
      `@Override\npublic int weigh(List<Integer> fruits) {\n${JAVA_BODY}\n}`,
      "definition",
    ],
    ["the method without it", `public int weigh(List<Integer> fruits) {\n${JAVA_BODY}\n}`, "definition"],
    ["the method without modifiers", `int weigh(List<Integer> fruits) {\n${JAVA_BODY}\n}`, "definition"],
    [
      "the class with package and imports",
      `\`\`\`java\npackage orchard;\n\nimport java.util.List;\n\npublic class Basket {\n    @Override\n    public int weigh(List<Integer> fruits) {\n${shift(JAVA_BODY, "    ")}\n    }\n}\n\`\`\``,
      "enclosed",
    ],
  ],
  refused: [
    ["prose", "That is not possible!", "not_parsable"],
    ["another method", "public int other() {\n    return 1;\n}", "wrong_definition"],
    [
      "a comment for code",
      "public int weigh(List<Integer> fruits) {\n    // rest of the code unchanged\n}",
      "elided",
    ],
    [
      "another annotation",
      "@Deprecated\npublic int weigh(List<Integer> fruits) {\n    return 1;\n}",
      "decorators_differ",
    ],
  ],
};

const C = `#include <stddef.h>

static int limit = 3;

/* Grams. */
static int weigh(const int *fruits, size_t count)
{
    __builtin_trap();
}

int empty(void) { return limit; }
`;

const C_BODY =
  "    int total = 0;\n    for (size_t i = 0; i < count; i++)\n        total += fruits[i];\n    return total;";

export const cAnswers: AnswerCases = {
  language: "c",
  path: "basket.c",
  text: C,
  target: "weigh",
  rebuilt: C.replace("    __builtin_trap();", C_BODY),
  good: [
    ["a body", C_BODY, "body"],
    ["the function", `static int weigh(const int *fruits, size_t count)\n{\n${C_BODY}\n}\n`, "definition"],
    [
      "the function with its comment",
      `/* Weighs. */\nstatic int weigh(const int *fruits, size_t count)\n{\n${C_BODY}\n}\n`,
      "definition",
    ],
    [
      "the function with a header",
      `\`\`\`c\n#include <stddef.h>\n\nstatic int weigh(const int *fruits, size_t count)\n{\n${C_BODY}\n}\n\`\`\``,
      "definition",
    ],
  ],
  refused: [
    ["another function", "int other(void)\n{\n    return 1;\n}", "wrong_definition"],
    [
      "a comment for code",
      "static int weigh(const int *fruits, size_t count)\n{\n    /* ... */\n}",
      "elided",
    ],
    ["what is no code", "int int int {{{", "not_parsable"],
  ],
};
