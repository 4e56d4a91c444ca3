import { markup, type Markup } from "../markup.ts";
import { round } from "./bars.ts";

/** A point with coordinates in `[0, 1]`, the interval of the second, and what is told when it is pointed at. */
export interface ScatterPoint {
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
  readonly label: string;
}

const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Two shares against each other, with the line on which they are the same. `summary` is the plot's accessible name. */
export function plotScatter(
  caption: string,
  names: { readonly x: string; readonly y: string },
  points: readonly ScatterPoint[],
  summary: string,
): Markup {
  const grid = TICKS.flatMap((tick) => [
    markup`<line class="grid" x1="${at(tick)}%" x2="${at(tick)}%" y1="0" y2="100%"/>`,
    markup`<line class="grid" x1="0" x2="100%" y1="${at(tick)}%" y2="${at(tick)}%"/>`,
  ]);
  const marks = points.map(
    ({ x, y, low, high, label }) =>
      markup`<g><title>${label}</title><line class="whisker" x1="${at(x)}%" x2="${at(x)}%" y1="${at(1 - high)}%" y2="${at(1 - low)}%"/><circle cx="${at(x)}%" cy="${at(1 - y)}%" r="5"/></g>`,
  );
  const up = TICKS.toReversed().map((tick) => markup`<span>${tick}</span>`);
  const along = TICKS.map((tick) => markup`<span>${tick}</span>`);
  return markup`<figure><figcaption>${caption}</figcaption><p class="muted"><small>Upwards: ${names.y}. To the right: ${names.x}. Dashed: where both are the same.</small></p><div class="scatter"><div class="up" aria-hidden="true">${up}</div><svg role="img" aria-label="${summary}">${grid}<line class="even" x1="0" y1="100%" x2="100%" y2="0"/>${marks}</svg><div class="along" aria-hidden="true">${along}</div></div></figure>`;
}

function at(share: number): number {
  return round(100 * share);
}
