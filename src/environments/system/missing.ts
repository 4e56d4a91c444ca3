import { packageOf, type Table } from "./packages.ts";

// What of the system a build misses, as compilers, linkers, pkg-config and shells say it, and the package of Debian that has it. What the map does not
// hold is named as it is: no package is guessed.

/** Something of the system that is not there. */
export interface MissingFromSystem {
  readonly kind: "header" | "library" | "program" | "module" | "locale";
  readonly name: string;
  /** Debian's name; undefined where the map has none. */
  readonly package: string | undefined;
}

/** Of each the first match counts. */
const SIGNS: readonly (readonly [Table, RegExp])[] = [
  ["header", /fatal error: ([\w./+-]+\.h(?:pp|h|xx|\+\+)?): No such file/],
  ["header", /fatal error: '([\w./+-]+\.h(?:pp|h|xx|\+\+)?)' file not found/],
  ["header", /ERROR: C(?:\+\+)? header '([\w./+-]+)' not found/],
  ["library", /cannot find -l([\w.+-]+)/],
  ["library", /unable to find library -l([\w.+-]+)/],
  ["library", /ERROR: C(?:\+\+)? (?:shared |static |shared or static )?library '([\w.+-]+)' not found/],
  ["module", /No package '([\w.+-]+)' found/],
  ["module", /Package '?([\w.+-]+?)'?,? (?:was not found|required by [^\n]* not found)/],
  ["module", /None of the required '([\w.+-]+)[^'\n]*' found/],
  ["module", /system library [`']([\w.+-]+)[`'] required by/],
  ["module", /pkg-config"? (?:"?--[\w-]+"? )+["']?([\w.+-]+)[^`\n]*` did not exit successfully/],
  ["module", /Command 'pkg-config --exists ([\w.+-]+)' returned non-zero exit status 1\b/],
  ["module", /pkgconfig\.PackageNotFoundError: ([\w.+-]+) not found/],
  ["module", /(?<![\w.+-])([\w.+-]+)\.pc\b[^\n]*\bPKG_CONFIG_PATH\b/],
  ["module", /make sure the (lib\w+) and lib\w+ development packages are installed/],
  ["module", /make sure the lib\w+ and (lib\w+) development packages are installed/],
  ["module", /(Libtool) library used but 'LIBTOOL' is undefined/],
  ["module", /Could not find a local (HDF5) installation/],
  ["module", /ERROR: (?:Native d|D)ependency ["']([\w.+-]+)["'] not found/],
  // It is there, and parts of it that are programs of their own are not.
  ["program", /^ {2}Could NOT find [\w+.-]+ \(missing: ([a-z][\w-]*)(?: [a-z][\w-]*)*\) \(found version/m],
  ["module", /^ {2}Could NOT find ([\w+-]+(?:\.[\w+-]+)*)/m],
  [
    "module",
    /CMake Error at [^\n]+\(find_package\):\s+(?:By\s+not\s+providing\s+"[^"]+"|Could\s+not\s+find\s+a\s+package)[^"]+\sprovided\s+by\s+"([\w.+-]+)"/,
  ],
  [
    "program",
    /(?:(?:sh|bash|make)(?:\[\d+\])?: (?:line )?(?:\d+: )?|: (?:line )?\d+: )([\w.+-]+): (?:[Cc]ommand )?not found/,
  ],
  ["program", /make(?:\[\d+\])?: ([\w.+-]+): No such file or directory/],
  ["program", /\benv: ['‘"]?([\w.+-]+)['’"]?: No such file or directory/],
  ["program", /exec: "([\w.+-]+)": executable file not found/],
  ["program", /Can't exec "([\w.+-]+)"/],
  ["program", /^WARNING: '?([\w+-]+?)(?:-[\d.]+)?'? is missing on your system/m],
  ["program", /\b(pg_config|mysql_config|curl-config) (?:executable )?not found/],
  ["program", /^([a-z][\w.+-]*) executable not found/m],
  ["program", /[Ii]s `([\w.+-]+)` (?:not )?installed/],
  ["program", /needs the program ([\w.+-]+)/],
  ["program", /unable to execute '?([\w.+-]+)'?: No such file/],
  ["program", /error: command '([\w.+-]+)' failed: No such file/],
  ["program", /Could not run ([\w.+-]+): \[Errno 2\]/],
  ["program", /gyp ERR! stack Error: not found: ([\w.+-]+)/],
  ["program", /[Tt]he (pkg-config) (?:command|script) could not be found/],
  ["program", /linker `([\w.+-]+)` not found/],
  ["program", /Could not find `([\w.+-]+)`(?: installation|\. If)/],
  ["program", /ERROR: Program(?:\(s\))? \[?['"]([\w.+-]+)[^\n]* not found/],
  ["program", /ERROR: (?:[^\n]*: )?(Pkg-config) (?:binary )?for machine [^\n]*not found/],
  ["program", /Unknown compiler\(s\): \[\['([\w.+-]+)'/],
  ["program", /No (CMAKE_\w+_COMPILER) could be found/],
  ["program", /build\s+program\s+corresponding\s+to\s+"(?:Unix )?(\w+)"/],
  ["program", /(?:cannot execute|error trying to exec) ['‘](cc1plus|f951)['’]: execvp/],
  ["program", /error: no (Fortran) compiler found/],
  ["module", /gyp: Call to '(?:\S*\/)?pkg-config (?:--[\w-]+ )*([\w.+-]+)[^']*' returned exit status/],
];

/** Count only for names that the map has: others may be of the project itself, or of anything. */
const SIGNS_OF_KNOWN: readonly (readonly [Table, RegExp])[] = [
  ["header", /fatal error: '?([\w./+-]+?)'?(?:: No such file| file not found)/g],
  ["header", /^checking for ([\w./+-]+\.h)\.\.\. no\n+configure: error: /gm],
  [
    "library",
    /^checking for \w+ in -l([\w.+-]+)\.\.\. no\n+configure: error: [^\n]*(?<!\w)(?:lib)?\1(?![\w-])/gm,
  ],
  ["library", /could not find native (?:static |dynamic )?library `([\w.+-]+)`/g],
  ["loaded", /\b(lib[\w.+-]+\.so[\d.]*): cannot open shared object file/g],
  ["loaded", /valid shared libraries matching: \['(lib[\w+-]+\.so)'/g],
  ["module", /ERROR: Dependency ['"]([\w.+-]+)['"] is required but not found/g],
  ["module", /possibly undefined macro: ([A-Z][A-Z\d_]+)/g],
  ["module", /: line \d+: (?:`([A-Z][A-Z\d_]+)\(|([A-Z][A-Z\d_]+): command not found)/g],
  ["module", /automake: error: cannot open < (?:\S*\/)?([\w.-]+): No such file/g],
  ["perl", /you may need to install the ([\w:]+) module/g],
  ["perl", /configure: error: ([\w:]+) perl module is required/g],
  ["program", /^checking for ([\w.+-]+)\.\.\. no\n+configure: error: /gm],
  ["program", /\b[Cc]ould not find (?:the )?['"`]?([\w.+-]+)['"`]? (?:executable|program|binary|command)\b/g],
  ["module", /^checking for ([\w.+-]+)\.\.\. no\n+configure: error: [^\n]*(?<![\w.+-])\1(?![\w+-])/gm],
];

/** Programs whose absence the exception of a test or a build may tell; other files that are not there may be anybody's. */
const ASKED_PROGRAMS: readonly RegExp[] = [
  /No such file or directory: [bu]?'(?:\/usr(?:\/local)?\/s?bin\/)?([\w.+-]+)'/,
  /failed to execute (?:\w+\()?\[?'?([\w.+-]+)/,
  /['"`]?([\w.+-]+)['"`]? (?:executable |binary |command )?(?:is )?not found in (?:the |your )?\$?PATH/,
  /\b([\w.+-]+) is not installed or it's not in your PATH/,
  /The command was not found or was not executable: ([\w+-]+)/,
  /Is (poppler) installed and in PATH/,
];
const ASKED_LIBRARIES: readonly RegExp[] = [
  /[Tt]he '([\w+-]+)' C library was not found/,
  /no library called "([\w.+-]+)" was found/,
  /\b(lib[\w.+-]+\.so[\d.]*): cannot open shared object file/,
  /(?:find|load|locate) (?:the )?(?:shared )?library ['"]([\w.+-]+)['"]/i,
  /(?:could not|unable to|cannot|failed to) (?:find|load|locate) (?:the )?(?:shared )?(?:library )?['"]?(lib ?[\w+.-]*\w)/i,
  /(?:could not|unable to|cannot|failed to) (?:find|load|locate) (?:the )?([\w+-]+) (?:shared )?library/i,
  /\b([\w+-]+) (?:shared )?library not found/,
];

/** A namespace of GObject's introspection, with its version where one is asked for. */
const ASKED_TYPELIBS: readonly RegExp[] = [
  /\bNamespace (\w+) not available(?: for version ([\d.]+\d))?/,
  /cannot import name '?(\w+)'?, introspection typelib not found/,
];
const ASKED_LOCALES: readonly RegExp[] = [/\bError: unsupported (locale) setting/];

/** The program, library or locale of the system that an exception says is not there, where the map has it. */
export function findMissingOfException(text: string): MissingFromSystem | undefined {
  const asked = [
    ["program", ASKED_PROGRAMS] as const,
    ["loaded", ASKED_LIBRARIES] as const,
    ["typelib", ASKED_TYPELIBS] as const,
    ["locale", ASKED_LOCALES] as const,
  ];
  for (const [table, signs] of asked)
    for (const sign of signs) {
      const parts = sign.exec(text)?.slice(1) ?? [];
      const name = parts.filter((part) => part !== undefined).join("-");
      const found = name === "" ? undefined : asMissing(table, name);
      if (found?.package !== undefined) return found;
    }
  return undefined;
}

/** The first thing of the system that a program's output misses; undefined where it says nothing of the kind. */
export function findMissing(text: string): MissingFromSystem | undefined {
  return findAllMissing(text)[0];
}

/** What of the system a program's output misses, with the telling line: of each kind of sign the first. */
export function findAllMissing(text: string): readonly (MissingFromSystem & { readonly line: string })[] {
  const named = SIGNS.flatMap(([table, sign]) => readMatch(text, table, sign.exec(text)));
  const known = SIGNS_OF_KNOWN.flatMap(([table, sign]) =>
    [...text.matchAll(sign)]
      .flatMap((match) => readMatch(text, table, match))
      .filter(({ package: debian }) => debian !== undefined)
      .slice(0, 1),
  );
  return [...named, ...known];
}

function readMatch(
  text: string,
  table: Table,
  match: RegExpExecArray | null,
): readonly (MissingFromSystem & { readonly line: string })[] {
  const name = match?.slice(1).find((group) => group !== undefined);
  if (match === null || name === undefined) return [];
  const end = text.indexOf("\n", match.index + match[0].length);
  const line = text.slice(text.lastIndexOf("\n", match.index) + 1, end < 0 ? undefined : end).trim();
  return [{ ...asMissing(table, name), line }];
}

const KINDS: Readonly<Record<Table, MissingFromSystem["kind"]>> = {
  header: "header",
  library: "library",
  loaded: "library",
  module: "module",
  typelib: "library",
  perl: "module",
  program: "program",
  locale: "locale",
};

function asMissing(table: Table, name: string): MissingFromSystem {
  if (table === "loaded") return asLoaded(name.replace(/^lib /, "lib"));
  return { kind: KINDS[table], name, package: packageOf(table, name) };
}

/**
 * A library as a program asks for it when it runs: by its file's name with a version, which must then be the one that Debian has; without one, which only
 * what it is linked by has; or by its name alone.
 */
function asLoaded(asked: string): MissingFromSystem {
  if (/\.so\.\d/.test(asked)) return { kind: "library", name: asked, package: packageOf("loaded", asked) };
  const name = asked.replace(/^lib/, "").replace(/\.so$/, "");
  const tables: readonly Table[] = asked.endsWith(".so") ? ["library", "loaded"] : ["loaded", "library"];
  const found = tables.map((table) => packageOf(table, name)).find((each) => each !== undefined);
  return { kind: "library", name, package: packageOf("loaded", asked) ?? found };
}
