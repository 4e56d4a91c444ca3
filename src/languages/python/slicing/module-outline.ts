/** What of a module's own code can be told without parsing it; where that is not sure, more than there is. */
export interface ModuleOutline {
  /** Modules as they are written, each with the names that are taken from it. */
  readonly imports: readonly { readonly module: string; readonly names: readonly string[] }[];
  /** Names in code that is executed while the module loads, bodies of classes left out: those of its own, and those that it has from elsewhere. */
  readonly own: ReadonlySet<string>;
  readonly foreign: ReadonlySet<string>;
}

const DEFINITION = /^(?:async\s+def|def|class)\s/;
const TYPING = /^if\s+(?:\w+\.)?TYPE_CHECKING\s*:/;
const CLOSING = /^[)\]}]/;
const IMPORT =
  /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]*\)|(?:[^\n\\]|\\\n)*)|import[ \t]+((?:[^\n\\]|\\\n)*))/gm;

/** Reads the outline of a file. */
export function outlineModule(text: string): ModuleOutline {
  const code = loadedLines(text);
  const imports: ModuleOutline["imports"][number][] = [];
  const taken = new Set<string>();
  const renamed = new Set<string>();
  const rest = code.replaceAll(IMPORT, (_, from?: string, some?: string, modules?: string) => {
    const parts = namesIn(some ?? modules ?? "");
    for (const { name, alias } of parts) (alias === undefined ? taken : renamed).add(name);
    if (from === undefined) imports.push(...parts.map(({ name }) => ({ module: name, names: [] })));
    else imports.push({ module: from, names: parts.map(({ name }) => name) });
    return "";
  });
  const own = new Set(rest.match(/[A-Za-z_]\w*/g));
  const read = [...rest.matchAll(/\.\s*([A-Za-z_]\w*)/g)].map(([, name = ""]) => name);
  const brought = taken.has("*") ? own : [...taken].filter((name) => own.has(name));
  return { imports, own, foreign: new Set([...brought, ...read, ...renamed]) };
}

/** Lines at the top and of blocks there, without definitions below their first line. */
function loadedLines(text: string): string {
  const lines: string[] = [];
  let isInside = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const isIndented = /^[ \t]/.test(line);
    if (line === "" || line.startsWith("#") || (isIndented && isInside)) continue;
    if (!isIndented && !CLOSING.test(line)) isInside = DEFINITION.test(line) || TYPING.test(line);
    if (!isInside) lines.push(line);
  }
  return lines.join("\n");
}

function namesIn(written: string): readonly { readonly name: string; readonly alias: string | undefined }[] {
  return written
    .replaceAll(/#[^\n]*/g, "")
    .replaceAll(/[()\\]/g, " ")
    .split(",")
    .flatMap((part) => {
      const [, name, alias] = /^\s*([\w.*]+)(?:\s+as\s+(\w+))?/.exec(part) ?? [];
      return name === undefined ? [] : [{ name, alias }];
    });
}
