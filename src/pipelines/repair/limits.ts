/** What a repair may take, beside the budget of its answers. */
export interface RepairLimits {
  /** Answers, those among them that cannot be done. */
  readonly turns: number;
  readonly commands: number;
  readonly commandSeconds: number;
  readonly verifications: number;
  /** Wall-clock time of commands and trials together. */
  readonly workMinutes: number;
  /** Processor time of them. A command that runs when it is spent may pass it, by as many times as there are processors. */
  readonly cpuMinutes: number;
}
