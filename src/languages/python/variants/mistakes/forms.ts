import { callForms } from "./call-forms.ts";

// Mistakes that are calls of something else: each operator is a table.

/** The first for the last, and the last for the first. */
export const otherOccurrence = callForms("other-occurrence", {
  methods: {
    "find/*": ["$o.rfind($*)"],
    "rfind/*": ["$o.find($*)"],
    "index/*": ["$o.rindex($*)"],
    "rindex/*": ["$o.index($*)"],
    "partition/*": ["$o.rpartition($*)"],
    "rpartition/*": ["$o.partition($*)"],
    "split/2": ["$o.rsplit($*)"],
    "rsplit/2": ["$o.split($*)"],
    "pop/0": ["$o.pop(0)"],
    "pop/1": ["$o.pop()"],
    "popleft/0": ["$o.pop()"],
    "appendleft/1": ["$o.append($1)"],
    "insert/2": ["$o.append($2)"],
    "append/1": ["$o.insert(0, $1)"],
    "popitem/0": ["$o.popitem(last=False)"],
  },
  functions: {
    "next/1": ["list($1)[-1]"],
    "next/2": ["([$2] + list($1))[-1]"],
    "bisect/2": ["bisect_left($*)"],
    "bisect_left/*": ["bisect_right($*)"],
    "bisect_right/*": ["bisect_left($*)"],
    "bisect.bisect/*": ["bisect.bisect_left($*)"],
    "bisect.bisect_left/*": ["bisect.bisect_right($*)"],
    "bisect.bisect_right/*": ["bisect.bisect_left($*)"],
  },
});

/** Of equals the last for the first; order among equals lost. */
export const tiesOtherwise = callForms("ties-otherwise", {
  functions: {
    "max/1": ["max(reversed(list($1))$k)"],
    "min/1": ["min(reversed(list($1))$k)"],
    "sorted/1": ["sorted(reversed(list($1))$k)", "sorted($1$k)[::-1]"],
  },
});

/** A piece, prefix or suffix for the whole, and the whole for one of them. */
export const wholeForPart = callForms("whole-for-part", {
  methods: {
    "startswith/1": ["($o == $1)", "($1 in $o)"],
    "endswith/1": ["($o == $1)", "($1 in $o)"],
    "removeprefix/1": ["$o.lstrip($1)", '$o.replace($1, "")'],
    "removesuffix/1": ["$o.rstrip($1)", '$o.replace($1, "")'],
    "lstrip/*": ["$o.strip($*)"],
    "rstrip/*": ["$o.strip($*)"],
    "strip/1": ["$o.strip()", "$o.removeprefix($1).removesuffix($1)"],
    "match/*": ["$o.search($*)", "$o.fullmatch($*)"],
    "search/*": ["$o.match($*)", "$o.fullmatch($*)"],
    "fullmatch/*": ["$o.match($*)", "$o.search($*)"],
    "issubset/1": ["($o == $1)"],
  },
});

/** Only the first of several, or all where a number was given. */
export const countOtherwise = callForms("count-otherwise", {
  methods: {
    "replace/2": ["$o.replace($1, $2, 1)"],
    "replace/3": ["$o.replace($1, $2)"],
    "split/1": ["$o.split($1, 1)"],
    "split/2": ["$o.split($1)"],
    "rsplit/2": ["$o.rsplit($1)"],
    "sub/2": ["$o.sub($1, $2, count=1)"],
    "sub/3": ["$f($1, $2, $3, count=1$k)"],
    "sub/4": ["$f($1, $2, $3)"],
    "subn/3": ["$f($1, $2, $3, count=1$k)"],
    "findall/*": ["$f($*)[:1]"],
    "count/1": ["int($1 in $o)"],
  },
});

/** Pieces between separators: white space of any length for one space, empty pieces lost, no piece where there is none. */
export const piecesOtherwise = callForms("pieces-otherwise", {
  methods: {
    "split/0": ['$o.split(" ")'],
    "split/1": ["$o.split()", "[piece for piece in $o.split($1) if piece]"],
    "splitlines/0": ['$o.split("\\n")', "$o.split()"],
    "splitlines/1": ["$o.splitlines()"],
    "join/1": ["$o.join(piece for piece in $1 if piece)", "$o.join(reversed(list($1)))"],
  },
});

/** Letter case and classes of characters that differ for some texts only. */
export const caseOtherwise = callForms("case-otherwise", {
  methods: {
    "capitalize/0": ["$o.title()", "($o[:1].upper() + $o[1:])"],
    "title/0": ["$o.capitalize()", "$o.upper()"],
    "casefold/0": ["$o.lower()"],
    "isdigit/0": ["$o.isdecimal()", "$o.isalnum()"],
    "isnumeric/0": ["$o.isdigit()"],
    "isalpha/0": ["$o.isalnum()", "$o.isidentifier()"],
    "isalnum/0": ["$o.isalpha()", "$o.isidentifier()"],
    "isupper/0": ["($o == $o.upper())"],
    "islower/0": ["($o == $o.lower())"],
    "isspace/0": ['($o == " ")', "(not $o.strip())"],
    "isidentifier/0": ["$o.isalnum()"],
  },
});

/** Rounding of another kind, and a limit that does not hold. */
export const roundedOtherwise = callForms("rounded-otherwise", {
  functions: {
    "int/1": ["round($1)", "int(float($1))", "($1 // 1)"],
    "round/1": ["int($1)", "int($1 + 0.5)"],
    "round/2": ["round($1)", "(int($1 * 10 ** $2) / 10 ** $2)"],
    "math.floor/1": ["int($1)", "round($1)"],
    "math.ceil/1": ["(int($1) + 1)", "round($1)"],
    "math.trunc/1": ["($1 // 1)"],
    "divmod/2": ["(int($1 / $2), $1 % $2)"],
    "min/2": ["$1", "$2"],
    "max/2": ["$1", "$2"],
    "abs/1": ["(-$1)"],
  },
});

/** Order and duplicates of a collection lost, or kept where they should not be. */
export const orderLost = callForms("order-lost", {
  functions: {
    "list/1": ["list(dict.fromkeys($1))", "sorted($1)"],
    "tuple/1": ["tuple(dict.fromkeys($1))", "tuple(sorted($1))"],
    "sorted/1": ["sorted(dict.fromkeys($1)$k)", "list($1)"],
    "set/1": ["list($1)"],
    "sum/1": ["sum(dict.fromkeys($1))"],
    "len/1": ["len(dict.fromkeys($1))"],
    "enumerate/1": ["enumerate($1, 1)"],
    "zip/2": ["zip($2, $1)"],
  },
  methods: {
    "append/1": ["($o.append($1) if $1 not in $o else None)"],
    "extend/1": ["$o.extend(item for item in $1 if item not in $o)", "$o.append($1)"],
    "union/1": ["(list($o) + list($1))"],
    "items/0": ["sorted($o.items())"],
    "keys/0": ["sorted($o.keys())"],
  },
});

/** Taken out of the caller's value for read from it, changed in place for copied; and left in it where it should be taken. */
export const argumentChanged = callForms("argument-changed", {
  methods: {
    "get/1": ["$o.pop($1, None)"],
    "get/2": ["$o.pop($1, $2)", "$o.setdefault($1, $2)"],
    "pop/0": ["$o[-1]"],
    "pop/1": ["$o[$1]"],
    "pop/2": ["$o.get($1, $2)"],
    "popitem/0": ["list($o.items())[-1]"],
    "setdefault/2": ["$o.get($1, $2)"],
    "union/1": ["($o.update($1) or $o)"],
    "copy/0": ["$o"],
  },
  functions: {
    "sorted/1": ["($1.sort() or $1)"],
    "reversed/1": ["($1.reverse() or $1)"],
    "list/1": ["$1"],
    "dict/1": ["$1"],
    "deepcopy/1": ["copy($1)", "$1.copy()"],
    "copy.deepcopy/1": ["copy.copy($1)"],
    "copy.copy/1": ["$1"],
  },
});

/** A value that is there and counts as false is taken for none. */
export const defaultForFalsy = callForms("default-for-falsy", {
  methods: { "get/2": ["($o.get($1) or $2)", "$o.get($1)"], "setdefault/2": ["($o.get($1) or $2)"] },
  functions: {
    "getattr/3": ["(getattr($1, $2, None) or $3)", "getattr($1, $2, None)"],
    "hasattr/2": ["getattr($1, $2, None)"],
    "next/2": ["next($1)"],
    "any/1": ["(next(iter($1), None) is not None)"],
    "filter/2": ["filter(None, $2)"],
  },
});

/** An instant taken for its date or for its time on the clock; a length of time for a part of it; the other count of days. */
export const instantOtherwise = callForms("instant-otherwise", {
  methods: {
    "total_seconds/0": ["$o.seconds"],
    "utcnow/0": ["$o.now()"],
    "utcfromtimestamp/1": ["$o.fromtimestamp($1)"],
    "fromtimestamp/2": ["$o.fromtimestamp($1)"],
    "astimezone/1": ["$o.replace(tzinfo=$1)"],
    "weekday/0": ["$o.isoweekday()"],
    "isoweekday/0": ["$o.weekday()"],
    "isoformat/0": ["str($o)", "$o.date().isoformat()"],
    "timestamp/0": ["int($o.timestamp())"],
    "utcoffset/0": ["$o.dst()"],
  },
  functions: {
    "time.gmtime/1": ["time.localtime($1)"],
    "calendar.timegm/1": ["time.mktime($1)"],
  },
});

/** How bytes and texts become one another. */
export const encodedOtherwise = callForms("encoded-otherwise", {
  methods: {
    "encode/0": ['$o.encode("ascii", "ignore")', '$o.encode("latin-1")'],
    "encode/1": ['$o.encode("ascii", "ignore")'],
    "decode/0": ['$o.decode("latin-1")'],
    "decode/1": ['$o.decode("latin-1")', '$o.decode($1, "ignore")'],
    "encode/2": ["$o.encode($1)"],
    "decode/2": ["$o.decode($1)"],
  },
  functions: {
    "repr/1": ["str($1)"],
    "str/1": ["repr($1)"],
    "json.dumps/1": ["repr($1)"],
    "html.escape/1": ["html.escape($1, quote=False)"],
    "escape/1": ["escape($1, False)"],
  },
});
