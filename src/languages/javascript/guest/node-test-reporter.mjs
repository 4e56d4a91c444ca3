// Reporter of node:test: a line of JSON for each test as it begins and ends, in the order in which they are defined.
import { relative } from "node:path";
import { realpathSync } from "node:fs";

const root = realpathSync(process.env.DIORAMA_ROOT ?? ".");

export default async function* report(source) {
  for await (const { type, data } of source) {
    const event = { "test:start": "started", "test:pass": "passed", "test:fail": "failed" }[type];
    if (event === undefined) continue;
    const { name, nesting, skip, todo, details } = data;
    const error = details?.error?.cause ?? details?.error;
    yield `${JSON.stringify({
      event,
      name,
      nesting,
      path: relative(root, data.file ?? process.argv[1] ?? ""),
      isSuite: details?.type === "suite",
      isSkipped: skip !== undefined && skip !== false,
      isExpected: todo !== undefined && todo !== false,
      message: error === undefined ? "" : String(error.stack ?? error.message ?? error),
    })}\n`;
  }
}
