import type { Writable } from "node:stream";

import type { Progress } from "../base/index.ts";
import { advanceStage, describeStage, newStage, type Stage } from "./progress-line.ts";

/** Where progress goes and how it looks there. */
export interface ProgressOutput {
  readonly stream: Writable;
  /** A terminal gets one line that is redrawn; anything else gets a line per event. */
  readonly isTerminal: boolean;
  /** Width of the terminal in columns. */
  readonly columns: () => number;
}

/** Progress that is shown. Whoever prints something else to the same terminal goes through `print`. Dispose it to stop. */
export interface ShownProgress extends Progress, Disposable {
  /** A line that stays. */
  print(line: string): void;
}

const REDRAW_MS = 125;
/** Below the five seconds after which a waiting person begins to wonder. */
const LONGEST_SILENCE_MS = 4_000;
const CLEAR_LINE = "\r\u001b[K";

/** Shows progress on a stream: lively on a terminal, plain lines elsewhere, never silent for five seconds. */
export function showProgress(output: ProgressOutput): ShownProgress {
  return output.isTerminal ? liveLine(output) : plainLines(output);
}

function liveLine({ stream, columns }: ProgressOutput): ShownProgress {
  let stage: Stage | undefined;
  let frame = 0;
  const draw = (): void => {
    if (stage === undefined) return;
    const line = `${"|/-\\"[frame++ % 4] ?? ""} ${describeStage(stage, performance.now())}`;
    stream.write(`${CLEAR_LINE}${line.slice(0, Math.max(10, columns() - 1))}`);
  };
  const timer = setInterval(draw, REDRAW_MS).unref();
  const print = (line: string): void => {
    stream.write(`${CLEAR_LINE}${line}\n`);
    draw();
  };
  return {
    begin(name, total, load) {
      if (stage !== undefined && stage.done > 0)
        print(`  ${describeStage(stage, performance.now(), "ended")}`);
      stage = newStage(name, total, load, performance.now());
      draw();
    },
    advance(done, note, expected) {
      if (stage !== undefined) stage = advanceStage(stage, done, note, expected);
    },
    note: print,
    print,
    [Symbol.dispose]() {
      clearInterval(timer);
      stage = undefined;
      stream.write(CLEAR_LINE);
    },
  };
}

function plainLines({ stream }: ProgressOutput): ShownProgress {
  let stage: Stage | undefined;
  let lastLineAt = performance.now();
  const print = (line: string): void => {
    lastLineAt = performance.now();
    stream.write(`${line}\n`);
  };
  const tell = (): void => {
    const isSilent = performance.now() - lastLineAt >= LONGEST_SILENCE_MS;
    if (isSilent) print(stage === undefined ? "working" : describeStage(stage, performance.now()));
  };
  const timer = setInterval(tell, LONGEST_SILENCE_MS / 8).unref();
  return {
    begin(name, total, load) {
      if (stage !== undefined && stage.done > 0) print(describeStage(stage, performance.now(), "ended"));
      stage = newStage(name, total, load, performance.now());
      print(describeStage(stage, performance.now()));
    },
    advance(done, note, expected) {
      if (stage !== undefined) stage = advanceStage(stage, done, note, expected);
      tell();
    },
    note: print,
    print,
    [Symbol.dispose]() {
      clearInterval(timer);
    },
  };
}
