/** A name under which one of several packages offers a program or library. */
export interface Alternative {
  /** Absolute paths. */
  readonly link: string;
  readonly target: string;
}

const LOOP = /^\s*for\s+(\w+)\s+in\s+([^;]+?)\s*;?\s*(?:do\b|$)/;
const ASSIGNMENT = /^\s*(\w+)=["']?([\w.+-]+)["']?\s*$/;
const OFFER = /--(?:install|slave)\s+(\S+)\s+\S+\s+(\S+)/g;
const PATH = /^\/usr(?:\/(?!\.\.?(?:\/|$))[\w.+-]+)+$/;

/**
 * What a package's script says to `update-alternatives`, read and not run: of calls whose paths are plain, or have variables with plain values and of loops over
 * plain words in them.
 */
export function findAlternatives(script: string): readonly Alternative[] {
  const values = new Map<string, readonly string[]>();
  const found = script
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .flatMap((line) => {
      const [, name, words] = LOOP.exec(line) ?? ASSIGNMENT.exec(line) ?? [];
      if (name !== undefined && words !== undefined) values.set(name, words.split(/\s+/));
      if (!/\bupdate-alternatives\b/.test(line)) return [];
      return [...line.matchAll(OFFER)].flatMap(([, link = "", target = ""]) =>
        expand(`${link} ${target}`, values).map((pair) => pair.split(" ")),
      );
    })
    .map(([link = "", target = ""]): Alternative => ({ link, target }))
    .filter(({ link, target }) => PATH.test(link) && PATH.test(target));
  return [...Map.groupBy(found, ({ link }) => link).values()].flatMap(([first]) => first ?? []);
}

/** A text with values in the place of its variables, once for each. */
function expand(text: string, values: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const [whole, name = ""] = /\$\{?(\w+)\}?/.exec(text) ?? [];
  if (whole === undefined) return [text];
  const rest = new Map([...values].filter(([known]) => known !== name));
  return (values.get(name) ?? []).flatMap((value) => expand(text.replaceAll(whole, value), rest));
}
