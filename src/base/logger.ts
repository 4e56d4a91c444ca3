/** How much a reader cares: `warn` means it went on, but the result may differ. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** Receives events as a kebab-case name (`environment-built`) and fields. Always a parameter, never a global. */
export type Logger = (level: LogLevel, event: string, fields?: Readonly<Record<string, unknown>>) => void;

/** A logger that keeps nothing. */
export const silentLogger: Logger = () => undefined;
