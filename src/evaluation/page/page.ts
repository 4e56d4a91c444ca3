import { markup, ownMarkup, type Markup, type MarkupPart } from "./markup.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** One self-contained page: no scripts, nothing that a browser would load from elsewhere. */
export function renderPage(title: string, lead: string, sections: readonly Markup[]): string {
  return `${
    markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${ownMarkup(PAGE_STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="muted">${lead}</p>
${sections}
</main>
</body>
</html>`.text
  }\n`;
}

/** A part of a page with its heading; empty where it has no content. */
export function section(heading: string, content: readonly Markup[]): Markup[] {
  return content.length === 0 ? [] : [markup`<section>\n<h2>${heading}</h2>\n${content}\n</section>`];
}

/** Figures that are read first, each with its name. */
export function tiles(figures: readonly (readonly [name: string, value: string])[]): Markup {
  const all = figures.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return markup`<dl class="tiles">${all}</dl>`;
}

/** Parts beside one another where the window is wide enough. */
export function columns(parts: readonly Markup[]): Markup {
  return markup`<div class="columns">${parts}</div>`;
}

/** Something that is told when its name is clicked, or a link to `id` is followed: browsers open what holds a link's target. */
export function folded(id: string, name: string, content: readonly Markup[]): Markup {
  return markup`<details><summary>${name}</summary><div id="${id}">${content}</div></details>`;
}

/** Text as it stands, with a heading. */
export function verbatim(heading: string, text: string): Markup {
  return markup`<h4>${heading}</h4><pre>${text === "" ? "(empty)" : text}</pre>`;
}

/** A plain table. */
export function table(
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly MarkupPart[])[],
): Markup {
  const head = headings.map((heading) => markup`<th scope="col">${heading}</th>`);
  const body = rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`);
  return markup`<table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}
