import { markup, type Markup } from "../markup.ts";
import { round } from "./bars.ts";

/** A value in `[0, 1]` with its interval; null is a value that could not be measured. */
export interface IntervalRow {
  readonly label: string;
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
  readonly note?: string;
  /** Id of the element that tells more. */
  readonly target?: string;
  /** True for what is there to compare with. */
  readonly isMuted?: boolean;
}

const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Values as dots on lines that span their intervals, all on one scale from 0 to 1, as a table that can be read without them. */
export function plotIntervals(caption: string, rows: readonly IntervalRow[]): Markup {
  const lines = rows.map(({ label, value, low, high, note, target, isMuted = false }) => {
    const below = note === undefined ? [] : [markup`<small>${note}</small>`];
    const name = target === undefined ? markup`${label}` : markup`<a href="#${target}">${label}</a>`;
    const text = value === null ? "–" : `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
    return markup`<tr><th scope="row">${name}${below}</th><td><svg aria-hidden="true" class="${isMuted ? "muted" : "plain"}">${gridLines()}${drawInterval(value, low, high)}</svg></td><td class="number">${text}</td></tr>`;
  });
  return markup`<table class="plot intervals"><caption>${caption}</caption><tbody>${lines}${axis()}</tbody></table>`;
}

function drawInterval(value: number | null, low: number, high: number): Markup[] {
  if (value === null) return [];
  return [
    markup`<line class="whisker" x1="${at(low)}%" x2="${at(high)}%" y1="10" y2="10"/>`,
    markup`<circle class="dot" cx="${at(value)}%" cy="10" r="5"/>`,
  ];
}

function gridLines(): Markup[] {
  return TICKS.map((tick) => markup`<line class="grid" x1="${at(tick)}%" x2="${at(tick)}%" y1="0" y2="20"/>`);
}

function axis(): Markup {
  const labels = TICKS.map(
    (tick, index) =>
      markup`<text x="${at(tick)}%" y="11" text-anchor="${index === 0 ? "start" : index === TICKS.length - 1 ? "end" : "middle"}">${tick}</text>`,
  );
  return markup`<tr class="axis" aria-hidden="true"><th></th><td><svg>${labels}</svg></td><td></td></tr>`;
}

function at(share: number): number {
  return round(100 * share);
}
