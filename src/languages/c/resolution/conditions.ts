import { isWithin } from "../../../base/index.ts";
import type { BuildEvidence, GivenMacro } from "./build-evidence.ts";
import type { IncludeGraph } from "./includes.ts";
import type { Condition, Macro, MacroEvent, SourceUnit } from "./source-unit.ts";
import type { Token } from "./tokens.ts";

/*
 * Which lines are compiled depends on a configuration that nobody has made. So both branches are read; what is decided here is only which branch
 * is the likelier one, by what a plain build on Linux with GCC would see: undefined means that it could be either.
 */

/** Tells macros and conditions apart by whether they hold. */
export interface Configuration {
  /** True where it holds in a plain build, false where it does not, undefined where that depends. */
  holds(condition: Condition | undefined): boolean | undefined;
  /** The definitions that can be meant by a name at a line of a file, likeliest first; none where there is none. */
  macrosOf(name: string, unit: number, line: number): readonly Macro[];
  /** The word that a build file gives for a name of a file, where no file defines it. */
  givenWord(name: string, unit: number): string | undefined;
}

/** A test that is never true in C, or that somebody set so. */
export function isDead({ test, refused }: Condition): boolean {
  const words = test?.map((token) => token.text).join(" ");
  if (words === undefined) return refused.some((each) => each.length === 1 && each[0]?.text === "1");
  return /^(?:0|defined \(? ?__cplusplus ?\)?|__cplusplus)(?: &&.*)?$/.test(words);
}

const TRUE_NAMES =
  /^(?:__GNUC\w*|__GCC_\w+|__ATOMIC_\w+|__SIZEOF_\w+__|__(?:INT|UINT|CHAR|SHRT|LONG|FLT|DBL|LDBL|PTRDIFF|SIZE|WCHAR)\w*__|__(?:BYTE_)?ORDER\w*|__linux(?:__)?|linux|__gnu_linux__|__unix(?:__)?|unix|__x86_64(?:__)?|__amd64(?:__)?|_?_LP64(?:__)?|__STDC\w*|__ELF__|__GLIBC\w*|__USER_LABEL_PREFIX__|__VERSION__|__SSE2?__|__MMX__|__has_(?:attribute|builtin|include)|__COUNTER__|(?:U?INT|U?LONG|U?SHRT|U?CHAR|S?SIZE|PATH|U?INT\d+|U?INTPTR)_MAX)$/;
const LITTLE = 1234;
const BIG = 4321;
/** Of what the compiler and the C library define: GCC 12 and glibc on x86-64. */
const VALUES: ReadonlyMap<string, number> = new Map([
  ...["BYTE_ORDER", "__BYTE_ORDER", "__BYTE_ORDER__"].map((name) => [name, LITTLE] as const),
  ...["LITTLE_ENDIAN", "__LITTLE_ENDIAN", "__ORDER_LITTLE_ENDIAN__"].map((name) => [name, LITTLE] as const),
  ...["BIG_ENDIAN", "__BIG_ENDIAN", "__ORDER_BIG_ENDIAN__"].map((name) => [name, BIG] as const),
  ["__GNUC__", 12],
  ["__GNUC_MINOR__", 2],
  ["__GLIBC__", 2],
  ["__GLIBC_MINOR__", 36],
  ["__STDC__", 1],
  ["__STDC_VERSION__", 201_710],
  ["__WORDSIZE", 64],
  ["__SIZEOF_POINTER__", 8],
  ["__SIZEOF_LONG__", 8],
  ["__SIZEOF_INT__", 4],
  ["CHAR_BIT", 8],
  ["UCHAR_MAX", 0xff],
  ["USHRT_MAX", 0xffff],
  ["INT_MAX", 0x7fff_ffff],
  ["UINT_MAX", 0xffff_ffff],
  ["LONG_MAX", 2 ** 63],
  ["ULONG_MAX", 2 ** 64],
  ["SIZE_MAX", 2 ** 64],
]);
const FALSE_NAMES =
  /^(?:_?_?WIN(?:32|64|NT|DOWS|CE)?_?_?|_WIN32_WCE|_MSC_VER|__MINGW\w*|__CYGWIN__|__APPLE__|__MACH__|__clang__|__sun|__SUNPRO_C|__hpux|_AIX|__\w*BSD\w*__|__ANDROID__|ANDROID|__EMSCRIPTEN__|__INTEL_COMPILER|__TINYC__|__cplusplus|__i386__?|__arm__|__aarch64__|__ARM_\w+|__powerpc\w*|__s390\w*|__mips\w*|__riscv\w*|__ia64\w*|__sparc\w*|__HAIKU__|__OS2__|__MSDOS__|MSDOS|VMS|__VMS|OS2|__BEOS__|__BORLANDC__|__WATCOMC__|__DJGPP__|__SANITIZE_\w+|_M_\w+|macintosh|TARGET_OS_\w+|S_SPLINT_S|__COVERITY__|__clang_analyzer__)$/;
const CONFIGURED_NAMES =
  /^(?:_*HAVE_|SIZEOF_|WORDS_BIGENDIAN|PACKAGE|VERSION|SIG[A-Z]+$|(?:AF|CLOCK|F|MAP|O|S|SO|_?POSIX|_?SC)_)/;
const MAX_DEPTH = 40;

/** What holds in these files. */
export function createConfiguration(
  units: readonly SourceUnit[],
  includes: IncludeGraph,
  build: BuildEvidence,
): Configuration {
  const definers = new Map<string, number[]>();
  for (const { index, macros } of units) {
    for (const [name, events] of macros) {
      if (!events.some((event) => event.macro !== undefined)) continue;
      const known = definers.get(name);
      if (known === undefined) definers.set(name, [index]);
      else known.push(index);
    }
  }
  const known = new Map<Condition, boolean | undefined>();
  let depth = 0;
  let seenUnit = -1;
  let seenMacros = new Map<string, readonly Macro[]>();

  const holds = (condition: Condition | undefined): boolean | undefined => {
    if (condition === undefined) return true;
    if (known.has(condition)) return known.get(condition);
    if (depth >= MAX_DEPTH) return undefined;
    depth++;
    known.set(condition, undefined);
    const truth = and([holds(condition.outer), ownTruth(condition)]);
    depth--;
    known.set(condition, truth);
    return truth;
  };
  const ownTruth = ({ refused, test, unit, line }: Condition): boolean | undefined => {
    const valueOf = (tokens: readonly Token[]): boolean | undefined => evaluate(tokens, names(unit, line));
    const earlier = refused.map((tokens) => not(valueOf(tokens)));
    return and([...earlier, test === undefined ? true : valueOf(test)]);
  };
  const names = (unit: number, line: number): Names => ({
    isDefined: (name) => isDefined(name, unit, line),
    valueOf: (name) => {
      const [macro, ...others] = macrosOf(name, unit, line);
      const given = macro === undefined ? givenByBuild(name, unit) : undefined;
      if (given !== undefined) return given.value;
      if (macro === undefined)
        return VALUES.get(name) ?? (isDefined(name, unit, line) === false ? 0 : undefined);
      const [only, more] = macro.body;
      return others.length === 0 && more === undefined && only?.kind === "number"
        ? Number.parseInt(only.text)
        : undefined;
    },
  });

  const isDefined = (name: string, unit: number, line: number): boolean | undefined => {
    const macros = macrosOf(name, unit, line);
    if (macros.length > 0)
      return macros.some(({ condition }) => holds(condition) === true) ? true : undefined;
    if (givenByBuild(name, unit) !== undefined || TRUE_NAMES.test(name)) return true;
    if (units[unit]?.macros.has(name) === true) return false;
    if (FALSE_NAMES.test(name)) return false;
    return CONFIGURED_NAMES.test(name) || build.configured.has(name) ? undefined : false;
  };

  const givenByBuild = (name: string, unit: number): GivenMacro | undefined =>
    build.macros.get(name)?.find(({ folder }) => folder === "" || isWithin(units[unit]?.path ?? "", folder));

  /** True for an `#undef` that may be compiled. */
  const takesAway = ({ macro, condition }: MacroEvent): boolean =>
    macro === undefined && holds(condition) !== false;
  /** Definitions that are left at the end of a file. */
  const lastingMacros = (events: readonly MacroEvent[]): readonly Macro[] =>
    events.slice(events.findLastIndex(takesAway) + 1).flatMap(({ macro }) => macro ?? []);

  const macrosOf = (name: string, unit: number, line: number): readonly Macro[] => {
    const files = definers.get(name);
    if (files === undefined) return [];
    const own = units[unit]?.macros.get(name)?.filter((event) => event.line < line) ?? [];
    const undefinedAt = own.findLastIndex(takesAway);
    const ownMacros = likeliestFirst(own.slice(undefinedAt + 1).flatMap(({ macro }) => macro ?? []));
    return ownMacros.length > 0 || undefinedAt >= 0 ? ownMacros : seenMacrosOf(name, unit, line);
  };
  /** Those of other files. A condition depends on what is included above it alone; what conditions that are being decided depend on is not kept. */
  const seenMacrosOf = (name: string, unit: number, line: number): readonly Macro[] => {
    if (unit !== seenUnit) [seenUnit, seenMacros] = [unit, new Map()];
    const kept = depth === 0 ? seenMacros.get(name) : undefined;
    if (kept !== undefined) return kept;
    const seen = visibleDefiners(definers.get(name) ?? [], unit, depth === 0 ? Infinity : line);
    const macros = likeliestFirst(seen.flatMap((file) => macrosFrom(file, name, unit)));
    if (depth === 0 && unit === seenUnit) seenMacros.set(name, macros);
    return macros;
  };
  /** What another file says of a name: where it includes this one, else at its end. */
  const macrosFrom = (file: number, name: string, unit: number): readonly Macro[] => {
    const events = units[file]?.macros.get(name) ?? [];
    const lines = includes.linesOf(file, unit);
    if (lines.length === 0) return lastingMacros(events);
    return [...new Set(lines.flatMap((end) => lastingMacros(events.filter(({ line }) => line < end))))];
  };
  const visibleDefiners = (files: readonly number[], unit: number, line: number): readonly number[] => {
    const above = includes.closureAbove(unit, line);
    const included = files.filter((file) => file !== unit && above.has(file));
    if (included.length > 0 || includes.including[unit]?.length === 0) return included;
    const around = includes.surroundingsOf(unit);
    const own = includes.closureOf(unit);
    return files.filter((file) => file !== unit && around.has(file) && !own.has(file));
  };
  const likeliestFirst = (macros: readonly Macro[]): readonly Macro[] => {
    const sure = macros.filter(({ condition }) => holds(condition) === true);
    if (sure.length > 0) return sure.slice(-1);
    const possible = macros.filter(({ condition }) => holds(condition) !== false);
    return possible.toSorted((left, right) => right.body.length - left.body.length);
  };
  const givenWord = (name: string, unit: number): string | undefined =>
    build.macros.has(name) && !definers.has(name) ? givenByBuild(name, unit)?.word : undefined;
  return { holds, macrosOf, givenWord };
}

interface Names {
  isDefined(name: string): boolean | undefined;
  valueOf(name: string): number | undefined;
}

type Value = number | undefined;

function not(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

function and(values: readonly (boolean | undefined)[]): boolean | undefined {
  if (values.includes(false)) return false;
  return values.includes(undefined) ? undefined : true;
}

/** Levels of binary operators, weakest first. */
const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|", "^", "&"],
  ["==", "!="],
  ["<", ">", "<=", ">="],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
];

/** What GCC mostly answers. */
const QUESTIONS: ReadonlyMap<string, number> = new Map([
  ["__has_builtin", 1],
  ["__has_attribute", 1],
  ["__has_feature", 0],
  ["__has_extension", 0],
]);

/** Whether the tokens of an `#if` are true; undefined where that cannot be told. */
function evaluate(tokens: readonly Token[], names: Names): boolean | undefined {
  let index = 0;
  let nesting = 0;
  const take = (text: string): boolean => {
    if (tokens[index]?.text !== text) return false;
    index++;
    return true;
  };
  const binary = (level: number): Value => {
    const operators = LEVELS[level];
    if (operators === undefined) return unary();
    let value = binary(level + 1);
    for (let sign = tokens[index]?.text ?? ""; operators.includes(sign); sign = tokens[index]?.text ?? "") {
      index++;
      value = combine(sign, value, binary(level + 1));
    }
    return value;
  };
  const unary = (): Value => {
    if (nesting > 50) return undefined;
    nesting++;
    const value = readUnary();
    nesting--;
    return value;
  };
  const readUnary = (): Value => {
    if (take("!")) {
      const value = unary();
      return value === undefined ? undefined : Number(value === 0);
    }
    if (take("-")) {
      const value = unary();
      return value === undefined ? undefined : -value;
    }
    if (take("(")) {
      const value = binary(0);
      take(")");
      return value;
    }
    const token = tokens[index++];
    if (token?.text === "defined") {
      const hasBracket = take("(");
      const isDefined = names.isDefined(tokens[index++]?.text ?? "");
      if (hasBracket) take(")");
      return isDefined === undefined ? undefined : Number(isDefined);
    }
    if (token?.kind === "number") return Number.parseInt(token.text);
    if (token?.kind !== "name") return undefined;
    if (!take("(")) return names.valueOf(token.text);
    const answer = QUESTIONS.get(token.text);
    for (let open = 1; open > 0 && index < tokens.length; index++) {
      open += tokens[index]?.text === "(" ? 1 : tokens[index]?.text === ")" ? -1 : 0;
    }
    return answer;
  };
  const value = binary(0);
  return value === undefined || Number.isNaN(value) ? undefined : value !== 0;
}

function combine(sign: string, left: Value, right: Value): Value {
  if (sign === "||") {
    if ((left ?? 0) !== 0 || (right ?? 0) !== 0) return 1;
    return left === undefined || right === undefined ? undefined : 0;
  }
  if (sign === "&&") {
    if (left === 0 || right === 0) return 0;
    return left === undefined || right === undefined ? undefined : 1;
  }
  if (left === undefined || right === undefined) return undefined;
  return ARITHMETIC[sign]?.(left, right);
}

const ARITHMETIC: Readonly<Record<string, (left: number, right: number) => number>> = {
  "==": (left, right) => Number(left === right),
  "!=": (left, right) => Number(left !== right),
  "<": (left, right) => Number(left < right),
  ">": (left, right) => Number(left > right),
  "<=": (left, right) => Number(left <= right),
  ">=": (left, right) => Number(left >= right),
  "|": (left, right) => left | right,
  "^": (left, right) => left ^ right,
  "&": (left, right) => left & right,
  "<<": (left, right) => left << right,
  ">>": (left, right) => left >> right,
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => Math.trunc(left / right),
  "%": (left, right) => left % right,
};
