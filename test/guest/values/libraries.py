"""Values of numpy and pandas through a recipe and observed; prints one JSON object {name: problem, or what was shown}."""

import json, os, sys, tempfile

sys.dont_write_bytecode = True
sys.path[:0] = [sys.argv[1]]
import numpy as np
import pandas as pd
from diorama_values import NOTHING, Anything, Observer, build_case, canonical, recipe_of_call


def recipe_of(value):
    return recipe_of_call([value], {}, None, Anything(), has_receiver=False)


def through(value):
    with tempfile.TemporaryDirectory() as directory:
        return build_case(json.loads(json.dumps(recipe_of(value), allow_nan=False)), directory)[1][0]


def shown(value):
    return Observer().observe_returned(value, (NOTHING, [], {}))


def problem_of(value):
    try:
        again = through(value)
        seen = shown(value)
        if seen["status"] != "returned":
            return "not observable: %s" % seen["message"]
        if canonical(seen) != canonical(shown(again)):
            return "%s became %s" % (canonical(seen), canonical(shown(again)))
        if type(value) is not type(again):
            return "%s became %s" % (type(value), type(again))
        for kind, check in CHECKS.items():
            if isinstance(value, kind):
                check(value, again)
    except Exception as problem:
        return "%s: %s" % (type(problem).__name__, problem)
    return None


def same_array(value, again):
    assert value.dtype == again.dtype and value.shape == again.shape, (value.dtype, again.dtype, value.shape, again.shape)
    assert value.flags.writeable == again.flags.writeable
    assert value.flags.f_contiguous == again.flags.f_contiguous or not value.flags.contiguous


def same_index(value, again):
    pd.testing.assert_index_equal(value, again)
    assert getattr(value, "freq", None) == getattr(again, "freq", None)


CHECKS = {
    np.ndarray: same_array,
    pd.Index: same_index,
    pd.Series: pd.testing.assert_series_equal,
    pd.DataFrame: pd.testing.assert_frame_equal,
}

held = np.empty(2, dtype=object)
held[0], held[1] = [1, 2], held
records = np.array([(1, "a", [1.0, 2.0]), (2, "b", [3.0, 4.0])], dtype=[("x", "i4"), ("y", "U3"), ("z", "f8", (2,))])
frame = pd.DataFrame(
    {
        "whole": [1, 2],
        "text": ["x", None],
        "number": [1.5, np.nan],
        "day": pd.to_datetime(["2020-01-01", None]),
        "kind": pd.Categorical(["u", "v"], ordered=True),
    },
    index=["p", "q"],
)
VALUES = {
    "floats": np.array([1.0, np.nan, -0.0, np.inf]),
    "two dimensions": np.arange(6).reshape(2, 3),
    "in the other order": np.arange(6).reshape(2, 3).T,
    "every second": np.arange(6)[::2],
    "no rows": np.zeros((0, 3)),
    "no columns": np.zeros((3, 0), "i4"),
    "no dimension": np.array(3.5),
    "small floats": np.array([0.1, 1e20], "f4"),
    "smaller floats": np.array([0.1, 6e4], "f2"),
    "swapped bytes": np.array([1, 2], ">i4"),
    "swapped floats": np.array([1.5], ">f4"),
    "swapped dates": np.array(["2020-01-01"], ">M8[D]"),
    "texts": np.array(["a", "bc", "\ud800"]),
    "bytes": np.array([b"a\xff"]),
    "dates": np.array(["2020-01-01", "NaT"], "M8[ns]"),
    "one date": np.array("2020-01-01", "M8[D]"),
    "spans": np.array([1, "NaT"], "m8[25s]"),
    "complex": np.array([1 + 2j]),
    "small complex": np.array([[1 + 2j]], "c8"),
    "large": np.array([2**63 + 5], "u8"),
    "truths": np.array([True, False]),
    "objects": np.array([None, [1], "a"], dtype=object),
    "records": records,
    "one record": records[0],
    "read-only": np.broadcast_to(1.0, (2, 2)),
    "numbers": [np.float64(1.5), np.float32(0.1), np.float16(0.1), np.int64(3), np.uint64(2**64 - 1), np.bool_(True), np.complex64(1j)],
    "other numbers": [np.str_("a"), np.bytes_(b"a"), np.datetime64("2020"), np.datetime64("NaT"), np.timedelta64(3, "D"), np.timedelta64(1)],
    "types": [np.dtype("f8"), np.dtype([("a", "i4")]), np.dtype("M8[s]"), np.dtype("U3"), np.dtype(object), np.float64],
    "functions": [np.add, np.mean, np.linalg.norm],
    "series": pd.Series([1, 2, 3]),
    "named series": pd.Series(["a", "b"], name="n", index=pd.Index([5, 6], name="k")),
    "series of objects": pd.Series(["a", 1.5, None, [1]], dtype=object),
    "series of small floats": pd.Series(np.array([1, 2], "f4")),
    "series that may miss": pd.Series([1, None], dtype="Int64"),
    "truths that may miss": pd.Series([True, None], dtype="boolean"),
    "texts that may miss": pd.Series(["a", None], dtype="string"),
    "times in a zone": pd.Series(pd.date_range("2020", periods=2, tz="UTC")),
    "categories": pd.Series(pd.Categorical([1, 2, None])),
    "lengths of time": pd.Series([pd.Timedelta(1, "s")] * 2),
    "empty series": pd.Series([1, 2])[:0],
    "frame": frame,
    "empty frame": pd.DataFrame(),
    "no rows in a frame": pd.DataFrame({"a": []}),
    "columns of one name": pd.DataFrame([[1, 2], [3, 4]], columns=["a", "a"]),
    "columns in levels": pd.DataFrame({("a", "b"): [1], ("a", "c"): [2]}),
    "rows in levels": frame.set_index(["whole", "text"]),
    "part of a frame": pd.DataFrame({"a": [1, 2, 3]})[1:],
    "days": pd.date_range("2020", "2020-01-03"),
    "days in a zone": pd.date_range("2020", "2020-01-03", tz="Europe/Paris"),
    "irregular days": pd.DatetimeIndex(["2020-01-01", "2020-01-05"]),
    "levels": pd.MultiIndex.from_tuples([("a", 1), ("b", 2)], names=["x", None]),
    "range": pd.RangeIndex(3, 9, 2, name="r"),
    "index of categories": pd.CategoricalIndex(["a", "b"]),
    "periods": pd.period_range("2020-01", periods=2, freq="M"),
    "index of lengths": pd.timedelta_range("1D", periods=3),
    "times": [pd.Timestamp("2020-01-01 12:30"), pd.Timestamp("2020-06-01", tz="Europe/Paris"), pd.Timestamp(5), pd.NaT, pd.NA],
    "other times": [pd.Timedelta("1 days 2h 3ns"), pd.Period("2020-01", "M"), pd.Interval(1, 2), pd.offsets.MonthEnd(2)],
}
results = {"problems": {name: problem for name, problem in ((name, problem_of(value)) for name, value in VALUES.items()) if problem}}

twice = np.zeros(2)
one, other = through([twice, twice])
results["the same twice is the same"] = one is other
again = through(held)
results["in itself"] = again[1] is again and again[0] == [1, 2]
results["written"] = {name: recipe_of(VALUES[name])["positional"][0] for name in ("in the other order", "dates", "records", "read-only")}
results["layout is not observed"] = shown(VALUES["in the other order"])["value"]
results["result is argument"] = Observer().observe_returned(twice, (NOTHING, [twice], {}))["value"]
results["numbers have no identity"] = Observer().observe_returned(VALUES["numbers"][0], (NOTHING, [VALUES["numbers"][0]], {}))["value"]


class Matrix(np.ndarray):
    pass


class Ledger(pd.DataFrame):
    pass


class Pretender:
    """Says that it is an array, and would be one if it was asked."""

    asked = []
    dtype, shape, ndim = np.dtype("f8"), (2,), 1

    def __array__(self, *_, **__):
        self.asked.append("__array__")
        return np.array([1.0, 2.0])

    @property
    def __class__(self):
        self.asked.append("__class__")
        return np.ndarray


attributed = pd.DataFrame({"a": [1]})
attributed.attrs["note"] = 1
refusals = {
    "subclass": np.zeros(2).view(Matrix),
    "matrix": np.matrix([1]),
    "longest float": np.zeros(2, "g") if np.dtype("g").itemsize > 8 else np.zeros(2, "V3"),
    "bytes without fields": np.zeros(2, "V8"),
    "generator": np.random.default_rng(1),
    "function of nobody": np.frompyfunc(len, 1, 1),
    "frame of a class": Ledger({"a": [1]}),
    "attributes of a frame": attributed,
    "sparse": pd.Series(pd.arrays.SparseArray([1])),
    "intervals": pd.interval_range(0, 2),
    "too many": np.zeros(500_000),
}
results["refused"] = {name: shown(value).get("message") for name, value in refusals.items()}
results["too many for a recipe"] = None
try:
    recipe_of(np.zeros(10_000))
except Exception as problem:
    results["too many for a recipe"] = "%s %s" % (problem.reason, problem.where)
results["pretender"] = shown(Pretender())["value"], Pretender.asked

# What a candidate may put in the place of the library's own functions.
liar = lambda *_, **__: [9.0, 9.0]
value = np.array([1.0, 2.0])
series = pd.Series([1.0, 2.0])
np.array = np.asarray = np.datetime_as_string = np.empty = liar
np.ndarray = np.dtype = Pretender
pd.Series._values = pd.Series.values = pd.Series.index = property(liar)
pd.Index._values = property(liar)
pd.isna = pd.array = liar
results["after replacing"] = [shown(value), shown(series)]
print(json.dumps(results))
