/** A stage of the work as far as it has come. */
export interface Stage {
  readonly name: string;
  readonly total: number | undefined;
  readonly done: number;
  readonly note: string | undefined;
  /** Milliseconds of the same clock that `describeStage` is given. */
  readonly startedAt: number;
}

/** Steps before which an estimate of the time left would be a guess. */
const STEPS_BEFORE_ESTIMATE = 2;

/** `mutants 12/40 · parse_url · 0:32 · about 1:10 left`; of a stage that has ended, count and duration only. */
export function describeStage(stage: Stage, now: number, state: "under way" | "ended" = "under way"): string {
  const elapsedMs = now - stage.startedAt;
  const count =
    stage.total === undefined ? (stage.done > 0 ? ` ${stage.done}` : "") : ` ${stage.done}/${stage.total}`;
  const isUnderWay = state === "under way";
  const parts = [
    `${stage.name}${count}`,
    isUnderWay ? stage.note : undefined,
    elapsedMs >= 1_000 || !isUnderWay ? formatClock(elapsedMs) : undefined,
    isUnderWay ? describeTimeLeft(stage, elapsedMs) : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(" · ");
}

function describeTimeLeft({ done, total }: Stage, elapsedMs: number): string | undefined {
  if (total === undefined || done < STEPS_BEFORE_ESTIMATE || done >= total) return undefined;
  return `about ${formatClock((elapsedMs / done) * (total - done))} left`;
}

/** Minutes and seconds (`1:05`), with hours where there are any (`2:00:09`); rounded to the second. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const twoDigits = (number: number): string => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const rest = twoDigits(seconds % 60);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}
