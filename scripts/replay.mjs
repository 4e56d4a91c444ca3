// `npm run replay [NAME…]`: builds the sets of the recordings in test/recordings from their first prompt to their proven tasks, twice each, with one worker and with two, without asking
// anybody, and compares every byte. Packages come from the lock that was recorded beside the replies. Fails where a prompt has no recorded reply, where no task comes of it, or where a byte differs.
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const recorded = join(root, "test", "recordings");
const recordings = JSON.parse(readFileSync(join(recorded, "recordings.json"), "utf8"));

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(recordings, name));
if (unknown !== undefined) {
  console.error(`There is no recording "${unknown}": there are ${Object.keys(recordings).join(", ")}.`);
  process.exit(2);
}

let failures = 0;
const folder = mkdtempSync(join(tmpdir(), "diorama-replay-"));
for (const name of asked.length > 0 ? asked : Object.keys(recordings)) {
  const [first, second] = [1, 2].map((workers) => build(name, workers));
  const isSame = JSON.stringify(first.bytes) === JSON.stringify(second.bytes);
  const { writing, accepted } = first.report;
  const isWhole = writing.unanswered === 0 && accepted > 0;
  if (!isSame || !isWhole) failures++;
  console.log(
    `${name}: ${writing.targets} targets, ${writing.valid} with valid tests in ${writing.rounds} rounds, mean coverage ${writing.mean_coverage.toFixed(2)}, ` +
      `${accepted} tasks, ${writing.unanswered} without a reply; ${isSame ? "the same bytes" : "OTHER BYTES"} with 1 and with 2 workers`,
  );
}
rmSync(folder, { recursive: true, force: true });
process.exit(failures === 0 ? 0 : 1);

/** Builds one set; gives its report and a digest of every file that is part of it. */
function build(name, workers) {
  const { source, targets, pipeline } = recordings[name];
  const out = join(folder, `${name}-${workers}`);
  const replies = join(recorded, pipeline, `${name}.jsonl`);
  const lock = join(recorded, "locks", `${name}.json`);
  const words = [
    "build",
    source,
    "--from-lock",
    lock,
    "--target",
    targets.join(),
    "--tier",
    "simple",
    "--per-cluster",
    "9",
    "--json",
    ...(pipeline === "repost" ? ["--sandboxed"] : []),
  ];
  const model = ["--model", `replay:${replies}`, "--no-reply-cache", "--workers", `${workers}`, "--out", out];
  const { status, stdout } = spawnSync(process.execPath, [join(root, "bin", "diorama"), ...words, ...model], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) {
    const { unanswered } = status === 1 ? JSON.parse(stdout) : {};
    console.error(
      `The build of ${name} ended with ${status}.${unanswered === undefined ? "" : ` ${unanswered.message}`}`,
    );
    process.exit(1);
  }
  const paths = ["task-set.json", ...filesBelow(out, "tasks")];
  const digest = (content) => createHash("sha256").update(content).digest("hex");
  // Replies are kept in the order in which they come.
  const used = readFileSync(join(out, "replies.jsonl"), "utf8").split("\n").toSorted();
  const bytes = [
    ...paths.map((path) => [path, digest(readFileSync(join(out, path)))]),
    ["replies.jsonl", digest(used.join("\n"))],
  ];
  return { report: JSON.parse(stdout), bytes };
}

function filesBelow(base, below) {
  return readdirSync(join(base, below), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(base.length + 1))
    .toSorted();
}
