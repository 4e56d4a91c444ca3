/** A piece of HTML in which everything that came from outside is escaped. Made by `markup` only. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: text and numbers are escaped, markup goes in as it is. */
export type MarkupPart = string | number | Markup | readonly Markup[];

/** Template tag: ``markup`<b>${name}</b>` `` escapes `name`, also for attribute values in double quotes. */
export function markup(fixed: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(
    fixed.map((text, index) => (index === 0 ? "" : render(parts[index - 1] ?? "")) + text).join(""),
  );
}

/** Markup that stands as it is: for texts of our own, such as a style sheet. */
export function ownMarkup(text: string): Markup {
  return new Markup(text);
}

function render(part: MarkupPart): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === "string" || typeof part === "number") return escape(String(part));
  return part.map(({ text }) => text).join("\n");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}
