import { createHash } from "node:crypto";

/** Java asks for one; what is in the store is no secret. */
export const JAVA_STORE_PASSWORD = "changeit";

/** A trusted certificate (DER) as a key store of Java's own form, version 2, which every release reads. */
export function javaKeyStore(certificate: Buffer): Buffer {
  const store = Buffer.concat([
    Buffer.from("feedfeed", "hex"),
    number(2),
    number(1),
    // A certificate that is trusted, its alias, and when it was put in.
    number(2),
    text("diorama"),
    Buffer.alloc(8),
    text("X.509"),
    number(certificate.length),
    certificate,
  ]);
  const digest = createHash("sha1")
    .update(Buffer.from(JAVA_STORE_PASSWORD, "utf16le").swap16())
    .update("Mighty Aphrodite")
    .update(store);
  return Buffer.concat([store, digest.digest()]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function text(value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return Buffer.concat([length, Buffer.from(value)]);
}
