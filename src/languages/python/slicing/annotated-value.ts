/**
 * What every value of a local name is: a text, a number, a truth or nothing; of some built-in type; or an object of one of the classes with these dotted
 * names. Undefined where nobody can say.
 */
export type LocalValue = "scalar" | "builtin" | readonly string[] | undefined;

const SCALARS = /^(str|int|float|bool|bytes|complex|None|AnyStr|Text|LiteralString|Literal)$/;
const CONTAINERS =
  /^(list|dict|tuple|set|frozenset|List|Dict|Tuple|Set|FrozenSet|bytearray|deque|OrderedDict|Counter|DefaultDict|defaultdict)$/;
const WRAPPERS = /^(Optional|Union|Annotated|Final|ClassVar)$/;
const ANYTHING =
  /^(Any|object|Callable|Type|type|Self|Iterable|Iterator|Sequence|Mapping|MutableMapping|Collection|Hashable|Sized|Awaitable|Generator|\w)$/;

/** What annotated values are of, as far as the annotation says. */
export function annotatedValue(written: string): LocalValue {
  const heads = outerNames(written.trim());
  const last = heads.map((head) => head.replace(/^.*\./, ""));
  if (heads.length === 0 || last.some((head) => head === "" || ANYTHING.test(head))) return undefined;
  if (last.every((head) => SCALARS.test(head))) return "scalar";
  if (last.every((head) => SCALARS.test(head) || CONTAINERS.test(head))) return "builtin";
  return heads.filter((_, index) => !SCALARS.test(last[index] ?? "") && !CONTAINERS.test(last[index] ?? ""));
}

/** `A` and `B.C` of `Optional[A] | "B.C[int]"`; an empty name for what is no name. */
function outerNames(written: string): readonly string[] {
  const parts = splitTop(written.replace(/^(["'])([^"']*)\1$/, "$2"), "|");
  if (parts.length > 1) return parts.flatMap((part) => outerNames(part.trim()));
  const [, head = "", inside] = /^([\w.]+)\s*(?:\[([^]*)\])?$/.exec((parts[0] ?? "").trim()) ?? [];
  const name = head.replace(/^.*\./, "");
  if (inside === undefined || !WRAPPERS.test(name)) return [head];
  const items = splitTop(inside, ",").map((part) => part.trim());
  return (name === "Annotated" ? items.slice(0, 1) : items).flatMap(outerNames);
}

function splitTop(written: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < written.length; at++) {
    const character = written.charAt(at);
    if ("[(".includes(character)) depth++;
    if ("])".includes(character)) depth--;
    if (character === separator && depth === 0) {
      parts.push(written.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, written.slice(from)];
}
