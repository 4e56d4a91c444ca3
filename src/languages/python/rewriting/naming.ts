import type { Parser } from "web-tree-sitter";

import type { Naming } from "../../rewriting.ts";
import { readPythonNames } from "./names.ts";

/** Python's keywords (Python reference, section 2.3.1); those that are so only in places (`match`) can be names. */
const KEYWORDS = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal " +
    "not or pass raise return try while with yield"
  ).split(" "),
);

/** Decorators that look at no name: what they make is found by the name that the definition binds. */
const NAMELESS_DECORATOR =
  /^(?:(?:builtins\.)?(?:staticmethod|classmethod|property)|\w+\.(?:setter|getter|deleter)|(?:functools\.)?(?:wraps|cache|lru_cache|cached_property|total_ordering|singledispatch|singledispatchmethod)|(?:contextlib\.)?(?:async)?contextmanager|(?:abc\.)?abstract\w+|(?:typing\.|typing_extensions\.|t\.)?(?:overload|final|no_type_check|runtime_checkable|override|deprecated)|(?:dataclasses\.)?dataclass|(?:attr|attrs)\.\w+|define|frozen|(?:enum\.)?unique|(?:types\.)?coroutine)$/u;

/** Members of bases outside of the repository that are known in full, but for those with two underscores. */
const KNOWN_BASES = new Map<RegExp, RegExp>([
  [
    /^(?:object|(?:abc\.)?ABC|(?:typing\.|t\.|typing_extensions\.)?(?:Generic|Protocol)(?:\[.*\])?)$/su,
    /^$/u,
  ],
  [/^metaclass\s*=\s*(?:abc\.)?ABCMeta$/u, /^register$/u],
  [
    /^(?:(?:Base)?Exception|(?:Arithmetic|Assertion|Buffer|EOF|FloatingPoint|Index|Key|Lookup|Memory|NotImplemented|Overflow|Recursion|Reference|Runtime|Type|Value|ZeroDivision)Error|(?:Bytes|Deprecation|Encoding|Future|Import|PendingDeprecation|Resource|Runtime|Syntax|Unicode|User)?Warning|GeneratorExit|KeyboardInterrupt|StopAsyncIteration)$/u,
    /^(?:args|message|with_traceback|add_note)$/u,
  ],
  [
    /^(?:(?:Attribute|BlockingIO|BrokenPipe|ChildProcess|Connection(?:Aborted|Refused|Reset)?|Environment|FileExists|FileNotFound|IO|Import|Indentation|Interrupted|IsADirectory|ModuleNotFound|Name|NotADirectory|OS|Permission|ProcessLookup|Syntax|Tab|Timeout|UnboundLocal|Unicode(?:Decode|Encode|Translate)?)Error|StopIteration|SystemExit)$/u,
    /^(?:args|with_traceback|add_note|errno|strerror|filename2?|characters_written|code|encoding|end|end_lineno|end_offset|lineno|message|msg|name|name_from|object|obj|offset|path|print_file_and_line|reason|start|text|value|winerror)$/u,
  ],
  [/^(?:enum\.)?(?:Int|Str)?(?:Enum|Flag)$/u, /^(?:name|value|mro)$/u],
]);

/** Names in Python files. */
export function createPythonNaming(parser: Parser): Naming {
  return {
    findNameFault(name) {
      if (!/^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(name)) return "no identifier";
      return KEYWORDS.has(name) ? "a keyword" : undefined;
    },
    names: (_path, text) => readPythonNames(parser, text),
    nameMembers: new Set(["__name__", "__qualname__"]),
    lookUps: new Set(["locals", "vars", "eval", "exec", "globals", "dir"]),
    isNameFixed(_file, { name, isTest, decorators }) {
      const own = name.slice(name.lastIndexOf(".") + 1);
      const isNamed = decorators.some(
        (decorator) => !NAMELESS_DECORATOR.test(decorator.replace(/\(.*$/su, "")),
      );
      return isTest || isNamed || /^__\w+__$/u.test(own) || HOOKS.test(own);
    },
    lacksMember(base, name) {
      for (const [known, members] of KNOWN_BASES) if (known.test(base.trim())) return !members.test(name);
      return false;
    },
  };
}

/** Functions that frameworks find by their names: tests, and what pytest and unittest call around them. */
const HOOKS =
  /^(?:test.*|pytest_\w+|setup|teardown|(?:setup|teardown)_\w+|setUp\w*|tearDown\w*|load_tests)$/u;
