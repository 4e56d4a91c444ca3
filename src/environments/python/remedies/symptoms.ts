import type { EnvironmentFailure } from "../../../spec/index.ts";
import type { Trouble } from "../../build-system.ts";
import type { Place } from "../../evidence-lines.ts";
import { PYTHON_2 } from "../advice/python-2.ts";
import { OLD_TOOLS } from "../old-tools.ts";
import { NOTHING_TO_IMPORT } from "../trial-plan.ts";

// What a failure is a sign of, read out of all that was printed. Remedies answer kinds of signs; none reads the log by itself.

/** Kinds of signs; beside them the failure's own category is one, for what answers that alone. */
type Sign =
  /** What the build printed goes with older tools; the subject is the bound. */
  | "old_tools"
  | "missing_build_module"
  /** C of a Cython source that was not made; the subject is the source without its ending. */
  | "untranslated"
  /** A distribution that an installer could not build. */
  | "unbuildable"
  | "missing_module"
  | "missing_fixture"
  | "unknown_option"
  | "async_tests"
  /** A test was given the coroutine of an asynchronous fixture in place of what it gives. */
  | "unawaited_fixture"
  /** `subject` is the module that has no `name` any more. */
  | "lost_name"
  /** What is written for an older pytest than there is. */
  | "old_pytest"
  /** pytest itself does not go with this Python, or not with how it is run. */
  | "broken_pytest"
  | "attribute_error"
  /** Code, or what was compiled of it, is for another release of Python. */
  | "other_interpreter"
  /** Code of Python 2, which none runs that is here. */
  | "python_2"
  | "wants_settings"
  /** Tests reach for a network or a server, which none get. */
  | "wants_network"
  /** Files look like tests, and no test was found. */
  | "no_tests";

export type SymptomKind = Sign | EnvironmentFailure["category"];

/** One thing that a failure tells. */
export interface Symptom {
  readonly kind: SymptomKind;
  /** The telling line. */
  readonly line: string;
  /** What it is about; empty where the kind says all. */
  readonly subject: string;
  readonly name?: string;
  /** The line of an installed file that met it, where one was told. */
  readonly installed?: Place;
}

const NETWORK =
  /NameResolutionError|gaierror|name resolution|Max retries exceeded|Network is unreachable|ConnectError|Cannot connect to host|urlopen error|ConnectionRefusedError|[Cc]onnection refused|[Cc]ould not connect to server/;
const SETTINGS =
  /DJANGO_SETTINGS_MODULE|settings are not configured|AppRegistryNotReady|Apps aren't loaded yet|Database access not allowed|No module named '(?:django|pytest_django)|ImproperlyConfigured|no such table/g;
const PYTEST =
  /PytestRemovedIn|plugin has been merged into the core|PluginValidationError|unknown hook|module '_?pytest[\w.]*' has no attribute|cannot import name '\w+' from '_?pytest|'(?:Package|Session|Module|Function|Config\w*|FixtureManager|PytestPluginManager)' object has no attribute|unexpected keyword argument '(?:fspath|path|parent)'|(?:Direct construction of|from_parent)|py\.path|'yield' keyword is allowed in fixtures|pytest_namespace|funcargs|Fixture "[^"]*" called directly|does not support (?:nose|nose-style)|'yield' tests|CallSpec|Unknown pytest\.mark|Marks (?:cannot be )?applied to fixtures|is a reserved word for fixtures|fixtures? .* called directly|got_?request|getfuncargvalue|_genid|Option names? \{?.*already added|Error evaluating|getmarker|get_marker/g;
const OWN_OPTIONS =
  /unrecognized arguments:[^\n]*--(?:rootdir|show-capture)\b|required field "lineno" missing from alias/g;
const INTERPRETER =
  /SyntaxError|IndentationError|required field "?'?(?:lineno|posonlyargs|type_ignores)"?'?|metaclass conflict|code\(\) (?:takes|argument)|an integer is required \(got type bytes\)|_PyUnicode|PyFrameObject|'_io\.\w+' object|pyconfig|longintrepr\.h|Py_UNICODE|tstate|ob_digit|requires-python|Requires-Python|Python>=?\d/g;

/** The error that pytest itself ends with before it begins. */
const OF_PYTEST =
  /(?<=site-packages\/(?:_pytest|pytest|pluggy|py)\b[^\n]*\n(?:[^\n]*\n){1,3})(?:ImportError|ModuleNotFoundError|AttributeError|TypeError|SyntaxError): [^\n]*/g;

type Signs = readonly (readonly [kind: Sign, pattern: RegExp])[];

const OF_INSTALLING: Signs = [
  ["missing_build_module", /No module named ['"]?(?<subject>[A-Za-z_][\w.]*)/g],
  ["missing_build_module", /Unable to import ['"]?(?<subject>[A-Za-z_]\w*)/g],
  ["missing_build_module", /(?:needs|requires|install) (?<subject>[Cc]ython|numpy)\b/g],
  ["untranslated", /(?<subject>[\w./-]+)\.c['"]?:? (?:No such file|does not exist|not found)/g],
];

const OF_FAILED_BUILDS: Signs = [
  [
    "unbuildable",
    /(?:Failed to (?:download and )?build|Failed to prepare distributions for) `(?<subject>[\w.-]+)==/g,
  ],
];

const OF_RUNNING: Signs = [
  ["missing_module", /No module named ['"]?(?<subject>[A-Za-z_][\w.]*)/g],
  [
    "missing_module",
    /requires? (?:the )?['"`]?(?<subject>[A-Za-z_]\w*)['"`]? (?:(?:package|library|module) )?to be installed/g,
  ],
  ["missing_fixture", /fixture '(?<subject>\w+)' not found/g],
  ["unknown_option", /(?<=unrecognized arguments:[^\n]*)(?<subject>--[\w-]+)/g],
  ["async_tests", /async def functions are not natively supported/g],
  ["unawaited_fixture", /'(?:coroutine|async_generator)' object has no attribute '\w+'/g],
  ["wants_settings", SETTINGS],
  ["old_pytest", PYTEST],
  ["broken_pytest", OWN_OPTIONS],
  ["broken_pytest", OF_PYTEST],
  ["attribute_error", /AttributeError/g],
];

const OF_BOTH: Signs = [
  [
    "lost_name",
    /cannot import name '(?<name>\w+)' from (?:partially initialized module )?'(?<subject>[\w.]+)'/g,
  ],
  ["lost_name", /module '(?<subject>[\w.]+)' has no attribute '(?<name>\w+)'/g],
  ["other_interpreter", INTERPRETER],
];

/** What a failure is a sign of, each thing once; the last is its category itself. Nothing where there is nothing that plans could change. */
export function readSymptoms({ failure, log, failedBuilds, hasTests }: Trouble): readonly Symptom[] {
  if (failure === undefined)
    return hasTests ? [{ kind: "no_tests", line: "no test was found", subject: "" }] : [];
  if (failure.message === NOTHING_TO_IMPORT) return [];
  const told = failure.cause?.text ?? failure.message.split("\n", 1)[0] ?? "";
  if (failure.category === "import_failed" && PYTHON_2.test(told))
    return [{ kind: "python_2", line: told, subject: "" }];
  const isOfNetwork = failure.category === "tests_failed" && NETWORK.test(told);
  if (isOfNetwork || failure.category === "needs_service")
    return [{ kind: "wants_network", line: told, subject: "" }];
  const isInstalling = ["build_failed", "install_failed", "resolution_failed"].includes(failure.category);
  const signsIn = (text: string, signs: Signs): Symptom[] =>
    signs.flatMap(([kind, pattern]) => [...text.matchAll(pattern)].map((match) => symptomOf(kind, match)));
  const found = [
    ...(isInstalling ? oldTools(log) : []),
    ...signsIn(log, [...(isInstalling ? OF_INSTALLING : OF_RUNNING), ...OF_BOTH]),
    ...signsIn(`${isInstalling ? log : ""}\n${failedBuilds}`, OF_FAILED_BUILDS),
    { kind: failure.category, line: told, subject: "" },
  ];
  const unique = Map.groupBy(found, ({ kind, subject, name }) => JSON.stringify([kind, subject, name]));
  return [...unique.values()].flatMap(([first]) => first ?? []);
}

function oldTools(log: string): Symptom[] {
  return OLD_TOOLS.flatMap(([sign, bound]) => {
    const match = sign.exec(log);
    return match === null ? [] : [{ ...symptomOf("old_tools", match), subject: bound }];
  });
}

const INSTALLED = /(site-packages\/[\w./-]+\.py)(?::|", line )(\d+)/g;
/** So far back from a sign its place is looked for. */
const NEAR_CHARACTERS = 600;

function symptomOf(kind: SymptomKind, match: RegExpExecArray): Symptom {
  const { index, input, groups = {} } = match;
  const end = input.indexOf("\n", index);
  const line = input.slice(input.lastIndexOf("\n", index) + 1, end < 0 ? undefined : end).trim();
  const before = input.slice(Math.max(0, index - NEAR_CHARACTERS), index);
  const [, path, number] = [...before.matchAll(INSTALLED)].at(-1) ?? [];
  return {
    kind,
    line: line.slice(0, 300),
    subject: groups["subject"] ?? "",
    ...(groups["name"] === undefined ? {} : { name: groups["name"] }),
    ...(path === undefined ? {} : { installed: { path, line: Number(number) } }),
  };
}
