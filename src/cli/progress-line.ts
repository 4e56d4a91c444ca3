import type { WorkLoad } from "../base/index.ts";
import { RateWindow } from "./rate-window.ts";

/** A stage of the work as far as it has come. */
export interface Stage {
  readonly name: string;
  readonly total: number | undefined;
  readonly done: number;
  /** Steps that there will have been in the end, where that is not `total`. */
  readonly expected?: number | undefined;
  readonly note: string | undefined;
  /** Milliseconds of the same clock that `describeStage` is given. */
  readonly startedAt: number;
  /** Present where the stage counts what is under way. */
  readonly flow?: Flow | undefined;
}

/** What is under way in a stage, and how fast it ends. */
interface Flow {
  readonly load: () => WorkLoad;
  readonly evaluations: RateWindow;
  /** Of steps, those that cost nothing left out. */
  readonly steps: RateWindow;
}

/** A stage that has just begun. */
export function newStage(
  name: string,
  total: number | undefined,
  load: (() => WorkLoad) | undefined,
  startedAt: number,
): Stage {
  const flow = load && {
    load,
    evaluations: new RateWindow(startedAt),
    steps: new RateWindow(startedAt),
  };
  return { name, total, done: 0, note: undefined, startedAt, flow };
}

/** The stage with `done` steps behind it; what is not said stays as it was. */
export function advanceStage(
  stage: Stage,
  done: number,
  note: string | undefined,
  expected: number | undefined,
): Stage {
  return { ...stage, done, note: note ?? stage.note, expected: expected ?? stage.expected };
}

/** Steps before which an estimate of the time left would be a guess. */
const STEPS_BEFORE_ESTIMATE = 2;

/**
 * `mutants 12/40 · parse_url · 0:32 · about 1:10 left`, in a stage that counts what is under way
 * `judging reference 12/40 · parse_url · 8.1 evaluations/s · 26 waiting, 2 at work · 0:32 · about 0:04 left`; of a stage that has ended,
 * count and duration only.
 */
export function describeStage(stage: Stage, now: number, state: "under way" | "ended" = "under way"): string {
  const elapsedMs = now - stage.startedAt;
  const count =
    stage.total === undefined ? (stage.done > 0 ? ` ${stage.done}` : "") : ` ${stage.done}/${stage.total}`;
  const isUnderWay = state === "under way";
  const parts = [
    `${stage.name}${count}`,
    isUnderWay ? stage.note : undefined,
    ...(isUnderWay && stage.flow !== undefined ? describeFlow(stage.flow, now) : []),
    elapsedMs >= 1_000 || !isUnderWay ? formatClock(elapsedMs) : undefined,
    isUnderWay ? describeTimeLeft(stage, now) : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(" · ");
}

function describeFlow({ load, evaluations }: Flow, now: number): (string | undefined)[] {
  const { asked, waiting, atWork, evaluated } = load();
  const rate = evaluations.perSecond(now, evaluated);
  return [
    rate === undefined ? undefined : `${formatRate(rate)} evaluations/s`,
    (asked ?? 0) + waiting + atWork === 0
      ? undefined
      : `${asked === undefined ? "" : `${asked} asked, `}${waiting} waiting, ${atWork} at work`,
  ];
}

function describeTimeLeft(stage: Stage, now: number): string | undefined {
  const { done, total, expected = total } = stage;
  if (expected === undefined || done < STEPS_BEFORE_ESTIMATE || done >= expected) return undefined;
  const perSecond = stepsPerSecond(stage, now);
  if (perSecond === undefined || perSecond <= 0) return undefined;
  return `about ${formatClock(((expected - done) / perSecond) * 1_000)} left`;
}

/** Of a stage that counts what is under way the rate of late, without steps that were there; else that since its beginning. */
function stepsPerSecond({ done, startedAt, flow }: Stage, now: number): number | undefined {
  if (flow === undefined) return (done / (now - startedAt)) * 1_000;
  return flow.steps.perSecond(now, done - flow.load().stored);
}

/** Three digits: `1240`, `98.1`, `0.42`. */
export function formatRate(perSecond: number): string {
  const digits = perSecond >= 99.95 ? 0 : perSecond >= 9.995 ? 1 : 2;
  return perSecond.toFixed(digits);
}

/** Minutes and seconds (`1:05`), with hours where there are any (`2:00:09`); rounded to the second. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const twoDigits = (number: number): string => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const rest = twoDigits(seconds % 60);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}
