/**
 * Classes that a test function defines for itself: stand-ins for what the target is given. No recipe can name them where they stand, so those
 * that use nothing else of the function are moved into a file of their own, from which the test then imports them.
 */
import type { FileOutline, LineRange, Syntax } from "../../languages/index.ts";

/** The test without its classes, and the file that has them; undefined where there are none. */
export interface MovedClasses {
  readonly testText: string;
  /** Empty where nothing was moved. */
  readonly classesText: string;
}

/** Where names that the classes use come from, and where the classes go. */
interface Places {
  /** Import name of the file under test. */
  readonly module: string;
  /** Names that it has at its top level. */
  readonly moduleNames: ReadonlySet<string>;
  /** Import name of the file with the classes. */
  readonly classesModule: string;
}

interface LocalClass {
  readonly name: string;
  /** 1-based lines in the test's text. */
  readonly lines: LineRange;
  readonly indentation: string;
  /** Its text without indentation. */
  readonly text: string;
}

/** Moves what can be moved. Where a class's name is used for two, both stay. */
export function moveLocalClasses(testText: string, syntax: Syntax, places: Places): MovedClasses {
  const outline = syntax.outline(testText);
  const lines = testText.split("\n");
  const found = (outline?.items ?? [])
    .filter(({ kind }) => kind === "function")
    .flatMap(({ lines: range }) => localClasses(lines, range, syntax));
  const moved = found.filter(({ name }) => found.filter((other) => other.name === name).length === 1);
  const kept = moved.filter((one) => isClosed(one, moved, lines, syntax));
  if (kept.length === 0) return { testText, classesText: "" };
  return {
    testText: replaceClasses(lines, kept, places.classesModule),
    classesText: classesFile(kept, places, syntax),
  };
}

/** Classes in the body of one function, those below further statements left out. */
function localClasses(lines: readonly string[], { start, end }: LineRange, syntax: Syntax): LocalClass[] {
  const first = lines.findIndex((line, index) => index >= start && index < end && /^[ \t]+\S/.test(line));
  const indentation = /^[ \t]*/.exec(lines[first] ?? "")?.[0] ?? "";
  if (first < 0 || indentation === "") return [];
  const body = lines.slice(first, end).map((line) => withoutIndentation(line, indentation));
  return classesOf(syntax.outline(body.join("\n"))).map(({ name, lines: own }) => ({
    name,
    indentation,
    lines: { start: first + own.start, end: first + own.end },
    text: body.slice(own.start - 1, own.end).join("\n"),
  }));
}

function classesOf(outline: FileOutline | undefined): { readonly name: string; readonly lines: LineRange }[] {
  return (outline?.items ?? []).flatMap(({ kind, name, lines }) =>
    kind === "class" && name !== undefined ? [{ name, lines }] : [],
  );
}

function withoutIndentation(line: string, indentation: string): string {
  return line.startsWith(indentation) ? line.slice(indentation.length) : line.trimStart();
}

/** True for a class that speaks of no name that the rest of the tests binds, other moved classes aside. */
function isClosed(
  { text, lines: { start, end }, name }: LocalClass,
  moved: readonly LocalClass[],
  lines: readonly string[],
  syntax: Syntax,
): boolean {
  const around = [...lines.slice(0, start - 1), ...lines.slice(end)].join("\n");
  const others = new Set(moved.map((one) => one.name));
  const own = new Set([name, ...boundNames(text), ...parameterNames(text, syntax)]);
  const bound = boundNames(around);
  return [...namesIn(text)].every((one) => own.has(one) || others.has(one) || !bound.has(one));
}

/** Names that statements of a text give a value, roughly: more are found than there are. */
function boundNames(text: string): ReadonlySet<string> {
  const patterns = [
    /(?<![\w.])([A-Za-z_]\w*)\s*(?::[^=\n]*)?=(?!=)/g,
    /\b(?:def|class|as|nonlocal|global|import)\s+([A-Za-z_]\w*)/g,
    /\bfor\s+([\w\s,()*]+?)\s+in\b/g,
  ];
  const found = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, names = ""]) => names));
  return new Set(found.flatMap((names) => names.match(/[A-Za-z_]\w*/g) ?? []));
}

function parameterNames(text: string, syntax: Syntax): string[] {
  return syntax
    .parse("class.py", text)
    .definitions.flatMap(({ parameters }) => parameters.map((parameter) => parameter.name));
}

/** Names that a text speaks of, attributes left out. */
function namesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/(?<![\w.])[A-Za-z_]\w*/g)].map(([name]) => name));
}

function replaceClasses(lines: readonly string[], kept: readonly LocalClass[], module: string): string {
  return lines
    .flatMap((line, index) => {
      const one = kept.find(({ lines: { start, end } }) => index + 1 >= start && index + 1 <= end);
      if (one === undefined) return [line];
      return one.lines.start === index + 1 ? [`${one.indentation}from ${module} import ${one.name}`] : [];
    })
    .join("\n");
}

function classesFile(kept: readonly LocalClass[], { module, moduleNames }: Places, syntax: Syntax): string {
  const text = kept.map((one) => one.text).join("\n\n\n");
  const own = new Set([...kept.map(({ name }) => name), ...parameterNames(text, syntax)]);
  const used = [...namesIn(text)].filter((name) => moduleNames.has(name) && !own.has(name)).sort();
  const imports = used.length === 0 ? "" : `from ${module} import ${used.join(", ")}\n\n\n`;
  return `${imports}${text}\n`;
}
