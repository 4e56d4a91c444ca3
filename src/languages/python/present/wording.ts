import type { Wording } from "../../present.ts";

/** What signs of sessions mean. */
const SESSION_SIGNS: Wording["sessionSigns"] = [
  [
    /(?<=[\s([{,=]|^)<[A-Z_]\w*(?: [^>]*)?=/mu,
    "`<Name a=…>` is an object of that class with these attributes",
  ],
  [/<#\d/u, "`#1` gives a value a number, and `<#1>` is that very value again"],
  [/<as above>/u, "`<as above>` is the value that attribute of that class was last written with"],
  [/<the (?:argument|receiver)/u, "`<the argument …>` is that very object (counted from 0)"],
  [/<the [\w.]+ around it/u, "`<the … around it>` is the nearest such value that this one stands in"],
  [/# afterwards/u, "`# afterwards` tells what the call changed"],
  [/\[\d+:\d+\] is /u, "`it[2:3] is …` says what that stretch of it became"],
  [/…/u, "`…` stands for what is too long to be written"],
];

const OUTPUT: Wording["output"] = {
  printed: {
    graded:
      "the text printed to `sys.stdout` during the call, to the letter (`# prints` in the examples; what other processes print does not count)",
    left: "printed text",
  },
  logged: {
    graded:
      "the records that loggers of `logging` pass on during the call, level and message to the letter and in order (`# logs` in the examples; " +
      "the root logger's level is `DEBUG` then)",
    left: "logs",
  },
};

/** What instructions say of Python. */
export const pythonWording: Wording = {
  sessionFence: "pycon",
  sessionSigns: SESSION_SIGNS,
  output: OUTPUT,
  unlikeTypes: "a list is no tuple",
};
