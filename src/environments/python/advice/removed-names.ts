import { compareReleases } from "../version-specifier.ts";

/** Modules of the standard library that are gone, by the first release without them ("What's New in Python", section Removed). */
const MODULES: Readonly<Record<string, string>> = {
  "3.9": "dummy_threading _dummy_threading xml.etree.cElementTree",
  "3.10": "_bootlocale formatter parser symbol macpath",
  "3.11": "binhex",
  "3.12": "asynchat asyncore distutils imp smtpd",
  "3.13":
    "aifc audioop cgi cgitb chunk crypt imghdr lib2to3 mailcap nis nntplib ossaudiodev pipes sndhdr spwd sunau telnetlib uu xdrlib",
};

/** Names of modules that are gone, as `module: names`. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "3.8": { time: "clock", cgi: "escape", platform: "linux_distribution dist" },
  "3.9": { fractions: "gcd", base64: "encodestring decodestring", sys: "setcheckinterval getcheckinterval" },
  "3.10": {
    collections:
      "Awaitable AsyncGenerator AsyncIterable AsyncIterator ByteString Callable Collection Container Coroutine Generator Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence MutableSet Reversible Sequence Set Sized ValuesView",
  },
  "3.11": { inspect: "getargspec formatargspec", asyncio: "coroutine" },
  "3.12": {
    configparser: "SafeConfigParser",
    locale: "format",
    pkgutil: "ImpImporter ImpLoader",
    ssl: "wrap_socket match_hostname",
  },
  "3.13": { unittest: "makeSuite findTestCases getTestCaseNames", typing: "io re", re: "template" },
};

/** The first release without a module of the standard library, or without a name of it; undefined where none is known. */
export function removedIn(module: string, name?: string): string | undefined {
  const has = (list: string | undefined, word: string): boolean => list?.split(" ").includes(word) === true;
  if (name !== undefined) return Object.keys(NAMES).find((release) => has(NAMES[release]?.[module], name));
  const [top = ""] = module.split(".");
  return Object.keys(MODULES).find((release) => has(MODULES[release], module) || has(MODULES[release], top));
}

/** True where that removal explains a failure under `release`. */
export function isRemoved(limit: string | undefined, release: string): limit is string {
  return limit !== undefined && compareReleases(release, limit) >= 0;
}
