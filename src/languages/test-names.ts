/** Makes ids of the names that a framework prints: without addresses and temporary paths, and with a counter where two agree. */
export function createTestIds(): (id: string) => string {
  const seen = new Map<string, number>();
  return (id) => {
    const stable = id
      .replaceAll(/0x[0-9a-f]{6,}/gi, "0x…")
      .replaceAll(/\/(?:var\/)?tmp\/[\w./-]+/g, "/tmp/…");
    const count = (seen.get(stable) ?? 0) + 1;
    seen.set(stable, count);
    return count === 1 ? stable : `${stable}#${count}`;
  };
}
