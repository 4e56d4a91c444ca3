import { failureCause, type FailureCause } from "../spec/index.ts";

/** Names that may stand in a hint, to be typed into a shell: foreign code chose them. */
const PLAIN_NAME = /^[A-Za-z_][\w.]{0,99}$/;

/** Reads what a guest told of an exception. It comes from foreign code: what does not fit is left out. */
export function parseCause(value: unknown): FailureCause | undefined {
  const { data } = failureCause.safeParse(value);
  if (data === undefined) return undefined;
  const named = (["module", "fixture", "variable"] as const).flatMap((key) => {
    const name = data[key];
    return name !== undefined && PLAIN_NAME.test(name) ? [[key, name] as const] : [];
  });
  return { type: printable(data.type), text: printable(data.text), ...Object.fromEntries(named) };
}

/** On one line, and nothing that steers a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").slice(0, 500);
}
