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
  /^(object|type|ABC|ABCMeta|Generic|Protocol|str|bytes|int|float|complex|tuple|list|dict|set|frozenset|bytearray|Tuple|List|Dict|FrozenSet|DefaultDict|Deque|OrderedDict|defaultdict|Counter|deque|Exception|BaseException|\w*(Error|Exception|Warning|Exit|Interrupt|Iteration)|local)$/;
/** These make fields or members of what the body assigns. */
const FIELDS =
  /^(NamedTuple|TypedDict|Enum|IntEnum|StrEnum|Flag|IntFlag|EnumMeta|EnumType|Structure|Union|BaseModel|Struct)$/;
/** All special methods of these may be called. */
const SPECIAL = /^(UserDict|UserList|UserString|Number|Real|Rational|Integral|Complex)$/;
const MAPPING = "__getitem__ __iter__ __len__";
const SEQUENCE = "__getitem__ __len__";
const SET = "__contains__ __iter__ __len__";
/** What abstract classes demand of a class with instances; whatever else of it they call is asked for where the class is used. */
const ABSTRACT: Readonly<Record<string, string>> = {
  Mapping: MAPPING,
  MutableMapping: `${MAPPING} __setitem__ __delitem__`,
  Sequence: SEQUENCE,
  ByteString: SEQUENCE,
  MutableSequence: `${SEQUENCE} __setitem__ __delitem__ insert`,
  Set: SET,
  AbstractSet: SET,
  MutableSet: `${SET} add discard`,
  Collection: SET,
  Container: "__contains__",
  Iterable: "__iter__",
  Iterator: "__next__ __iter__",
  Reversible: "__iter__ __reversed__",
  Generator: "send throw",
  Coroutine: "send throw __await__",
  Awaitable: "__await__",
  AsyncIterable: "__aiter__",
  AsyncIterator: "__anext__ __aiter__",
  AsyncGenerator: "asend athrow",
  MappingView: "",
  KeysView: "",
  ItemsView: "",
  ValuesView: "",
  Hashable: "__hash__",
  Sized: "__len__",
  Callable: "__call__",
  AbstractContextManager: "__exit__ __enter__",
  AbstractAsyncContextManager: "__aexit__ __aenter__",
};

/** What methods that abstract containers give a class call of it beside what they demand. */
const CALLED_BY_MIXINS: Readonly<Record<string, readonly string[]>> = {
  clear: ["popitem", "pop"],
  extend: ["append"],
  remove: ["index"],
  __iadd__: ["extend", "append"],
  __isub__: ["clear"],
  get: ["__contains__"],
  pop: ["remove"],
};

/** True where bases give a class methods that call its own. */
export function hasMixins(foreign: ReadonlySet<string>): boolean {
  return [...foreign].some((one) => Object.hasOwn(ABSTRACT, one) || SPECIAL.test(one));
}

/** What else of a class is asked for by a member that it has from abstract containers. */
export function calledByMixin(foreign: ReadonlySet<string>, name: string): readonly string[] {
  return Object.hasOwn(CALLED_BY_MIXINS, name) && hasMixins(foreign) ? (CALLED_BY_MIXINS[name] ?? []) : [];
}

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
    else if (SPECIAL.test(name)) needs = { ...needs, special: true };
    else if (Object.hasOwn(ABSTRACT, name))
      needs = { ...needs, named: [...needs.named, ...(ABSTRACT[name] ?? "").split(" ")] };
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
