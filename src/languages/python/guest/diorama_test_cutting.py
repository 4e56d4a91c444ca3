"""Test sources with a recording in the place of each assertion, and without what nobody but the judge needs to know.

What an assertion compares with a constant is recorded and compared outside: the constant itself is cut out of the
program, and with it every name, parameter and row of parameters that stood for nothing else, the tests that were not
asked for, and their own constants. So the process that a candidate shares does not hold what is expected of it.
"""

import ast
import copy

from diorama_test_constants import MODULE, Scope, assigned_name, is_constant, is_made_of_constants
from diorama_test_rows import is_param, rows_of_loop, rows_of_parameters
from diorama_test_sites import CUTTABLE

RECORDER = "__diorama__"
_RECEIVERS = ("self", "cls")
_KEPT_NAMES = ("collect_ignore", "collect_ignore_glob", "expectedFailure")


class Plan:
    """
    How all sources are prepared. `native`: sites that are evaluated in the test as written; `removable`: names of functions nobody
    needs; `exported`: names that other sources use; `requested`: names that fixtures ask for; `attributes`: names that
    classes bind and only their own file looks up; `bases`: names of classes that others inherit from; `blind`: native sites,
    each with the place of the operand that is recorded; the other is not even evaluated; `helpers`: functions by `called_name`, each with
    those of its parameters that nothing but such an operand looks at (`{name: place}`, the receiver not counted).
    """

    def __init__(
        self, sites, cuts=False, native=(), removable=(), exported=(), requested=(), attributes=(), bases=(), blind=None, helpers=None
    ):
        self.sites, self.cuts, self.native = sites, cuts, frozenset(native)
        self.removable, self.exported, self.requested = frozenset(removable), frozenset(exported), frozenset(requested)
        self.attributes, self.bases, self.blind = frozenset(attributes), frozenset(bases), blind or {}
        self.helpers = helpers or {}


def cut(tree, plan):
    """The transformed copy of a module's tree, whose sites are marked."""
    for number, node in enumerate(ast.walk(tree)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            node.diorama_scope = number + 1
    kept = set()
    while True:
        transformer = _Transformer(plan, kept)
        result = transformer.run(copy.deepcopy(tree))
        if not transformer.needed - kept:
            return result
        kept |= transformer.needed


class _Transformer(ast.NodeTransformer):
    """One attempt: names in `kept` stay, `needed` are those that turn out to be looked at elsewhere."""

    def __init__(self, plan, kept):
        self.plan, self.kept, self.needed = plan, kept, set()
        self.scopes, self.candidates, self.attributes, self.classes = [], set(), {}, []
        self.unseen = set()

    def run(self, tree):
        self.unseen = set(self._names_not_looked_at(tree))
        tree.body = [each for each in tree.body if not self._is_removable(each)]
        self._enter(Scope(tree))
        if self.plan.cuts:
            self._enter_attributes(tree)
        self._visit_body(tree)
        at = _after_docstring_and_future(tree.body)
        tree.body.insert(at, ast.Import(names=[ast.alias(name="diorama_test_recording", asname=RECORDER)]))
        return ast.fix_missing_locations(tree)

    # Names.

    def _names_not_looked_at(self, tree):
        """Names in the operands that a blind run does not compute: what else they stand for is told by `needed`."""
        for operand in operands_not_looked_at(tree, self.plan.sites, self.plan.blind):
            yield from (each.id for each in ast.walk(operand) if isinstance(each, ast.Name))

    def _is_nobodys(self, name, values):
        """True for what only an operand needs that is not computed, and no other code had a hand in."""
        return name in self.unseen and all(is_made_of_constants(each, self._is_known) for each in values)

    def _enter(self, scope):
        self.scopes.append(scope)
        if not self.plan.cuts:
            return
        names = {
            name
            for name in set(scope.assigned) | set(scope.loops)
            if (scope.key, name) not in self.kept and scope.is_plain(name) and not self._is_special(scope, name)
        }
        self._keep_constant(scope.key, names, lambda name: self._is_constant_in(scope, name))

    def _enter_attributes(self, tree):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name not in self.plan.bases:
                found = [each for each in node.body if assigned_name(each) in self.plan.attributes]
                values = {assigned_name(each): each.value for each in found}
                self.attributes.update(((node.diorama_scope, name), value) for name, value in values.items())
                names = {name for name in values if (node.diorama_scope, name) not in self.kept and len(found) == len(values)}
                self._keep_constant(node.diorama_scope, names, lambda name: is_constant(values[name], self._is_known))

    def _keep_constant(self, key, names, is_good):
        """Takes the names as candidates, without those that turn out not to be constant, or to depend on one that is not."""
        self.candidates.update((key, name) for name in names)
        changed = {None}
        while changed:
            changed = {name for name in names if not is_good(name)}
            names -= changed
            self.candidates.difference_update((key, name) for name in changed)

    def _is_constant_in(self, scope, name):
        if scope.key != MODULE and name not in scope.loops and self._is_nobodys(name, scope.assigned.get(name, ())):
            return True
        if not all(is_constant(each, self._is_known) for each in scope.assigned.get(name, ())):
            return False
        found = [rows_of_loop(loop, self._value_of) for loop in scope.loops.get(name, ())]
        return all(
            rows is not None and all(is_constant(each, self._is_known) for each in rows.values_of(name)) for rows in found
        )

    def _is_special(self, scope, name):
        if scope.key != MODULE:
            return False
        return name in self.plan.exported or name in _KEPT_NAMES or name.startswith(("pytest", "__"))

    def _key_of(self, name):
        for scope in reversed(self.scopes):
            if name in scope.bindings:
                return scope.key, name
        return MODULE, name

    def _is_known(self, node):
        return (self._key_of_attribute(node) if isinstance(node, ast.Attribute) else self._key_of(node.id)) in self.candidates

    def _key_of_attribute(self, node):
        """What `self.name` stands for in the class around it, else None."""
        if not self.classes or not isinstance(node.value, ast.Name) or node.value.id not in _RECEIVERS:
            return None
        return self.classes[-1], node.attr

    def _value_of(self, node):
        """A copy of the expression that a constant of the module, a function or a class stands for, where there is one only."""
        if not self._is_known(node):
            return None
        if isinstance(node, ast.Attribute):
            return copy.deepcopy(self.attributes[self._key_of_attribute(node)])
        scope = next((each for each in self.scopes if each.key == self._key_of(node.id)[0]), None)
        values = scope.assigned.get(node.id, ()) if scope is not None and not scope.loops.get(node.id) else ()
        return copy.deepcopy(values[0]) if len(values) == 1 else None

    def visit_Attribute(self, node):
        key = self._key_of_attribute(node)
        if key in self.candidates:
            self.needed.add(key)
        elif key is None:
            self.needed.update(each for each in self.attributes if each[1] == node.attr and each in self.candidates)
        return self.generic_visit(node)

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load):
            key = self._key_of(node.id)
            if key in self.candidates:
                self.needed.add(key)
        return node

    def visit_Assign(self, node):
        name = assigned_name(node)
        if name is not None:
            key = (self.classes[-1], name) if isinstance(self.scopes[-1], _ClassBody) else self._key_of(name)
            if key in self.candidates:
                return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    visit_AnnAssign = visit_Assign

    def visit_For(self, node):
        rows = rows_of_loop(node, self._value_of) if self.plan.cuts else None
        if rows is None or not all(is_constant(each, self._is_known) for name in rows.names for each in rows.values_of(name)):
            return self.generic_visit(node)
        for name in rows.names:
            if self._key_of(name) in self.candidates:
                rows.cut(name)
        node.iter = ast.copy_location(self.visit(rows.display), node.iter)
        for part in ("body", "orelse"):
            setattr(node, part, self._visited(getattr(node, part)))
        return node

    # Functions and classes.

    def _is_removable(self, node):
        return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name in self.plan.removable

    def visit_ClassDef(self, node):
        node.body = [each for each in node.body if not self._is_removable(each)] or [ast.Pass()]
        self.scopes.append(_ClassBody())
        self.classes.append(node.diorama_scope)
        node = self.generic_visit(node)
        self.classes.pop()
        self.scopes.pop()
        return node

    def visit_FunctionDef(self, node):
        scope = Scope(node)
        if self.plan.cuts:
            for at, decorator in enumerate(node.decorator_list):
                found = rows_of_parameters(decorator, self._value_of)
                if found is not None:
                    node.decorator_list[at] = self._cut_parameters(found, scope)
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        node.args = self.visit(node.args)
        if node.returns is not None:
            node.returns = self.visit(node.returns)
        self._enter(scope)
        self._visit_body(node)
        self.scopes.pop()
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def _visit_body(self, node):
        node.body = self._visited(node.body) or [ast.Pass()]

    def _visited(self, statements):
        body = []
        for statement in statements:
            found = self.visit(statement)
            body.extend(found if isinstance(found, list) else [found])
        return body

    def _cut_parameters(self, found, scope):
        """The decorator with `None` for values that only assertions look at. Names of the rows would tell them: they are numbered."""
        rows = found.display
        cuttable = [name for name in found.names if self._is_cuttable_parameter(found, scope, name)]
        for name in cuttable:
            self.candidates.add((scope.key, name))
            found.cut(name)
        keywords = [each for each in found.node.keywords if each.arg != "ids"]
        if cuttable:
            for row in filter(is_param, rows.elts):
                row.keywords = [each for each in row.keywords if each.arg != "id"]
            numbers = [ast.Constant(value=str(index)) for index in range(len(rows.elts))]
            keywords.append(ast.keyword(arg="ids", value=ast.List(elts=numbers, ctx=ast.Load())))
        else:
            keywords = found.node.keywords
        call = ast.Call(func=found.node.func, args=[found.node.args[0], rows], keywords=keywords)
        return ast.copy_location(call, found.node)

    def _is_cuttable_parameter(self, found, scope, name):
        if (scope.key, name) in self.kept or scope.bindings.get(name) != 1 or name in self.plan.requested:
            return False
        values = found.values_of(name)
        return all(is_constant(value, self._is_known) for value in values) or self._is_nobodys(name, values)

    # Assertions.

    def visit_Assert(self, node):
        number = getattr(node, "diorama_site", None)
        if number is None:
            return self.generic_visit(node)
        site = self.plan.sites[number]
        operands = _operands_of_assert(site, node.test)
        call = self._cut_call(number, site, operands) or self._native_call(number, site, operands)
        return ast.copy_location(ast.Expr(value=ast.copy_location(call, node)), node)

    def visit_Call(self, node):
        number = getattr(node, "diorama_site", None)
        if number is None:
            self._cut_arguments(node)
            return self.generic_visit(node)
        site = self.plan.sites[number]
        if site.kind == "raises":
            node = self.generic_visit(node)
            leading = [ast.Constant(value=number), ast.Constant(value=site.options["leading"]), node.func]
            return _located(node, _call("raising", leading + node.args, node.keywords))
        count = len(site.operands)
        call = self._cut_call(number, site, node.args[:count])
        if call is None:
            node = self.generic_visit(node)
            leading = [ast.Constant(value=number), ast.Constant(value=count), node.func]
            call = _call("method", leading + node.args, node.keywords)
        return _located(node, call)

    def _cut_arguments(self, call):
        """`None` for constants that a helper gets for an operand which is not computed: its frame would tell them."""
        parameters = self.plan.helpers.get(called_name(call), {})
        if any(isinstance(each, ast.Starred) for each in call.args):
            return
        for name, place in parameters.items():
            if place < len(call.args) and is_constant(call.args[place], self._is_known):
                call.args[place] = _located(call.args[place], ast.Constant(value=None))
            for keyword in call.keywords:
                if keyword.arg == name and is_constant(keyword.value, self._is_known):
                    keyword.value = _located(keyword.value, ast.Constant(value=None))

    def _cut_call(self, number, site, operands):
        """A recording of the operands that are no constants, where there is a constant one to cut; else None."""
        if number in self.plan.blind:
            kept = self.plan.blind[number]
            return _call("saw", [ast.Constant(value=number), _tuple_of([kept]), self.visit(operands[kept])])
        if not self.plan.cuts or number in self.plan.native or site.kind not in CUTTABLE:
            return None
        left = [operand for operand in operands if not is_constant(operand, self._is_known)]
        if not left or len(left) == len(operands):
            return None
        places = [index for index, operand in enumerate(operands) if any(operand is each for each in left)]
        arguments = [ast.Constant(value=number), _tuple_of(places)] + [self.visit(each) for each in left]
        return _call("saw", arguments)

    def _native_call(self, number, site, operands):
        operands = [self.visit(each) for each in operands]
        leading = [ast.Constant(value=number)]
        if site.kind == "compare":
            return _call("compare", leading + [_tuple_of(site.operators)] + operands)
        return _call(site.kind.replace(" ", "_"), leading + operands)


class _ClassBody:
    """Stands for a class among the scopes: its names are seen by its own body only, which is not looked into."""

    key, bindings = None, {}


def operands_not_looked_at(tree, sites, blind):
    """Operands of assertions in a tree that a blind run does not compute."""
    for node in ast.walk(tree):
        number = getattr(node, "diorama_site", None)
        if number in blind:
            operands = node.args if isinstance(node, ast.Call) else _operands_of_assert(sites[number], node.test)
            yield from operands[: blind[number]] + operands[blind[number] + 1 :]


def called_name(call):
    """`name` of a function that is called by it, `.name` of a method that a test's receiver is asked for, else None."""
    if isinstance(call.func, ast.Name):
        return call.func.id
    value = call.func.value if isinstance(call.func, ast.Attribute) else None
    return "." + call.func.attr if isinstance(value, ast.Name) and value.id in _RECEIVERS else None


def _operands_of_assert(site, test):
    if site.kind in ("false", "not instance"):
        test = test.operand
    if site.kind == "compare":
        return [test.left] + test.comparators
    return list(test.args) if site.kind in ("instance", "not instance") else [test]


def _tuple_of(values):
    return ast.Tuple(elts=[ast.Constant(value=value) for value in values], ctx=ast.Load())


def _call(name, arguments, keywords=()):
    function = ast.Attribute(value=ast.Name(id=RECORDER, ctx=ast.Load()), attr=name, ctx=ast.Load())
    return ast.Call(func=function, args=arguments, keywords=list(keywords))


def _located(node, call):
    return ast.copy_location(call, node)


def _after_docstring_and_future(body):
    at = 0
    if body and isinstance(body[0], ast.Expr) and isinstance(getattr(body[0], "value", None), ast.Constant):
        at = 1
    while at < len(body) and isinstance(body[at], ast.ImportFrom) and body[at].module == "__future__":
        at += 1
    return at
