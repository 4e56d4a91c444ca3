import { markup, type Markup } from "../markup.ts";

/** A bar: its name, its length, and what is worth a small line below the name. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Written at the end instead of the value. */
  readonly text?: string;
  readonly note?: string;
}

/** Horizontal bars on a common scale from 0 to the largest, as a table that can be read without them; nothing where there are none. */
export function plotBars(caption: string, bars: readonly Bar[], largest?: number): Markup[] {
  if (bars.length === 0) return [];
  const most = largest ?? Math.max(1, ...bars.map(({ value }) => value));
  const rows = bars.map(({ label, value, text, note }) => {
    const width = most === 0 ? 0 : Math.max(0, Math.min(100, (100 * value) / most));
    const below = note === undefined ? [] : [markup`<small>${note}</small>`];
    return markup`<tr><th scope="row">${label}${below}</th><td><svg aria-hidden="true"><rect class="track" width="100%" height="14" y="3" rx="2"/><rect class="bar" width="${round(width)}%" height="14" y="3" rx="2"/></svg></td><td class="number">${text ?? value}</td></tr>`;
  });
  return [markup`<table class="plot bars"><caption>${caption}</caption><tbody>${rows}</tbody></table>`];
}

/** Percent as they stand in a page: to a hundredth. */
export function round(percent: number): number {
  return Math.round(percent * 100) / 100;
}
