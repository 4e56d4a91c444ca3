/** A column of a table: its heading and on which side its cells stand. */
export interface Column {
  readonly heading: string;
  readonly align?: "left" | "right";
}

/** Lines of a plain-text table: headings, a rule, rows; columns two spaces apart. Rows may be shorter than the columns. */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ heading }, index) =>
    Math.max(heading.length, ...rows.map((row) => (row[index] ?? "").length)),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ align }, index) => {
        const [cell, width] = [cells[index] ?? "", widths[index] ?? 0];
        return align === "right" ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "-".repeat(width));
  return [columns.map(({ heading }) => heading), rule, ...rows].map(line).join("\n");
}

/** A fraction as a person reads it: `0.83`, or `–` where there is none. */
export function formatFraction(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : value.toFixed(2);
}

/** Counts, largest first: `trivial 4, tier 2`; `–` where there is none. */
export function formatCounts(counts: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  return sorted.length === 0 ? "–" : sorted.map(([name, count]) => `${name} ${count}`).join(", ");
}
