/** The bytes of UTF-8 before each code unit of a text, and of all; `undefined` where every character is one byte. */
export function byteOffsets(text: string): Uint32Array | undefined {
  if (Buffer.byteLength(text) === text.length) return undefined;
  const offsets = new Uint32Array(text.length + 1);
  let byte = 0;
  for (let index = 0; index < text.length; index++) {
    offsets[index] = byte;
    const code = text.charCodeAt(index);
    if ((text.codePointAt(index) ?? 0) > 0xffff) {
      byte += 4;
      offsets[++index] = byte;
    } else byte += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
  }
  offsets[text.length] = byte;
  return offsets;
}

/** Where lines start, in code units; `\r\n`, `\n` and `\r` end lines. */
export function lineStarts(text: string): Uint32Array {
  const starts = [0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10)) starts.push(index + 1);
  }
  return Uint32Array.from(starts);
}

/** The last place of `sorted` whose value is at most `value`. */
export function lastAtMost(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
