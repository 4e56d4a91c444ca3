"""Where clang says that definitions stand: reads paths from standard input, writes one JSON line for each. Needs the package libclang."""

import glob
import json
import sys

from clang.cindex import CursorKind, Index, TranslationUnit, TypeKind

# The package has none of its own.
COMPILER_HEADERS = glob.glob("/usr/lib/gcc/*/*/include")

KINDS = {
    CursorKind.FUNCTION_DECL,
    CursorKind.STRUCT_DECL,
    CursorKind.UNION_DECL,
    CursorKind.ENUM_DECL,
    CursorKind.TYPEDEF_DECL,
    CursorKind.VAR_DECL,
}


def read(index, path, folders):
    options = TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | TranslationUnit.PARSE_INCOMPLETE
    unit = index.parse(path, args=["-xc", *("-isystem" + folder for folder in COMPILER_HEADERS), *("-I" + folder for folder in folders)], options=options)
    with open(path, "rb") as file:
        data = file.read()
    found = []
    expanded = set()
    for cursor in unit.cursor.get_children():
        if cursor.location.file is None or cursor.location.file.name != path:
            continue
        if cursor.kind == CursorKind.MACRO_INSTANTIATION:
            expanded.add(cursor.extent.start.offset)
    for cursor in unit.cursor.get_children():
        if cursor.location.file is None or cursor.location.file.name != path:
            continue
        if cursor.kind == CursorKind.MACRO_DEFINITION:
            start = cursor.extent.start.offset
            found.append({"name": cursor.spelling, "named": start})
        elif cursor.kind in KINDS:
            collect(cursor, data, found, expanded)
    return found


def collect(cursor, data, found, expanded):
    for child in cursor.get_children():
        if child.kind in (CursorKind.STRUCT_DECL, CursorKind.UNION_DECL, CursorKind.ENUM_DECL):
            collect(child, data, found, expanded)
    name = cursor.spelling.encode()
    at = cursor.location.offset
    isTagged = cursor.kind in (CursorKind.STRUCT_DECL, CursorKind.UNION_DECL, CursorKind.ENUM_DECL)
    if isTagged and (not cursor.is_definition() or not name or b"(" in name):
        return
    if not isTagged and data[at : at + len(name)] != name:
        # Made by a macro.
        return
    start, end = cursor.extent.start.offset, cursor.extent.end.offset
    if isTagged and name not in data[start:end].split(b"{")[0]:
        # Named by its typedef alone.
        return
    one = {"name": cursor.spelling}
    if not isTagged:
        one["named"] = at
    if isTagged and start not in expanded:
        one["whole"] = [start, end]
    if cursor.kind == CursorKind.FUNCTION_DECL:
        one["parameters"] = [each.spelling for each in cursor.get_arguments()]
        if cursor.type.kind == TypeKind.FUNCTIONPROTO and cursor.type.is_function_variadic():
            one["parameters"].append("")
        bodies = [each for each in cursor.get_children() if each.kind == CursorKind.COMPOUND_STMT]
        one["body"] = [bodies[0].extent.start.offset, bodies[0].extent.end.offset] if bodies else None
        if bodies and start not in expanded:
            one["whole"] = [start, end]
    found.append(one)


index = Index.create()
folders = sys.argv[1:]
for line in sys.stdin:
    path = line.rstrip("\n")
    try:
        print(json.dumps({"path": path, "definitions": read(index, path, folders)}))
    except Exception as error:
        print(json.dumps({"path": path, "refused": str(error)}))
