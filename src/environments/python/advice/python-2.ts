/** What errors of syntax show of code for Python 2, which no Python 3 runs. */
export const PYTHON_2 =
  /Missing parentheses in call to '(?:print|exec)'|multiple exception types must be parenthesized|leading zeros|: (?:print\s+[^(=\s]|except\s+[\w.(), ]+,\s*\w+\s*:|raise\s+[\w.]+\s*,|exec\s+["'\w])|<>|\bur["']|\d+L\b/;
