import { DioramaError, messageOf } from "./errors.ts";

/**
 * Works on what somebody else wrote: a model's text, what a candidate's process said. Whatever that makes `work` throw is a finding about it,
 * which `failed` makes of the message. What is thrown on purpose goes on: it is about something else.
 */
export function atBoundary<T>(work: () => T, failed: (message: string) => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof DioramaError) throw error;
    return failed(messageOf(error));
  }
}
