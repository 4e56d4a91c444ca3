/** Of what a text is made: runs of digits as one 9, runs of letters as one a, all other signs as they are. `192.168.0.1` is `9.9.9.9`. */
export function formOf(text: string): string {
  return text.replaceAll(/\p{N}+/gu, "9").replaceAll(/\p{L}+/gu, "a");
}
