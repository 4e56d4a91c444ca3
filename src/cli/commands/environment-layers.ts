import type { AddCommand } from "../command.ts";
import { numberWithin } from "../option-values.ts";
import { renderTable } from "../table.ts";

interface LayersFlags {
  readonly prune?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** `diorama environment layers`: the dependency layers that are kept, and the downloads that they are made of. */
export const addEnvironmentLayers: AddCommand = (group, attach) => {
  const command = group
    .command("layers")
    .summary("list the dependency layers and downloads that are kept, and remove old ones")
    .option(
      "--prune <days>",
      "remove those that nothing used for so many days; they are fetched and installed again when they are needed",
      numberWithin(0, 1e6),
    );
  attach<[], LayersFlags>(command, async (_context, _none, { prune }) => {
    const { userCacheDirectory } = await import("../../curation/index.ts");
    const { listLayers, openDownloadStore, removeLayers } = await import("../../environments/index.ts");
    const directory = userCacheDirectory(process.env);
    const layers = listLayers(directory);
    const oldest = prune === undefined ? undefined : Date.now() - prune * DAY_MS;
    const removed = layers.filter(({ usedAt }) => oldest !== undefined && usedAt.getTime() <= oldest);
    await removeLayers(directory, removed);
    const store = openDownloadStore(directory);
    const forgotten = oldest === undefined ? undefined : store.prune(new Date(oldest));
    const downloads = store.measure();
    const rows = layers.map(({ path, bytes, usedAt }) => ({
      path,
      bytes,
      used: usedAt.toISOString(),
      removed: removed.some((one) => one.path === path),
    }));
    const total = rows.reduce((sum, row) => sum + (row.removed ? 0 : row.bytes), 0);
    const columns = [
      { heading: "layer" },
      { heading: "MiB", align: "right" as const },
      { heading: "last used" },
      { heading: "" },
    ];
    const cells = rows.map((row) => [
      row.path,
      mebibytes(row.bytes),
      row.used.slice(0, "2026-01-01".length),
      row.removed ? "removed" : "",
    ]);
    const kept = rows.length - removed.length;
    return {
      exitCode: 0,
      document: { layers: rows, bytes: total, downloads: { ...downloads, removed: forgotten?.files ?? 0 } },
      text: [
        `${renderTable(columns, cells)}\n`,
        `${kept} kept, ${mebibytes(total)} MiB`,
        `${downloads.files} downloads kept, ${mebibytes(downloads.bytes)} MiB${forgotten === undefined ? "" : `; ${forgotten.files} removed`}`,
      ].join("\n"),
    };
  });
};

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
