import type { Distribution } from "../../statistics/distribution.ts";
import { markup, type Markup } from "../markup.ts";

const HEIGHT = 100;

/** How many tasks fall into each tenth from 0 to 1. */
export function plotHistogram(caption: string, { tenths, quartiles, count, without }: Distribution): Markup {
  const most = Math.max(1, ...tenths);
  const summary =
    quartiles === null
      ? "No task has one."
      : `Median ${quartiles[2].toFixed(2)}, from ${quartiles[0].toFixed(2)} to ${quartiles[4].toFixed(2)}, over ${count} tasks${without === 0 ? "" : `; ${without} have none`}.`;
  if (quartiles === null)
    return markup`<figure class="histogram"><figcaption>${caption}. ${summary}</figcaption></figure>`;
  const bars = tenths.flatMap((tasks, index) => {
    if (tasks === 0) return [];
    const height = Math.max(2, (HEIGHT * tasks) / most);
    const top = 16 + HEIGHT - height;
    return [
      markup`<rect class="bar" x="${index * 10 + 0.4}%" width="9.2%" y="${top.toFixed(1)}" height="${height.toFixed(1)}" rx="2"><title>${rangeOf(index)}: ${tasks}</title></rect>`,
      markup`<text x="${index * 10 + 5}%" y="${(top - 4).toFixed(1)}" text-anchor="middle">${tasks}</text>`,
    ];
  });
  return markup`<figure class="histogram"><figcaption>${caption}. ${summary}</figcaption><svg role="img" aria-label="${caption}: ${describe(tenths)}">${bars}<line class="grid" x1="0" x2="100%" y1="${16 + HEIGHT}" y2="${16 + HEIGHT}"/><text x="0" y="${32 + HEIGHT}">0</text><text x="50%" y="${32 + HEIGHT}" text-anchor="middle">0.5</text><text x="100%" y="${32 + HEIGHT}" text-anchor="end">1</text></svg></figure>`;
}

function describe(tenths: readonly number[]): string {
  const parts = tenths.flatMap((tasks, index) => (tasks === 0 ? [] : `${tasks} ${rangeOf(index)}`));
  return parts.length === 0 ? "no task" : `${parts.join(", ")}.`;
}

function rangeOf(index: number): string {
  return `from ${(index / 10).toFixed(1)} to ${((index + 1) / 10).toFixed(1)}`;
}
