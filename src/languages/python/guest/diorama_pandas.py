"""Series, frames, indexes and times of pandas as plain data.

`["pandas.Series", values, index, name]`, `["pandas.DataFrame", columns, [values, …], index]`, `["pandas.Index", values, name]` (a recipe
may go on with the frequency of its times), `["pandas.RangeIndex", start, stop, step, name]`, `["pandas.MultiIndex", [values, …], names]`.
Values are an array of numpy, `["pandas.Categorical", items, categories, is_ordered]`, or `["pandas.array", type, items]` with null for what
is missing. They are read by the library's own functions, kept from before any candidate runs, of exactly its own types.
"""

import re

import diorama_numpy as arrays
import pandas
from builtins import any, bool, enumerate, float, getattr, hasattr, id, len, next, object, range, str, type

from diorama_libraries import MAKERS, add_writer, close
from diorama_names import Refused, bases_of, members_of, type_name

# Types whose items are plain numbers, texts or times beside what is missing.
_PLAIN_TYPES = re.compile(r"U?Int\d+|Float\d+|boolean|string|str|period\[[\w-]+\]|datetime64\[\w+, [^\]]+\]")
_index, _frame, _series, _categorical = pandas.Index, pandas.DataFrame, pandas.Series, pandas.Categorical
_range, _levels, _times, _spans, _periods = pandas.RangeIndex, pandas.MultiIndex, pandas.DatetimeIndex, pandas.TimedeltaIndex, pandas.PeriodIndex
_timestamp, _timedelta, _period, _interval = pandas.Timestamp, pandas.Timedelta, pandas.Period, pandas.Interval
_nothing, _no_time = pandas.NA, pandas.NaT
_make_array, _to_datetime, _to_offset = pandas.array, pandas.to_datetime, pandas.tseries.frequencies.to_offset
_write_time = _timestamp.isoformat


def _reader(kind, name):
    """Reads an attribute as the class itself does, whatever is put in its place later."""
    member = next((members_of(base)[name] for base in bases_of(kind) if name in members_of(base)), None)
    if member is None:
        return lambda value: None
    get = type(member).__get__ if hasattr(type(member), "__get__") else None
    return (lambda value: object.__getattribute__(value, name)) if get is None else lambda value: get(member, value, type(value))


_values, _labels, _name = [_reader(_series, name) for name in ("_values", "index", "name")]
_columns, _rows = _reader(_frame, "columns"), _reader(_frame, "index")
_column = _frame._get_column_array if hasattr(_frame, "_get_column_array") else lambda frame, at: _values(_frame._ixs(frame, at, 1))
_codes, _categories, _is_ordered = [_reader(_categorical, name) for name in ("codes", "categories", "ordered")]
_start, _stop, _step = [_reader(_range, name) for name in ("start", "stop", "step")]
_level_count, _level_names, _level = _reader(_levels, "nlevels"), _reader(_levels, "names"), _levels._get_level_values
_INDEX_KINDS = {}


def _add_index(kind):
    _INDEX_KINDS[id(kind)] = kind, _reader(kind, "_values"), _reader(kind, "name"), _reader(kind, "freq")


# What series, frames and indexes hold.


def write_values(encoder, values):
    kind = type(values)
    if kind is arrays._array:
        form = arrays.write_array(encoder, values)
        return {"value": form["value"][:4]}
    if kind is _categorical:
        categories = _categories(values)
        names = [encoder.encode(each) for each in _items_of(_INDEX_KINDS[id(type(categories))][1](categories))]
        encoder.nodes_left -= len(values)
        items = [None if code < 0 else names[code] for code in arrays._to_list(_codes(values))]
        return {"value": ["pandas.Categorical", items, write_index(encoder, categories), bool(_is_ordered(values))]}
    dtype = str(values.dtype)
    if re.fullmatch(r"(?:datetime|timedelta)64\[\w+\]", dtype):
        return arrays.write_array(encoder, kind.to_numpy(values))
    if not type_name(kind).startswith("pandas.") or not _PLAIN_TYPES.fullmatch(dtype):
        raise Refused("native_handle", type_name(kind) + " of " + dtype)
    encoder.nodes_left -= len(values)
    return {"value": ["pandas.array", dtype, [_write_item(encoder, item) for item in _items_of(values)]]}


def _items_of(values):
    return arrays._to_list(values) if type(values) is arrays._array else arrays._to_list(type(values).to_numpy(values, dtype=object))


def _write_item(encoder, item):
    if item is None or item is _nothing or item is _no_time or (type(item) is float and item != item):
        return None
    if type(item) is _timestamp:
        return _write_time(item)
    return str(item) if type(item) is _period else encoder.encode(item)


def make_values(builder, form, register=None):
    parts = form["value"]
    if parts[0] == "numpy.ndarray":
        return arrays.make_array(builder, parts[1:], register)
    if parts[0] == "pandas.Categorical":
        categories = builder.build(parts[2])
        places = {_key_of(label): at for at, label in enumerate(categories)}
        codes = [-1 if item is None else places[_key_of(builder.build(item))] for item in parts[1]]
        return _categorical.from_codes(codes, categories=categories, ordered=parts[3])
    dtype, items = parts[1], parts[2]
    if dtype.startswith("datetime64["):
        unit, zone = dtype[len("datetime64[") : -1].split(", ")
        times = _to_datetime([_no_time if item is None else item for item in items], utc=True).tz_convert(zone)
        return (times.as_unit(unit) if hasattr(times, "as_unit") else times)._values
    return _make_array([None if item is None else builder.build(item) for item in items], dtype=dtype)


def _key_of(label):
    return type(label).__name__, label


# Indexes.


def write_index(encoder, index):
    known = _INDEX_KINDS.get(id(type(index)))
    if known is None:
        return encoder.encode(index)
    _, values, name, freq = known
    parts = ["pandas.Index", write_values(encoder, values(index)), encoder.encode(name(index))]
    if encoder.writes_layout:
        every = freq(index)
        if every is not None and type(index) is not _periods:
            parts.append(every.freqstr)
    return {"value": parts}


def _write_range(encoder, index):
    return {"value": ["pandas.RangeIndex", _start(index), _stop(index), _step(index), encoder.encode(_range_name(index))]}


def _write_levels(encoder, index):
    levels = [_level(index, at) for at in range(_level_count(index))]
    if any(id(type(level)) not in _INDEX_KINDS for level in levels):
        raise Refused("native_handle", "pandas:MultiIndex")
    values = [write_values(encoder, _INDEX_KINDS[id(type(level))][1](level)) for level in levels]
    return {"value": ["pandas.MultiIndex", values, [encoder.encode(name) for name in _level_names(index)]]}


def _make_index(builder, forms, register):
    values, name = make_values(builder, forms[0]), builder.build(forms[1])
    if len(forms) > 2:
        return _times(values, freq=forms[2], name=name) if values.dtype.kind == "M" else _spans(values, freq=forms[2], name=name)
    return _index(values, dtype=values.dtype, name=name)


def _make_range(builder, forms, register):
    return _range(forms[0], forms[1], forms[2], name=builder.build(forms[3]))


def _make_levels(builder, forms, register):
    levels = [make_values(builder, each) for each in forms[0]]
    return _levels.from_arrays(levels, names=[builder.build(name) for name in forms[1]])


# Series and frames.


def _write_series(encoder, value):
    _refuse_attributes(value)
    values, index = write_values(encoder, _values(value)), write_index(encoder, _labels(value))
    return {"value": ["pandas.Series", values, index, encoder.encode(_name(value))]}


def _write_frame(encoder, value):
    _refuse_attributes(value)
    columns = _columns(value)
    values = [write_values(encoder, _column(value, at)) for at in range(len(columns))]
    return {"value": ["pandas.DataFrame", write_index(encoder, columns), values, write_index(encoder, _rows(value))]}


def _refuse_attributes(value):
    if object.__getattribute__(value, "_attrs"):
        raise Refused("state", type_name(type(value)) + ".attrs")


def _make_series(builder, forms, register):
    values, index = make_values(builder, forms[0]), builder.build(forms[1])
    made = _series(values, index=index, name=builder.build(forms[2]), dtype=values.dtype)
    if register is not None:
        register(made)
    return made


def _make_frame(builder, forms, register):
    index = builder.build(forms[2])
    held = [make_values(builder, each) for each in forms[1]]
    made = _frame({at: _series(values, index=index, dtype=values.dtype) for at, values in enumerate(held)}, index=index)
    made.columns = builder.build(forms[0])
    if register is not None:
        register(made)
    return made


# Times and the like.


def _write_timestamp(encoder, value):
    zone = value.tzinfo
    parts = ["pandas.Timestamp", _write_time(value), None if zone is None else str(zone)]
    if encoder.writes_layout and hasattr(_timestamp, "unit"):
        parts.append(value.unit)
    return {"value": parts}


def _make_timestamp(builder, forms, register):
    made = _timestamp(forms[0])
    made = made if forms[1] is None else made.tz_convert(forms[1])
    return made.as_unit(forms[2]) if len(forms) > 2 else made


def _write_offset(encoder, value):
    if _to_offset(value.freqstr) != value:
        raise Refused("state", type_name(type(value)))
    return {"value": ["pandas.tseries.frequencies.to_offset", value.freqstr]}


def _add_all():
    for name in ("Index", "DatetimeIndex", "TimedeltaIndex", "CategoricalIndex", "PeriodIndex", "Int64Index", "Float64Index", "UInt64Index"):
        kind = getattr(pandas, name, None)
        if kind is not None:
            _add_index(kind)
            add_writer(kind, write_index)
    add_writer(_range, _write_range)
    add_writer(_levels, _write_levels)
    add_writer(_series, _write_series, is_immutable=False)
    add_writer(_frame, _write_frame, is_immutable=False)
    add_writer(_categorical, write_values, is_immutable=False)
    for dtype in ("Int64", "Float64", "boolean", "string"):
        add_writer(type(_make_array([], dtype=dtype)), write_values, is_immutable=False)
    add_writer(_timestamp, _write_timestamp)
    add_writer(_timedelta, lambda encoder, value: {"value": ["pandas.Timedelta", str(value)]})
    add_writer(_period, lambda encoder, value: {"value": ["pandas.Period", str(value), value.freqstr]})
    add_writer(_interval, lambda encoder, value: {"value": ["pandas.Interval"] + [encoder.encode(each) for each in (value.left, value.right, value.closed)]})
    add_writer(type(_no_time), lambda encoder, value: {"named": "pandas:NaT"})
    add_writer(type(_nothing), lambda encoder, value: {"named": "pandas:NA"})
    for name in pandas.tseries.offsets.__all__:
        kind = getattr(pandas.tseries.offsets, name)
        if name not in ("BaseOffset", "DateOffset", "Tick"):
            add_writer(kind, _write_offset)
    extensions = pandas.api.extensions
    for kind in (_index, _series, _frame, extensions.ExtensionArray, extensions.ExtensionDtype):
        close(kind)
    MAKERS["pandas.Index"] = _make_index
    MAKERS["pandas.RangeIndex"] = _make_range
    MAKERS["pandas.MultiIndex"] = _make_levels
    MAKERS["pandas.Series"] = _make_series
    MAKERS["pandas.DataFrame"] = _make_frame
    MAKERS["pandas.Timestamp"] = _make_timestamp
    MAKERS["pandas.Timedelta"] = lambda builder, forms, register: _timedelta(forms[0])
    MAKERS["pandas.Period"] = lambda builder, forms, register: _period(forms[0], freq=forms[1])
    MAKERS["pandas.Interval"] = lambda builder, forms, register: _interval(*builder.items(forms))
    MAKERS["pandas.tseries.frequencies.to_offset"] = lambda builder, forms, register: _to_offset(forms[0])
    for name in ("pandas.Categorical", "pandas.array"):
        MAKERS[name] = lambda builder, forms, register, name=name: make_values(builder, {"value": [name] + forms}, register)


_range_name = _reader(_range, "name")
_add_all()
