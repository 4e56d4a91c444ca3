import type { RepositoryPath } from "../../base/index.ts";

const CODE = /\.(?:[cm]?[jt]sx?|coffee)$/;
const TEST =
  /(?:^|\/)(?:tests?|specs?|__tests__)\/|(?:^|[/.\-_])(?:tests?|specs?)\.(?:[cm]?[jt]sx?|coffee)$/i;
/** What other files are made into. */
const MADE = /\.min\.[cm]?js$|\.d\.[cm]?ts$|(?:^|\/)(?:dist|build|umd|node_modules)\//;

/** True where the files of a package are a manifest, sources and tests of them: not only what was made of sources. */
export function carriesTests(paths: readonly RepositoryPath[]): boolean {
  const code = paths.filter((path) => CODE.test(path) && !MADE.test(path));
  return (
    paths.includes("package.json") &&
    code.some((path) => TEST.test(path)) &&
    code.some((path) => !TEST.test(path))
  );
}
