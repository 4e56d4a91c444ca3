/** JSON as R2E writes it: Python's `json.dump(data, file, indent=4)`, in ASCII, with no line end at the end. */

const INDENT = "    ";

/** A value's text; `depth` says how far in it begins. */
export function formatPythonJson(value: unknown, depth = 0): string {
  if (Array.isArray(value))
    return enclose(
      "[",
      value.map((item) => formatPythonJson(item, depth + 1)),
      "]",
      depth,
    );
  if (value !== null && typeof value === "object") {
    const members = Object.entries(value).flatMap(([name, item]) =>
      item === undefined ? [] : [`${quote(name)}: ${formatPythonJson(item, depth + 1)}`],
    );
    return enclose("{", members, "}", depth);
  }
  return typeof value === "string" ? quote(value) : JSON.stringify(value);
}

/** An array of texts that stand at depth 1. */
export function joinRows(rows: readonly string[]): string {
  return enclose("[", rows, "]", 0);
}

function enclose(open: string, parts: readonly string[], close: string, depth: number): string {
  if (parts.length === 0) return `${open}${close}`;
  const inner = `\n${INDENT.repeat(depth + 1)}`;
  return `${open}${inner}${parts.join(`,${inner}`)}\n${INDENT.repeat(depth)}${close}`;
}

function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
