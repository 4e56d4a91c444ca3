"""Where a test asserts something, and what it looks at there: found in the syntax tree of test sources.

Each place gets a number, the same for every way of preparing the same sources. What is found is marked on its node
(`node.diorama_site`), for `diorama_test_cutting` to put a recording in its place.
"""

import ast

_OPERATORS = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}
_EQUALITY = ("assertEqual", "assertListEqual", "assertTupleEqual", "assertDictEqual", "assertSetEqual")
_EQUALITY += ("assertSequenceEqual", "assertMultiLineEqual", "assertEquals")

# Method of unittest.TestCase: kind, operators, number of operands, further parameters that decide.
METHODS = {
    "assertTrue": ("true", (), 1, ()),
    "assertFalse": ("false", (), 1, ()),
    "assertNotEqual": ("compare", ("!=",), 2, ()),
    "assertIs": ("compare", ("is",), 2, ()),
    "assertIsNot": ("compare", ("is not",), 2, ()),
    "assertIsNone": ("none", (), 1, ()),
    "assertIsNotNone": ("not none", (), 1, ()),
    "assertIn": ("compare", ("in",), 2, ()),
    "assertNotIn": ("compare", ("not in",), 2, ()),
    "assertIsInstance": ("instance", (), 2, ()),
    "assertNotIsInstance": ("not instance", (), 2, ()),
    "assertGreater": ("compare", (">",), 2, ()),
    "assertGreaterEqual": ("compare", (">=",), 2, ()),
    "assertLess": ("compare", ("<",), 2, ()),
    "assertLessEqual": ("compare", ("<=",), 2, ()),
    "assertAlmostEqual": ("almost", (), 2, ("places", "msg", "delta")),
    "assertNotAlmostEqual": ("not almost", (), 2, ("places", "msg", "delta")),
    "assertCountEqual": ("same items", (), 2, ()),
    "assertRegex": ("other", (), 2, ()),
    "assertNotRegex": ("other", (), 2, ()),
}
METHODS.update({name: ("compare", ("==",), 2, ()) for name in _EQUALITY})

# Method or function that expects an exception: how many arguments come before the callable.
RAISING = {"assertRaises": 1, "assertRaisesRegex": 2}
CUTTABLE = ("compare", "almost", "not almost", "same items")


class Site:
    """One assertion: `operands` are expressions, in the order in which they are recorded."""

    def __init__(self, kind, operators, operands, options):
        self.kind, self.operators, self.operands, self.options = kind, operators, operands, options
        self.number = self.path = self.line = None

    def describe(self):
        return {
            "path": self.path,
            "line": self.line,
            "kind": self.kind,
            "operators": list(self.operators),
            "options": self.options,
            "actual": self._actual_places(),
        }

    def _actual_places(self):
        """Which operands may be what the test found out: those that call something, if not all do or none."""
        calls = [any(isinstance(each, ast.Call) for each in ast.walk(operand)) for operand in self.operands]
        return [place for place, is_call in enumerate(calls) if is_call or not any(calls)]


class SiteFinder(ast.NodeVisitor):
    """Marks the assertions of one file and adds them to `sites`. `own_methods`: names that the sources define themselves."""

    def __init__(self, path, sites, own_methods):
        self.path, self.sites, self.own_methods = path, sites, own_methods
        self.receivers, self.in_class = [], False
        self.pytest_names, self.raises_names = set(), set()

    def find(self, tree):
        for node in ast.walk(tree):
            self._note_import(node)
        self.visit(tree)

    def _note_import(self, node):
        if isinstance(node, ast.Import):
            self.pytest_names.update(each.asname or each.name for each in node.names if each.name == "pytest")
        if isinstance(node, ast.ImportFrom) and node.module == "pytest":
            self.raises_names.update(each.asname or each.name for each in node.names if each.name == "raises")

    def _add(self, node, site):
        site.number, site.path, site.line = len(self.sites), self.path, node.lineno
        self.sites.append(site)
        node.diorama_site = site.number

    # Scopes.

    def visit_ClassDef(self, node):
        before, self.in_class = self.in_class, True
        self.generic_visit(node)
        self.in_class = before

    def visit_FunctionDef(self, node):
        before, was_in_class = list(self.receivers), self.in_class
        first = (getattr(node.args, "posonlyargs", []) + node.args.args)[:1]
        if self.in_class and first:
            self.receivers.append(first[0].arg)
        self.in_class = False
        self.generic_visit(node)
        self.receivers, self.in_class = before, was_in_class

    visit_AsyncFunctionDef = visit_FunctionDef

    # Assertions.

    def visit_Assert(self, node):
        site = _site_of_assert(node.test)
        if site is not None:
            self._add(node, site)
        self.generic_visit(node)

    def visit_Call(self, node):
        if self._is_receiver_method(node):
            self._note_method(node, node.func.attr)
        elif self._is_pytest_raises(node) and _are_plain(node.args[:1]):
            self._add(node, Site("raises", (), [], {"leading": 1, "is_matched": _has_keyword(node, "match")}))
        self.generic_visit(node)

    def _is_receiver_method(self, node):
        func = node.func
        return isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id in self.receivers

    def _is_pytest_raises(self, node):
        func = node.func
        if isinstance(func, ast.Name):
            return func.id in self.raises_names
        if not isinstance(func, ast.Attribute) or func.attr != "raises" or not isinstance(func.value, ast.Name):
            return False
        return func.value.id in self.pytest_names

    def _note_method(self, node, name):
        if name in self.own_methods:
            return
        if name in RAISING and _are_plain(node.args[: RAISING[name]]) and len(node.args) >= RAISING[name]:
            self._add(node, Site("raises", (), [], {"leading": RAISING[name], "is_matched": RAISING[name] == 2}))
        if name not in METHODS:
            return
        kind, operators, count, parameters = METHODS[name]
        options = _options_of(node, count, parameters)
        if len(node.args) >= count and _are_plain(node.args) and options is not None:
            self._add(node, Site(kind, operators, node.args[:count], options))


def _site_of_assert(test):
    """What an assert statement looks at; None where that is a constant."""
    if isinstance(test, ast.Compare):
        operators = [_OPERATORS[type(operator)] for operator in test.ops]
        return Site("compare", operators, [test.left] + test.comparators, {})
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = _site_of_assert(test.operand)
        if inner is not None and inner.kind == "instance":
            inner.kind = "not instance"
            return inner
        return Site("false", (), [test.operand], {})
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance":
        if len(test.args) == 2 and not test.keywords and _are_plain(test.args):
            return Site("instance", (), test.args, {})
    return None if isinstance(test, ast.Constant) else Site("true", (), [test], {})


def split_conjunctions(tree):
    """`assert a and b` becomes two assertions: the same program, more to see."""

    class Splitter(ast.NodeTransformer):
        def visit_Assert(self, node):
            if not isinstance(node.test, ast.BoolOp) or not isinstance(node.test.op, ast.And):
                return node
            parts = [ast.copy_location(ast.Assert(test=part, msg=node.msg), node) for part in node.test.values]
            return [each for part in parts for each in _as_list(self.visit(part))]

    return ast.fix_missing_locations(Splitter().visit(tree))


def _as_list(found):
    return found if isinstance(found, list) else [found]


def _are_plain(arguments):
    return not any(isinstance(each, ast.Starred) for each in arguments)


def _has_keyword(node, name):
    return any(each.arg == name for each in node.keywords)


def _options_of(node, count, parameters):
    """Values of the parameters that decide, where they are constants; None where they are not, or operands come by name."""
    given = {}
    for name, value in list(zip(parameters, node.args[count:])) + [(each.arg, each.value) for each in node.keywords]:
        if name == "msg":
            continue
        if name not in parameters or not isinstance(value, ast.Constant) or isinstance(value.value, complex):
            return None
        given[name] = value.value
    return given
