import { assert, constantFrom, property, uint8Array } from "fast-check";
import { expect, test } from "vitest";

import { decodeSource } from "../../../src/languages/python/source-encoding.ts";

const decode = (content: string, encoding: BufferEncoding = "utf8"): unknown => {
  const decoded = decodeSource(Buffer.from(content, encoding));
  return decoded.status === "decoded" ? [decoded.encoding, decoded.text] : decoded.reason;
};

test.each([
  ["utf-8", "# é😀\n", "utf8"],
  ["utf-8", "\uFEFF# é\n", "utf8"],
  ["utf-8", "# -*- coding: utf8 -*-\n# é\n", "utf8"],
  ["iso-8859-1", "#!/usr/bin/python\n# vim: set fileencoding=latin-1 :\nx = 'é\x85'\n", "latin1"],
  ["ascii", "# coding: us-ascii\nx\n", "utf8"],
  ["utf-8", "x = 1\n# coding: latin-1\n", "utf8"],
] as const)("%s is read from %j", (encoding, content, written) => {
  expect(decode(content, written)).toEqual([encoding, content]);
});

test("single-byte encodings come back as they were, and say what they cannot hold", () => {
  const bytes = Buffer.concat([
    Buffer.from("# coding: cp1252\nx = '"),
    Buffer.of(0x80, 0xe9),
    Buffer.from("'\n"),
  ]);
  const decoded = decodeSource(bytes);
  if (decoded.status !== "decoded") throw new Error(decoded.reason);
  expect(decoded.text).toContain("'€é'");
  expect(decoded.encode(decoded.text)).toEqual(bytes);
  expect(decoded.encode("😀")).toBeUndefined();
});

test.each([
  ["not valid utf-8", "x = '\xe9'\n", "latin1"],
  ["not valid ascii", "# coding: ascii\nx = 'é'\n", "utf8"],
  ["encoding utf-7", "# coding: utf_7\n", "utf8"],
  ["encoding shift-jis", "# coding: shift_jis\n", "utf8"],
  ["encoding nonsense", "# coding: nonsense\n", "utf8"],
  ["nul_byte", "x = 1\0\n", "utf8"],
] as const)("%s is refused", (reason, content, written) => {
  expect(decode(content, written)).toBe(reason);
});

test("whatever is decoded encodes to the same bytes", () => {
  const cookies = constantFrom("", "# coding: latin-1\n", "# coding: cp1251\n", "# coding: koi8-r\n");
  assert(
    property(cookies, uint8Array({ maxLength: 40 }), (cookie, rest) => {
      const bytes = Buffer.concat([Buffer.from(cookie), rest]);
      const decoded = decodeSource(bytes);
      if (decoded.status === "decoded")
        expect(Buffer.from(decoded.encode(decoded.text) ?? [])).toEqual(bytes);
    }),
    { seed: 3 },
  );
});
