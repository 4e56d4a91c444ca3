import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { chromium, type Browser } from "playwright-core";

/** Chromium as the system's packages install it, or undefined. */
export function findChromium(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(":");
  return folders
    .flatMap((folder) => ["chromium", "chromium-browser", "google-chrome"].map((name) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Starts the browser; whoever started it closes it. As root its own sandbox cannot work. */
export function startBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
}

/** What a page is like in a window of this width. */
export interface SeenPage {
  /** What the console said and what was asked of a network; a page that is right has neither. */
  readonly complaints: readonly string[];
  readonly title: string;
  readonly headings: readonly string[];
  /** Pixels by which the page is wider than the window. */
  readonly overflow: number;
  /** Elements that stick out of the window, by tag. */
  readonly wide: readonly string[];
  /** How many of each mark have a size. */
  readonly marks: Readonly<Record<string, number>>;
  /** Plots that neither have a name nor are hidden from assistive programs. */
  readonly unnamed: number;
  readonly background: string;
}

/** Loads a page from disk and looks at it. */
export async function seePage(
  browser: Browser,
  path: string,
  { width, dark = false, screenshot }: { width: number; dark?: boolean; screenshot?: string | undefined },
): Promise<SeenPage> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: dark ? "dark" : "light",
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!/^(?:file|data):/.test(request.url())) complaints.push(`request ${request.url()}`);
  });
  await page.goto(pathToFileURL(path).href);
  const seen = (await page.evaluate(LOOK)) as Omit<SeenPage, "complaints">;
  if (screenshot !== undefined) await page.screenshot({ path: screenshot, fullPage: true });
  await context.close();
  return { complaints, ...seen };
}

/** Runs in the page. */
const LOOK = `(() => {
  const width = document.documentElement.clientWidth;
  const sized = (selector) => [...document.querySelectorAll(selector)].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 || height > 0;
  }).length;
  const isNamed = (svg) => svg.closest("[aria-hidden=true]") !== null ||
    (svg.getAttribute("role") === "img" && (svg.getAttribute("aria-label") ?? "") !== "");
  return {
    title: document.title,
    headings: [...document.querySelectorAll("h1, h2")].map((heading) => heading.textContent),
    overflow: document.documentElement.scrollWidth - width,
    wide: [...document.querySelectorAll("main *")]
      .filter((element) => element.getBoundingClientRect().right > width + 1).map((element) => element.tagName.toLowerCase()),
    marks: { bar: sized("rect.bar"), dot: sized("circle"), whisker: sized("line.whisker") },
    unnamed: [...document.querySelectorAll("svg")].filter((svg) => !isNamed(svg)).length,
    background: getComputedStyle(document.body).backgroundColor,
  };
})()`;
