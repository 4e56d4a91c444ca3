import { BY_FIXTURE, BY_IMPORT } from "../undeclared.ts";

/** Modules whose distribution has another name, where it is not among those that are installed without being asked for. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  Crypto: "pycryptodome",
  MySQLdb: "mysqlclient",
  OpenSSL: "pyopenssl",
  PIL: "pillow",
  bs4: "beautifulsoup4",
  cv2: "opencv-python-headless",
  dateutil: "python-dateutil",
  django_webtest: "django-webtest",
  docx: "python-docx",
  dotenv: "python-dotenv",
  fitz: "pymupdf",
  git: "gitpython",
  jose: "python-jose",
  jwt: "pyjwt",
  ldap: "python-ldap",
  magic: "python-magic",
  markdown: "markdown",
  multipart: "python-multipart",
  nacl: "pynacl",
  pkg_resources: "setuptools<81",
  psycopg2: "psycopg2-binary",
  pywintypes: "pywin32",
  rest_framework: "djangorestframework",
  serial: "pyserial",
  skimage: "scikit-image",
  sklearn: "scikit-learn",
  slugify: "python-slugify",
  socks: "pysocks",
  usb: "pyusb",
  websocket: "websocket-client",
  zmq: "pyzmq",
};

/** Parts of the standard library that need a library of the system when the interpreter is made. */
const OF_THE_INTERPRETER =
  /^_?(?:tkinter|curses|ctypes|bz2|lzma|sqlite3|dbm|gdbm|readline|ssl|zoneinfo|idlelib|turtle)$/;

/** What an installer calls the distribution of a module: by a table, else by the module's own name. */
export function distributionOf(module: string): string {
  const [top = module] = module.split(".");
  const known = [OTHER_NAMES, BY_IMPORT].find((table) => Object.hasOwn(table, top));
  return known?.[top] ?? top.replaceAll("_", "-");
}

/** The pytest plug-in that gives a fixture, where it is a known one. */
export function pluginOfFixture(fixture: string): string | undefined {
  return Object.hasOwn(BY_FIXTURE, fixture) ? BY_FIXTURE[fixture] : undefined;
}

/** True for a module that comes with the interpreter and never from a registry. */
export function isOfInterpreter(module: string): boolean {
  return OF_THE_INTERPRETER.test(module.split(".")[0] ?? "");
}
