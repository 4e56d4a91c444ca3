// Variables that decide where programs, modules and plug-ins are found, or that runs are made alike by: they are the tool's.
const RESERVED =
  /^(?:PATH|HOME|TMPDIR|TZ|LANG|LANGUAGE|LC_.*|LD_.*|PYTHON.*|DIORAMA_.*|UV_.*|PYTEST_PLUGINS)$/;

/** Why a variable cannot be asked for; undefined where it can. */
export function findVariableProblem(name: string, value: string): string | undefined {
  if (!/^[A-Za-z_]\w*$/.test(name)) return `"${name}" is no name of a variable: write NAME=VALUE`;
  if (name === "PYTEST_ADDOPTS") return `${name} is not passed on: pytest's options go into test-command`;
  if (RESERVED.test(name)) return `${name} is set by diorama itself`;
  return /\p{Cc}/u.test(value) ? `the value of ${name} has a line break or a control character` : undefined;
}

/** True for a name that says that its value is nobody's business: what is asked for is stored in the set. */
export function looksSecret(name: string): boolean {
  return /(?:SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY)/i.test(name);
}
