import { describe, expect, test } from "vitest";

import {
  findAllMissing,
  findMissing,
  findMissingOfException,
  type MissingFromSystem,
} from "../../../src/environments/system/missing.ts";
import { entriesOf, packageOf, type Table } from "../../../src/environments/system/packages.ts";

const TABLES: readonly Table[] = [
  "header",
  "library",
  "loaded",
  "module",
  "typelib",
  "perl",
  "program",
  "locale",
];

describe("the map of packages", () => {
  test.each(TABLES)("has names of Debian's form for each %s, and no name twice", (table) => {
    const entries = entriesOf(table);
    for (const [name, debian] of entries) {
      expect(debian).toMatch(/^[a-z\d][a-z\d+.-]+$/);
      expect(name).toMatch(/^[\w.+:/-]+$/);
    }
    const names = entries.map(([name]) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test.each<[Table, string, string | undefined]>([
    ["header", "git2.h", "libgit2-dev"],
    ["header", "boost/asio/io_context.hpp", "libboost-dev"],
    ["header", "boost", undefined],
    ["header", "google/protobuf/arena.h", "libprotobuf-dev"],
    ["header", "tide/own.h", undefined],
    ["library", "lapack", "liblapack-dev"],
    ["library", "magic", "libmagic-dev"],
    ["loaded", "magic", "libmagic1"],
    ["loaded", "libGL.so.1", "libgl1"],
    ["loaded", "GL", "libgl1"],
    ["loaded", "ncurses", "libncurses6"],
    ["module", "protobuf", "libprotobuf-dev"],
    ["module", "Protobuf", "libprotobuf-dev"],
    ["module", "YAML", "libyaml-dev"],
    ["perl", "YAML", "libyaml-perl"],
    ["module", "constructor", undefined],
    ["program", "protoc", "protobuf-compiler"],
    ["program", "python", "python-is-python3"],
    ["program", "toString", undefined],
    ["typelib", "Gtk", "gir1.2-gtk-3.0"],
    ["typelib", "Gtk-4.0", "gir1.2-gtk-4.0"],
    ["locale", "locale", "locales-all"],
  ])("has for the %s %s the package %s", (table, name, debian) => {
    expect(packageOf(table, name)).toBe(debian);
  });
});

type Told = readonly [text: string, kind: MissingFromSystem["kind"], name: string, debian?: string];

const PKG_CONFIG = `Package protobuf was not found in the pkg-config search path.
Perhaps you should add the directory containing \`protobuf.pc'
to the PKG_CONFIG_PATH environment variable
Package 'protobuf', required by 'virtual:world', not found`;

const FIND_PACKAGE = `CMake Error at CMakeLists.txt:12 (find_package):
  By not providing "Findnlohmann_json.cmake" in CMAKE_MODULE_PATH this
  project has asked CMake to find a package configuration file provided by
  "nlohmann_json", but CMake did not find one.

  Could not find a package configuration file provided by "nlohmann_json"
  with any of the following names:

    nlohmann_jsonConfig.cmake
    nlohmann_json-config.cmake
`;

const FIND_CONFIG = `CMake Error at cmake/Dependencies.cmake:31 (find_package):
  Could not find a package configuration file provided by "Eigen3" (requested
  version 3.3) with any of the following names:

    Eigen3Config.cmake
`;

const GENERATOR = `CMake Error: CMake was unable to find a build program corresponding to "Ninja".  CMAKE_MAKE_PROGRAM is not set.  You probably need to select a different build tool.
CMake Error: CMAKE_C_COMPILER not set, after EnableLanguage`;

const RUST = `  cargo:warning=could not find it
  thread 'main' panicked at build.rs:18:10:
  \`PKG_CONFIG_ALLOW_SYSTEM_CFLAGS="1" PKG_CONFIG_ALLOW_SYSTEM_LIBS="1" "pkg-config" "--libs" "--cflags" "libgit2" "libgit2 >= 1.4.4"\` did not exit successfully: exit status: 1`;

const NODE_GYP = `gyp: Call to 'pkg-config pixman-1 --libs' returned exit status 127 while in binding.gyp. while trying to load binding.gyp
gyp ERR! configure error`;

const TOLD: readonly Told[] = [
  ["git.c:1:10: fatal error: git2.h: No such file or directory", "header", "git2.h", "libgit2-dev"],
  [
    "a.cpp:2:10: fatal error: Eigen/Dense: No such file or directory",
    "header",
    "Eigen/Dense",
    "libeigen3-dev",
  ],
  [
    "wrapper.h:1:10: fatal error: 'alsa/asoundlib.h' file not found",
    "header",
    "alsa/asoundlib.h",
    "libasound2-dev",
  ],
  ["wrapper.h:1:10: fatal error: 'tide/own.h' file not found", "header", "tide/own.h"],
  [
    "meson.build:40:3: ERROR: C header 'sys/capability.h' not found",
    "header",
    "sys/capability.h",
    "libcap-dev",
  ],
  [
    "checking for curses.h... no\nconfigure: error: curses.h is needed",
    "header",
    "curses.h",
    "libncurses-dev",
  ],
  [
    "checking for google/protobuf/compiler/command_line_interface.h... no\nconfigure: error: required protobuf header file not found",
    "header",
    "google/protobuf/compiler/command_line_interface.h",
    "libprotoc-dev",
  ],
  ["/usr/bin/ld: cannot find -lmagic: No such file or directory", "library", "magic", "libmagic-dev"],
  ["ld.lld: error: unable to find library -lpq", "library", "pq", "libpq-dev"],
  [
    "error: linking with `cc` failed: exit status: 1\n  = note: rust-lld: error: unable to find library -ldbus-1",
    "library",
    "dbus-1",
    "libdbus-1-dev",
  ],
  [
    "Could not find geos-config executable. Either append the path to geos-config to PATH or manually provide the include_dirs",
    "program",
    "geos-config",
    "libgeos-dev",
  ],
  [
    "error: could not find native static library `lzma`, perhaps an -L flag is missing?",
    "library",
    "lzma",
    "liblzma-dev",
  ],
  ["meson.build:9:7: ERROR: C shared or static library 'm17n' not found", "library", "m17n"],
  ["meson.build:9:7: ERROR: C++ shared library 'z' not found", "library", "z", "zlib1g-dev"],
  [
    "checking for deflate in -lz... no\nconfigure: error: zlib is needed (libz)",
    "library",
    "z",
    "zlib1g-dev",
  ],
  [
    "./prog: error while loading shared libraries: libpulse.so.0: cannot open shared object file: No such file or directory",
    "library",
    "libpulse.so.0",
    "libpulse0",
  ],
  [
    "Unable to find libclang: \"couldn't find any valid shared libraries matching: ['libclang.so', 'libclang-*.so'], set the `LIBCLANG_PATH`\"",
    "library",
    "clang",
    "libclang-dev",
  ],
  [PKG_CONFIG, "module", "protobuf", "libprotobuf-dev"],
  ["Package 'tide', required by 'virtual:world', not found", "module", "tide"],
  ["  None of the required 'libpcre2-8;libpcre' found", "module", "libpcre2-8", "libpcre2-dev"],
  [
    "# pkg-config --cflags  -- libzmq\nPackage libzmq was not found in the pkg-config search path.",
    "module",
    "libzmq",
    "libzmq3-dev",
  ],
  [RUST, "module", "libgit2", "libgit2-dev"],
  [
    "`PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 pkg-config --libs --cflags libudev` did not exit successfully: exit status: 1",
    "module",
    "libudev",
    "libudev-dev",
  ],
  [
    "error: could not find system library 'openssl' required by the 'openssl-sys' crate",
    "module",
    "openssl",
    "libssl-dev",
  ],
  [
    "Trying pkg-config --exists mysqlclient\nCommand 'pkg-config --exists mysqlclient' returned non-zero exit status 1.",
    "module",
    "mysqlclient",
    "default-libmysqlclient-dev",
  ],
  ["pkgconfig.pkgconfig.PackageNotFoundError: xmlsec1 not found", "module", "xmlsec1", "libxmlsec1-dev"],
  [
    "Exception: Could not find lz4 lib/headers, please set LIBLZ4_PREFIX or ensure liblz4.pc is in PKG_CONFIG_PATH.",
    "module",
    "liblz4",
    "liblz4-dev",
  ],
  [
    '../meson.build:24:9: ERROR: Dependency "glib-2.0" not found, tried pkgconfig and cmake',
    "module",
    "glib-2.0",
    "libglib2.0-dev",
  ],
  ["meson.build:24:9: ERROR: Native dependency 'cairo' not found", "module", "cairo", "libcairo2-dev"],
  [
    "CMake Error at FindPackageHandleStandardArgs.cmake:230 (message):\n  Could NOT find Protobuf (missing: Protobuf_LIBRARIES)",
    "module",
    "Protobuf",
    "libprotobuf-dev",
  ],
  [
    'CMake Error at FindPackageHandleStandardArgs.cmake:230 (message):\n  Could NOT find Doxygen (missing: dot) (found version "1.9.4")',
    "program",
    "dot",
    "graphviz",
  ],
  [FIND_PACKAGE, "module", "nlohmann_json", "nlohmann-json3-dev"],
  [FIND_CONFIG, "module", "Eigen3", "libeigen3-dev"],
  ["ERROR:: Could not find a local HDF5 installation.", "module", "HDF5", "libhdf5-dev"],
  [
    "configure.ac:9: error: possibly undefined macro: AC_MSG_ERROR\nconfigure.ac:7: error: possibly undefined macro: AX_CXX_COMPILE_STDCXX",
    "module",
    "AX_CXX_COMPILE_STDCXX",
    "autoconf-archive",
  ],
  [
    "./configure: line 4021: syntax error near unexpected token `GLIB,'\n./configure: line 4021: `PKG_CHECK_MODULES(GLIB, glib-2.0 >= 2.0)'",
    "module",
    "PKG_CHECK_MODULES",
    "pkg-config",
  ],
  ["checking for libevent... no\nconfigure: error: libevent not found", "module", "libevent", "libevent-dev"],
  [
    "Can't locate XML/Parser.pm in @INC (you may need to install the XML::Parser module) (@INC contains: /etc/perl)",
    "module",
    "XML::Parser",
    "libxml-parser-perl",
  ],
  [
    "checking for XML::Parser... configure: error: XML::Parser perl module is required for intltool",
    "module",
    "XML::Parser",
    "libxml-parser-perl",
  ],
  ["./run-tests: line 7: xmllint: command not found", "program", "xmllint", "libxml2-utils"],
  ["./autogen.sh: 5: gtkdocize: not found", "program", "gtkdocize", "gtk-doc-tools"],
  ["make: yasm: Command not found", "program", "yasm", "yasm"],
  ["/usr/bin/env: ‘tclsh’: No such file or directory", "program", "tclsh", "tcl"],
  ["unable to execute 'swig': No such file or directory", "program", "swig", "swig"],
  ["error: command 'gfortran' failed: No such file or directory", "program", "gfortran", "gfortran"],
  [
    "  Could not run curl-config: [Errno 2] No such file or directory: 'curl-config'",
    "program",
    "curl-config",
    "libcurl4-openssl-dev",
  ],
  [
    "gyp ERR! stack Error: not found: make\ngyp ERR! stack     at getNotFoundError",
    "program",
    "make",
    "make",
  ],
  ["  The pkg-config command could not be found.", "program", "pkg-config", "pkg-config"],
  [
    "configure: error: The pkg-config script could not be found or is too old.",
    "program",
    "pkg-config",
    "pkg-config",
  ],
  ["error: linker `cc` not found", "program", "cc", "gcc"],
  ["  error occurred: Failed to find tool. Is `c++` installed?", "program", "c++", "g++"],
  ["is `cmake` not installed?", "program", "cmake", "cmake"],
  [
    "Could not find `protoc` installation and this build crate cannot proceed without it",
    "program",
    "protoc",
    "protobuf-compiler",
  ],
  [
    "Could not find `protoc`. If `protoc` is installed, try setting the `PROTOC` variable",
    "program",
    "protoc",
    "protobuf-compiler",
  ],
  ["../doc/meson.build:3:0: ERROR: Program 'xmlto' not found or not executable", "program", "xmlto", "xmlto"],
  [
    "po/meson.build:1:5: ERROR: Program(s) ['msgfmt'] not found or not executable",
    "program",
    "msgfmt",
    "gettext",
  ],
  [
    "meson.build:4:0: ERROR: Pkg-config for machine host machine not found. Giving up.",
    "program",
    "Pkg-config",
    "pkg-config",
  ],
  [
    "meson.build:1:0: ERROR: Unknown compiler(s): [['gfortran'], ['flang'], ['ifort']]",
    "program",
    "gfortran",
    "gfortran",
  ],
  [
    "CMake Error at CMakeLists.txt:3 (project):\n  No CMAKE_CXX_COMPILER could be found.",
    "program",
    "CMAKE_CXX_COMPILER",
    "g++",
  ],
  [GENERATOR, "program", "Ninja", "ninja-build"],
  [
    "gcc: fatal error: cannot execute ‘cc1plus’: execvp: No such file or directory",
    "program",
    "cc1plus",
    "g++",
  ],
  ["error: no Fortran compiler found", "program", "Fortran", "gfortran"],
  [
    "checking for protoc... no\nconfigure: error: Please install the protobuf compiler from https://code.google.com/p/protobuf/.",
    "program",
    "protoc",
    "protobuf-compiler",
  ],
  [
    "checking for bison... no\nconfigure: error: bison is required to build this",
    "program",
    "bison",
    "bison",
  ],
  [
    "proj executable not found. Please set the PROJ_DIR variable. For more information see: https://example.org/installation.html",
    "program",
    "proj",
    "proj-bin",
  ],
  [
    'pkg-config: exec: "pkg-config": executable file not found in $PATH',
    "program",
    "pkg-config",
    "pkg-config",
  ],
  [NODE_GYP, "module", "pixman-1", "libpixman-1-dev"],
  [
    "../meson.build:35:9: ERROR: Dependency 'gobject-introspection-1.0' is required but not found.",
    "module",
    "gobject-introspection-1.0",
    "libgirepository1.0-dev",
  ],
];

test.each(TOLD.map(([text, kind, name, debian]) => [text, kind, name, debian] as const))(
  "of %j the system lacks the %s %s",
  (text, kind, name, debian) => {
    const found = findMissing(text);
    expect([found?.kind, found?.name, found?.package]).toEqual([kind, name, debian]);
  },
);

test("of a build for Node both what it needs and what would find it are told", () => {
  const text = `/bin/sh: 1: pkg-config: not found\n${NODE_GYP}`;
  expect(findAllMissing(text).map((each) => each.package)).toEqual(["pkg-config", "libpixman-1-dev"]);
});

test.each([
  "checking for tide... no\nconfigure: error: tide not found",
  "checking for bison... no\nchecking for tidecc... no\nconfigure: error: no parser generator",
  "checking for zlib.h... no\nchecking for curses.h... yes\nconfigure: error: zlib.h not found",
  "./prog: error while loading shared libraries: libtide.so.1: cannot open shared object file",
  "./prog: error while loading shared libraries: libssl.so.0.9: cannot open shared object file",
  "a.c:1:10: fatal error: parts/table.inc: No such file or directory",
  "configure.ac:9: error: possibly undefined macro: AC_MSG_ERROR",
  "error: could not find native static library `tide`, perhaps an -L flag is missing?",
  'CMake Warning at CMakeLists.txt:5 (find_package):\n  Could not find a package configuration file provided by "Eigen3" with any of',
  "Can't locate Tide/Own.pm in @INC (you may need to install the Tide::Own module)",
  "Run-time dependency glib-2.0 found: NO (tried pkgconfig and cmake)",
  "src/a.c:12: tide: not found",
  "../meson.build:35:9: ERROR: Dependency 'tide-2.0' is required but not found.",
])("%j says nothing of the system", (text) => {
  expect(findMissing(text)).toBeUndefined();
});

test.each<[text: string, name: string, debian: string]>([
  ["FileNotFoundError: [Errno 2] No such file or directory: '/usr/bin/dot'", "dot", "graphviz"],
  [
    "TesseractNotFoundError: tesseract is not installed or it's not in your PATH.",
    "tesseract",
    "tesseract-ocr",
  ],
  [
    "pexpect.exceptions.ExceptionPexpect: The command was not found or was not executable: zsh.",
    "zsh",
    "zsh",
  ],
  [
    "PDFInfoNotInstalledError: Unable to get page count. Is poppler installed and in PATH?",
    "poppler",
    "poppler-utils",
  ],
  [
    "ImportError: libGL.so.1: cannot open shared object file: No such file or directory",
    "libGL.so.1",
    "libgl1",
  ],
  [
    "OSError: libgomp.so.1: cannot open shared object file: No such file or directory",
    "libgomp.so.1",
    "libgomp1",
  ],
  ["OSError: libmagic.so: cannot open shared object file", "magic", "libmagic-dev"],
  ["OSError: cannot load library 'libcairo.so.2': error", "libcairo.so.2", "libcairo2"],
  [
    "OSError: cannot load library 'gobject-2.0-0': gobject-2.0-0: cannot open shared object file",
    "gobject-2.0-0",
    "libglib2.0-0",
  ],
  ["OSError: cannot load library 'libsndfile': not found", "sndfile", "libsndfile1"],
  ['OSError: no library called "cairo-2" was found', "cairo-2", "libcairo2"],
  ["ImportError: failed to find libmagic.  Check your installation", "magic", "libmagic1"],
  ["OSError: Could not find lib geos_c or load any of its variants.", "geos_c", "libgeos-c1v5"],
  ["ImportError: Unable to find zbar shared library", "zbar", "libzbar0"],
  ["OSError: sndfile library not found using ctypes.util.find_library", "sndfile", "libsndfile1"],
  ["OSError: PortAudio library not found", "PortAudio", "libportaudio2"],
  ["ImportError: MagickWand shared library not found.", "MagickWand", "libmagickwand-dev"],
  [
    "ImportError: The 'enchant' C library was not found and maybe needs to be installed.",
    "enchant",
    "libenchant-2-2",
  ],
  ["ValueError: Namespace Gst not available", "Gst", "gir1.2-gstreamer-1.0"],
  ["ValueError: Namespace Gtk not available for version 4.0", "Gtk-4.0", "gir1.2-gtk-4.0"],
  ["ImportError: cannot import name Notify, introspection typelib not found", "Notify", "gir1.2-notify-0.7"],
  ['ImproperlyConfigured: Could not find the GDAL library (tried "gdal", "GDAL").', "GDAL", "libgdal-dev"],
])("an exception tells what is not there: %s", (text, name, debian) => {
  expect(findMissingOfException(text)).toMatchObject({ name, package: debian });
});

test.each([
  "FileNotFoundError: [Errno 2] No such file or directory: 'words.txt'",
  "FileNotFoundError: [Errno 2] No such file or directory: '/srv/data/dot'",
  "OSError: libssl.so.0.9: cannot open shared object file",
  "ValueError: could not load the tide library",
  "KeyError: 'z'",
])("an exception that tells nothing of the system: %s", (text) => {
  expect(findMissingOfException(text)).toBeUndefined();
});
