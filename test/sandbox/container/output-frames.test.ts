import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { splitOutput } from "../../../src/sandbox/container/output-frames.ts";

function frame(stream: number, bytes: Uint8Array): Buffer {
  const header = Buffer.from([stream, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([header, bytes]);
}

/** The bytes in pieces of the sizes given, over and over. */
function* pieces(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let start = 0, at = 0; start < bytes.length; at++) {
    const end = start + (sizes[at % sizes.length] ?? 1);
    yield bytes.subarray(start, end);
    start = end;
  }
}

test("gives each output its own bytes, however the frames are cut", async () => {
  const frames = fc.array(fc.tuple(fc.constantFrom(1, 2), fc.uint8Array({ maxLength: 40 })));
  const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(frames, sizes, async (sent, cuts) => {
      const [stdout, stderr] = [new PassThrough(), new PassThrough()];
      const read = Promise.all([buffer(stdout), buffer(stderr)]);
      await splitOutput(readable(pieces(Buffer.concat(sent.map((each) => frame(...each))), cuts)), {
        stdout,
        stderr,
      });
      stdout.end();
      stderr.end();
      const expected = (stream: number): Buffer =>
        Buffer.concat(sent.filter(([each]) => each === stream).map(([, bytes]) => bytes));
      expect(await read).toEqual([expected(1), expected(2)]);
    }),
  );
});

test("asks for no more than is read, goes on once it is, and drops what nobody can have", async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  stderr.destroy();
  let asked = 0;
  const source = (function* () {
    for (; asked < 100; asked++)
      yield Buffer.concat([frame(1, Buffer.alloc(4_096)), frame(2, Buffer.alloc(9))]);
  })();
  const done = splitOutput(readable(source), { stdout, stderr });
  for (let waited = 0; waited < 50; waited++) await turn();
  expect(asked).toBeLessThan(50);
  const read = buffer(stdout);
  await done;
  stdout.end();
  expect((await read).length).toBe(100 * 4_096);
});

test("takes a broken connection for an end", async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const source = (function* () {
    yield frame(1, Buffer.from("before")).subarray(0, 11);
    throw new Error("the engine is gone");
  })();
  await splitOutput(readable(source), { stdout, stderr });
  stdout.end();
  expect((await buffer(stdout)).toString()).toBe("bef");
});

async function* readable(source: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* source;
}
