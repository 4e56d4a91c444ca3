/**
 * Ends this process when the launcher that started it is gone without having been able to forward a signal
 * (`kill -9`): the launcher holds the other end of an IPC channel. Does nothing where there is no launcher.
 */
export function endWithLauncher(): void {
  if (process.channel === undefined || process.channel === null) return;
  process.once("disconnect", () => process.exit(137));
  process.channel.unref();
}
