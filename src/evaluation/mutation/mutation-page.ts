import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { MutationTestResult } from "mutation-testing-report-schema/api";

import { markup, ownMarkup } from "../page/markup.ts";

const require = createRequire(import.meta.url);

/** A report as one page that loads nothing: the web component that shows it (Apache-2.0) and the report itself are in it. */
export function renderMutationPage(report: MutationTestResult, title: string): string {
  return `${
    markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:">
<link rel="icon" href="data:,">
<title>${title}</title>
</head>
<body>
<mutation-test-report-app title-postfix="${title}">This page needs scripts: the report is in it as JSON.</mutation-test-report-app>
<script type="application/json" id="report">${ownMarkup(inlineJson(report))}</script>
<script>/* mutation-testing-elements, Apache-2.0 */
${ownMarkup(inlineScript(readComponent()))}</script>
<script>document.querySelector("mutation-test-report-app").report = JSON.parse(document.getElementById("report").textContent);</script>
</body>
</html>`.text
  }\n`;
}

/** What stands for the component's pictographs, for which few machines have a font; the others only decorate. */
const PLAIN: Readonly<Record<string, string>> = { ℹ: "i", "🔼": "^", "🔽": "v" };

function readComponent(): string {
  const path = require.resolve("mutation-testing-elements/mutation-test-elements.js");
  return readFileSync(path, "utf8").replaceAll(
    /(\p{Extended_Pictographic})\u{fe0f}?/gu,
    (_all, character: string) => PLAIN[character] ?? "",
  );
}

/** JSON that no browser can take for the end of its element: without `<` there is no tag and no comment. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
}

/** The same for a script: what would end its element, or begin a comment in it, stands in its texts only. */
function inlineScript(text: string): string {
  return text.replaceAll(/<(?=\/script|script|!--)/gi, String.raw`\x3c`);
}
