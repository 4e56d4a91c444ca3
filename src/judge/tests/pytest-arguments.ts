/**
 * Plug-ins that a judge goes without: those that change what is run or in which order, write into the tree, print reports for people, or
 * take longer to clean up behind each run (a full collection of garbage, twice) than most tests take to run.
 */
const SWITCHED_OFF = [
  "cacheprovider",
  "faulthandler",
  "pastebin",
  "random_order",
  "randomly",
  "reverse",
  "setuponly",
  "setupplan",
  "stepwise",
  "sugar",
  "threadexception",
  "unraisableexception",
  "xdist",
];

/**
 * Options for running selected tests: `addopts` are the repository's own options (`declared`), or none of its configuration that
 * could need something missing is kept (`plain`). Assertions are not rewritten: what they see is recorded already.
 */
export function pytestArguments({
  configuration,
  addopts,
}: {
  readonly configuration: "declared" | "plain";
  readonly addopts: readonly string[];
}): readonly string[] {
  const plain = ["-o", "addopts=", "-o", "filterwarnings=", "-o", "required_plugins="];
  return [
    ...SWITCHED_OFF.flatMap((name) => ["-p", `no:${name}`]),
    "--rootdir=.",
    "--assert=plain",
    "--capture=no",
    "--tb=no",
    "-q",
    "--color=no",
    "--continue-on-collection-errors",
    ...(configuration === "plain" ? plain : ["-o", `addopts=${addopts.map(quoted).join(" ")}`]),
  ];
}

/** pytest splits `addopts` as a shell does. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}
