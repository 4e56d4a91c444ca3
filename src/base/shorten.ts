/** A text of at most `most` characters: what is cut off is told by an ellipsis. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
