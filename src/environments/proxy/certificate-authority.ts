import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { isIPv4 } from "node:net";

import {
  bitString,
  element,
  identifier,
  integer,
  octetString,
  sequence,
  TRUE,
  utcTime,
  utf8String,
} from "./der.ts";

// What the proxy reads of a registry's answers travels in TLS of its own making: an authority that lives as long as the
// proxy, whose key never leaves this process, and which sandboxes of that proxy alone are told to trust (X.509, RFC 5280).

/** What a TLS server needs to be taken for a host. */
export interface ServerIdentity {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

/** Issues certificates of hosts. */
export interface CertificateAuthority {
  /** Its own certificate, DER. */
  readonly certificate: Buffer;
  /** The same for each call with a host. */
  identityOf(host: string): ServerIdentity;
}

const ECDSA_WITH_SHA256 = sequence(identifier("1.2.840.10045.4.3.2"));
const COMMON_NAME = identifier("2.5.4.3");
const AUTHORITY = "Diorama installation proxy";
const DAY_MS = 24 * 60 * 60 * 1000;
/** Longer than anything is installed; clocks of sandboxes may differ by a day. */
const VALID_DAYS = 30;

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Makes an authority with a new key. */
export function createCertificateAuthority(): CertificateAuthority {
  const pair = newPair();
  const one = newPair();
  const extensions = [
    extension("2.5.29.19", sequence(TRUE), true),
    // keyCertSign
    extension("2.5.29.15", bitString(Buffer.from([0x04]), 2), true),
    extension("2.5.29.14", octetString(keyIdentifier(pair))),
  ];
  const certificate = issue(AUTHORITY, pair, pair.privateKey, extensions);
  const key = one.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const known = new Map<string, ServerIdentity>();
  return {
    certificate,
    identityOf(host) {
      const found = known.get(host);
      if (found !== undefined) return found;
      const cert = toPem(issue(host, one, pair.privateKey, serverExtensions(host, pair)));
      const identity = { cert, key };
      known.set(host, identity);
      return identity;
    },
  };
}

/** A certificate as PEM. */
export function toPem(certificate: Buffer): string {
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

function newPair(): Pair {
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}

function serverExtensions(host: string, authority: Pair): readonly Buffer[] {
  const name = isIPv4(host)
    ? element(0x87, Buffer.from(host.split(".").map(Number)))
    : element(0x82, Buffer.from(host));
  return [
    extension("2.5.29.17", sequence(name)),
    extension("2.5.29.35", sequence(element(0x80, keyIdentifier(authority)))),
    // digitalSignature, for TLS servers
    extension("2.5.29.15", bitString(Buffer.from([0x80]), 7), true),
    extension("2.5.29.37", sequence(identifier("1.3.6.1.5.5.7.3.1"))),
  ];
}

function issue(
  subject: string,
  { publicKey }: Pair,
  signer: KeyObject,
  extensions: readonly Buffer[],
): Buffer {
  const now = Date.now();
  const signed = sequence(
    element(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    nameOf(AUTHORITY),
    sequence(utcTime(new Date(now - DAY_MS)), utcTime(new Date(now + VALID_DAYS * DAY_MS))),
    nameOf(subject.slice(0, 64)),
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(...extensions)),
  );
  return sequence(signed, ECDSA_WITH_SHA256, bitString(sign("sha256", signed, signer)));
}

function nameOf(text: string): Buffer {
  return sequence(element(0x31, sequence(COMMON_NAME, utf8String(text))));
}

function extension(name: string, value: Buffer, isCritical = false): Buffer {
  return sequence(identifier(name), ...(isCritical ? [TRUE] : []), octetString(value));
}

function keyIdentifier({ publicKey }: Pair): Buffer {
  return createHash("sha1")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest();
}
