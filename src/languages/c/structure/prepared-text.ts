/** The text as the grammar can read it. */
export function prepareText(text: string): string {
  return text;
}
