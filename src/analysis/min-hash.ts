/**
 * Near copies across repositories: MinHash (Broder, "On the resemblance and containment of documents", 1997) over the four-grams of
 * a body, found through bands of the signature. Of each of the 128 minima eight bits are kept (b-bit minwise hashing, Li and König,
 * 2010), so that a signature takes 172 characters. All arithmetic is on 32-bit integers: the same on every machine.
 */
import { createRandom } from "../base/index.ts";
import type { Token } from "../languages/index.ts";
import { gramsOf } from "./token-grams.ts";
import { FEWEST_RENAMED_TOKENS } from "./twins.ts";

const PERMUTATIONS = 128;
/** Estimated Jaccard similarity from which two bodies are of one cluster. */
const SIMILAR = 0.8;
/** Two bodies of that similarity share one of 32 bands of four but for one time in ten million. */
const BAND = 4;
/** Minima of different sets agree in eight bits this often. */
const CHANCE = 1 / 256;

const seeds = ((random) => Uint32Array.from({ length: PERMUTATIONS }, () => random.integer(2 ** 32)))(
  createRandom("min-hash/1"),
);

/** A body's signature as base64 text: its minima in 128 orders of all four-grams. Names do not count, but for short bodies. */
export function signatureOf(tokens: readonly Token[]): string {
  const grams = gramsOf(tokens, tokens.length < FEWEST_RENAMED_TOKENS ? "written" : "renamed");
  const minima = Uint32Array.from(seeds, () => 0xffffffff);
  for (const gram of grams) {
    for (const [at, seed] of seeds.entries()) {
      const place = permute(gram ^ seed);
      if (place < (minima[at] ?? 0)) minima[at] = place;
    }
  }
  return Buffer.from(minima.map((minimum) => minimum & 0xff)).toString("base64");
}

/** Jaccard similarity of the bodies of two signatures, estimated, in `[0, 1]`; the standard error at 0.8 is 0.035. */
export function similarityOf(one: string, other: string): number {
  return estimate(Buffer.from(one, "base64"), Buffer.from(other, "base64"));
}

/** Signatures by id, to find what a new one is like. */
export class SignatureIndex {
  readonly #entries: { readonly id: string; readonly minima: Buffer }[] = [];
  /** Places in `#entries` by band. */
  readonly #bands = new Map<string, number[]>();

  add(id: string, signature: string): void {
    const minima = Buffer.from(signature, "base64");
    const place = this.#entries.push({ id, minima }) - 1;
    for (const band of bandsOf(minima)) {
      const known = this.#bands.get(band);
      if (known === undefined) this.#bands.set(band, [place]);
      else known.push(place);
    }
  }

  /** The id of the first signature added that is similar enough, so that later additions never change an answer. */
  findSimilar(signature: string): string | undefined {
    const minima = Buffer.from(signature, "base64");
    const near = new Set(bandsOf(minima).flatMap((band) => this.#bands.get(band) ?? []));
    const first = [...near]
      .sort((a, b) => a - b)
      .find((place) => estimate(minima, this.#entries[place]?.minima ?? minima) >= SIMILAR);
    return first === undefined ? undefined : this.#entries[first]?.id;
  }
}

function bandsOf(minima: Buffer): string[] {
  const starts = Array.from({ length: PERMUTATIONS / BAND }, (_, band) => band * BAND);
  return starts.map((start) => `${start}:${minima.toString("hex", start, start + BAND)}`);
}

function estimate(one: Buffer, other: Buffer): number {
  let equal = 0;
  for (let at = 0; at < PERMUTATIONS; at++) if (one[at] === other[at]) equal++;
  return Math.max(0, (equal / PERMUTATIONS - CHANCE) / (1 - CHANCE));
}

/** One of the orders of 32-bit numbers: the finaliser of MurmurHash3, which maps no two to one. */
function permute(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
