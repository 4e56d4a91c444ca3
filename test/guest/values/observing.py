"""Observes calls and hostile values; prints one JSON object {name: observation}."""

import collections.abc
import functools, io, json, os, random, socket, sys, tempfile, threading, unittest.mock

sys.dont_write_bytecode = True
sys.path[:0] = [sys.argv[1], os.path.dirname(os.path.abspath(__file__))]
import orchard
from diorama_values import NOTHING, Anything, Observer, Refused, build_case, recipe_of_call


def returned(value, receiver=NOTHING, positional=(), keywords=None, **options):
    return Observer(**options).observe_returned(value, (receiver, list(positional), keywords or {}))


nested = [[0]]


class Liar:
    """Says that it is a list, a number, equal to everything, and has no attributes."""

    touched = []

    def __init__(self):
        self.value = 1

    @property
    def __class__(self):
        self.touched.append("__class__")
        return list

    def __getattribute__(self, name):
        Liar.touched.append(name)
        raise RuntimeError("asked for " + name)

    def __eq__(self, other):
        Liar.touched.append("__eq__")
        return True

    __hash__ = None


class Meta(type):
    def __hash__(cls):
        return hash(int)

    def __eq__(cls, other):
        return True


class Shelf(collections.abc.Mapping):
    """Holds its content where nothing can be written: what it gives is all that is known."""

    def __init__(self, content):
        self._pairs = [threading.Lock(), content]

    def __getitem__(self, key):
        return self._pairs[1][key]

    def __iter__(self):
        return iter(self._pairs[1])

    def __len__(self):
        return len(self._pairs[1])


class PretendsToBeInteger(metaclass=Meta):
    pass


told = orchard.Rotten("gone", 1)
told.kinds, told.advice, told._kept = ["pear", "a green plum"], "throw it away", 2
told.lock = threading.Lock()


def countdown():
    yield 2
    yield 1
    raise orchard.Rotten("gone", 1)


def forever():
    while True:
        yield 0


class _Hidden(ValueError):
    pass


class Forgetful(Observer):
    """Walks everything again, wherever it stands."""

    def compound(self, value, kind):
        self.known.clear()
        return Observer.compound(self, value, kind)


def graph(seed):
    """Lists, dictionaries and objects that hold one another at random, in circles and more than once."""
    chance = random.Random(seed)
    nodes = [chance.choice([[], {}, orchard.Tree("oak", [])]) for _ in range(chance.randrange(2, 9))]
    nodes = [orchard.Tree("oak", []) if isinstance(node, orchard.Tree) else type(node)() for node in nodes]
    for _ in range(chance.randrange(1, 12)):
        holder, held = chance.choice(nodes), chance.choice(nodes)
        if isinstance(holder, list):
            holder.append(held)
        elif isinstance(holder, dict):
            holder["key%d" % len(holder)] = held
        else:
            setattr(holder, chance.choice(["left", "right", "name"]), held)
    return nodes[0]


def agrees(value):
    """Whether a value looks the same to both, and costs as much."""
    remembering, walking = Observer(), Forgetful()
    same = remembering.observe_returned(value, (NOTHING, [value], {})) == walking.observe_returned(value, (NOTHING, [value], {}))
    return same and (remembering.nodes_left, remembering.characters_left) == (walking.nodes_left, walking.characters_left)


inner = []
outer = [inner]
inner.append(outer)
# What holds itself, met again at another depth within what does not.
leaf = []
leaf.append(leaf)
holder = [leaf]
# `inner` at the same depth twice, the second time inside `outer`.
entangled = [[[inner]], [outer]]

orchard.PLUM = orchard.Kind("plum")
orchard.PLUM.relatives = [orchard.PLUM]
unnamed = orchard.Kind("plum")
unnamed.relatives = []

cyclic = []
cyclic.append(cyclic)
argument = [1]
tree = orchard.Tree("oak", [])
results = {
    "graphs written another way": [seed for seed in range(400) if not agrees(graph(seed))]
    + ([] if agrees(entangled) else ["entangled"])
    + ([] if agrees([holder, [holder]]) else ["at another depth"]),
    "constants": returned([orchard.PLUM, unnamed]),
    "scalars": returned([True, 1, 1.0, -0.0, float("nan"), 2**60, "\udc80", None]),
    "result is argument": returned(argument, positional=[argument]),
    "result is keyword": returned(argument, keywords={"items": argument}),
    "result is receiver": returned(tree, receiver=tree),
    "equal is not the same": returned([1], positional=[[1]]),
    "shares": [
        returned(value, positional=[inputs]).get("shares", False)
        for inputs in ([nested],)
        for value in ([nested], (0, nested), {"a": [nested[0]]}, [list(nested)], [[0]], [orchard.PLUM], 1, [1, "a"])
    ],
    "shares by name": returned([orchard.PLUM], positional=[orchard.PLUM]).get("shares", False),
    "set is sorted": returned({"b", "a", 3}),
    "generator": returned(countdown()),
    "endless generator": returned(forever())["value"]["end"],
    "cycle": returned(cyclic),
    "private exception": Observer().observe_raised(_Hidden("at 0x7f00deadbeef"), (NOTHING, [], {})),
    "own exception": Observer(tree=os.path.dirname(os.path.abspath(__file__))).observe_raised(told, (NOTHING, [], {})),
    "foreign exception": Observer(tree=os.path.join(tempfile.gettempdir(), "elsewhere")).observe_raised(told, (NOTHING, [], {})),
    "liar": returned(Liar()),
    "liar touched": Liar.touched,
    "pretends": returned(PretendsToBeInteger())["status"],
    "lock": returned(threading.Lock()),
    "socket": returned(socket.socket()),
    "mock": returned(unittest.mock.MagicMock()),
    "lambda": returned(lambda: 1),
    "partial": returned([functools.partial(len)]),
    "private lock": returned(orchard.Slotted(threading.Lock())),
    "collection of what has no form": returned(Shelf({"pear": 1, "plum": [2]})),
    "default repr": returned(object()),
    "deep": returned(eval("[" * 90 + "]" * 90))["status"],
    "too wide": returned([0] * 200000),
    "names": returned([len, orchard.plant, orchard.Tree, json]),
    "tree path": returned("/code/tree/pkg/a.py", tree="/code/tree"),
}

with tempfile.TemporaryDirectory() as directory:
    recipe = {"files": {"in/a.txt": "old", "in/b.txt": "same", "c": "x"}, "positional": [{"path": "in/a.txt"}]}
    inputs = build_case(recipe, directory)
    with open(inputs[1][0], "w") as file:
        file.write("new")
    os.remove(os.path.join(directory, "c"))
    os.mkdir(os.path.join(directory, "made"))
    results["files"] = Observer(directory, recipe["files"]).observe_returned(inputs[1][0], inputs)
    try:
        build_case({"files": {"../out": ""}, "positional": []}, directory)
    except Refused as refusal:
        results["outside"] = [refusal.reason, refusal.where]


def refusal_of(value):
    try:
        recipe_of_call([value], {}, None, Anything(), has_receiver=False)
    except Refused as refusal:
        return refusal.reason
    return None


class Local:
    pass


def make_local():
    class Inner:
        pass

    return Inner()


results["refusals"] = {
    "lock": refusal_of(threading.Lock()),
    "socket": refusal_of(socket.socket()),
    "mock": refusal_of(unittest.mock.Mock()),
    "lambda": refusal_of(lambda: 1),
    "local": refusal_of(make_local()),
    "main": refusal_of(Local()),
    "frame": refusal_of(sys._getframe()),
    "generator": refusal_of(countdown()),
    "closed": refusal_of((lambda f: (f.close(), f)[1])(io.StringIO())),
    "large": refusal_of([0] * 30000),
    "text": refusal_of("x" * 300000),
    "deep": refusal_of(eval("[" * 90 + "]" * 90)),
    "fine": refusal_of([1]),
}
table = {"callback": {"name": "weigh", "calls": [{"positional": [1], "keywords": {}, "returns": [2]}]}}
weigh = build_case({"positional": [table]}, "/nowhere")[1][0]
first, second = weigh(1), weigh(1)
try:
    weigh(3)
except LookupError as problem:
    results["callback"] = [first, first is not second, str(problem), returned(weigh)]


def by_text(text, **values):
    form = {"function": {"text": text, "values": values} if values else {"text": text}}
    try:
        return build_case({"positional": [form]}, "/nowhere")[1][0]
    except Refused as refusal:
        return "%s: %s" % refusal.args


counted = by_text("def count(n):\n    return 0 if n == 0 else step + count(n - 1)", step=2)
results["by text"] = [
    by_text("lambda pair, at=1: pair[at] + more", more={"tuple": [7]})([0, (1,)]),
    counted(3),
    [returned(each)["value"] for each in (counted, by_text("lambda: 1"))],
    recipe_of_call([counted], {}, None, Anything(), False)["positional"],
    [by_text(text) for text in ("lambda x", "[].append", "x = 1", "def f(): pass\ndef g(): pass")],
]
seen = by_text("def see(n):\n    seen.append(n)\n    return limit", seen=[], limit=2)
seen(1), seen(2)
locked = by_text("lambda n: seen.append(n)", seen=[])
locked(open)
locked(lambda: 1)


class Hiding:
    """A key that is what it is compared with, and hides that it was asked."""

    def __hash__(self):
        return hash("seen")

    def __eq__(self, other):
        asked.append(other)
        return True


asked = []
hiding = by_text("lambda n: seen.append(n)", seen=[1])
held = dict(hiding.__globals__)
hiding.__globals__.clear()
hiding.__globals__.update({Hiding(): [], **held})
del asked[:]
results["noting"] = [returned(seen)["value"], returned(locked)["value"], returned(hiding)["value"], asked]
print(json.dumps(results, allow_nan=False, sort_keys=True))
