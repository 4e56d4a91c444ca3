import { ORDERING } from "./implicit.ts";
import type { Unit } from "./summary.ts";

/**
 * What classes outside of the repository do with a class that inherits from them or is decorated by them, as far as nothing in the repository
 * shows it: which of its members they call or read.
 */
export interface ForeignNeeds {
  /** All assignments of the class body make it what it is. */
  readonly attributes: boolean;
  /** Decorated methods are looked for when the class is made. */
  readonly decorated: boolean;
  /** Special methods are called, or demanded. */
  readonly special: boolean;
  /** Any public method may be called back. */
  readonly methods: boolean;
  readonly named: readonly string[];
}

const NONE: ForeignNeeds = { attributes: false, decorated: false, special: false, methods: false, named: [] };

/** These do nothing with what inherits from them. */
const INERT =
  /^(object|type|ABC|ABCMeta|Generic|Protocol|str|bytes|int|float|complex|tuple|list|dict|set|frozenset|bytearray|OrderedDict|defaultdict|Counter|deque|Exception|BaseException|\w*(Error|Exception|Warning|Exit|Interrupt|Iteration)|local|Hashable|Sized|Callable)$/;
/** These make fields or members of what the body assigns. */
const FIELDS =
  /^(NamedTuple|TypedDict|Enum|IntEnum|StrEnum|Flag|IntFlag|EnumMeta|EnumType|Structure|Union|BaseModel|Struct)$/;
/** Abstract containers, whose methods call special ones. */
const CONTAINERS =
  /^(Mapping|MutableMapping|Sequence|MutableSequence|Set|MutableSet|Collection|Container|Iterable|Iterator|Reversible|Generator|Coroutine|Awaitable|AsyncIterable|AsyncIterator|MappingView|KeysView|ItemsView|ValuesView|ByteString|UserDict|UserList|UserString|Number|Real|Rational|Integral|Complex|AbstractContextManager)$/;
const ABSTRACT_NAMES = ["insert", "add", "discard", "send", "throw", "close", "data"];
/** These read annotated assignments. */
const DATA_CLASS =
  /^(?:[\w.]+\.)?(dataclass|dataclasses|s|attrs|attributes|define|frozen|mutable|dataclass_transform)\b/;
/** These look at nothing. */
const INERT_DECORATOR =
  /^(?:[\w.]+\.)?(final|runtime_checkable|runtime|total_ordering|unique|deprecated|python_2_unicode_compatible|dataclass)\b/;

/** What a class's bases and metaclasses outside of the repository need of it. */
export function needsOfBases(foreign: ReadonlySet<string>): ForeignNeeds {
  let needs = NONE;
  for (const name of foreign) {
    if (INERT.test(name)) continue;
    if (FIELDS.test(name)) needs = { ...needs, attributes: true };
    else if (CONTAINERS.test(name))
      needs = { ...needs, special: true, named: [...needs.named, ...ABSTRACT_NAMES] };
    else needs = { ...needs, attributes: true, decorated: true, special: true, methods: true };
  }
  return needs;
}

/** What a class's decorators need of it. */
export function needsOfDecorators(decorators: readonly string[]): ForeignNeeds {
  let needs = NONE;
  for (const decorator of decorators) {
    if (DATA_CLASS.test(decorator)) needs = { ...needs, attributes: true };
    else if (/\btotal_ordering\b/.test(decorator)) needs = { ...needs, named: [...needs.named, ...ORDERING] };
    else if (!INERT_DECORATOR.test(decorator)) needs = { ...needs, attributes: true, decorated: true };
  }
  return needs;
}

/** What metaclasses and `__init_subclass__` of the repository need of a class: nobody knows which attributes they look at. */
export const NEEDS_OF_METACLASSES: ForeignNeeds = { ...NONE, attributes: true, decorated: true };

/** Whether a member of a class is needed for these reasons. */
export function isNeededBy(
  { attributes, decorated, special, methods, named }: ForeignNeeds,
  unit: Unit,
): boolean {
  const isDefinition = unit.kind === "function" || unit.kind === "class";
  if (!isDefinition && attributes) return true;
  if (unit.binds.some((name) => named.includes(name))) return true;
  if (unit.kind !== "function") return false;
  if (decorated && unit.decorators.some((one) => !PLAIN_DECORATOR.test(one))) return true;
  const [name = ""] = unit.binds;
  const isSpecial = /^__\w+__$/.test(name);
  return (special && isSpecial) || (methods && !name.startsWith("_"));
}

const PLAIN_DECORATOR =
  /^(?:[\w.]+\.)?(property|cached_property|staticmethod|classmethod|abstractmethod|overload|override|wraps|setter|getter|deleter)\b/;
