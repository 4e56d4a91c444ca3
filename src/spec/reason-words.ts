import type { NotJudgedReason, UnresolvedReason, Verdict } from "./verdict.ts";

/** A verdict or reason in words: what it means, and what the reader of a result can do. */
export interface Words {
  /** A sentence about the candidate, without its full stop. */
  readonly means: string;
  /** Sentences. */
  readonly next: string;
}

const repeat = "The same command asks again.";

/** What each verdict says of a sample. */
export const verdictWords: Readonly<Record<Verdict, Words>> = {
  resolved: { means: "Every case showed what the original shows", next: "Nothing: reward 1." },
  unresolved: {
    means: "The candidate did not do the task; its reason is in the list below",
    next: "Nothing: reward 0, whatever the candidate did to end up there.",
  },
  environment_failed: {
    means: "The task's environment could not be had, or the original does not run in it",
    next: "Run `diorama verify` on the task set and `diorama doctor` on the machine. The same command judges again.",
  },
  infrastructure: {
    means: "Our machinery, or the model's service, broke; the candidate had no part in it",
    next: "The same command judges again. Reward is null: never count it as a wrong answer.",
  },
  grader_failed: {
    means: "The grader itself could not decide",
    next: "Report it with the task and the message in the row. The same command tries again.",
  },
  refused: {
    means: "The model declined to answer",
    next: "Nothing: it is left out of the scores and counted beside them.",
  },
};

/** What each reason for `unresolved` says of a candidate. */
export const unresolvedWords: Readonly<Record<UnresolvedReason, Words>> = {
  no_prediction: { means: "There is no answer for this task", next: "Add a line for it to the predictions." },
  no_code: {
    means: "There is no code in it",
    next: "Look at the completion: empty, comments only, or an empty fence.",
  },
  too_long: {
    means: "It is longer than a million characters",
    next: "Cut it to the definition: nothing of it was read.",
  },
  too_costly: {
    means: "Reading it takes more work than any function is worth",
    next: "Cut it to the definition: tens of thousands of statements, brackets or operators are not read.",
  },
  not_parsable: {
    means: "It is not code that can be read",
    next: "Look for an answer that was cut off, mixed tabs and spaces, a null byte, a lone surrogate, prose outside of a fence.",
  },
  wrong_definition: {
    means: "It defines other names, but not the one that was asked for",
    next: "Answer with a definition of the target's name, or with a body alone.",
  },
  wrong_kind: {
    means:
      "It defines the name as something else: a class, or a coroutine where a function is asked for, or the reverse",
    next: "Keep the kind of the original's header.",
  },
  decorators_differ: {
    means: "It has decorators that the original has not",
    next: "Leave decorators out: the original's are put back.",
  },
  redefines: {
    means: "It binds a name that the file has already",
    next: "Use new names for helpers; the file's own names stay what they are.",
  },
  not_built: {
    means: "It does not compile",
    next: "Read the message in the row: the compiler's own. Code that is nested too deep ends here too.",
  },
  import_failed: {
    means: "The file with it cannot be imported",
    next: "Read the message in the row. Look at what it does outside of the definition: imports, defaults, annotations, statements at the top.",
  },
  wrong_observation: {
    means: "Something else was observed than the original shows",
    next: "`diorama evaluate --explain TASK` shows the first case that differs.",
  },
  refused_observation: {
    means: "What it gave has no form that can be compared",
    next: "Return plain data, or what the original returns: no locks, sockets, frames, local functions, endless nesting.",
  },
  malformed_output: {
    means: "What its process wrote is not what a run leaves",
    next: "It wrote to descriptors that are not its own, or forked and went on in two processes.",
  },
  timed_out: {
    means: "A call, or the import, took longer than the task allows",
    next: "Look for loops without end, waiting for what never comes, and a slower order of growth than the original's.",
  },
  out_of_memory: {
    means: "It took more memory than the task allows",
    next: "Look for structures that grow without end; also constants that the compiler folds.",
  },
  output_limit: {
    means: "What it gave is larger than the task allows",
    next: "Its results are many times those of the original.",
  },
  crashed: {
    means: "Its process ended in the middle",
    next: "Look for `os._exit`, a crash of native code, closed descriptors, replaced built-ins.",
  },
  destroyed_worker: {
    means: "It destroyed the process that judges, twice, where the original runs",
    next: "Look for what it does to its parent process or to all processes.",
  },
};

/** What each reason for not judging a sample says. */
export const notJudgedWords: Readonly<Record<NotJudgedReason, Words>> = {
  environment_not_restored: {
    means: "The task's environment could not be restored from its lock",
    next: "Read the message in the row; `diorama doctor` tells what the machine lacks.",
  },
  reference_not_observed: {
    means: "The original does not run in the task's environment on this machine",
    next: "Run `diorama verify` on the task.",
  },
  worker_not_started: {
    means: "No process to judge in could be started",
    next: "`diorama doctor` tells what the machine lacks; look for full disks and exhausted process limits.",
  },
  reference_failed_too: {
    means: "The candidate lost its worker twice, and the original failed in its place",
    next: "Something ends processes on this machine: look at the kernel's log for the out-of-memory killer.",
  },
  machine_failed: {
    means: "The machine refused something that judging takes",
    next: `Read the message in the row: a disk that is full, too many open files or processes. ${repeat}`,
  },
  judge_failed: {
    means: "A bug in diorama kept this sample from being judged; the others are",
    next: "Report it with the message in the row and the lines that the command printed.",
  },
  deadline: {
    means: "The caller's own deadline passed before there was a verdict",
    next: "Set deadlines far above the task's limits, or none: only those limits may decide about slow candidates.",
  },
  case_retired: {
    means:
      "It was judged over other cases than grade the task now, and what it showed does not say how it does on these",
    next: "Run the same `diorama evaluate` again: it judges such samples again, and no others.",
  },
  model_refused: { means: "The model declined to answer", next: "Nothing: the sample is left out." },
  model_rate_limited: { means: "The service allowed no more requests", next: `Lower --requests. ${repeat}` },
  model_unreachable: {
    means: "The service could not be reached",
    next: `Check the address and the network. ${repeat}`,
  },
  model_unavailable: { means: "The service was out of order", next: repeat },
  model_timed_out: {
    means: "The service did not answer in time",
    next: `Raise --request-timeout. ${repeat}`,
  },
  model_bad_key: { means: "The service did not accept the key", next: `Set the key's variable. ${repeat}` },
  model_unknown_model: {
    means: "The service knows no model of that name",
    next: `Check the name. ${repeat}`,
  },
  model_bad_request: {
    means: "The service did not accept the request",
    next: "Read the message in the row.",
  },
  model_context_too_long: {
    means: "The prompt is longer than the model can read",
    next: "Lower --context-tokens, or take another model.",
  },
  model_bad_reply: {
    means: "The service's reply could not be read",
    next: `Read the message in the row. ${repeat}`,
  },
  model_budget_spent: {
    means: "What --max-calls, --max-total-tokens, --max-usd or --max-minutes allows is spent",
    next: repeat,
  },
  model_price_unknown: {
    means: "A budget in USD is set, and what answers cost is not known",
    next: "Say what tokens cost with --prices FILE, or leave out --max-usd.",
  },
  model_not_recorded: {
    means: "The recording holds no reply to this request",
    next: "Record it, or ask a service.",
  },
};

/** The words of any reason that a result row may give; undefined for a text that is none. */
export function findReasonWords(reason: string): Words | undefined {
  const all: Readonly<Record<string, Words>> = { ...unresolvedWords, ...notJudgedWords };
  return Object.hasOwn(all, reason) ? all[reason] : undefined;
}
