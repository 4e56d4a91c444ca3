const DAY_MS = 86_400_000;
/** Moments as names of tests have them: in ISO form, in milliseconds, as dates print themselves. */
const MOMENT =
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z|(?<!\d)\d{13}(?!\d)|[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}(?: \([^)]*\))?/g;

/** A test's name without the moment at which it ran, which tables of cases put into it: another run has another one. Moments more than a day off stay. */
export function withoutClock(name: string, nowMs = Date.now()): string {
  return name.replaceAll(MOMENT, (text) => {
    const moment = /^\d+$/.test(text) ? Number(text) : Date.parse(text.replace(/ \([^)]*\)$/, ""));
    return Math.abs(moment - nowMs) < DAY_MS ? "…" : text;
  });
}
