/**
 * Ctrl-C as the user knows it: the first asks the work to stop, and ends the process should it not have stopped
 * within two seconds; the second ends it at once. On a terminal both launcher and program get the same key press, and the
 * launcher forwards what it gets: signals this close together are one.
 */
const SAME_KEY_PRESS_MS = 300;
const GRACE_MS = 1_300;

const exitCodes = { SIGINT: 130, SIGHUP: 129, SIGTERM: 143 } as const;
type StopSignal = keyof typeof exitCodes;

/** What the program does with interruptions. */
export interface Interrupts extends Disposable {
  readonly signal: AbortSignal;
  /** The exit code of the signal that came, if one came. */
  readonly exitCode: number | undefined;
}

/** Listens from now on. `sayHowToGoOn` is called once, just before the process ends because work did not stop in time. */
export function listenForInterrupts(sayHowToGoOn: () => void): Interrupts {
  const controller = new AbortController();
  let first: { readonly at: number; readonly exitCode: number } | undefined;
  let grace: NodeJS.Timeout | undefined;
  const onSignal = (name: StopSignal): void => {
    const exitCode = exitCodes[name];
    if (first === undefined) {
      first = { at: performance.now(), exitCode };
      grace = setTimeout(() => {
        sayHowToGoOn();
        process.exit(exitCode);
      }, GRACE_MS);
      controller.abort();
    } else if (performance.now() - first.at > SAME_KEY_PRESS_MS) {
      process.exit(exitCode);
    }
  };
  for (const name of Object.keys(exitCodes)) process.on(name, onSignal);
  return {
    signal: controller.signal,
    get exitCode() {
      return first?.exitCode;
    },
    [Symbol.dispose]() {
      clearTimeout(grace);
      for (const name of Object.keys(exitCodes)) process.off(name, onSignal);
    },
  };
}
