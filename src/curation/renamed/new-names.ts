import { createRandom } from "../../base/index.ts";
import { connectives, neutralWords, synonyms } from "./words.ts";

/** Makes names of others, word by word: a word becomes the same one in every name, where it can a word that means nearly the same. */
export class NewNames {
  readonly #spare: string[];
  readonly #words = new Map<string, string>();
  readonly #own: ReadonlySet<string>;
  readonly #taken: Set<string>;

  /** None of the new names is one of `own`, which the repository has, or `outside`, which means something elsewhere. */
  constructor(seed: string, own: ReadonlySet<string>, outside: ReadonlySet<string>) {
    this.#spare = createRandom(seed).shuffle(neutralWords);
    this.#own = own;
    this.#taken = new Set([...own, ...outside]);
  }

  /** Another name in the same style: underscores, capitals and digits stay where they are. No two are the same. */
  make(name: string): string {
    const renamed = name.replaceAll(WORD, (word) => inCaseOf(word, this.#word(word.toLowerCase())));
    for (let free = renamed; ; free = lengthen(free, name, this.#next())) {
      if (free === name || this.#taken.has(free)) continue;
      this.#taken.add(free);
      return free;
    }
  }

  #word(word: string): string {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const made = this.#makeWord(word);
    this.#words.set(word, made);
    return made;
  }

  #makeWord(word: string): string {
    if (word.length === 1 || connectives.has(word)) return word;
    const synonym = synonyms.get(word);
    if (synonym !== undefined && !this.#own.has(synonym)) return synonym;
    const single = word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : "";
    return this.#words.has(single) ? `${this.#word(single)}s` : this.#next();
  }

  #next(): string {
    const next = this.#spare.shift() ?? "";
    this.#spare.push(next);
    return next;
  }
}

/** Words of a name: `parse`, `HTTP` and `Reader` of `parse_HTTPReader`. */
const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu;

function inCaseOf(word: string, other: string): string {
  if (word.length > 1 && word === word.toUpperCase()) return other.toUpperCase();
  return /^\p{Lu}/u.test(word) ? other.slice(0, 1).toUpperCase() + other.slice(1) : other;
}

function lengthen(renamed: string, name: string, word: string): string {
  if (/\p{Lu}/u.test(name) && name === name.toUpperCase()) return `${renamed}_${word.toUpperCase()}`;
  return /\p{Lu}/u.test(name) && !name.includes("_") ? renamed + inCaseOf("Aa", word) : `${renamed}_${word}`;
}
