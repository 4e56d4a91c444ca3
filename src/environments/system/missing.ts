// What of the system a build misses, as compilers, linkers, pkg-config and shells say it, and the package of Debian that has it. What the map does not
// hold is named as it is: no package is guessed.

/** Something of the system that is not there. */
export interface MissingFromSystem {
  readonly kind: "header" | "library" | "program" | "module" | "locale";
  readonly name: string;
  /** Debian's name; undefined where the map has none. */
  readonly package: string | undefined;
}

const SIGNS: readonly (readonly [MissingFromSystem["kind"], RegExp])[] = [
  ["header", /fatal error: ([\w./+-]+\.h(?:pp)?): No such file/],
  ["library", /cannot find -l([\w.+-]+)/],
  ["library", /unable to find library -l([\w.+-]+)/],
  ["module", /No package '([\w.+-]+)' found/],
  ["module", /Package '?([\w.+-]+?)'?,? (?:was not found|required by [^\n]* not found)/],
  ["module", /system library `([\w.+-]+)` required by crate/],
  ["module", /make sure the (lib\w+) and lib\w+ development packages are installed/],
  ["module", /make sure the lib\w+ and (lib\w+) development packages are installed/],
  ["module", /possibly undefined macro: (AM_ICONV|AM_GNU_GETTEXT|PKG_CHECK_MODULES|PKG_PROG_PKG_CONFIG)/],
  [
    "module",
    /possibly undefined macro: (A[CM]_PROG_LIBTOOL|AC_LIBTOOL_WIN32_DLL|AC_LIBTOOL_DLOPEN|LT_INIT|LT_PREREQ)/,
  ],
  ["module", /(Libtool) library used but 'LIBTOOL' is undefined/],
  ["module", /^ {2}Could NOT find (\w+)/m],
  ["program", /(?:sh|bash|make)(?:\[\d+\])?: (?:line )?(?:\d+: )?([\w.+-]+): (?:command )?not found/],
  ["program", /make(?:\[\d+\])?: ([\w.+-]+): No such file or directory/],
  ["program", /exec: "([\w.+-]+)": executable file not found/],
  ["program", /Can't exec "([\w.+-]+)"/],
  ["program", /^WARNING: '?([\w+-]+?)(?:-[\d.]+)?'? is missing on your system/m],
  ["program", /\b(pg_config|mysql_config|curl-config) (?:executable )?not found/],
  ["program", /is `([\w.+-]+)` not installed/],
  ["program", /needs the program ([\w.+-]+)/],
];

/** By what names it: a header, a library without `lib`, a program, or a name of pkg-config or CMake. */
const PACKAGES: Readonly<Record<MissingFromSystem["kind"], Readonly<Record<string, string>>>> = {
  header: {
    "alsa/asoundlib.h": "libasound2-dev",
    "augeas.h": "libaugeas-dev",
    "bzlib.h": "libbz2-dev",
    "check.h": "check",
    "cmocka.h": "libcmocka-dev",
    "curl/curl.h": "libcurl4-openssl-dev",
    "curses.h": "libncurses-dev",
    "expat.h": "libexpat1-dev",
    "ffi.h": "libffi-dev",
    "ev.h": "libev-dev",
    "event2/event.h": "libevent-dev",
    "fuse.h": "libfuse-dev",
    "graphviz/cgraph.h": "libgraphviz-dev",
    "glib.h": "libglib2.0-dev",
    "gmp.h": "libgmp-dev",
    "jansson.h": "libjansson-dev",
    "jpeglib.h": "libjpeg-dev",
    "libpcap.h": "libpcap-dev",
    "libpq-fe.h": "libpq-dev",
    "libxml/xmlversion.h": "libxml2-dev",
    "libxslt/xsltconfig.h": "libxslt1-dev",
    "lzma.h": "liblzma-dev",
    "magic.h": "libmagic-dev",
    "ncurses.h": "libncurses-dev",
    "oniguruma.h": "libonig-dev",
    "openssl/ssl.h": "libssl-dev",
    "pcap.h": "libpcap-dev",
    "pcap/pcap.h": "libpcap-dev",
    "pcre.h": "libpcre3-dev",
    "pcre2.h": "libpcre2-dev",
    "png.h": "libpng-dev",
    "pthread.h": "libc6-dev",
    "readline/readline.h": "libreadline-dev",
    "sqlite3.h": "libsqlite3-dev",
    "stdio.h": "libc6-dev",
    "sys/capability.h": "libcap-dev",
    "udev.h": "libudev-dev",
    "uuid/uuid.h": "uuid-dev",
    "X11/Xlib.h": "libx11-dev",
    "yaml.h": "libyaml-dev",
    "zlib.h": "zlib1g-dev",
    "zstd.h": "libzstd-dev",
  },
  library: {
    bz2: "libbz2-dev",
    check: "check",
    cmocka: "libcmocka-dev",
    crypto: "libssl-dev",
    curl: "libcurl4-openssl-dev",
    expat: "libexpat1-dev",
    gmp: "libgmp-dev",
    jansson: "libjansson-dev",
    lzma: "liblzma-dev",
    ncurses: "libncurses-dev",
    onig: "libonig-dev",
    pcap: "libpcap-dev",
    pcre2: "libpcre2-dev",
    readline: "libreadline-dev",
    sqlite3: "libsqlite3-dev",
    ssl: "libssl-dev",
    uuid: "uuid-dev",
    X11: "libx11-dev",
    augeas: "libaugeas0",
    cairo: "libcairo2",
    discid: "libdiscid0",
    enchant: "libenchant-2-2",
    "enchant-2": "libenchant-2-2",
    gdal: "libgdal-dev",
    geos_c: "libgeos-c1v5",
    magic: "libmagic1",
    opus: "libopus0",
    portaudio: "libportaudio2",
    pq: "libpq5",
    snappy: "libsnappy-dev",
    sndfile: "libsndfile1",
    sodium: "libsodium23",
    spatialindex_c: "libspatialindex-c6",
    usb: "libusb-1.0-0",
    zbar: "libzbar0",
    z: "zlib1g-dev",
    zstd: "libzstd-dev",
  },
  module: {
    BZip2: "libbz2-dev",
    CURL: "libcurl4-openssl-dev",
    EXPAT: "libexpat1-dev",
    GTest: "libgtest-dev",
    LibXml2: "libxml2-dev",
    OpenSSL: "libssl-dev",
    AC_LIBTOOL_DLOPEN: "libtool",
    AC_LIBTOOL_WIN32_DLL: "libtool",
    AC_PROG_LIBTOOL: "libtool",
    AM_GNU_GETTEXT: "gettext",
    AM_ICONV: "gettext",
    AM_PROG_LIBTOOL: "libtool",
    LT_INIT: "libtool",
    LT_PREREQ: "libtool",
    Libtool: "libtool",
    PKG_CHECK_MODULES: "pkg-config",
    PKG_PROG_PKG_CONFIG: "pkg-config",
    PkgConfig: "pkg-config",
    ZLIB: "zlib1g-dev",
    alsa: "libasound2-dev",
    check: "check",
    cmocka: "libcmocka-dev",
    dbus: "libdbus-1-dev",
    "dbus-1": "libdbus-1-dev",
    fontconfig: "libfontconfig-dev",
    "glib-2.0": "libglib2.0-dev",
    "gtk+-3.0": "libgtk-3-dev",
    jansson: "libjansson-dev",
    libcurl: "libcurl4-openssl-dev",
    libevent: "libevent-dev",
    libpcre2: "libpcre2-dev",
    "libpcre2-8": "libpcre2-dev",
    libssl: "libssl-dev",
    libxml2: "libxml2-dev",
    libxslt: "libxslt1-dev",
    "libxml-2.0": "libxml2-dev",
    openssl: "libssl-dev",
    sqlite3: "libsqlite3-dev",
    x11: "libx11-dev",
    zlib: "zlib1g-dev",
  },
  // Which one is asked for is seldom told; this package has all of them, ready for use.
  locale: { locale: "locales-all" },
  program: {
    aclocal: "automake",
    autoconf: "autoconf",
    autoheader: "autoconf",
    automake: "automake",
    autopoint: "autopoint",
    autoreconf: "autoconf",
    bison: "bison",
    aspell: "aspell",
    cc: "gcc",
    convert: "imagemagick",
    clang: "clang",
    cmake: "cmake",
    curl: "curl",
    "curl-config": "libcurl4-openssl-dev",
    dot: "graphviz",
    exiftool: "libimage-exiftool-perl",
    ctest: "cmake",
    ffmpeg: "ffmpeg",
    ffprobe: "ffmpeg",
    flex: "flex",
    "g++": "g++",
    gcc: "gcc",
    git: "git",
    gpg: "gnupg",
    gs: "ghostscript",
    hg: "mercurial",
    gperf: "gperf",
    libtoolize: "libtool",
    m4: "m4",
    make: "make",
    meson: "meson",
    msgfmt: "gettext",
    mysql_config: "default-libmysqlclient-dev",
    ninja: "ninja-build",
    node: "nodejs",
    pandoc: "pandoc",
    pdflatex: "texlive-latex-base",
    pdftotext: "poppler-utils",
    perl: "perl",
    pg_config: "libpq-dev",
    "pkg-config": "pkg-config",
    protoc: "protobuf-compiler",
    re2c: "re2c",
    rsync: "rsync",
    ssh: "openssh-client",
    svn: "subversion",
    tclsh: "tcl",
    tesseract: "tesseract-ocr",
    unzip: "unzip",
    valgrind: "valgrind",
    wget: "wget",
    "xdg-open": "xdg-utils",
    "xvfb-run": "xvfb",
    yacc: "bison",
  },
};

/** Programs whose absence the exception of a test or a build may tell; other files that are not there may be anybody's. */
const ASKED_PROGRAMS: readonly RegExp[] = [
  /No such file or directory: [bu]?'([\w.+-]+)'/,
  /failed to execute (?:\w+\()?\[?'?([\w.+-]+)/,
  /['"`]?([\w.+-]+)['"`]? (?:executable |binary |command )?(?:is )?not found in (?:the |your )?\$?PATH/,
];
const ASKED_LIBRARIES: readonly RegExp[] = [
  /[Tt]he '(?:lib)?([\w+-]+)' C library was not found/,
  /no library called "(?:lib)?([\w+-]+)" was found/,
  /lib([\w+-]+)\.so[\d.]*: cannot open shared object file/,
  /(?:Could not|Unable to|cannot) (?:find|load|locate) (?:the )?(?:shared )?(?:library )?['"]?lib([\w+-]+?)(?:\.so[\d.]*)?['"]?/i,
];

const ASKED_LOCALES: readonly RegExp[] = [/\bError: unsupported (locale) setting/];

/** The program, library or locale of the system that an exception says is not there, where the map has it. */
export function findMissingOfException(text: string): MissingFromSystem | undefined {
  const asked = [
    ["program", ASKED_PROGRAMS] as const,
    ["library", ASKED_LIBRARIES] as const,
    ["locale", ASKED_LOCALES] as const,
  ];
  for (const [kind, signs] of asked)
    for (const sign of signs) {
      const name = sign.exec(text)?.[1] ?? "";
      if (Object.hasOwn(PACKAGES[kind], name)) return { kind, name, package: PACKAGES[kind][name] };
    }
  return undefined;
}

/** The first thing of the system that a program's output misses; undefined where it says nothing of the kind. */
export function findMissing(text: string): MissingFromSystem | undefined {
  return findAllMissing(text)[0];
}

/** What of the system a program's output misses, with the telling line: of each kind of sign the first. */
export function findAllMissing(text: string): readonly (MissingFromSystem & { readonly line: string })[] {
  return SIGNS.flatMap(([kind, sign]) => {
    const match = sign.exec(text);
    const name = match?.[1];
    if (match === null || name === undefined) return [];
    const end = text.indexOf("\n", match.index + match[0].length);
    const line = text.slice(text.lastIndexOf("\n", match.index) + 1, end < 0 ? undefined : end).trim();
    const known = PACKAGES[kind];
    return [{ kind, name, line, package: Object.hasOwn(known, name) ? known[name] : undefined }];
  });
}
