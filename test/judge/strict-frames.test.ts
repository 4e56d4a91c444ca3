import { expect, it } from "vitest";

import { StrictFrames } from "../../src/judge/strict-frames.ts";

it.each([
  ["of 600 lists", "findings", "[".repeat(600) + "]".repeat(600)],
  ["of text that looks like lists", "findings", JSON.stringify(`\\"${"[".repeat(5000)}`)],
  ["of 5,000 lists", "malformed", "[".repeat(5000) + "]".repeat(5000)],
  ["of 5,000 objects", "malformed", `${'{"a":'.repeat(5000)}0${"}".repeat(5000)}`],
])("a frame %s is %s", (_, status, text) => {
  const frames = new StrictFrames(
    (_kind, findings) => ({ status: "findings", findings }),
    () => "none is expected",
  );
  const head = Buffer.alloc(5);
  head.writeUInt8(8);
  head.writeUInt32BE(text.length, 1);
  frames.read(Buffer.concat([head, Buffer.from(text)]));
  expect(frames.state.status).toBe(status);
});
