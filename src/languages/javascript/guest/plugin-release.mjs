// Names the newest release of a plug-in of tap that goes with tap's core in a lock file of npm (the word), else the one for the next older core: standard
// input has the releases that there are, as npm tells them. `*` where none of them is for such a core alone.
import { readFileSync } from "node:fs";

const { packages = {} } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const core = packages["node_modules/@tapjs/core"]?.version ?? "";
const compare = (one, other) => one.localeCompare(other, "en", { numeric: true });
const [newest] = [JSON.parse(readFileSync(0, "utf8"))]
  .flat()
  .map(({ version, peerDependencies }) => ({ version, wanted: peerDependencies?.["@tapjs/core"] ?? "" }))
  .filter(({ wanted }) => /^\d/.test(wanted) && compare(wanted, core) <= 0)
  .sort((one, other) => compare(other.wanted, one.wanted) || compare(other.version, one.version));
process.stdout.write(newest?.version ?? "*");
