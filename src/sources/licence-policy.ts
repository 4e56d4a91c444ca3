import { findNearestName, UsageError } from "../base/index.ts";
import { isSpdxExpression } from "./licence-texts.ts";

/** Which licences a task's code may have. */
export interface LicencePolicy {
  /** `expression` is SPDX; null says that no licence is known. */
  readonly permits: (expression: string | null) => boolean;
}

/**
 * SPDX ids of licences that let code be used, changed and passed on for any purpose as long as notices stay: those of which the
 * SPDX list and common practice say so, and dedications to the public domain. Weak copyleft (MPL, LGPL, EPL) is not among them.
 */
const PERMISSIVE: ReadonlySet<string> = new Set(
  `0BSD AFL-2.1 AFL-3.0 Apache-1.1 Apache-2.0 BlueOak-1.0.0 BSD-1-Clause BSD-2-Clause BSD-2-Clause-Patent BSD-2-Clause-Views
  BSD-3-Clause BSD-3-Clause-Attribution BSD-3-Clause-Clear BSD-3-Clause-LBNL BSD-3-Clause-Modification BSD-4-Clause
  BSD-4-Clause-UC BSD-Source-Code BSL-1.0 CC0-1.0 CNRI-Python curl ECL-2.0 FSFAP HPND HPND-sell-variant ICU ISC Libpng
  libpng-2.0 MIT MIT-0 MIT-CMU MIT-Modern-Variant MulanPSL-2.0 NCSA NTP PostgreSQL PSF-2.0 Python-2.0 Python-2.0.1 TCL
  Unicode-3.0 Unicode-DFS-2015 Unicode-DFS-2016 Unlicense UPL-1.0 W3C WTFPL X11 Xnet Zlib zlib-acknowledgement ZPL-2.0
  ZPL-2.1`.split(/\s+/),
);

/** Licences that are known by name and not permissive, for what a user may have meant. */
const OTHERS =
  `AGPL-3.0-only AGPL-3.0-or-later EPL-2.0 GPL-2.0-only GPL-2.0-or-later GPL-3.0-only GPL-3.0-or-later LGPL-2.1-only
  LGPL-2.1-or-later LGPL-3.0-only LGPL-3.0-or-later MPL-2.0`.split(/\s+/);

/**
 * The policy that `names` spell: `any`; or SPDX ids, among which `permissive` stands for all permissive ones. Of an expression's
 * `OR` one side is enough, of its `AND` both are needed; exceptions (`WITH`) only ever permit more. Throws `UsageError`
 * `unknown-licence`.
 */
export function createLicencePolicy(names: readonly string[]): LicencePolicy {
  if (names.length === 1 && names[0] === "any") return { permits: () => true };
  for (const name of names) refuseUnknownName(name);
  const allowed = new Set(
    names
      .flatMap((name) => (name === "permissive" ? [...PERMISSIVE] : [name]))
      .map((name) => canonicalId(name)),
  );
  return {
    permits: (expression) =>
      expression !== null && isSpdxExpression(expression) && isPermitted(expression, allowed),
  };
}

function refuseUnknownName(name: string): void {
  const known = ["permissive", ...PERMISSIVE, ...OTHERS];
  const isKnown = known.some((one) => canonicalId(one) === canonicalId(name));
  const hasFormOfId = /^[A-Za-z][A-Za-z0-9.]*-[A-Za-z0-9.+-]+$/.test(name);
  if (isKnown || hasFormOfId) return;
  const reason = name === "any" ? `"any" stands alone` : "it is no SPDX id";
  const nearest = findNearestName(name, known);
  throw new UsageError("unknown-licence", `Cannot select the licence "${name}": ${reason}.`, {
    hint: `Write any, permissive, or SPDX ids such as MIT,MPL-2.0.${nearest === undefined ? "" : ` Did you mean ${nearest}?`}`,
  });
}

/** Ids compare without case; the older ids of the GNU licences stand for those that say `only` or `or later`. */
function canonicalId(id: string): string {
  const gnu = /^([al]?gpl-[\d.]+)(\+)?$/i.exec(id);
  if (gnu === null) return id.toLowerCase();
  return `${gnu[1]}-${gnu[2] === undefined ? "only" : "or-later"}`.toLowerCase();
}

/** Reads an expression by descent: `OR` binds least, then `AND`, then `WITH`. */
function isPermitted(expression: string, allowed: ReadonlySet<string>): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const takes = (word: string): boolean => {
    if (tokens[at]?.toUpperCase() !== word) return false;
    at++;
    return true;
  };
  const readEither = (): boolean => {
    let value = readBoth();
    while (takes("OR")) value = readBoth() || value;
    return value;
  };
  const readBoth = (): boolean => {
    let value = readOne();
    while (takes("AND")) value = readOne() && value;
    return value;
  };
  const readOne = (): boolean => {
    if (takes("(")) {
      const value = readEither();
      return takes(")") && value;
    }
    const id = tokens[at++] ?? "";
    if (takes("WITH")) at++;
    return allowed.has(canonicalId(id));
  };
  const value = readEither();
  return value && at === tokens.length;
}
