"""Arrays, numbers and types of numpy as plain data.

`["numpy.ndarray", type, shape, items]`: the items are nested as the array is, as its type reads them: numbers, texts, dates as ISO
texts, lengths of time as counts, records as tuples. A recipe may go on with `"F"` (the order in memory) and `"read-only"`. One number is
`["numpy.float64", {"float": "1.0"}]`.

Contents are read by the library's own functions, kept from before any candidate runs, of exactly its own types: a class made from
one is none of them.
"""

import numpy
from builtins import complex, enumerate, float, getattr, int, len, list, str, tuple, type, zip

from diorama_libraries import MAKERS, add_writer
from diorama_names import Refused, name_of

SAFE_INTEGER = (1 << 53) - 1
# An item is far cheaper than a value of its own.
_ITEMS_PER_NODE = 4
_NOT_A_TIME = -(1 << 63)

_array, _dtype = numpy.ndarray, numpy.dtype
_shape, _type, _size = [getattr(_array, name).__get__ for name in ("shape", "dtype", "size")]
_real, _imag, _flags = [getattr(_array, name).__get__ for name in ("real", "imag", "flags")]
_item, _as_type, _view, _to_list = _array.__getitem__, _array.astype, _array.view, _array.tolist
_kind, _text_of_type, _fields = [getattr(_dtype, name).__get__ for name in ("kind", "str", "names")]
_is_native, _fields_of, _base = [getattr(_dtype, name).__get__ for name in ("isnative", "fields", "subdtype")]
_item_size = _dtype.itemsize.__get__
_flag = {name: getattr(type(_flags(numpy.empty(0))), name).__get__ for name in ("c_contiguous", "f_contiguous", "writeable")}
_make_array, _make_empty, _write_dates = numpy.array, numpy.empty, numpy.datetime_as_string
_text, _bytes, _time, _span, _record = numpy.str_, numpy.bytes_, numpy.datetime64, numpy.timedelta64, numpy.void
_read_unit = numpy.datetime_data

# Sizes of the numbers that every machine has; the longest floats differ between machines.
_SIZES = {"f": (2, 4, 8), "c": (8, 16)}
_NAMES = {"b": "bool", "i": "int%d", "u": "uint%d", "f": "float%d", "c": "complex%d"}


# Types.


def write_type(dtype):
    """A type as its name, or as `[field, type, shape?]` of each of its fields; refuses those that are made otherwise."""
    kind = _kind(dtype)
    names = _fields(dtype)
    if names is not None:
        form = [_write_field(name, _fields_of(dtype)[name][0]) for name in names]
        if make_type(form) != dtype:
            raise Refused("state", "numpy:dtype")
        return form
    written = _text_of_type(dtype)
    if kind == "O":
        return "object"
    if kind in "USMm":
        text = written.lstrip("<|=") if _is_native(dtype) else written
        return text.replace("M8", "datetime64").replace("m8", "timedelta64") if text[0] in "Mm" else text
    if kind not in _NAMES or _item_size(dtype) not in _SIZES.get(kind, (1, 2, 4, 8)):
        raise Refused("native_handle", "numpy:dtype " + written)
    if not _is_native(dtype):
        return written
    return _NAMES[kind] % (8 * _item_size(dtype)) if "%" in _NAMES[kind] else _NAMES[kind]


def _write_field(name, dtype):
    base = _base(dtype)
    if base is None:
        return [name, write_type(dtype)]
    return [name, write_type(base[0]), list(base[1])]


def make_type(form):
    if type(form) is str:
        return _dtype(form)
    return _dtype([tuple([part[0], make_type(part[1])] + [tuple(shape) for shape in part[2:]]) for part in form])


# Arrays.


def write_array(encoder, value):
    dtype = _type(value)
    shape = list(_shape(value))
    encoder.nodes_left -= _size(value) // _ITEMS_PER_NODE
    if encoder.nodes_left < 0:
        raise Refused("too_large", "numpy:ndarray")
    parts = ["numpy.ndarray", write_type(dtype), shape, write_items(encoder, value, dtype, len(shape))]
    if encoder.writes_layout:
        flags = _flags(value)
        if _flag["f_contiguous"](flags) and not _flag["c_contiguous"](flags):
            parts.append("F")
        if not _flag["writeable"](flags):
            parts.append("read-only")
    return {"value": parts}


def write_items(encoder, value, dtype, depth):
    """The items of an array of `depth` dimensions, nested."""
    kind = _kind(dtype)
    names = _fields(dtype)
    if names is not None:
        columns = [_write_column(encoder, value, name, _fields_of(dtype)[name][0], depth) for name in names]
        return _records(columns, depth)
    if kind == "b":
        return _to_list(value)
    if kind in "iu":
        return _nested(_to_list(value), depth, _write_integer)
    if kind == "f":
        return _nested(_floats(value, dtype), depth, lambda text: {"float": text})
    if kind == "c":
        parts = [_floats(part(value), _type(part(value))) for part in (_real, _imag)]
        return _pairs(parts[0], parts[1], depth)
    if kind == "M":
        return _to_list(_make_array(_write_dates(_as_type(value, _native(dtype)))))
    if kind == "m":
        return _nested(_to_list(_view(_as_type(value, _native(dtype)), "i8")), depth, lambda count: "NaT" if count == _NOT_A_TIME else count)
    if kind == "U":
        return _nested(_to_list(value), depth, encoder.text)
    if kind == "S":
        return _nested(_to_list(value), depth, lambda item: {"bytes": encoder.octets(item)})
    if kind == "O":
        return _nested(_to_list(value), depth, encoder.encode)
    raise Refused("native_handle", "numpy:dtype " + _text_of_type(dtype))


def _write_column(encoder, value, name, dtype, depth):
    column = _item(value, name)
    base = _base(dtype)
    if base is None:
        return write_items(encoder, column, dtype, depth)
    return write_items(encoder, column, base[0], depth + len(base[1]))


def _records(columns, depth):
    if depth == 0:
        return {"tuple": columns}
    return [_records(list(parts), depth - 1) for parts in zip(*columns)]


def _nested(items, depth, write):
    if depth == 0:
        return write(items)
    if depth == 1:
        return [write(item) for item in items]
    return [_nested(item, depth - 1, write) for item in items]


def _pairs(reals, imaginaries, depth):
    if depth == 0:
        return {"complex": [reals, imaginaries]}
    return [_pairs(real, imaginary, depth - 1) for real, imaginary in zip(reals, imaginaries)]


def _write_integer(item):
    return item if -SAFE_INTEGER <= item <= SAFE_INTEGER else {"int": int.__repr__(item)}


def _native(dtype):
    return dtype if _is_native(dtype) else dtype.newbyteorder("=")


def _floats(value, dtype):
    """The shortest texts that give the numbers back, nested."""
    depth = len(_shape(value))
    if _item_size(dtype) == 8:
        return _nested(_to_list(value), depth, float.__repr__)
    return _to_list(_as_type(_as_type(value, _native(dtype)), "U32"))


def make_array(builder, forms, register):
    type_form, shape, items = forms[:3]
    dtype = make_type(type_form)
    target = _make_empty(tuple(shape), dtype, order="F" if "F" in forms[3:] else "C")
    if register is not None:
        register(target)
    fill(builder, target, items, dtype)
    if "read-only" in forms[3:]:
        target.flags.writeable = False
    return target


def fill(builder, target, items, dtype):
    """Sets every item of an array; those of an array of objects one by one, for they may be sequences themselves."""
    names = dtype.names
    depth = len(target.shape)
    if names is not None:
        for index, name in enumerate(names):
            base = dtype.fields[name][0].subdtype
            fill(builder, target[name], _column(items, index, depth), dtype.fields[name][0] if base is None else base[0])
        return
    if target.size == 0:
        return
    if dtype.kind == "O":
        flat = target.reshape(-1) if depth else target
        for index, item in enumerate(_flat(items, depth)):
            flat[index if depth else ()] = builder.build(item)
        return
    read = _READERS.get(dtype.kind, builder.build)
    values = _nested(items, depth, read)
    if dtype.kind == "m":
        values = _make_array(values, "i8").view(dtype.newbyteorder("="))
    target[...] = values


def _column(items, index, depth):
    if depth == 0:
        return items["tuple"][index]
    return [_column(item, index, depth - 1) for item in items]


def _flat(items, depth):
    if depth == 0:
        return [items]
    return [each for item in items for each in _flat(item, depth - 1)]


_READERS = {
    "f": lambda item: float(item["float"]),
    "c": lambda item: complex(float(item["complex"][0]), float(item["complex"][1])),
    "S": lambda item: item["bytes"].encode("latin-1"),
    "m": lambda item: _NOT_A_TIME if item == "NaT" else item,
}


# Numbers, types and functions.


def write_scalar(encoder, value):
    array = _make_array(value)
    dtype = _type(array)
    item = write_items(encoder, array, dtype, 0)
    kind = _kind(dtype)
    if kind in "Mm":
        unit, count = _read_unit(dtype)
        return {"value": ["numpy." + ("datetime64" if kind == "M" else "timedelta64"), item, unit if count == 1 else "%d%s" % (count, unit)]}
    if kind in "US":
        return {"value": ["numpy.str_" if kind == "U" else "numpy.bytes_", item]}
    if _fields(dtype) is not None:
        return {"value": ["numpy.void", write_type(dtype), item]}
    name = write_type(dtype)
    return {"value": ["numpy." + ("bool_" if name == "bool" else name), item]}


def _make_number(name):
    def make(builder, forms, register):
        return _scalar(builder, name, forms[0])

    return make


def _scalar(builder, type_form, item):
    dtype = make_type(type_form)
    target = _make_empty((), dtype)
    fill(builder, target, item, dtype)
    return target[()]


def _make_time(name):
    def make(builder, forms, register):
        return _scalar(builder, name if forms[1] == "generic" else "%s[%s]" % (name, forms[1]), forms[0])

    return make


def _write_dtype(encoder, value):
    return {"value": ["numpy.dtype", write_type(value)]}


def _write_ufunc(encoder, value):
    found = name_of(value, "numpy", value.__name__)
    if found is None:
        raise Refused("not_importable", "numpy:ufunc " + str(value.__name__))
    return {"named": found}


def _add_all():
    add_writer(_array, write_array, is_immutable=False)
    MAKERS["numpy.ndarray"] = make_array
    for code in "?bhilqBHILQefdFD":
        number = _dtype(code)
        add_writer(number.type, write_scalar)
        name = write_type(number)
        MAKERS["numpy." + ("bool_" if name == "bool" else name)] = _make_number(name)
        add_writer(type(number), _write_dtype)
    for kind in (_text, _bytes, _time, _span, _record):
        add_writer(kind, write_scalar, is_immutable=kind is not _record)
        add_writer(type(_dtype(kind)), _write_dtype)
    add_writer(type(_dtype(object)), _write_dtype)
    add_writer(numpy.ufunc, _write_ufunc)
    MAKERS["numpy.str_"] = lambda builder, forms, register: _text(builder.build(forms[0]))
    MAKERS["numpy.bytes_"] = lambda builder, forms, register: _bytes(builder.build(forms[0]))
    MAKERS["numpy.datetime64"] = _make_time("datetime64")
    MAKERS["numpy.timedelta64"] = _make_time("timedelta64")
    MAKERS["numpy.void"] = lambda builder, forms, register: _scalar(builder, forms[0], forms[1])
    MAKERS["numpy.dtype"] = lambda builder, forms, register: make_type(forms[0])


_add_all()
