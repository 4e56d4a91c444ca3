// The part of ASN.1's distinguished encoding (X.690) that certificates are made of.

/** An element: its tag, and the bytes of what is in it. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const digits = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, "0"), "hex");
  return Buffer.concat([Buffer.from([0x80 + digits.length]), digits]);
}

/** Elements in order. */
export function sequence(...content: readonly Uint8Array[]): Buffer {
  return element(0x30, ...content);
}

/** A positive whole number, as big-endian bytes. */
export function integer(bytes: Uint8Array): Buffer {
  return element(0x02, ...((bytes[0] ?? 0) >= 0x80 ? [Buffer.from([0])] : []), bytes);
}

/** An object identifier in dotted form, whose first two numbers are below 3 and 40. */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift(0x80 | (left & 0x7f));
  return digits;
}

/** Bits, with so many unused ones in the last byte. */
export function bitString(bytes: Uint8Array, unused = 0): Buffer {
  return element(0x03, Buffer.from([unused]), bytes);
}

/** Bytes as they are. */
export function octetString(bytes: Uint8Array): Buffer {
  return element(0x04, bytes);
}

/** A text. */
export function utf8String(text: string): Buffer {
  return element(0x0c, Buffer.from(text));
}

/** A time in UTC, to the second; from 2050 on it would need another form. */
export function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]/g, "").slice(2, 14);
  return element(0x17, Buffer.from(`${digits}Z`));
}

/** True. */
export const TRUE = element(0x01, Buffer.from([0xff]));
