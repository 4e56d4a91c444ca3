import type { Notation, Wording } from "../../present.ts";

/** The beginning of an object: its class, and its number where it has one. */
const OBJECT = String.raw`(?<=[\s([{,=]|^)<(?!callback|file|the|as above)[A-Za-z_][\w.]*(?: #\d+)?`;

/** Signs that mean something outside texts and messages alone. */
const CODE_SIGNS: Notation = [
  [
    /(?<=[([{,=:] ?|^)(?!(?:None|True|False|Ellipsis|NotImplemented)\b|(?:np|pd)\.)[A-Za-z_][\w.]*(?=[,)\]}>]|$| \w+=)/mu,
    "a bare name is what is called so: a class, function, module or constant",
  ],
  [
    new RegExp(`${OBJECT}(?: [^>]*)?=`, "mu"),
    "`<Name a=…>` is an object of that class with these attributes",
  ],
  [
    new RegExp(String.raw`${OBJECT} ['"[({\d-]`, "mu"),
    "`<Name (…)>` is an object of that class that is this built-in value",
  ],
  [/\bnp\.[a-z]/u, "`np` is `numpy`"],
  [/\bpd\.[A-Za-z]/u, "`pd` is `pandas`"],
  [/<read-only np/u, "`<read-only …>` is an array that refuses to be changed"],
  [/\]\) then raises /u, "`iter([…]) then raises X` gives these items, then raises `X`"],
  [
    /<callback (?:#\d+ )?\(/u,
    "`<callback (a) gives b>` is a function that answers the calls which are listed, and no others",
  ],
  [/<callback (?:#\d+ )?that/u, "`<callback that is never called>` is a function that answers no call"],
  [/<\d+ more of these>/u, "`<… more of these>` stands for so many more items like the last one"],
];

const SESSION_SIGNS: Notation = [
  [/<#\d/u, "`#1` gives a value a number, and `<#1>` is that very value again"],
  [/<as above>/u, "`<as above>` is the value that attribute of that class was last written with"],
  [/<the (?:argument|receiver)/u, "`<the argument …>` is that very object (counted from 0)"],
  [/<private>/u, "`<private>` is the directory that the files of a call are in"],
  [/<the [\w.]+ around it/u, "`<the … around it>` is the nearest such value that this one stands in"],
  [
    /<(?:lambda|def)\b.* with \w+=/u,
    "`<lambda … with a=…>` is that function with this value for its name `a`",
  ],
  [/# afterwards/u, "`# afterwards` tells what the call changed"],
  [/# afterwards .*\(\w+ in it\)/u, "`(a in it)` what a function's name `a` then has"],
  [/\[\d+:\d+\] is /u, "`it[2:3] is …` says what that stretch of it became"],
  [/…/u, "`…` stands for what is too long to be written"],
];

const COMPARISONS: Notation = [
  [
    /\bnp\.|\bpd\.(?:Series|DataFrame)/u,
    "In arrays zero has no sign, and a difference of less than 1e-14 of the largest number is none; `float32` may differ by a relative 1e-5, `float16` by 1e-2. " +
      "A number of numpy may be the same number of Python, and the other way round.",
  ],
  [
    /\bpd\.(?:Series|DataFrame|Index|RangeIndex)/u,
    "A `RangeIndex` may be an index that lists its labels, and the other way round.",
  ],
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
  codeSigns: CODE_SIGNS,
  sessionSigns: SESSION_SIGNS,
  comparisons: COMPARISONS,
  output: OUTPUT,
  unlikeTypes: "a list is no tuple",
};
