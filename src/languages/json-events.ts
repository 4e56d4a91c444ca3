/** Never asks an object for its text: foreign code could have made one that has none. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The objects of a text with one on each line; lines that make no sense are passed over. */
export function readJsonLines(text: string): Record<string, unknown>[] {
  return text.split("\n").flatMap((line) => {
    try {
      const event: unknown = JSON.parse(line);
      return event !== null && typeof event === "object" ? [event as Record<string, unknown>] : [];
    } catch {
      return [];
    }
  });
}
